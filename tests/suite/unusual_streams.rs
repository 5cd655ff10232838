//! Streams that are closed, full, open the wrong way, or keep messages apart.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};

use crate::process::{Process, error_line, failure, run, tomek};
use crate::streams::{answers, file, input, pipe, read_some, temporary_file};

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
        let result = run(shell(&format!("\"$TOMEK\" {arguments}")), input.as_bytes());
        assert_found!(result, (Some(status), output.to_owned(), error.to_owned()), "{arguments}");
    }
}

/// So it stays in one piece among the lines of other programs.
#[test]
fn a_message_is_one_packet() {
    let (kind, close) = (SockType::SeqPacket, SockFlag::SOCK_CLOEXEC);
    let (stderr, reader) = socketpair(AddressFamily::Unix, kind, None, close).unwrap();
    let mut command = tomek();
    command.stdin(temporary_file("Q")).stdout(Stdio::null());
    let process = Process::spawn_with_stderr(&mut command, stderr);
    assert_found!(process.finish().0, Some(1));
    let mut packet = [0; 1000];
    let length = read_some(&mut file(reader), &mut packet);
    assert_found!(String::from_utf8_lossy(&packet[..length]), error_line(b"Q", false));
}

#[test]
fn four_descriptors_are_enough() {
    // The fourth is for loading the C library, so it must not be inherited.
    let limited = shell("exec 3>&- && ulimit -n 4 && exec \"$TOMEK\"");
    let expected = (Some(0), answers(3), String::new());
    assert_found!(run(limited, input(3).as_bytes()), expected);
}

fn shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("TOMEK", env!("CARGO_BIN_EXE_tomek"));
    shell
}
