//! The command's standard streams: pipes, sockets, terminals and files, however they are open.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, fcntl_getfl, fcntl_setfl};
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::command::{error_line, run, text_of, tomek};

/// How long to wait before a test fails.
const DEADLINE: Duration = Duration::from_secs(60);

const BOARD: &str = "XXXX\n....\n....\n....\n";

/// That many cases, each of which is `BOARD`.
fn input(count: usize) -> String {
    format!("{count}\n{}", format!("{BOARD}\n").repeat(count))
}

fn answers(count: usize) -> String {
    let lines = (1..=count).map(|number| format!("Case #{number}: X won\n"));
    lines.collect::<Vec<_>>().concat()
}

const SILENT_SUCCESS: (Option<i32>, String) = (Some(0), String::new());

fn failure(message: &str) -> (Option<i32>, String) {
    (Some(1), format!("tomek: {message}\n"))
}

/// A run of the command, which is killed if it isn't over by the deadline.
struct Process {
    child: Child,
    /// Ends the thread that waits for the deadline when it is dropped.
    _running: Sender<()>,
}

impl Process {
    /// With standard error piped.
    fn start(stdin: impl Into<Stdio>, stdout: impl Into<Stdio>) -> Process {
        let mut command = tomek();
        command.stdin(stdin).stdout(stdout).stderr(Stdio::piped());
        Process::spawn(command)
    }

    fn spawn(mut command: Command) -> Process {
        let child = command.spawn().unwrap();
        let pid = Pid::from_child(&child);
        let (running, receiver) = mpsc::channel();
        thread::spawn(move || {
            if receiver.recv_timeout(DEADLINE) == Err(RecvTimeoutError::Timeout) {
                let _ = kill_process(pid, Signal::KILL);
            }
        });
        Process { child, _running: running }
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

    fn wait_for_state(&self, expected: char) {
        until(|| {
            let (state, _) = self.stat();
            assert_ne!(state, 'Z', "the run is over");
            state == expected
        });
    }

    /// Waits until the process sleeps, and checks that it stays asleep and takes no processor time.
    fn wait_for_sleep(&self) {
        self.wait_for_state('S');
        let (_, before) = self.stat();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(50) {
            let (state, ticks) = self.stat();
            // A tick may end just when it falls asleep.
            assert!(state == 'S' && ticks <= before + 1, "{state} {before} {ticks}");
        }
    }

    /// The exit status and what has been written to standard error, if that is piped.
    fn finish(mut self) -> (Option<i32>, String) {
        let mut error = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut error).unwrap();
        }
        (self.child.wait().unwrap().code(), error)
    }
}

fn until(mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < DEADLINE);
        thread::yield_now();
    }
}

/// Whether `stream` is ready for one of `events`, or has an error or a hang-up.
fn is_ready(stream: impl AsFd, events: PollFlags) -> bool {
    let mut streams = [PollFd::new(&stream, events)];
    poll(&mut streams, Some(&Timespec::default())).unwrap() == 1
}

/// Waits until the reader of `output` has gone. A process that another test starts has copies of
/// all descriptors for a moment.
fn wait_for_hang_up(output: impl AsFd) {
    until(|| is_ready(&output, PollFlags::empty()));
}

fn pipe() -> (File, File) {
    let (reader, writer) = io::pipe().unwrap();
    (file(reader), file(writer))
}

fn unix_sockets() -> (File, File) {
    let (one, other) = UnixStream::pair().unwrap();
    (file(one), file(other))
}

fn tcp_sockets() -> (File, File) {
    let (one, other) = tcp_streams();
    (file(one), file(other))
}

fn tcp_streams() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (one, listener.accept().unwrap().0)
}

fn file(stream: impl Into<OwnedFd>) -> File {
    File::from(stream.into())
}

/// Makes the two ends of a connection: one to read from and one to write to.
type Connect = fn() -> (File, File);

const CONNECTIONS: [(&str, Connect); 3] =
    [("pipe", pipe), ("Unix socket", unix_sockets), ("TCP socket", tcp_sockets)];

