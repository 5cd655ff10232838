//! Standard streams that are closed, full, or no files at all, as a shell can set them up.
#![cfg(target_os = "linux")]

use std::process::Command;

use crate::command::{run, text_of};

#[test]
fn odd_streams_give_a_status_and_a_line_at_most() {
    let good = "1\nXXXX\n....\n....\n....\n";
    let bad = "1\nXXXQ\n";
    let no_count =
        "tomek: line 1, column 1: expected the number of cases, found the end of input\n";
    let full = "tomek: can't write standard output: No space left on device (os error 28)\n";
    let directory = "tomek: can't read standard input: Is a directory (os error 21)\n";
    let not_for_writing = "tomek: can't write standard output: Bad file descriptor (os error 9)\n";
    let not_for_reading = "tomek: can't read standard input: Bad file descriptor (os error 9)\n";
    for (input, script, status, output, error) in [
        (good, "$TOMEK > /dev/full", 1, "", full),
        (bad, "$TOMEK 2> /dev/full", 1, "", ""),
        (bad, "$TOMEK 2>&-", 1, "", ""),
        (bad, "$TOMEK > /dev/full 2>&-", 1, "", ""),
        (good, "$TOMEK > /dev/full 2>&1", 1, "", ""),
        (good, "$TOMEK 1< /dev/null", 1, "", not_for_writing),
        (good, "$TOMEK --help 1< /dev/null", 1, "", not_for_writing),
        (good, "$TOMEK 0> /dev/null", 1, "", not_for_reading),
        (good, "$TOMEK < /", 1, "", directory),
        (good, "$TOMEK <&-", 1, "", no_count),
        (good, "$TOMEK < /dev/null", 1, "", no_count),
        (good, "$TOMEK 2>&-", 0, "Case #1: X won\n", ""),
        (good, "$TOMEK --help > /dev/full", 1, "", full),
        (good, "$TOMEK --version > /dev/full", 1, "", full),
        (good, "$TOMEK --no 2>&-", 2, "", ""),
    ] {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", script])
            .env("TOMEK", env!("CARGO_BIN_EXE_tomek"));
        let result = text_of(run(shell, move |stdin| stdin.write_all(input.as_bytes())));
        assert_eq!(
            result,
            (Some(status), output.to_owned(), error.to_owned()),
            "{script}"
        );
    }
}
