//! The command: standard streams, arguments, exit status.

#![forbid(unsafe_code)]

mod streams;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use lexopt::{Arg, Parser};
use tomek::{Boards, Error};

use crate::streams::Output;

const USAGE: &str = "Usage: tomek [OPTION]... < INPUT > OUTPUT";

fn help() -> String {
    format!(
        "\
Answers Tic-Tac-Toe-Tomek: reads boards from standard input and writes how each
game stands to standard output, as soon as the fourth row of its board ends.

{USAGE}

  --strict       Refuse boards that play can't reach
  -h, --help     Print this help
  -V, --version  Print the version

Input   The number of cases, then as many boards with a blank line between them.
        A board is 4 lines of 4 cells: X, O, T (at most one; counts for both) or
        . (empty). White space around lines and more blank lines are accepted.
Output  Case #1: X won | O won | Draw | Game has not completed

Example
  $ printf '1\\nXXXT\\n....\\nOO..\\n....\\n' | tomek
  Case #1: X won

Exit status
  0  All cases are answered, or the reader of the output has gone.
  1  The input is wrong, or a read or write failed. Standard error says what.
  2  An argument is wrong.
"
    )
}

const VERSION: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"), "\n");

/// The keys that end the input on a terminal.
const END_OF_INPUT: &str = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };

fn main() -> ExitCode {
    let result = match parse_arguments(Parser::from_env()) {
        Ok(Action::PrintHelp) => print(&help()),
        Ok(Action::PrintVersion) => print(VERSION),
        Ok(Action::Answer { strict }) => answer(strict),
        Err(error) => {
            let error = printable(&error.to_string());
            print_error(&format!("tomek: {error}\n{USAGE} (help: tomek --help)"));
            return ExitCode::from(2);
        }
    };
    if let Err(error) = result {
        print_error(&format!("tomek: {error:#}"));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

enum Action {
    PrintHelp,
    PrintVersion,
    Answer { strict: bool },
}

/// Returns what the arguments ask for. The first that asks for the help or the version, or is
/// wrong, decides.
fn parse_arguments(mut parser: Parser) -> Result<Action, lexopt::Error> {
    let mut strict = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Action::PrintHelp),
            Arg::Short('V') | Arg::Long("version") => return Ok(Action::PrintVersion),
            Arg::Long("strict") => strict = true,
            Arg::Value(_) => {
                let error = argument.unexpected();
                return Err(format!("{error}: standard input is read, as in tomek < FILE").into());
            }
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Action::Answer { strict })
}

/// Replaces the characters that a terminal doesn't show, but obeys. An argument can contain line
/// feeds, escape sequences and marks that change the direction of the text.
fn printable(text: &str) -> String {
    // `escape_debug` escapes these three, too, which are printable.
    let is_printable = |c: char| matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1;
    text.replace(|c| !is_printable(c), "\u{fffd}")
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut output = streams::stdout().context(CANT_WRITE)?;
    let written = output.write_all(text.as_bytes());
    finish(&mut output, written)
}

fn answer(strict: bool) -> anyhow::Result<()> {
    // First, so that its failure is not told as one of the input.
    let mut output = streams::stdout().context(CANT_WRITE)?;
    let result = match answer_to(&mut output, strict) {
        // The output may have failed while a read waited for input.
        Err(Error::Read(error)) => Err(error.downcast().unwrap_or_else(Error::Read)),
        result => result,
    };
    let (written, input_error) = match result {
        Ok(()) => (Ok(()), None),
        Err(Error::Write(error)) => (Err(error), None),
        Err(Error::Read(error)) => (Ok(()), Some(anyhow::Error::new(error).context(CANT_READ))),
        Err(error) => (Ok(()), Some(error.into())),
    };
    // A failure of the output wins over one of the input.
    finish(&mut output, written)?;
    input_error.map_or(Ok(()), Err)
}

fn answer_to(output: &mut Output, strict: bool) -> Result<(), Error> {
    let input = streams::stdin(output).map_err(Error::Read)?;
    if io::stdin().is_terminal() {
        print_error(&format!(
            "tomek: type the number of cases and the boards, then {END_OF_INPUT} (help: tomek --help)"
        ));
    }
    let boards = Boards::new(input);
    tomek::answer(if strict { boards.strict() } else { boards }, output)
}

/// Closes the output if all has been written. It is no failure that its reader has gone: nobody
/// needs the rest.
fn finish(output: &mut Output, written: io::Result<()>) -> anyhow::Result<()> {
    match written.and_then(|()| output.close()) {
        Err(error) if output.reader_has_gone(&error) => Ok(()),
        result => result.context(CANT_WRITE),
    }
}

const CANT_READ: &str = "can't read standard input";
const CANT_WRITE: &str = "can't write standard output";

/// Prints the message in one write, so that it stays in one piece among the lines of other
/// programs. If that fails, the exit status still tells of the error.
fn print_error(message: &str) {
    let _ = streams::stderr()
        .and_then(|mut stderr| stderr.write_all(format!("{message}\n").as_bytes()));
}
