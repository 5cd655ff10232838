//! How the bytes come makes no difference, and what they show is said at once.

use std::cell::RefCell;
use std::io::ErrorKind::Interrupted;
use std::rc::Rc;

use tomek::Error;

use crate::oracle;
use crate::samples::{self, Sample};
use crate::streams::{Sink, Source, Step, all};

/// What `answer` makes of an input that comes in these steps: output, and the error if any.
fn outcome(input: &[u8], steps: &[Step]) -> (String, Option<String>) {
    let mut output = Vec::new();
    let steps = steps.iter().copied().cycle();
    let error = match tomek::answer(Source::new(input, steps), &mut output) {
        Ok(()) => None,
        Err(Error::Input(error)) => Some(error.to_string()),
        Err(error) => panic!("{error}"),
    };
    (String::from_utf8(output).unwrap(), error)
}

#[test]
fn steps_of_any_length_give_what_the_whole_gives() {
    for Sample { name, input } in samples::all() {
        let whole = outcome(&input, &[Ok(usize::MAX)]);
        for length in 1..=input.len() {
            for steps in [
                &[Ok(length)][..],
                &[Ok(length), Err(Interrupted), Ok(usize::MAX)],
            ] {
                assert_eq!(outcome(&input, steps), whole, "{name} by {steps:?}");
            }
        }
        for steps in [
            &[Err(Interrupted), Ok(1)][..],
            &[Ok(1), Err(Interrupted), Err(Interrupted), Ok(3)],
        ] {
            assert_eq!(outcome(&input, steps), whole, "{name} by {steps:?}");
        }
    }
}

#[test]
fn all_that_bytes_show_is_said_before_the_next_is_read() {
    for Sample { name, input } in samples::all() {
        let output = Rc::new(RefCell::new(Vec::new()));
        let mut read = 0;
        let source = Source::watched(&input, [Ok(1)].into_iter().cycle(), |so_far| {
            read = so_far;
            let expected = oracle::answers_so_far(&input[..so_far]);
            assert_eq!(
                output.borrow().as_slice(),
                expected.as_bytes(),
                "{name} at {so_far}"
            );
        });
        let result = tomek::answer(source, Sink::new(&output, all()));
        let verdict = oracle::judge(&input);
        assert_eq!(result.is_err(), verdict.error.is_some(), "{name}");
        // Where the end shows it, the last read was the one that found it.
        let shown_by = verdict
            .error
            .map_or(input.len() + 1, |fault| fault.shown_by);
        assert_eq!(read + 1, shown_by, "{name}");
        assert_eq!(
            output.borrow().as_slice(),
            verdict.answers.as_bytes(),
            "{name}"
        );
    }
}
