//! Streams that do not block.
#![cfg(target_os = "linux")]

use std::io::{Seek, Write};
use std::process::Stdio;

use crate::process::{Process, SILENT_SUCCESS, error_line, tomek};
use crate::streams::{
    BOARD, CONNECTIONS, answers, input, pipe, pipe_of, read_exactly, read_to_end, set_nonblocking,
    temporary_file,
};

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

/// Then standard output isn't watched.
#[test]
fn a_nonblocking_input_is_waited_for_when_the_output_is_a_file() {
    let (stdin, mut boards) = pipe();
    set_nonblocking(&stdin);
    let mut output = temporary_file("");
    let process = Process::start(stdin, output.try_clone().unwrap());
    process.wait_for_sleep();
    boards.write_all(input(1).as_bytes()).unwrap();
    process.wait_for_sleep();
    drop(boards);
    assert_found!(process.finish(), SILENT_SUCCESS);
    output.rewind().unwrap();
    assert_found!(read_to_end(output), answers(1));
}

#[test]
fn a_nonblocking_output_gets_all_answers() {
    const COUNT: usize = 200_000;
    let expected = answers(COUNT);
    for (name, connect) in CONNECTIONS {
        let (mut reader, writer) = connect();
        set_nonblocking(&writer);
        let boards = temporary_file(&input(COUNT));
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
        command.args(arguments).stdin(temporary_file(&wrong));
        if shared {
            command.stdout(writer.try_clone().unwrap());
        } else {
            command.stdout(Stdio::null());
        }
        let process = Process::spawn_with_stderr(&mut command, writer);
        // It has the writer, too.
        drop(command);
        process.wait_for_sleep();
        read_exactly(&mut reader, &filling);
        let text = read_to_end(reader);
        assert!(text.starts_with(&expected), "{text}");
        assert_found!(process.finish(), (Some(status), String::new()));
    }
}
