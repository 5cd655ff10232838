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

/// At most 255 spaces and tabs, or digits, may follow one another. There is one long run in each
/// input, because an error in the first would hide a second.
#[test]
fn a_long_run_may_be_split_anywhere() {
    const ROWS: &str = "OO..\n....\n....\n";
    for length in 254..=256 {
        for run in [" ".repeat(length), "\t".repeat(length)] {
            for input in [
                format!("{run}\r\n1\nXXXX\n{ROWS}"),
                format!("{run}1\nXXXX\n{ROWS}"),
                format!("1{run}\nXXXX\n{ROWS}"),
                format!("1\n{run}XXXX\n{ROWS}"),
                format!("1\nXXXX{run}\n{ROWS}"),
                format!("1\n{ROWS}....{run}"),
                format!("1\nXXXX\n{ROWS}{run}"),
                format!("2\nXXXX\n{ROWS}{run}\nXXXX\n{ROWS}"),
                format!("2\nXXXX\n{ROWS}\n{run}\nXXXX\n{ROWS}"),
                format!("2\nXXXX\n{ROWS}\n{run}"),
            ] {
                compare_all_splits(input.as_bytes(), false);
            }
        }
        let (zeros, nines) = ("0".repeat(length), "9".repeat(length));
        for input in [
            format!("{zeros}\n"),
            format!("{zeros}1\nXXXX\n{ROWS}"),
            format!("{nines}\n"),
            format!("{nines}x"),
            format!("{}{nines}", &zeros[3..]),
        ] {
            compare_all_splits(input.as_bytes(), false);
        }
    }
}