fn set_nonblocking(stream: impl AsFd) {
    let flags = fcntl_getfl(&stream).unwrap();
    fcntl_setfl(&stream, flags | OFlags::NONBLOCK).unwrap();
}

/// A pipe of `size` bytes, or of what the system allows instead.
fn pipe_of(size: usize) -> (File, File, usize) {
    let (reader, writer) = pipe();
    let _ = fcntl_setpipe_size(&writer, size);
    let size = fcntl_getpipe_size(&writer).unwrap();
    (reader, writer, size)
}

/// A file of that content. Tests that run at the same time need different names.
fn temporary_file(name: &str, content: &str) -> File {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    let file = File::open(&path).unwrap();
    fs::remove_file(path).unwrap();
    file
}

fn read_exactly(stream: &mut impl Read, expected: &str) {
    let mut bytes = vec![0; expected.len()];
    stream.read_exact(&mut bytes).unwrap();
    assert_found!(String::from_utf8(bytes).unwrap(), expected);
}

fn read_to_end(mut stream: impl Read) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// A parent may rely on a pipe that holds all answers, and read only when the run is over.
#[test]
fn a_pipe_is_never_shrunk() {
    for size in [512 * 1024, 1024 * 1024] {
        let (stdin, mut boards, stdin_size) = pipe_of(size);
        let (stdout, output, stdout_size) = pipe_of(size);
        let stdin_copy = stdin.try_clone().unwrap();
        // Blank lines fill the pipe. The answers are shorter than the boards.
        let count = stdin_size.min(stdout_size) / 21 - 1;
        let text = input(count);
        let blank_lines = "\n".repeat(stdin_size - text.len());
        boards.write_all((text + &blank_lines).as_bytes()).unwrap();
        drop(boards);
        let process = Process::start(stdin, output);
        assert_found!(process.finish(), SILENT_SUCCESS);
        assert_found!(fcntl_getpipe_size(stdin_copy).unwrap(), stdin_size);
        assert_found!(fcntl_getpipe_size(&stdout).unwrap(), stdout_size);
        assert_found!(read_to_end(stdout), answers(count));
    }
}

#[test]
fn a_pipe_that_is_not_filled_keeps_its_size() {
    for (size, at_once) in [(4096, 1), (64 * 1024, 1), (64 * 1024, 1000)] {
        let (stdin, mut boards, stdin_size) = pipe_of(size);
        let (mut stdout, output, stdout_size) = pipe_of(size);
        let process = Process::start(stdin, output);
        let answers = answers(3 * at_once);
        let lines: Vec<_> = answers.split_inclusive('\n').collect();
        writeln!(boards, "{}", lines.len()).unwrap();
        for lines in lines.chunks(at_once) {
            let text = format!("{BOARD}\n").repeat(at_once);
            boards.write_all(text.as_bytes()).unwrap();
            read_exactly(&mut stdout, &lines.concat());
        }
        assert_found!(fcntl_getpipe_size(&boards).unwrap(), stdin_size);
        drop(boards);
        assert_found!(process.finish(), SILENT_SUCCESS);
        assert_found!(fcntl_getpipe_size(&stdout).unwrap(), stdout_size);
    }
    for argument in ["--help", "--version"] {
        let (stdin, _boards, stdin_size) = pipe_of(4096);
        let (stdout, output, stdout_size) = pipe_of(4096);
        let stdin_copy = stdin.try_clone().unwrap();
        let mut command = tomek();
        command.arg(argument).stdin(stdin).stdout(output).stderr(Stdio::piped());
        assert_found!(Process::spawn(command).finish(), SILENT_SUCCESS);
        assert_found!(fcntl_getpipe_size(stdin_copy).unwrap(), stdin_size);
        assert_found!(fcntl_getpipe_size(stdout).unwrap(), stdout_size);
    }
}

