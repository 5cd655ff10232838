//! System calls that fail as on file systems and networks that need rights to set up. A filter of
//! the kernel makes them fail, which any process may set for itself.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use std::env;
use std::fs::File;
use std::io::{self, Seek};
use std::process::Stdio;
use std::thread;

use nix::libc::{
    self, EAGAIN, ECONNABORTED, ECONNRESET, EDQUOT, EINTR, EINVAL, EIO, EPIPE, ETIMEDOUT, c_int,
    c_long,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use crate::process::{Outcome, Process, SILENT_SUCCESS, failure, tomek};
use crate::streams::{
    answers, input, pipe, piped, read_to_end, tcp_sockets, temporary_file, terminal, unix_sockets,
    wait_for_hang_up,
};

/// A call that fails if one of its arguments has this value.
struct Failure {
    call: c_long,
    /// The index of the argument, and the value.
    argument: Option<(u8, u64)>,
    /// 0 makes the call return 0.
    error: c_int,
}

fn read_fails(error: c_int) -> Failure {
    Failure { call: libc::SYS_read, argument: Some((0, 0)), error }
}

fn write_fails(error: c_int) -> Failure {
    Failure { call: libc::SYS_write, argument: Some((0, 1)), error }
}

fn close_fails(error: c_int) -> Failure {
    Failure { call: libc::SYS_close, argument: Some((0, 1)), error }
}

/// The call behind `poll`, and its argument for no time limit.
#[cfg(target_arch = "x86_64")]
const POLL: (c_long, (u8, u64)) = (libc::SYS_poll, (2, 0xffff_ffff));
#[cfg(target_arch = "aarch64")]
const POLL: (c_long, (u8, u64)) = (libc::SYS_ppoll, (2, 0));

fn poll_fails() -> Failure {
    // After another error, the standard library would end the process before `main`.
    Failure { call: POLL.0, argument: None, error: EINVAL }
}

/// Only a `poll` without a time limit fails.
fn endless_poll(error: c_int) -> Failure {
    Failure { call: POLL.0, argument: Some(POLL.1), error }
}

/// Starts the command with calls that fail, and with standard error piped.
fn start(
    arguments: &[&str],
    stdin: impl Into<Stdio>,
    stdout: impl Into<Stdio>,
    failures: &[Failure],
) -> Process {
    let filters = failures.iter().map(filter).collect::<Vec<_>>();
    let mut command = tomek();
    command.args(arguments).stdin(stdin).stdout(stdout);
    // The filter is that of a thread and of the processes that it starts.
    thread::spawn(move || {
        for filter in filters {
            seccompiler::apply_filter(&filter).expect("this test needs seccomp");
        }
        Process::spawn(&mut command)
    })
    .join()
    .unwrap()
}

fn filter(failure: &Failure) -> BpfProgram {
    let rules = failure.argument.map(|(index, value)| {
        let length = SeccompCmpArgLen::Dword;
        let is_equal = SeccompCondition::new(index, length, SeccompCmpOp::Eq, value).unwrap();
        SeccompRule::new(vec![is_equal]).unwrap()
    });
    let rules = [(failure.call, rules.into_iter().collect())].into_iter().collect();
    let error = SeccompAction::Errno(failure.error.try_into().unwrap());
    let architecture = env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, error, architecture);
    filter.unwrap().try_into().unwrap()
}

/// `ENOTSUPP`, which the kernel's drivers return, and which the C library has no text for.
const UNUSUAL: c_int = 524;

fn input_failure(error: c_int) -> Outcome {
    failure(&format!("can't read standard input: {}", io::Error::from_raw_os_error(error)))
}

fn output_failure(error: c_int) -> Outcome {
    failure(&format!("can't write standard output: {}", io::Error::from_raw_os_error(error)))
}

/// NFS and FUSE may tell only at the close that the answers are lost.
#[test]
fn a_close_that_fails_is_told_instead_of_anything_else() {
    for error in [EDQUOT, EINTR, UNUSUAL] {
        for (arguments, stdin) in [
            (&[][..], temporary_file(&input(2))),
            (&["--strict"], temporary_file("0")),
            (&["--help"], temporary_file("")),
            (&["--version"], temporary_file("")),
            (&[], temporary_file("wrong")),
            (&[], File::open("/").unwrap()),
            (&[], File::create("/dev/null").unwrap()),
        ] {
            let process = start(arguments, stdin, temporary_file(""), &[close_fails(error)]);
            assert_found!(process.finish(), output_failure(error), "{arguments:?}");
        }
    }
}

