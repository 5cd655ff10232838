//! Comparisons of what the library does with what the oracle says.

use std::cell::RefCell;
use std::rc::Rc;

use tomek::{Boards, Error};

use crate::mock_io::{MockReader, MockWriter, Step, all};
use crate::oracle::{self, Verdict};

/// Checks the output and the error for an input that is read in these steps, again and again.
pub fn compare(input: &[u8], steps: &[Step], is_strict: bool) -> Verdict {
    let verdict = oracle::judge(input, is_strict);
    compare_run(input, &verdict, steps, is_strict, |_, _| ());
    verdict
}

/// Checks an input that is read byte by byte: answers and error come before the next read.
pub fn compare_each_byte(input: &[u8], is_strict: bool) {
    let verdict = oracle::judge(input, is_strict);
    let mut last_read_at = 0;
    compare_run(input, &verdict, &[Ok(1)], is_strict, |read, written| {
        let expected = verdict.answers_after(read).as_bytes();
        assert_found!(written, expected, "{} at {read}", input.escape_ascii());
        last_read_at = read;
    });
    let error = verdict.error.as_ref();
    let shown_by = error.map_or(input.len() + 1, |error| error.shown_by);
    assert_found!(last_read_at + 1, shown_by, "{}", input.escape_ascii());
}

/// `watch` is called before each read with the number of bytes read and with the output.
fn compare_run(
    input: &[u8],
    verdict: &Verdict,
    steps: &[Step],
    is_strict: bool,
    mut watch: impl FnMut(usize, &[u8]),
) {
    let output = Rc::new(RefCell::new(Vec::new()));
    let written = Rc::clone(&output);
    let reads = steps.iter().copied().cycle();
    let reader = MockReader::watched(input, reads, |read| watch(read, &written.borrow()));
    let writer = MockWriter::new(&output, all());
    let boards = Boards::new(reader);
    let result = tomek::answer(if is_strict { boards.strict() } else { boards }, writer);
    let input = format!("{} by {steps:?}", input.escape_ascii());
    assert_found!(
        output.take().escape_ascii().to_string(),
        verdict.answers.as_bytes().escape_ascii().to_string(),
        "{input}"
    );
    match (result, &verdict.error) {
        (Ok(()), None) => {}
        (Err(Error::Input(error)), Some(expected)) => {
            assert_found!(error.to_string(), expected.message, "{input}");
            let position = format!("line {}, column {}: ", error.line(), error.column());
            assert!(expected.message.starts_with(&position), "{input}: {position}");
            assert_found!((error.case(), error.row()), (expected.case, expected.row), "{input}");
        }
        (result, expected) => panic!("{input}: expected {expected:?}, found {result:?}"),
    }
}
