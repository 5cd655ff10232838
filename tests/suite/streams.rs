//! Streams of all kinds for the command, and what it answers.
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{grantpt, posix_openpt, ptsname_r, unlockpt};

use crate::process::until;

pub const BOARD: &str = "XXXX\n....\n....\n....\n";

/// That many cases, each of which is `BOARD`.
pub fn input(count: usize) -> String {
    format!("{count}\n{}", format!("{BOARD}\n").repeat(count))
}

pub fn answers(count: usize) -> String {
    let lines = (1..=count).map(|number| format!("Case #{number}: X won\n"));
    lines.collect::<Vec<_>>().concat()
}

/// Whether `stream` is ready for one of `events`, or has an error or a hang-up.
pub fn is_ready(stream: impl AsFd, events: PollFlags) -> bool {
    let mut streams = [PollFd::new(stream.as_fd(), events)];
    poll(&mut streams, PollTimeout::ZERO).unwrap() == 1
}

/// Waits until the reader of `output` has gone. A process that another test starts has copies of
/// all descriptors for a moment.
pub fn wait_for_hang_up(output: impl AsFd) {
    until("a reader that has gone", || is_ready(&output, PollFlags::empty()));
}

/// Reads once, as soon as there is something to read.
pub fn read_some(stream: &mut File, buffer: &mut [u8]) -> usize {
    until("output", || is_ready(&stream, PollFlags::POLLIN));
    stream.read(buffer).unwrap()
}

pub fn read_exactly(stream: &mut File, expected: &str) {
    let mut bytes = vec![0; expected.len()];
    let mut length = 0;
    while length < bytes.len() {
        let found = String::from_utf8_lossy(&bytes[..length]).into_owned();
        let what = format!("{} bytes of output after {found:?}", bytes.len() - length);
        until(&what, || is_ready(&stream, PollFlags::POLLIN));
        match stream.read(&mut bytes[length..]).unwrap() {
            0 => panic!("expected {expected:?}, found the end after {found:?}"),
            read => length += read,
        }
    }
    assert_found!(String::from_utf8_lossy(&bytes), expected);
}

pub fn read_to_end(mut stream: File) -> String {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match read_some(&mut stream, &mut buffer) {
            0 => return String::from_utf8(bytes).unwrap(),
            length => bytes.extend_from_slice(&buffer[..length]),
        }
    }
}

pub fn pipe() -> (File, File) {
    let (reader, writer) = io::pipe().unwrap();
    (file(reader), file(writer))
}

/// A pipe that holds this text, and no more.
pub fn piped(text: &str) -> File {
    let (reader, mut writer) = pipe();
    writer.write_all(text.as_bytes()).unwrap();
    reader
}

/// A pipe of `size` bytes, or of what the system allows instead.
pub fn pipe_of(size: usize) -> (File, File, usize) {
    let (reader, writer) = pipe();
    let _ = fcntl(&writer, FcntlArg::F_SETPIPE_SZ(size.try_into().unwrap()));
    let size = pipe_size(&writer);
    (reader, writer, size)
}

pub fn pipe_size(pipe: impl AsFd) -> usize {
    fcntl(pipe, FcntlArg::F_GETPIPE_SZ).unwrap().try_into().unwrap()
}

pub fn unix_sockets() -> (File, File) {
    let (one, other) = UnixStream::pair().unwrap();
    (file(one), file(other))
}

pub fn tcp_sockets() -> (File, File) {
    let (one, other) = tcp_streams();
    (file(one), file(other))
}

pub fn tcp_streams() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (one, listener.accept().unwrap().0)
}

pub fn udp_sockets() -> (File, File) {
    let [one, other] = [(); 2].map(|()| UdpSocket::bind("127.0.0.1:0").unwrap());
    one.connect(other.local_addr().unwrap()).unwrap();
    other.connect(one.local_addr().unwrap()).unwrap();
    (file(one), file(other))
}

/// A socket for datagrams that nobody receives.
pub fn deserted_socket() -> File {
    udp_sockets().0
}

pub fn file(stream: impl Into<OwnedFd>) -> File {
    File::from(stream.into())
}

/// Makes the two ends of a connection: one to read from and one to write to.
pub type Connect = fn() -> (File, File);

pub const CONNECTIONS: [(&str, Connect); 3] =
    [("pipe", pipe), ("Unix socket", unix_sockets), ("TCP socket", tcp_sockets)];

/// The two sides of a pseudo-terminal: the person's and the program's.
pub fn terminal() -> (File, File) {
    let flags = OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    let screen = posix_openpt(OFlag::O_RDWR | flags).unwrap();
    grantpt(&screen).unwrap();
    unlockpt(&screen).unwrap();
    let name = ptsname_r(&screen).unwrap();
    let terminal =
        OpenOptions::new().read(true).write(true).custom_flags(flags.bits()).open(name).unwrap();
    (file(screen), terminal)
}

pub fn set_nonblocking(stream: impl AsFd) {
    let flags = OFlag::from_bits_retain(fcntl(&stream, FcntlArg::F_GETFL).unwrap());
    fcntl(&stream, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK)).unwrap();
}

/// A file without a name that can be read from the start of that content.
pub fn temporary_file(content: &str) -> File {
    let mut file = tempfile::tempfile_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    file.write_all(content.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}
