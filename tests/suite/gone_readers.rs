//! Readers of standard output that go: they end the run, and are no error.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::thread;

use nix::poll::PollFlags;
use nix::sys::socket::{TimestampingFlag, setsockopt, sockopt};

use crate::process::{Outcome, Process, SILENT_SUCCESS, failure, tomek, until};
use crate::streams::{
    BOARD, CONNECTIONS, Connect, answers, deserted_socket, file, input, is_ready, pipe,
    read_exactly, read_some, read_to_end, set_nonblocking, tcp_sockets, tcp_streams,
    temporary_file, terminal, udp_sockets, unix_sockets, wait_for_hang_up,
};

#[test]
fn a_socket_whose_reader_leaves_with_answers_unread_is_no_error() {
    for (name, connect) in [("Unix socket", unix_sockets as Connect), ("TCP socket", tcp_sockets)] {
        let (reader, writer) = connect();
        let process = Process::start(temporary_file(&input(1_000_000)), writer);
        process.wait_for_sleep();
        drop(reader);
        assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
    }
}

/// `tail -f boards | tomek | grep -m 1 'O won'`
#[test]
fn a_reader_that_leaves_ends_a_wait_for_input() {
    // A close of a TCP socket can't be told from the end of what it sends.
    let outputs =
        [("pipe", pipe as Connect), ("Unix socket", unix_sockets), ("terminal", terminal)];
    for (name, connect) in outputs {
        for read_first in ["", "2\n\nXXXX"] {
            let (stdin, mut boards) = pipe();
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
    let wrong_file = || temporary_file("Q");
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
        until("the answer", || is_ready(&peer, PollFlags::POLLIN));
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
    assert_found!(read_to_end(file(peer)), answers(COUNT));
    assert_found!(process.finish(), SILENT_SUCCESS);
}

/// A write to it fails with `EIO`.
#[test]
fn a_terminal_that_is_closed_is_a_reader_that_has_gone() {
    let (screen, terminal) = terminal();
    let process = Process::start(temporary_file(&input(100_000)), terminal);
    process.wait_for_sleep();
    drop(screen);
    assert_found!(process.finish(), SILENT_SUCCESS);
}

fn refused() -> Outcome {
    failure("can't write standard output: Connection refused (os error 111)")
}

/// That is no reader that has gone, and is told.
#[test]
fn a_datagram_that_nobody_receives_is_a_failure() {
    let (stdin, mut boards) = pipe();
    let process = Process::start(stdin, deserted_socket());
    boards.write_all(format!("2\n{BOARD}").as_bytes()).unwrap();
    assert_found!(process.finish(), refused());
}

/// What the network says of the last write is known after it, at the close.
#[test]
fn a_last_datagram_that_nobody_receives_is_a_failure() {
    for (argument, input) in [
        (None, input(1).trim_end()),
        (None, &format!("2\n{BOARD}\nQ")),
        (Some("--help"), ""),
        (Some("--version"), ""),
    ] {
        let start = || {
            let mut command = tomek();
            command.args(argument).stdin(temporary_file(input)).stdout(deserted_socket());
            Process::spawn(&mut command)
        };
        // The answer of a busy network may come after the close.
        let found = (0..100).any(|_| start().finish() == refused());
        assert!(found, "{argument:?}, {input:?}");
    }
}

/// `poll` reports an error, but only that the error queue of the socket has time stamps.
#[test]
fn a_socket_with_time_stamps_has_a_reader() {
    let flags = TimestampingFlag::SOF_TIMESTAMPING_TX_SOFTWARE
        | TimestampingFlag::SOF_TIMESTAMPING_SOFTWARE;
    for (name, (mut reader, writer), nonblocking) in [
        ("TCP", tcp_sockets(), false),
        ("TCP", tcp_sockets(), true),
        ("UDP", udp_sockets(), false),
        ("UDP", udp_sockets(), true),
    ] {
        setsockopt(&writer, sockopt::Timestamping, &flags).unwrap();
        let (stdin, mut boards) = pipe();
        if nonblocking {
            set_nonblocking(&stdin);
        }
        let process = Process::start(stdin, writer.try_clone().unwrap());
        boards.write_all(b"3\n").unwrap();
        for number in 1..=3 {
            boards.write_all(format!("{BOARD}\n").as_bytes()).unwrap();
            let mut answer = [0; 100];
            let length = read_some(&mut reader, &mut answer);
            let expected = format!("Case #{number}: X won\n");
            assert_found!(
                answer[..length].escape_ascii().to_string(),
                expected.escape_default().to_string(),
                "{name}"
            );
            until("a time stamp", || is_ready(&writer, PollFlags::empty()));
            process.wait_for_sleep();
        }
        drop(boards);
        assert_found!(process.finish(), SILENT_SUCCESS, "{name}");
    }
}
