//! How the bytes come makes no difference.

use tomek::Error;

use crate::samples::{self, Sample};
use crate::streams::Pieces;

/// What `answer` makes of an input that comes in pieces of these lengths.
fn outcome(input: &[u8], lengths: &[usize]) -> (String, Option<(u64, u64, String)>) {
    let mut output = Vec::new();
    let error = match tomek::answer(Pieces::new(input, lengths), &mut output) {
        Ok(()) => None,
        Err(Error::Input(error)) => Some((error.line(), error.column(), error.to_string())),
        Err(error) => panic!("{error}"),
    };
    (String::from_utf8(output).unwrap(), error)
}

#[test]
fn pieces_of_any_length_give_what_the_whole_gives() {
    for Sample { name, input } in samples::all() {
        let whole = outcome(&input, &[usize::MAX]);
        for length in 1..=input.len() {
            assert_eq!(outcome(&input, &[length]), whole, "{name} by {length}");
            assert_eq!(
                outcome(&input, &[length, usize::MAX]),
                whole,
                "{name} split at {length}"
            );
        }
        for lengths in [
            &[0, 1][..],
            &[1, 0, 0, 2],
            &[0, 3, 1, 0, 5],
            &[0, usize::MAX],
        ] {
            assert_eq!(outcome(&input, lengths), whole, "{name} by {lengths:?}");
        }
    }
}
