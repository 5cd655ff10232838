//! The command between other programs.

use std::io::{self, BufRead, BufReader, Seek, Write};
use std::process::Stdio;
use std::thread;

use crate::process::{Process, SILENT_SUCCESS, error_line, tomek, until};

/// Three cases, each up to the end of its fourth row.
const CASES: [&str; 3] = [
    "3\nXXXT\n....\nOO..\n....\n",
    "\nXOXT\nXXOO\nOXOX\nXXOO\n",
    " \n\n OOXX \n\tOXXX\nOX.T\nO..O \t\n",
];
const ANSWERS: [&str; 3] = ["Case #1: X won\n", "Case #2: Draw\n", "Case #3: O won\n"];

/// All streams are piped.
fn start() -> Process {
    Process::start(Stdio::piped(), Stdio::piped())
}

#[test]
fn an_answer_arrives_with_the_end_of_the_fourth_row() {
    for line_ending in ["\n", "\r\n"] {
        let mut process = start();
        let mut stdin = process.stdin();
        let mut answers = String::new();
        for (case, answer) in CASES.iter().zip(ANSWERS) {
            for byte in case.replace('\n', line_ending).bytes() {
                stdin.write_all(&[byte]).unwrap();
            }
            answers += answer;
            process.stdout.as_ref().unwrap().expect(&answers);
        }
        drop(stdin);
        process.wait();
        assert_found!(process.stdout.as_ref().unwrap().text(), answers);
        assert_found!(process.finish(), SILENT_SUCCESS);
    }
}

/// `tomek | head -1`, with no end of input.
#[test]
fn a_reader_that_has_gone_ends_the_run_silently() {
    let (reader, output) = io::pipe().unwrap();
    let mut process = Process::start(Stdio::piped(), output);
    let mut stdin = process.stdin();
    let writer = thread::spawn(move || {
        stdin.write_all(b"18446744073709551615\n")?;
        loop {
            stdin.write_all(b"XXXX\n....\n....\n....\n\n")?;
        }
        #[allow(unreachable_code)] // Says what `?` returns.
        io::Result::Ok(())
    });
    let head = thread::spawn(move || BufReader::new(reader).lines().next().unwrap().unwrap());
    until("the first line", || head.is_finished());
    assert_found!(head.join().unwrap(), "Case #1: X won");
    assert_found!(process.finish(), SILENT_SUCCESS);
    assert_found!(writer.join().unwrap().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn a_reader_that_has_gone_before_is_no_error() {
    for argument in [None, Some("--help"), Some("--version"), Some("--strict")] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut command = tomek();
        command.args(argument).stdin(Stdio::piped()).stdout(writer);
        let mut process = Process::spawn(&mut command);
        // It may have ended before it reads this.
        let _ = process.stdin().write_all(b"1\nXXXT\n....\nOO..\n....\n");
        assert_found!(process.finish(), SILENT_SUCCESS, "{argument:?}");
    }
}

#[test]
fn both_streams_into_one_file_keep_their_order() {
    let mut file = tempfile::tempfile_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut command = tomek();
    command.stdin(Stdio::piped()).stdout(file.try_clone().unwrap());
    let mut process = Process::spawn_with_stderr(&mut command, file.try_clone().unwrap());
    let input = b"2\nXXXX\n....\n....\n....\n\nXXXQ";
    process.stdin().write_all(input).unwrap();
    assert_found!(process.finish().0, Some(1));
    let expected = format!("Case #1: X won\n{}", error_line(input, false));
    file.rewind().unwrap();
    assert_found!(io::read_to_string(file).unwrap(), expected);
}
