//! Little memory for huge inputs. Linux limits it and measures it.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{self, Read, Write};
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
const LENGTH: usize = 150_000_000;

const BLANKS: &str = "\n \r\n";

/// The start of an input, what is repeated up to `LENGTH` bytes, the end of the input, the number
/// of answers, and the start of the error.
#[rustfmt::skip]
const INPUTS: [(&str, &str, &str, usize, &str); 9] = [
    ("", BLANKS, "1\nXXXT\n....\nOO..\n....\n", 1, ""),
    ("1\nXXXT\n....\nOO..\n....\n", BLANKS, "", 1, ""),
    ("2\nXXXT\n....\nOO..\n....\n", BLANKS, "XXXT\n....\nOO..\n....\n", 2, ""),
    ("1\n", "\n", "Q", 0, "line 150000002, column 1: case 1, row 1: "),
    ("18446744073709551615\nXXXT\n....\nOO..\n....\n", BLANKS, "", 1, "line 75000006, column 1: case 2: "),
    ("", "9", "", 0, "line 1, column 1: the number of cases"),
    ("", " \t", "", 0, "line 1, column 256: "),
    ("1\nXXXT\n", "\t", "", 0, "line 3, column 256: case 1, row 2: "),
    ("1\nXXXT\n", "X", "", 0, "line 3, column 5: case 1, row 2: "),
];

#[test]
fn no_input_makes_memory_grow() {
    for (first, text, last, answers, error) in INPUTS {
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -v 65536 && exec \"$0\"", env!("CARGO_BIN_EXE_tomek")]);
        let (status, output, message) = text_of(run(limited, move |stdin| {
            stdin.write_all(first.as_bytes())?;
            repeat(text.as_bytes(), LENGTH, stdin)?;
            stdin.write_all(last.as_bytes())
        }));
        let input = format!("{first:?}, {text:?} again and again, {last:?}");
        let won = ["", "Case #1: X won\n", "Case #1: X won\nCase #2: X won\n"];
        assert_found!(output, won[answers], "{input}");
        if error.is_empty() {
            assert_found!((status, message.as_str()), (Some(0), ""), "{input}");
        } else {
            assert_found!(status, Some(1), "{input}");
            let expected = format!("tomek: {error}");
            assert!(
                message.starts_with(&expected),
                "{input}: expected {expected}, found {message}"
            );
        }
    }
}

#[test]
fn a_large_input_needs_little_memory_and_few_system_calls() {
    const COUNT: usize = 10_000_000;
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/boards");
    let mut file = File::create(path).unwrap();
    writeln!(file, "{COUNT}").unwrap();
    repeat(b"XXXT\n....\nOO..\n....\n\n", COUNT * 21, &mut file).unwrap();

    let mut child =
        tomek().stdin(File::open(path).unwrap()).stdout(Stdio::piped()).spawn().unwrap();
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
    fs::remove_file(path).unwrap();
}
