//! Little memory for huge inputs. Linux limits it and measures it.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{self, Read, Seek, Write};
use std::process::{Command, Stdio};

use crate::command::{run, text_of, tomek};

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

/// An input in which a text is repeated up to `LENGTH` bytes.
struct Input {
    start: &'static str,
    repeated: &'static str,
    end: &'static str,
    answers: &'static str,
    /// The start of the error. Empty if the input is right.
    error: &'static str,
}

const INPUTS: [Input; 9] = [
    Input {
        start: "",
        repeated: BLANKS,
        end: "1\nXXXT\n....\nOO..\n....\n",
        answers: "Case #1: X won\n",
        error: "",
    },
    Input {
        start: "1\nXXXT\n....\nOO..\n....\n",
        repeated: BLANKS,
        end: "",
        answers: "Case #1: X won\n",
        error: "",
    },
    Input {
        start: "2\nXXXT\n....\nOO..\n....\n",
        repeated: BLANKS,
        end: "XXXT\n....\nOO..\n....\n",
        answers: "Case #1: X won\nCase #2: X won\n",
        error: "",
    },
    Input {
        start: "1\n",
        repeated: "\n",
        end: "Q",
        answers: "",
        error: "line 100000002, column 1: case 1 of 1, row 1: ",
    },
    Input {
        start: "18446744073709551615\nXXXT\n....\nOO..\n....\n",
        repeated: BLANKS,
        end: "",
        answers: "Case #1: X won\n",
        error: "line 50000006, column 1: case 2 of 18446744073709551615, row 1: ",
    },
    Input {
        start: "",
        repeated: "9",
        end: "",
        answers: "",
        error: "line 1, column 1: the number of cases",
    },
    Input { start: "", repeated: " \t", end: "", answers: "", error: "line 1, column 256: " },
    Input {
        start: "1\nXXXT\n",
        repeated: "\t",
        end: "",
        answers: "",
        error: "line 3, column 256: case 1 of 1, row 2: ",
    },
    Input {
        start: "1\nXXXT\n",
        repeated: "X",
        end: "",
        answers: "",
        error: "line 3, column 5: case 1 of 1, row 2: ",
    },
];

#[test]
fn no_input_makes_memory_grow() {
    for Input { start, repeated, end, answers, error } in INPUTS {
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -v 65536 && exec \"$0\"", env!("CARGO_BIN_EXE_tomek")]);
        let (status, output, message) = text_of(run(limited, move |stdin| {
            stdin.write_all(start.as_bytes())?;
            repeat(repeated.as_bytes(), LENGTH, stdin)?;
            stdin.write_all(end.as_bytes())
        }));
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

    let mut child = tomek().stdin(file).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    // Near the end, while the last answers can't be written yet.
    let lines = (1..=COUNT).map(|number| format!("Case #{number}: X won\n").len()).sum::<usize>();
    io::copy(&mut (&mut stdout).take(lines as u64 - 1_500_000), &mut io::sink()).unwrap();
    let figure = |file: &str, name: &str| -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim_start_matches(':').split_whitespace().next().unwrap().parse().unwrap()
    };
    let peak_kib = figure("status", "VmHWM");
    let (read, reads) = (figure("io", "rchar"), figure("io", "syscr"));
    let (written, writes) = (figure("io", "wchar"), figure("io", "syscw"));
    assert!(read > 200_000_000 && written > 200_000_000);
    assert!(peak_kib < 4096, "{peak_kib} KiB");
    assert!(read / reads >= 128 * 1024, "{reads} reads of {read} bytes");
    assert!(written / writes >= 128 * 1024, "{writes} writes of {written} bytes");

    assert_found!(io::copy(&mut stdout, &mut io::sink()).unwrap(), 1_500_000);
    assert!(child.wait().unwrap().success());
}
