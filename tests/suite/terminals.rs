//! Terminals as standard streams.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::Stdio;

use crate::process::{Process, SILENT_SUCCESS, tomek};
use crate::streams::{BOARD, answers, pipe, read_exactly, read_to_end, set_nonblocking, terminal};

const TERMINAL_HINT: &str =
    "tomek: type the number of cases and the boards, then Ctrl-D (help: tomek --help)\n";

const CTRL_D: &[u8] = b"\x04";

#[test]
fn a_terminal_as_input_gets_one_line_before_the_first_read() {
    let (mut keyboard, terminal) = terminal();
    let (mut stdout, output) = pipe();
    let process = Process::start(terminal, output);
    process.stderr.as_ref().unwrap().expect(TERMINAL_HINT);
    process.wait_for_sleep();
    keyboard.write_all(format!("2\n{BOARD}\n").as_bytes()).unwrap();
    read_exactly(&mut stdout, &answers(1));
    process.wait_for_sleep();
    keyboard.write_all(BOARD.as_bytes()).unwrap();
    keyboard.write_all(CTRL_D).unwrap();
    assert_found!(process.finish(), (Some(0), TERMINAL_HINT.to_owned()));
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
        command.stdin(terminal.try_clone().unwrap()).stdout(terminal.try_clone().unwrap());
        let process = Process::spawn_with_stderr(&mut command, terminal);
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

#[test]
fn a_terminal_that_is_not_read_gets_no_hint() {
    for (argument, status) in [("--help", 0), ("--version", 0), ("--no", 2)] {
        let (_keyboard, terminal) = terminal();
        let mut command = tomek();
        command.arg(argument).stdin(terminal).stdout(Stdio::null());
        let (found, error) = Process::spawn(&mut command).finish();
        assert!(found == Some(status) && !error.contains("Ctrl-D"), "{found:?} {error}");
    }
}
