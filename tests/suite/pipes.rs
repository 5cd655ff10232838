//! The command between other programs.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::command::{answer, error_line, start, text_of, tomek};

/// Three cases up to the end of the last row, the end of each fourth row marked.
const CASES: [&str; 3] = [
    "3\nXXXT\n....\nOO..\n....|\n",
    "\nXOXT\nXXOO\nOXOX\nXXOO|\n",
    " \n\n OOXX \n\tOXXX\nOX.T\nO..O \t|\n",
];
const ANSWERS: [&str; 3] = ["Case #1: X won\n", "Case #2: Draw\n", "Case #3: O won\n"];

/// The cases with this line ending, each split before its last byte, which ends the fourth row.
fn cases(line_ending: &str) -> [(Vec<u8>, Vec<u8>); 3] {
    CASES.map(|case| {
        let (before, _) = case.split_once('|').unwrap();
        let before = before.replace('\n', line_ending) + &line_ending[..line_ending.len() - 1];
        (before.into_bytes(), b"\n".to_vec())
    })
}

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
        for ((before, end), answer) in cases(line_ending).iter().zip(ANSWERS) {
            for byte in before.iter().chain(end) {
                stdin.write_all(&[*byte]).unwrap();
            }
            assert_found!(next_line(), answer);
        }
        drop(stdin);
        assert_found!(next_line(), "");
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn no_answer_arrives_before_the_end_of_the_fourth_row() {
    for line_ending in ["\n", "\r\n"] {
        let cases = cases(line_ending);
        for number in 0..cases.len() {
            let mut input: Vec<u8> = cases[..number]
                .iter()
                .flat_map(|(before, end)| [&before[..], end].concat())
                .collect();
            input.extend_from_slice(&cases[number].0);
            // An answer that came too early would have been written by now.
            input.push(b'Q');
            let (status, stdout, _) = text_of(answer(None, &input));
            assert_found!((status, stdout), (Some(1), ANSWERS[..number].concat()));
        }
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
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/both-streams");
    let file = File::create(path).unwrap();
    let mut command = tomek();
    command.stdout(file.try_clone().unwrap()).stderr(file).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let input = b"2\nXXXX\n....\n....\n....\n\nXXXQ";
    child.stdin.take().unwrap().write_all(input).unwrap();
    assert_found!(child.wait().unwrap().code(), Some(1));
    let expected = format!("Case #1: X won\n{}", error_line(input, false));
    assert_found!(std::fs::read_to_string(path).unwrap(), expected);
}
