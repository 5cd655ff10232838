//! How the bytes of an input are split over reads makes no difference.

use std::io::ErrorKind::Interrupted;

use crate::comparison::{compare, compare_each_byte};
use crate::samples;

fn compare_all_splits(input: &[u8], is_strict: bool) {
    compare_each_byte(input, is_strict);
    for length in 1..=input.len() {
        compare(input, &[Ok(length), Err(Interrupted), Ok(usize::MAX)], is_strict);
    }
    for length in 2..=input.len().min(64) {
        compare(input, &[Ok(length)], is_strict);
    }
    compare(input, &[Err(Interrupted), Ok(1)], is_strict);
    compare(input, &[Ok(1), Err(Interrupted), Err(Interrupted), Ok(3)], is_strict);
}

#[test]
fn a_sample_may_be_split_anywhere() {
    for sample in samples::all() {
        compare_all_splits(&sample.input, sample.is_strict);
    }
}

/// At most 255 spaces and tabs or digits may follow one another.
#[test]
fn a_long_run_may_be_split_anywhere() {
    for length in 254..=256 {
        let (spaces, tabs) = (" ".repeat(length), "\t".repeat(length));
        let (zeros, nines) = ("0".repeat(length), "9".repeat(length));
        for input in [
            format!("{spaces}1\nXXXX\nOO..\n....\n....\n"),
            format!("{tabs}\r\n1{spaces}\nXXXX\nOO..\n....\n....\n"),
            format!("{zeros}\n"),
            format!("{zeros}1\nXXXX\nOO..\n....\n....\n"),
            format!("{nines}\n"),
            format!("{nines}x"),
            format!("{}{nines}", &zeros[3..]),
            format!("1\n{spaces}XXXX{tabs}\nOO..\n....\n....\n"),
            format!("1\nXXXX\nOO..{spaces}\r\n....\n....\n{tabs}\n"),
            format!("2\nXXXX\nOO..\n....\n....\n{tabs}\n{spaces}\nXXXX\nOO..\n....\n....{spaces}"),
            format!("1\nXXXX\nOO..\n....\n....\n\n{tabs}"),
            format!("2\nXXXX\nOO..\n....\n....\n\n{tabs}"),
        ] {
            compare_all_splits(input.as_bytes(), false);
        }
    }
}
