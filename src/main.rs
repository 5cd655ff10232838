//! The command: standard streams, arguments, exit status.

#![forbid(unsafe_code)]

mod streams;

use std::env;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Context;
use tomek::Error;

macro_rules! usage {
    () => {
        "Usage: tomek [--strict | -h | --help | -V | --version] < INPUT > OUTPUT"
    };
}

const WRONG_USAGE: &str = concat!(
    "tomek: wrong arguments (boards are read from standard input)\n",
    usage!()
);

const HELP: &str = concat!(
    "\
Answers Tic-Tac-Toe-Tomek: reads boards on standard input, and writes who has
won each on standard output as soon as its fourth row has arrived.

",
    usage!(),
    "

  --strict  Refuse boards that play can't reach.

Input   The number of cases, then one board a case, blank lines between them.
        A board is 4 rows of 4 cells: X, O, T (it counts for both; one at most)
        or . for an empty cell. CRLF, white space around a line, more blank
        lines, and a byte order mark make no difference.
Output  One line a case, with one of these texts:
        Case #1: X won | O won | Draw | Game has not completed

Example
  $ printf '1\\nXXXT\\n....\\nOO..\\n....\\n' | tomek
  Case #1: X won

Exit status
  0  All cases are answered, or nobody reads the answers any more.
  1  The input is wrong, or can't be read, or the answers can't be written.
     Standard error says where and why. All cases before it are answered.
  2  Wrong usage.
"
);

const VERSION: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"), "\n");

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let texts: Vec<_> = arguments.iter().map(|argument| argument.to_str()).collect();
    let outcome = match texts[..] {
        [] => filter(false),
        [Some("--strict")] => filter(true),
        [Some("-h" | "--help")] => print(HELP),
        [Some("-V" | "--version")] => print(VERSION),
        _ => {
            complain(WRONG_USAGE);
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

fn filter(is_strict: bool) -> anyhow::Result<()> {
    let input = streams::input().context(CANT_READ)?;
    let output = streams::output().context(CANT_WRITE)?;
    let outcome = if is_strict {
        tomek::answer_strict(input, output)
    } else {
        tomek::answer(input, output)
    };
    match outcome {
        Err(Error::Read(error)) => Err(error).context(CANT_READ),
        Err(Error::Write(error)) => written(Err(error)),
        outcome => Ok(outcome?),
    }
}

fn print(text: &str) -> anyhow::Result<()> {
    written(streams::output().and_then(|mut output| output.write_all(text.as_bytes())))
}

const CANT_READ: &str = "can't read standard input";
const CANT_WRITE: &str = "can't write standard output";

/// A reader of standard output that has gone needs nothing more: that is no error.
fn written(result: io::Result<()>) -> anyhow::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context(CANT_WRITE),
    }
}

/// Says it in one write, so that it stays one line among those of other programs. Where it can't
/// be written, the exit status has to do.
fn complain(message: &str) {
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}
