//! When the command enlarges its pipes.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::Stdio;

use nix::fcntl::{FcntlArg, fcntl};

use crate::process::{Process, SILENT_SUCCESS, tomek};
use crate::streams::{
    BOARD, answers, input, pipe_of, pipe_size, read_exactly, read_to_end, temporary_file,
};

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
        assert_found!(pipe_size(stdin_copy), stdin_size);
        assert_found!(pipe_size(&stdout), stdout_size);
        assert_found!(read_to_end(stdout), answers(count));
    }
}

/// 128 idle runs must not use up the pages that a user may have in pipes.
#[test]
fn a_pipe_keeps_its_size_for_small_pieces() {
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
        assert_found!(pipe_size(&boards), stdin_size);
        drop(boards);
        assert_found!(process.finish(), SILENT_SUCCESS);
        assert_found!(pipe_size(&stdout), stdout_size);
    }
    for argument in ["--help", "--version"] {
        let (stdin, _boards, stdin_size) = pipe_of(4096);
        let (stdout, output, stdout_size) = pipe_of(4096);
        let stdin_copy = stdin.try_clone().unwrap();
        let process = Process::spawn(tomek().arg(argument).stdin(stdin).stdout(output));
        assert_found!(process.finish(), SILENT_SUCCESS);
        assert_found!(pipe_size(stdin_copy), stdin_size);
        assert_found!(pipe_size(stdout), stdout_size);
    }
}

/// The size that the system gives to a pipe of `size` bytes when it is enlarged.
fn enlarged_size(size: usize) -> usize {
    let (_reader, writer, _) = pipe_of(size);
    let _ = fcntl(&writer, FcntlArg::F_SETPIPE_SZ(256 * 1024));
    pipe_size(&writer)
}

#[test]
fn an_input_that_a_read_finds_full_is_enlarged() {
    for (size, read_before) in [(4096, 0), (4096, 100), (64 * 1024, 0), (64 * 1024, 5000)] {
        for missing in [0, 1] {
            let (stdin, mut blank_lines, stdin_size) = pipe_of(size);
            let process = Process::start(stdin, Stdio::null());
            blank_lines.write_all(&vec![b'\n'; read_before]).unwrap();
            process.wait_for_sleep();
            process.stop();
            blank_lines.write_all(&vec![b'\n'; stdin_size - missing]).unwrap();
            process.resume();
            process.wait_for_sleep();
            let expected = if missing == 0 { enlarged_size(size) } else { stdin_size };
            assert_found!(pipe_size(&blank_lines), expected, "{size}, {read_before}, {missing}");
            blank_lines.write_all(b"0").unwrap();
            drop(blank_lines);
            assert_found!(process.finish(), SILENT_SUCCESS);
        }
    }
}

#[test]
fn an_output_that_a_write_exceeds_is_enlarged() {
    for size in [4096, 64 * 1024] {
        for excess in [0, 1] {
            let (stdout, output, stdout_size) = pipe_of(size);
            let (boards, answers) = boards_and_answers(stdout_size + excess);
            let process = Process::start(temporary_file(&boards), output);
            assert_found!(read_to_end(stdout.try_clone().unwrap()), answers);
            assert_found!(process.finish(), SILENT_SUCCESS);
            let expected = if excess == 0 { stdout_size } else { enlarged_size(size) };
            assert_found!(pipe_size(&stdout), expected, "{size}, {excess}");
        }
    }
}

/// An input whose answers have that many bytes.
fn boards_and_answers(length: usize) -> (String, String) {
    let mut count = 0;
    let mut answers = String::new();
    while answers.len() < length {
        count += 1;
        answers.extend(["Case #", &count.to_string(), ": X won\n"]);
    }
    let boards = "\nXXXX\nOO..\nO...\n....\n".repeat(count);
    // A byte less for each draw.
    let draws = answers.len() - length;
    let boards = boards.replacen("XXXX\nOO..\nO...\n....\n", "XXOO\nOOXX\nXXOO\nOOXX\n", draws);
    let answers = answers.replacen("X won", "Draw", draws);
    (format!("{count}\n{boards}"), answers)
}