/// The size that the system gives to a pipe of `size` bytes when it is enlarged.
fn enlarged_size(size: usize) -> usize {
    let (_reader, writer, _) = pipe_of(size);
    let _ = fcntl_setpipe_size(&writer, 256 * 1024);
    fcntl_getpipe_size(&writer).unwrap()
}

#[test]
fn a_pipe_that_is_filled_is_enlarged() {
    const COUNT: usize = 20_000;
    let text = input(COUNT);
    // These have longer answers than boards.
    let empty_boards = text.replace('X', ".");
    let empty_answers = answers(COUNT).replace("X won", "Game has not completed");
    for size in [4096, 64 * 1024] {
        let enlarged = enlarged_size(size);

        let (stdin, mut boards, stdin_size) = pipe_of(size);
        let (filling, rest) = text.split_at(stdin_size);
        boards.write_all(filling.as_bytes()).unwrap();
        let process = Process::start(stdin, Stdio::null());
        boards.write_all(rest.as_bytes()).unwrap();
        assert_found!(fcntl_getpipe_size(&boards).unwrap(), enlarged, "{size}");
        drop(boards);
        assert_found!(process.finish(), SILENT_SUCCESS);

        let (stdout, output, _) = pipe_of(size);
        let process = Process::start(temporary_file("enlarged", &empty_boards), output);
        assert_found!(read_to_end(&stdout), empty_answers);
        assert_found!(fcntl_getpipe_size(&stdout).unwrap(), enlarged, "{size}");
        assert_found!(process.finish(), SILENT_SUCCESS);
    }
}

#[test]
fn a_socket_whose_reader_leaves_with_answers_unread_is_no_error() {
    for (name, connect) in [("Unix socket", unix_sockets as Connect), ("TCP socket", tcp_sockets)] {
        let (reader, writer) = connect();
        let process = Process::start(temporary_file("unread", &input(1_000_000)), writer);
        process.wait_for_state('S');
        drop(reader);
        assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
    }
}

/// `tail -f boards | tomek | grep -m 1 'O won'`
#[test]
fn a_reader_that_leaves_ends_a_wait_for_input() {
    // A close of a TCP socket can't be told from the end of what it sends.
    for (name, connect) in &CONNECTIONS[..2] {
        for read_first in ["", "2\n\nXXXX"] {
            let (stdin, mut boards) = connect();
            let (reader, writer) = connect();
            let process = Process::start(stdin, writer);
            boards.write_all(read_first.as_bytes()).unwrap();
            process.wait_for_sleep();
            drop(reader);
            assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
        }
    }
}

/// `(printf ...; yes '') | tomek | head -1`
#[test]
fn a_reader_that_leaves_ends_a_run_of_blank_lines() {
    let (stdin, mut boards) = pipe();
    let (mut stdout, output) = pipe();
    let process = Process::start(stdin, output);
    let writer = thread::spawn(move || {
        boards.write_all(format!("1\n{BOARD}").as_bytes())?;
        loop {
            boards.write_all(&[b'\n'; 4096])?;
        }
        #[allow(unreachable_code)] // Says what `?` returns.
        io::Result::Ok(())
    });
    read_exactly(&mut stdout, &answers(1));
    drop(stdout);
    assert_found!(process.finish(), SILENT_SUCCESS);
    let error = writer.join().unwrap().unwrap_err();
    assert_found!(error.kind(), ErrorKind::BrokenPipe);
}

#[test]
fn a_reader_that_has_left_wins_over_a_later_error() {
    let directory = || File::open("/").unwrap();
    let wrong_file = || temporary_file("wrong", "Q");
    let wrong_pipe = || {
        let (reader, mut writer) = pipe();
        writer.write_all(b"Q").unwrap();
        reader
    };
    for (name, connect) in &CONNECTIONS[..2] {
        for stdin in [directory(), wrong_file(), wrong_pipe()] {
            let (reader, writer) = connect();
            drop(reader);
            wait_for_hang_up(&writer);
            let process = Process::start(stdin, writer);
            assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
        }

        let (stdin, mut boards) = pipe();
        let (mut reader, writer) = connect();
        let process = Process::start(stdin, writer.try_clone().unwrap());
        boards.write_all(format!("2\n{BOARD}").as_bytes()).unwrap();
        read_exactly(&mut reader, &answers(1));
        drop(reader);
        wait_for_hang_up(&writer);
        // The run may be over by now.
        let _ = boards.write_all(b"Q");
        assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
    }
}

