//! How the bytes of a sample come makes no difference.

use std::io::ErrorKind::Interrupted;

use crate::outcome::{check, check_each_byte};
use crate::samples;

#[test]
fn steps_of_any_length_give_what_is_right() {
    for sample in samples::all() {
        let check = |steps: &[_]| check(&sample.input, steps, sample.is_strict);
        check_each_byte(&sample.input, sample.is_strict);
        for length in 1..=sample.input.len() {
            check(&[Ok(length)]);
            check(&[Ok(length), Err(Interrupted), Ok(usize::MAX)]);
        }
        check(&[Err(Interrupted), Ok(1)]);
        check(&[Ok(1), Err(Interrupted), Err(Interrupted), Ok(3)]);
    }
}
