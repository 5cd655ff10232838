//! Little memory for huge inputs. Linux limits it and measures it.
#![cfg(target_os = "linux")]

use std::io::{self, Seek, Write};
use std::process::Command;

use crate::process::{Process, SILENT_SUCCESS, run_on};
use crate::streams::{pipe, read_some, read_to_end};

/// Writes `text` again and again, `length` bytes in all.
fn repeat(text: &[u8], length: usize, output: &mut dyn Write) -> io::Result<()> {
    let block = text.repeat(64 * 1024 / text.len());
    for _ in 0..length / block.len() {
        output.write_all(&block)?;
    }
    output.write_all(&block[..length % block.len()])
}

/// Far more than the memory that the command gets.
const LENGTH: usize = 100_000_000;

const BLANKS: &str = "\n \r\n";

/// The inputs: a start, a text that is repeated up to `LENGTH` bytes, and an end. What is right for
/// them: the answers, and the start of the error, if there is one.
const INPUTS: [(&str, &str, &str, &str, &str); 9] = [
    ("", BLANKS, "1\nX...\n....\n....\n....\n", NOT_COMPLETED, ""),
    ("1\nX...\n....\n....\n....\n", BLANKS, "", NOT_COMPLETED, ""),
    ("2\nXXXX\n....\n....\n....\n", BLANKS, "XXXX\n....\n....\n....\n", X_WON_TWICE, ""),
    ("1\n", "\n", "Q", "", "line 100000002, column 1: case 1 of 1, row 1: "),
    (
        "18446744073709551615\nX...\n....\n....\n....\n",
        BLANKS,
        "",
        NOT_COMPLETED,
        "line 50000006, column 1: case 2 of 18446744073709551615, row 1: ",
    ),
    ("", "9", "", "", "line 1, column 1: the number of cases"),
    ("", " \t", "", "", "line 1, column 256: "),
    ("1\nXXXT\n", "\t", "", "", "line 3, column 256: case 1 of 1, row 2: "),
    ("1\nXXXT\n", "X", "", "", "line 3, column 5: case 1 of 1, row 2: "),
];

const NOT_COMPLETED: &str = "Case #1: Game has not completed\n";
const X_WON_TWICE: &str = "Case #1: X won\nCase #2: X won\n";

#[test]
fn no_input_makes_memory_grow() {
    for (start, repeated, end, answers, error) in INPUTS {
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -v 65536 && exec \"$0\"", env!("CARGO_BIN_EXE_tomek")]);
        let (status, output, message) = run_on(limited, move |stdin| {
            stdin.write_all(start.as_bytes())?;
            repeat(repeated.as_bytes(), LENGTH, stdin)?;
            stdin.write_all(end.as_bytes())
        });
        let input = format!("{start:?}, {repeated:?} again and again, {end:?}");
        assert_found!(output, answers, "{input}");
        if error.is_empty() {
            assert_found!((status, message.as_str()), (Some(0), ""), "{input}");
        } else {
            assert_found!(status, Some(1), "{input}");
            let error = format!("tomek: {error}");
            assert!(message.starts_with(&error), "{input}: expected {error}, found {message}");
        }
    }
}

#[test]
fn a_large_input_needs_little_memory_and_few_system_calls() {
    const COUNT: usize = 10_000_000;
    let mut file = tempfile::tempfile_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    writeln!(file, "{COUNT}").unwrap();
    repeat(b"XXXT\n....\nOO..\n....\n\n", COUNT * 21, &mut file).unwrap();
    file.rewind().unwrap();

    let (mut stdout, output) = pipe();
    let process = Process::start(file, output);
    // Near the end, while the last answers can't be written yet.
    let length = (1..=COUNT).map(|number| format!("Case #{number}: X won\n").len()).sum::<usize>();
    let mut buffer = vec![0; 64 * 1024];
    let mut left = length;
    while left > 1_500_000 {
        left -= read_some(&mut stdout, &mut buffer);
    }
    let figure = |file: &str, name: &str| process.figure(file, name).parse::<u64>().unwrap();
    let peak_kib = figure("status", "VmHWM");
    let (read, reads) = (figure("io", "rchar"), figure("io", "syscr"));
    let (written, writes) = (figure("io", "wchar"), figure("io", "syscw"));
    assert!(read > 200_000_000 && written > 200_000_000);
    assert!(peak_kib < 4096, "{peak_kib} KiB");
    assert!(read / reads >= 128 * 1024, "{reads} reads of {read} bytes");
    assert!(written / writes >= 128 * 1024, "{writes} writes of {written} bytes");

    assert_found!(read_to_end(stdout).len(), left);
    assert_found!(process.finish(), SILENT_SUCCESS);
}
