//! Terminals as standard streams.
#![cfg(target_os = "linux")]

use std::io::Write;

use crate::command::tomek;
use crate::process::{
    BOARD, Process, SILENT_SUCCESS, answers, pipe, read_exactly, read_to_end, set_nonblocking,
    terminal,
};

const TERMINAL_HINT: &str =
    "tomek: type the number of cases and the boards, then Ctrl-D (help: tomek --help)\n";

const CTRL_D: &[u8] = b"\x04";

#[test]
fn a_terminal_as_input_gets_one_line_before_the_first_read() {
    let (mut keyboard, terminal) = terminal();
    let (mut stdout, output) = pipe();
    let mut process = Process::start(terminal, output);
    read_exactly(process.stderr(), TERMINAL_HINT);
    process.wait_for_long_sleep();
    keyboard.write_all(format!("2\n{BOARD}\n").as_bytes()).unwrap();
    read_exactly(&mut stdout, &answers(1));
    process.wait_for_long_sleep();
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
        process.wait_for_long_sleep();
        let typed = format!("1\n{BOARD}");
        screen.write_all(typed.as_bytes()).unwrap();
        let shown = (typed + &answers(1)).replace('\n', "\r\n");
        read_exactly(&mut screen, &shown);
        process.wait_for_long_sleep();
        screen.write_all(CTRL_D).unwrap();
        assert_found!(process.finish(), SILENT_SUCCESS);
    }
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