/// A reset connection fails a read, and has no reader any more.
#[test]
fn a_socket_for_both_streams_that_is_closed_ends_the_run() {
    for (name, connect) in &CONNECTIONS[1..] {
        let (stdin, mut peer) = connect();
        let process = Process::start(stdin.try_clone().unwrap(), stdin);
        peer.write_all(format!("2\n{BOARD}").as_bytes()).unwrap();
        // Closing the socket while this is unread resets the connection.
        until(|| is_ready(&peer, PollFlags::IN));
        process.wait_for_sleep();
        drop(peer);
        assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
    }
}

#[test]
fn a_peer_that_has_only_ended_its_input_gets_its_answers() {
    let (stdin, peer) = UnixStream::pair().unwrap();
    answer_a_peer(stdin, peer, |peer| peer.shutdown(Shutdown::Write));
    let (stdin, peer) = tcp_streams();
    answer_a_peer(stdin, peer, |peer| peer.shutdown(Shutdown::Write));
}

fn answer_a_peer<S: Read + Write + Into<OwnedFd>>(
    stdin: S,
    mut peer: S,
    end_input: fn(&S) -> io::Result<()>,
) {
    const COUNT: usize = 1000;
    peer.write_all(input(COUNT).as_bytes()).unwrap();
    end_input(&peer).unwrap();
    let stdin = file(stdin);
    let process = Process::start(stdin.try_clone().unwrap(), stdin);
    assert_found!(read_to_end(peer), answers(COUNT));
    assert_found!(process.finish(), SILENT_SUCCESS);
}

#[test]
fn a_nonblocking_input_is_waited_for() {
    for (name, connect) in CONNECTIONS {
        let (stdin, mut boards) = connect();
        let (mut stdout, output) = pipe();
        set_nonblocking(&stdin);
        let process = Process::start(stdin, output);
        process.wait_for_sleep();
        boards.write_all(b"2\nXXXX\n..").unwrap();
        process.wait_for_sleep();
        boards.write_all(b"..\n....\n....\n\n").unwrap();
        read_exactly(&mut stdout, &answers(1));
        process.wait_for_sleep();
        boards.write_all(BOARD.as_bytes()).unwrap();
        drop(boards);
        assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
        assert_found!(read_to_end(stdout), "Case #2: X won\n", "{name}");
    }
}

/// Input wakes all the processes, and one of them gets it. This relies on chance: a process that
/// ends when it gets nothing is unlikely to survive so many writes.
#[test]
fn input_that_another_process_takes_is_waited_for() {
    let (stdin, mut blank_lines) = pipe();
    set_nonblocking(&stdin);
    let processes: Vec<_> =
        (0..4).map(|_| Process::start(stdin.try_clone().unwrap(), Stdio::null())).collect();
    drop(stdin);
    for _ in 0..100_000 {
        blank_lines.write_all(b"\n").unwrap();
    }
    drop(blank_lines);
    for process in processes {
        let (status, error) = process.finish();
        // How many of the blank lines each process has read is left to chance.
        let no_count = error_line(b"", false);
        let (_, expected) = no_count.split_once("column 1: ").unwrap();
        assert!(status == Some(1) && error.ends_with(expected), "{error}");
    }
}