/// FUSE can return any error. `EPIPE` doesn't mean a reader of standard output.
#[test]
fn a_read_that_fails_is_told_whatever_its_error() {
    for error in [EPIPE, ECONNRESET, UNUSUAL] {
        let (_reader, writer) = pipe();
        for stdout in [writer, temporary_file("")] {
            let process = start(&[], temporary_file("1"), stdout, &[read_fails(error)]);
            assert_found!(process.finish(), input_failure(error));
        }
    }
}

#[test]
fn a_write_that_fails_is_told_unless_the_reader_has_gone() {
    let file = || (None, temporary_file(""));
    let null = || (None, File::create("/dev/null").unwrap());
    let open = |(reader, writer)| (Some(reader), writer);
    for ((_reader, stdout), error, is_told) in [
        (file(), EPIPE, true),
        (file(), ECONNRESET, true),
        (file(), UNUSUAL, true),
        (open(pipe()), EPIPE, false),
        (open(pipe()), ECONNRESET, true),
        (open(unix_sockets()), EPIPE, false),
        (open(tcp_sockets()), ECONNRESET, false),
        (open(tcp_sockets()), ETIMEDOUT, true),
        (open(tcp_sockets()), ECONNABORTED, true),
        (open(unix_sockets()), ECONNABORTED, true),
        (null(), EPIPE, true),
        (null(), ECONNRESET, true),
        (open(terminal()), EPIPE, true),
        // The terminal has not been closed.
        (open(terminal()), EIO, true),
    ] {
        let process = start(&[], temporary_file(&input(1)), stdout, &[write_fails(error)]);
        let expected = if is_told { output_failure(error) } else { SILENT_SUCCESS };
        assert_found!(process.finish(), expected, "{error}");
    }
}

/// What `poll` reports of a file means nothing on FUSE and in sysfs, and a file is always ready.
#[test]
fn a_file_is_not_polled() {
    for from_pipe in [false, true] {
        let stdin = if from_pipe { piped(&input(2)) } else { temporary_file(&input(2)) };
        let mut stdout = temporary_file("");
        let process = start(&[], stdin, stdout.try_clone().unwrap(), &[poll_fails()]);
        assert_found!(process.finish(), SILENT_SUCCESS);
        stdout.rewind().unwrap();
        assert_found!(read_to_end(stdout), answers(2));
    }
}

/// Nor is anything else that has no reader.
#[test]
fn a_device_is_not_polled() {
    let null = File::create("/dev/null").unwrap();
    let process = start(&[], piped(&input(2)), null, &[poll_fails()]);
    assert_found!(process.finish(), SILENT_SUCCESS);
}

/// `EIO` means that nobody reads the terminal only if it has hung up, which `poll` tells.
#[test]
fn a_terminal_that_cannot_be_polled_has_a_reader() {
    let (_screen, terminal) = terminal();
    let failures = [write_fails(EIO), poll_fails()];
    let process = start(&["--help"], File::open("/dev/null").unwrap(), terminal, &failures);
    assert_found!(process.finish(), output_failure(EIO));
}

#[test]
fn a_file_is_not_waited_for() {
    let (stdout, output) = pipe();
    let process = start(&[], temporary_file(&input(2)), output, &[endless_poll(EINVAL)]);
    assert_found!(process.finish(), SILENT_SUCCESS);
    assert_found!(read_to_end(stdout), answers(2));
}

/// The reader may go, and a read fail, after the wait for input is over. Here that wait reports
/// nothing.
#[test]
fn a_reader_that_has_gone_wins_over_a_read_that_fails() {
    let (stdout, output) = pipe();
    drop(stdout);
    wait_for_hang_up(&output);
    let failures = [endless_poll(0), read_fails(EIO)];
    let process = start(&[], piped("1"), output, &failures);
    assert_found!(process.finish(), SILENT_SUCCESS);
}

/// Another process takes the input between the report and each read, until the reader goes.
#[test]
fn a_reader_that_leaves_ends_the_waits_for_input_that_others_take() {
    let (stdout, output) = pipe();
    let process = start(&[], piped("1"), output, &[read_fails(EAGAIN)]);
    drop(stdout);
    assert_found!(process.finish(), SILENT_SUCCESS);
}
