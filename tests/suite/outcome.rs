//! What the library makes of an input, held against what is right.

use std::cell::RefCell;
use std::rc::Rc;

use tomek::Error;

use crate::oracle;
use crate::streams::{Sink, Source, Step, all};

/// The answers, and the message of the error if any.
pub type Outcome = (String, Option<String>);

/// What is made of an input that comes in these steps, over and over; `watch` is told before each
/// read how many bytes have been read, and what has been written.
fn outcome(
    input: &[u8],
    steps: &[Step],
    is_strict: bool,
    mut watch: impl FnMut(usize, &[u8]),
) -> Outcome {
    let output = Rc::new(RefCell::new(Vec::new()));
    let written = Rc::clone(&output);
    let steps = steps.iter().copied().cycle();
    let source = Source::watched(input, steps, |read| watch(read, &written.borrow()));
    let sink = Sink::new(&output, all());
    let result = if is_strict {
        tomek::answer_strict(source, sink)
    } else {
        tomek::answer(source, sink)
    };
    let error = match result {
        Ok(()) => None,
        Err(Error::Input(error)) => {
            let position = format!("line {}, column {}: ", error.line(), error.column());
            assert!(error.to_string().starts_with(&position), "{error}");
            Some(error.to_string())
        }
        Err(error) => panic!("{error}"),
    };
    (String::from_utf8(output.take()).unwrap(), error)
}

/// That an input gets what is right, in these steps.
pub fn check(input: &[u8], steps: &[Step], is_strict: bool) -> Outcome {
    let verdict = oracle::judge(input, is_strict);
    let expected = (verdict.answers, verdict.error.map(|fault| fault.message));
    let outcome = outcome(input, steps, is_strict, |_, _| ());
    assert_eq!(outcome, expected, "{} by {steps:?}", input.escape_ascii());
    expected
}

/// That an input gets what is right by the byte, and that all that its bytes show is said before
/// the next one is read.
pub fn check_each_byte(input: &[u8], is_strict: bool) {
    let verdict = oracle::judge(input, is_strict);
    let shown_by = verdict
        .error
        .as_ref()
        .map_or(input.len() + 1, |fault| fault.shown_by);
    let expected = (verdict.answers, verdict.error.map(|fault| fault.message));
    let text = input.escape_ascii();
    let mut last_read_at = 0;
    let outcome = outcome(input, &[Ok(1)], is_strict, |read, written| {
        let so_far = oracle::answers_so_far(&input[..read], is_strict);
        assert_eq!(written, so_far.as_bytes(), "{text} at {read}");
        last_read_at = read;
    });
    assert_eq!(outcome, expected, "{text} by the byte");
    assert_eq!(last_read_at + 1, shown_by, "{text}");
}
