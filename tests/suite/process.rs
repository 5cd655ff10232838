//! The command as a process that a test watches while it runs, and the streams for it.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{grantpt, posix_openpt, ptsname_r, unlockpt};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::command::tomek;

/// How long to wait before a test fails.
const DEADLINE: Duration = Duration::from_secs(60);

pub const BOARD: &str = "XXXX\n....\n....\n....\n";

/// That many cases, each of which is `BOARD`.
pub fn input(count: usize) -> String {
    format!("{count}\n{}", format!("{BOARD}\n").repeat(count))
}

pub fn answers(count: usize) -> String {
    let lines = (1..=count).map(|number| format!("Case #{number}: X won\n"));
    lines.collect::<Vec<_>>().concat()
}

/// What [`Process::finish`] returns.
pub type Outcome = (Option<i32>, String);

pub const SILENT_SUCCESS: Outcome = (Some(0), String::new());

pub fn failure(message: &str) -> Outcome {
    (Some(1), format!("tomek: {message}\n"))
}

/// A run of the command, which is killed if it isn't over by the deadline.
pub struct Process {
    child: Child,
    /// Ends the thread that waits for the deadline when it is dropped.
    _running: Sender<()>,
}

impl Process {
    /// With standard error piped.
    pub fn start(stdin: impl Into<Stdio>, stdout: impl Into<Stdio>) -> Process {
        let mut command = tomek();
        command.stdin(stdin).stdout(stdout).stderr(Stdio::piped());
        Process::spawn(command)
    }

    pub fn spawn(mut command: Command) -> Process {
        let child = command.spawn().unwrap();
        let (running, receiver) = mpsc::channel();
        let process = Process { child, _running: running };
        let pid = process.pid();
        thread::spawn(move || {
            if receiver.recv_timeout(DEADLINE) == Err(RecvTimeoutError::Timeout) {
                let _ = kill(pid, Signal::SIGKILL);
            }
        });
        process
    }

    /// Standard error, if it is piped.
    pub fn stderr(&mut self) -> &mut ChildStderr {
        self.child.stderr.as_mut().unwrap()
    }

    /// The state, as a letter, and the processor time so far, in clock ticks.
    fn stat(&self) -> (char, u64) {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // The second field is the name of the program in parentheses.
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        let fields: Vec<_> = fields.split(' ').collect();
        let ticks = |number: usize| fields[number - 3].parse::<u64>().unwrap();
        (fields[0].parse().unwrap(), ticks(14) + ticks(15))
    }

    /// Waits until the process sleeps.
    pub fn wait_for_sleep(&self) {
        until(|| {
            let (state, _) = self.stat();
            assert_ne!(state, 'Z', "the run is over");
            state == 'S'
        });
    }

    /// Waits until the process sleeps, and checks that it stays asleep and takes no processor time.
    pub fn wait_for_long_sleep(&self) {
        self.wait_for_sleep();
        let (_, before) = self.stat();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(50) {
            let (state, ticks) = self.stat();
            // A tick may end just when it falls asleep.
            assert!(state == 'S' && ticks <= before + 1, "{state} {before} {ticks}");
        }
    }

    pub fn stop(&self) {
        kill(self.pid(), Signal::SIGSTOP).unwrap();
        until(|| self.stat().0 == 'T');
    }

    pub fn resume(&self) {
        kill(self.pid(), Signal::SIGCONT).unwrap();
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().try_into().unwrap())
    }

    /// The exit status and what has been written to standard error, if that is piped.
    pub fn finish(mut self) -> Outcome {
        let mut error = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut error).unwrap();
        }
        (self.child.wait().unwrap().code(), error)
    }
}

pub fn until(mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < DEADLINE);
        thread::yield_now();
    }
}

/// Whether `stream` is ready for one of `events`, or has an error or a hang-up.
pub fn is_ready(stream: impl AsFd, events: PollFlags) -> bool {
    let mut streams = [PollFd::new(stream.as_fd(), events)];
    poll(&mut streams, PollTimeout::ZERO).unwrap() == 1
}

/// Waits until the reader of `output` has gone. A process that another test starts has copies of
/// all descriptors for a moment.
pub fn wait_for_hang_up(output: impl AsFd) {
    until(|| is_ready(&output, PollFlags::empty()));
}

pub fn pipe() -> (File, File) {
    let (reader, writer) = io::pipe().unwrap();
    (file(reader), file(writer))
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

pub fn read_exactly(stream: &mut impl Read, expected: &str) {
    let mut bytes = vec![0; expected.len()];
    stream.read_exact(&mut bytes).unwrap();
    assert_found!(String::from_utf8(bytes).unwrap(), expected);
}

pub fn read_to_end(mut stream: impl Read) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}