#[test]
fn a_nonblocking_output_gets_all_answers() {
    const COUNT: usize = 200_000;
    let expected = answers(COUNT);
    for (name, connect) in CONNECTIONS {
        let (mut reader, writer) = connect();
        set_nonblocking(&writer);
        let boards = temporary_file("nonblocking", &input(COUNT));
        let process = Process::start(boards, writer);
        let (start, rest) = expected.split_at(100_000);
        for piece in start.as_bytes().chunks(10_000) {
            // For TCP, the kernel may take everything.
            if name != "TCP socket" {
                process.wait_for_sleep();
            }
            read_exactly(&mut reader, str::from_utf8(piece).unwrap());
        }
        assert!(read_to_end(reader) == rest, "{name}");
        assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
    }
}

/// The pipe may be that of standard output, too.
#[test]
fn a_message_waits_for_room() {
    let wrong = format!("2\n{BOARD}\nQ");
    let message = error_line(wrong.as_bytes(), false);
    for (arguments, shared, status, expected) in [
        (&[][..], false, 1, message.clone()),
        (&[], true, 1, format!("{}{message}", answers(1))),
        (&["-x"], false, 2, "tomek: invalid option '-x'\nUsage: ".to_owned()),
    ] {
        let (mut reader, mut writer, size) = pipe_of(4096);
        set_nonblocking(&writer);
        let filling = ".".repeat(size - 10);
        writer.write_all(filling.as_bytes()).unwrap();
        let mut command = tomek();
        command.args(arguments).stdin(temporary_file("message", &wrong));
        if shared {
            command.stdout(writer.try_clone().unwrap());
        } else {
            command.stdout(Stdio::null());
        }
        command.stderr(writer);
        let process = Process::spawn(command);
        process.wait_for_sleep();
        read_exactly(&mut reader, &filling);
        let text = read_to_end(reader);
        assert!(text.starts_with(&expected), "{text}");
        assert_found!(process.finish(), (Some(status), String::new()));
    }
}

#[test]
fn a_pipe_open_the_wrong_way_is_an_error_at_once() {
    let no_input = failure("can't read standard input: Bad file descriptor (os error 9)");
    let no_output = failure("can't write standard output: Bad file descriptor (os error 9)");
    for other_end_is_open in [true, false] {
        let (reader, writer) = pipe();
        let _reader = other_end_is_open.then_some(reader);
        assert_found!(Process::start(writer, Stdio::null()).finish(), no_input);

        let (stdin, _boards) = pipe();
        let (reader, writer) = pipe();
        let _writer = other_end_is_open.then_some(writer);
        assert_found!(Process::start(stdin, reader).finish(), no_output);
    }
}

#[test]
fn unusual_streams_give_a_status_and_at_most_one_line() {
    let good = "1\nXXXX\n....\n....\n....\n";
    let bad = "1\nXXXQ\n";
    let no_count = &error_line(b"", false);
    let full = "tomek: can't write standard output: No space left on device (os error 28)\n";
    let directory = "tomek: can't read standard input: Is a directory (os error 21)\n";
    let not_for_writing = "tomek: can't write standard output: Bad file descriptor (os error 9)\n";
    let not_for_reading = "tomek: can't read standard input: Bad file descriptor (os error 9)\n";
    for (input, arguments, status, output, error) in [
        (good, "> /dev/full", 1, "", full),
        (bad, "2> /dev/full", 1, "", ""),
        (bad, "2>&-", 1, "", ""),
        (bad, "2< /dev/null", 1, "", ""),
        (bad, "> /dev/full 2>&-", 1, "", ""),
        (good, "> /dev/full 2>&1", 1, "", ""),
        (good, "1< /dev/null", 1, "", not_for_writing),
        ("", "1< /dev/null", 1, "", not_for_writing),
        (good, "--help 1< /dev/null", 1, "", not_for_writing),
        (good, "0> /dev/null", 1, "", not_for_reading),
        (good, "< /", 1, "", directory),
        (good, "<&-", 1, "", no_count),
        (good, "< /dev/null", 1, "", no_count),
        (good, ">&-", 0, "", ""),
        (good, "2>&-", 0, "Case #1: X won\n", ""),
        (good, "1<> /dev/null", 0, "", ""),
        (good, "--help > /dev/full", 1, "", full),
        (good, "--version > /dev/full", 1, "", full),
        (good, "--no 2>&-", 2, "", ""),
    ] {
        let result = text_of(run(shell(&format!("\"$TOMEK\" {arguments}")), |stdin| {
            stdin.write_all(input.as_bytes())
        }));
        assert_found!(result, (Some(status), output.to_owned(), error.to_owned()), "{arguments}");
    }
}

