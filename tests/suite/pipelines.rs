//! The command between other programs.

use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::process::Stdio;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::command::{error_line, start, text_of, tomek};

/// Three cases, each up to the end of its fourth row.
const CASES: [&str; 3] = [
    "3\nXXXT\n....\nOO..\n....\n",
    "\nXOXT\nXXOO\nOXOX\nXXOO\n",
    " \n\n OOXX \n\tOXXX\nOX.T\nO..O \t\n",
];
const ANSWERS: [&str; 3] = ["Case #1: X won\n", "Case #2: Draw\n", "Case #3: O won\n"];

/// Returns lines as they arrive, and then empty ones. Panics after a minute without a line.
fn lines(stdout: impl Read + Send + 'static) -> impl FnMut() -> String {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            if sender.send(line.unwrap() + "\n").is_err() {
                return;
            }
        }
    });
    move || match receiver.recv_timeout(Duration::from_secs(60)) {
        Err(RecvTimeoutError::Timeout) => panic!("no line"),
        line => line.unwrap_or_default(),
    }
}

#[test]
fn an_answer_arrives_with_the_end_of_the_fourth_row() {
    for line_ending in ["\n", "\r\n"] {
        let mut child = start(tomek());
        let mut stdin = child.stdin.take().unwrap();
        let mut next_line = lines(child.stdout.take().unwrap());
        for (case, answer) in CASES.iter().zip(ANSWERS) {
            for byte in case.replace('\n', line_ending).bytes() {
                stdin.write_all(&[byte]).unwrap();
            }
            assert_found!(next_line(), answer);
        }
        drop(stdin);
        assert_found!(next_line(), "");
        assert!(child.wait().unwrap().success());
    }
}

/// `tomek | head -1`, with no end of input.
#[test]
fn a_reader_that_has_gone_ends_the_run_silently() {
    let mut child = start(tomek());
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        stdin.write_all(b"18446744073709551615\n")?;
        loop {
            stdin.write_all(b"XXXX\n....\n....\n....\n\n")?;
        }
        #[allow(unreachable_code)] // Says what `?` returns.
        io::Result::Ok(())
    });
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_found!(line, "Case #1: X won\n");
    drop(stdout);
    let (status, _, stderr) = text_of(child.wait_with_output().unwrap());
    assert_found!((status, stderr.as_str()), (Some(0), ""));
    assert_found!(writer.join().unwrap().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn a_reader_that_has_gone_before_is_no_error() {
    for argument in [None, Some("--help"), Some("--version"), Some("--strict")] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut command = tomek();
        command.args(argument).stdout(writer).stderr(Stdio::piped()).stdin(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // It may have ended before it reads this.
        let _ = child.stdin.take().unwrap().write_all(b"1\nXXXT\n....\nOO..\n....\n");
        let (status, _, error) = text_of(child.wait_with_output().unwrap());
        assert_found!((status, error.as_str()), (Some(0), ""), "{argument:?}");
    }
}

#[test]
fn both_streams_into_one_file_keep_their_order() {
    let mut file = tempfile::tempfile().unwrap();
    let mut command = tomek();
    command.stdin(Stdio::piped());
    command.stdout(file.try_clone().unwrap()).stderr(file.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    let input = b"2\nXXXX\n....\n....\n....\n\nXXXQ";
    child.stdin.take().unwrap().write_all(input).unwrap();
    assert_found!(child.wait().unwrap().code(), Some(1));
    let expected = format!("Case #1: X won\n{}", error_line(input, false));
    file.rewind().unwrap();
    assert_found!(io::read_to_string(file).unwrap(), expected);
}
