//! Errors of the reader and of the writer, at each call in turn.

use std::cell::RefCell;
use std::error::Error as _;
use std::io;
use std::io::ErrorKind::{self, BrokenPipe, Interrupted, Other, WouldBlock, WriteZero};
use std::iter;
use std::rc::Rc;

use tomek::{Boards, Error};

use crate::mock_io::{MockReader, MockWriter, Step, all};
use crate::oracle;

/// Cases that need a read and a write each.
const INPUT: &[u8] = b"4\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n\nXOX.\nOX..\n....\n....\n\nOOXX\nOXXX\nOX.T\nO..O\n";
const READ: usize = 21;
/// The reads that return bytes, and the one that finds the end.
const READS: usize = INPUT.len().div_ceil(READ) + 1;
/// A write and a flush for each case.
const WRITES: usize = 8;

/// Steps that are all the same but for the one at `index`.
fn steps_but(same: Step, index: usize, other: Step) -> impl Iterator<Item = Step> {
    iter::repeat_n(same, index).chain([other]).chain(iter::repeat(same))
}

fn answer(
    reads: impl Iterator<Item = Step>,
    writes: impl Iterator<Item = Step>,
) -> (String, Result<(), Error>) {
    let output = Rc::new(RefCell::new(Vec::new()));
    let boards = Boards::new(MockReader::new(INPUT, reads));
    let result = tomek::answer(boards, MockWriter::new(&output, writes));
    (String::from_utf8(output.take()).unwrap(), result)
}

fn answers() -> String {
    oracle::judge(INPUT, false).answers
}

#[test]
fn a_read_that_fails_leaves_all_answers_before_it() {
    for index in 0..READS {
        let verdict = oracle::judge(INPUT, false);
        let expected = verdict.answers_after(index * READ);
        for kind in [WouldBlock, BrokenPipe, Other] {
            let (output, result) = answer(steps_but(Ok(READ), index, Err(kind)), all());
            assert!(matches!(result, Err(Error::Read(error)) if error.kind() == kind), "{index}");
            assert_found!(output, expected, "{index}");
        }
        let (output, result) = answer(steps_but(Ok(READ), index, Err(Interrupted)), all());
        assert!(result.is_ok(), "{index}");
        assert_found!(output, answers(), "{index}");
    }
}

#[test]
fn a_write_that_fails_is_the_last_one() {
    let reads = || iter::repeat(Ok(READ));
    let answers = answers();
    for index in 0..WRITES {
        let expected: String = answers.split_inclusive('\n').take(index.div_ceil(2)).collect();
        let fails = |step: Step, kind: ErrorKind| {
            let writes = iter::repeat_n(Ok(usize::MAX), index).chain([step]);
            // No step is left for a write that is one too many.
            let (output, result) = answer(reads(), writes);
            assert!(matches!(result, Err(Error::Write(error)) if error.kind() == kind), "{index}");
            assert_found!(output, expected, "{index}");
        };
        for kind in [WouldBlock, BrokenPipe, Other] {
            fails(Err(kind), kind);
        }
        let is_flush = index % 2 == 1;
        if is_flush {
            fails(Err(Interrupted), Interrupted);
            continue;
        }
        fails(Ok(0), WriteZero);
        for step in [Err(Interrupted), Ok(1)] {
            let (output, result) = answer(reads(), steps_but(Ok(usize::MAX), index, step));
            assert!(result.is_ok(), "{index}");
            assert_found!(output, answers, "{index}");
        }
    }
}

#[test]
fn a_write_that_fails_in_a_large_run_is_the_last_one() {
    let input = [b"100000\n".to_vec(), INPUT[2..23].repeat(100_000)].concat();
    let output = Rc::new(RefCell::new(Vec::new()));
    let writes = [Ok(usize::MAX), Ok(usize::MAX), Ok(1000), Err(BrokenPipe)];
    let boards = Boards::new(input.as_slice());
    let result = tomek::answer(boards, MockWriter::new(&output, writes.into_iter()));
    assert!(matches!(result, Err(Error::Write(error)) if error.kind() == BrokenPipe));
    let output = String::from_utf8(output.take()).unwrap();
    let lines = (1..).map(|number| format!("Case #{number}: X won\n"));
    let expected: String = lines.take(10_000).collect();
    assert!(output.len() > 1000 && expected.starts_with(&output));
}

#[test]
fn an_error_names_its_stream_and_its_cause() {
    let (_, read) = answer(iter::once(Err(WouldBlock)), all());
    let (_, write) = answer(all(), iter::once(Err(WouldBlock)));
    for (result, text) in [(read, "can't read the input"), (write, "can't write the output")] {
        let error = result.unwrap_err();
        assert_found!(error.to_string(), text);
        let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
        assert_found!(cause.map(io::Error::kind), Some(WouldBlock));
    }
}
