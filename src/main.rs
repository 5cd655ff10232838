//! The command: standard streams, arguments, exit status.

#![forbid(unsafe_code)]

mod streams;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use lexopt::{Arg, Parser};
use tomek::Error;

macro_rules! usage {
    () => {
        "Usage: tomek [OPTION]... < INPUT > OUTPUT"
    };
}

const HELP: &str = concat!(
    "\
Answers Tic-Tac-Toe-Tomek: reads boards on standard input, and writes who has
won each on standard output as soon as its fourth row has arrived.

",
    usage!(),
    "

  --strict       Refuse boards that play can't reach
  -h, --help     Print this help
  -V, --version  Print the version

Input   The number of cases, then one board a case, blank lines between them.
        A board is 4 rows of 4 cells: X, O, T (it counts for both; one at most)
        or . for an empty cell. CRLF, white space around a line, more blank
        lines, and a byte order mark make no difference.
Output  Case #1: X won | O won | Draw | Game has not completed

Example
  $ printf '1\\nXXXT\\n....\\nOO..\\n....\\n' | tomek
  Case #1: X won

Exit status
  0  All cases are answered, or nobody reads the answers any more.
  1  Wrong input, or a read or write failed; standard error says where and why.
  2  Wrong usage.
"
);

const VERSION: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"), "\n");

/// What ends the input on a terminal.
const END_OF_INPUT: &str = if cfg!(windows) {
    "Ctrl-Z and Enter"
} else {
    "Ctrl-D"
};

fn main() -> ExitCode {
    let outcome = match parse_arguments(Parser::from_env()) {
        Ok(Request::Help) => print(HELP),
        Ok(Request::Version) => print(VERSION),
        Ok(Request::Answer { strict }) => answer(strict),
        Err(error) => {
            print_error(&format!("tomek: {error}\n{}", usage!()));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody needs the rest of the output.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("tomek: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

enum Request {
    Help,
    Version,
    Answer { strict: bool },
}

/// `--help`, and after it `--version`, wins over everything else, wrong arguments included.
fn parse_arguments(mut parser: Parser) -> Result<Request, lexopt::Error> {
    let (mut help, mut version, mut strict) = (false, false, false);
    let mut first_error = None;
    loop {
        match next_flag(&mut parser) {
            Ok(Some(Flag::Help)) => help = true,
            Ok(Some(Flag::Version)) => version = true,
            Ok(Some(Flag::Strict)) => strict = true,
            Ok(None) => break,
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    match first_error {
        _ if help => Ok(Request::Help),
        _ if version => Ok(Request::Version),
        Some(error) => Err(error),
        None => Ok(Request::Answer { strict }),
    }
}

enum Flag {
    Help,
    Version,
    Strict,
}

fn next_flag(parser: &mut Parser) -> Result<Option<Flag>, lexopt::Error> {
    let Some(argument) = parser.next()? else {
        return Ok(None);
    };
    let long_option = match argument {
        Arg::Long(name) => Some(format!("--{name}")),
        _ => None,
    };
    let flag = match argument {
        Arg::Short('h') | Arg::Long("help") => Flag::Help,
        Arg::Short('V') | Arg::Long("version") => Flag::Version,
        Arg::Long("strict") => Flag::Strict,
        Arg::Value(ref operand) => {
            let hint = if operand == "-" {
                "standard input is read anyway"
            } else {
                "to read a file, use tomek < FILE"
            };
            return Err(format!("{}: {hint}", argument.unexpected()).into());
        }
        _ => return Err(argument.unexpected()),
    };
    // Not for a short option: in `-hV`, the V is a flag of its own.
    if let Some(option) = long_option
        && let Some(value) = parser.optional_value()
    {
        return Err(lexopt::Error::UnexpectedValue { option, value });
    }
    Ok(Some(flag))
}

fn print(text: &str) -> anyhow::Result<()> {
    streams::stdout()
        .and_then(|mut stdout| stdout.write_all(text.as_bytes()))
        .context(CANT_WRITE)
}

fn answer(strict: bool) -> anyhow::Result<()> {
    let input = streams::stdin().context(CANT_READ)?;
    let output = streams::stdout().context(CANT_WRITE)?;
    if io::stdin().is_terminal() {
        print_error(&format!(
            "tomek: type the number of cases and the boards, then {END_OF_INPUT} (help: tomek --help)"
        ));
    }
    let outcome = if strict {
        tomek::answer_strict(input, output)
    } else {
        tomek::answer(input, output)
    };
    match outcome {
        Err(Error::Read(error)) => Err(error).context(CANT_READ),
        Err(Error::Write(error)) => Err(error).context(CANT_WRITE),
        outcome => Ok(outcome?),
    }
}

const CANT_READ: &str = "can't read standard input";
const CANT_WRITE: &str = "can't write standard output";

/// Whether the reader of standard output has gone.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Prints the message in one write, so that it stays in one piece among the lines of other
/// programs. If that fails, the exit status still tells of the error.
fn print_error(message: &str) {
    let _ = streams::stderr().write_all(format!("{message}\n").as_bytes());
}