#[test]
fn four_descriptors_are_enough() {
    // The fourth is for loading the C library, so it must not be inherited.
    let limited = shell("exec 3>&- && ulimit -n 4 && exec \"$TOMEK\"");
    let output = run(limited, |stdin| stdin.write_all(input(3).as_bytes()));
    assert_found!(text_of(output), (Some(0), answers(3), String::new()));
}

fn shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("TOMEK", env!("CARGO_BIN_EXE_tomek"));
    shell
}

const TERMINAL_HINT: &str =
    "tomek: type the number of cases and the boards, then Ctrl-D (help: tomek --help)\n";

const CTRL_D: &[u8] = b"\x04";

/// The two sides of a pseudo-terminal: the person's and the program's.
fn terminal() -> (File, File) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let screen = openpt(flags).unwrap();
    grantpt(&screen).unwrap();
    unlockpt(&screen).unwrap();
    let name = ptsname(&screen, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let terminal = rustix::fs::open(name, flags, Mode::empty()).unwrap();
    (file(screen), file(terminal))
}

#[test]
fn a_terminal_as_input_gets_one_line_before_the_first_read() {
    let (mut keyboard, terminal) = terminal();
    let (mut stdout, output) = pipe();
    let mut process = Process::start(terminal, output);
    read_exactly(process.child.stderr.as_mut().unwrap(), TERMINAL_HINT);
    process.wait_for_sleep();
    keyboard.write_all(format!("2\n{BOARD}\n").as_bytes()).unwrap();
    read_exactly(&mut stdout, &answers(1));
    process.wait_for_sleep();
    keyboard.write_all(BOARD.as_bytes()).unwrap();
    keyboard.write_all(CTRL_D).unwrap();
    assert_found!(process.finish(), SILENT_SUCCESS);
    assert_found!(read_to_end(stdout), "Case #2: X won\n");
}

#[test]
fn a_terminal_can_be_all_three_streams() {
    for nonblocking in [false, true] {
        let (mut screen, terminal) = terminal();
        if nonblocking {
            set_nonblocking(&terminal);
        }
        let mut command = tomek();
        command
            .stdin(terminal.try_clone().unwrap())
            .stdout(terminal.try_clone().unwrap())
            .stderr(terminal);
        let process = Process::spawn(command);
        read_exactly(&mut screen, &TERMINAL_HINT.replace('\n', "\r\n"));
        process.wait_for_sleep();
        let typed = format!("1\n{BOARD}");
        screen.write_all(typed.as_bytes()).unwrap();
        let shown = (typed + &answers(1)).replace('\n', "\r\n");
        read_exactly(&mut screen, &shown);
        process.wait_for_sleep();
        screen.write_all(CTRL_D).unwrap();
        assert_found!(process.finish(), SILENT_SUCCESS);
    }
}

/// A write to it fails with `EIO`.
#[test]
fn a_terminal_that_is_closed_is_a_reader_that_has_gone() {
    let (screen, terminal) = terminal();
    let process = Process::start(temporary_file("closed", &input(100_000)), terminal);
    process.wait_for_sleep();
    drop(screen);
    assert_found!(process.finish(), SILENT_SUCCESS);
}

#[test]
fn a_terminal_that_is_not_read_gets_no_hint() {
    for (argument, status) in [("--help", 0), ("--version", 0), ("--no", 2)] {
        let (_keyboard, terminal) = terminal();
        let mut command = tomek();
        command.arg(argument).stdin(terminal);
        let output = command.output().unwrap();
        assert_found!(output.status.code(), Some(status));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!error.contains("Ctrl-D"), "{error}");
    }
}
