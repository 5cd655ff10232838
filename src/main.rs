//! The command: standard streams, arguments, exit status.

#![forbid(unsafe_code)]

use std::env;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Context;
use tomek::Error;

const USAGE: &str = "Usage: tomek [-h | --help | -V | --version] < INPUT > OUTPUT";

const HELP: &str = "\
Answers Tic-Tac-Toe-Tomek: reads boards on standard input and writes who has won
each of them on standard output, as soon as its fourth row has arrived.

Usage: tomek [-h | --help | -V | --version] < INPUT > OUTPUT

Input: the number of cases, then a board a case, with a blank line in between.
  A board is 4 rows of 4 cells: X, O, T (one at most, it counts for both), or .
  for an empty one. LF or CRLF, white space around a line, more blank lines,
  and a byte order mark make no difference.
Output: a line a case: X won, O won, Draw, or Game has not completed.

Example: printf '1\\nXXXT\\n....\\nOO..\\n....\\n' | tomek
  prints: Case #1: X won

Exit status:
  0  all cases are answered, or nobody reads the answers any more
  1  the input is wrong, or can't be read, or the answers can't be written:
     standard error says where and why, and all cases before it are answered
  2  wrong usage
";

const VERSION: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"), "\n");

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(|argument| argument.to_str()).collect();
    let outcome = match arguments[..] {
        [] => filter(),
        [Some("-h" | "--help")] => print(HELP),
        [Some("-V" | "--version")] => print(VERSION),
        _ => {
            complain(USAGE);
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("tomek: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn filter() -> anyhow::Result<()> {
    match tomek::answer(io::stdin().lock(), io::stdout().lock()) {
        Err(Error::Read(error)) => Err(error).context("can't read standard input"),
        Err(Error::Write(error)) => written(Err(error)),
        outcome => Ok(outcome?),
    }
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    written(
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush()),
    )
}

/// A reader of standard output that has gone needs nothing more: that is no error.
fn written(result: io::Result<()>) -> anyhow::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("can't write standard output"),
    }
}

/// Where standard error can't be written either, the exit status has to do.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}
