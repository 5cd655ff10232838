//! What can go wrong, and where.

use std::{error, fmt, io};

use crate::board::Unreachable;
use crate::position::Position;

/// Why a run ended before all cases were answered. The cause of a failed read or write is its
/// [source](error::Error::source).
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The input is wrong.
    Input(InputError),
    /// The input can't be read.
    Read(io::Error),
    /// The output can't be written.
    Write(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input(error) => error.fmt(f),
            Error::Read(_) => f.write_str("can't read the input"),
            Error::Write(_) => f.write_str("can't write the output"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Input(_) => None,
            Error::Read(error) | Error::Write(error) => Some(error),
        }
    }
}

/// Where an input is wrong, what was expected there, and what was found.
///
/// It displays as one line:
///
/// ```
/// let error = tomek::answer("1\nXXXQ\n".as_bytes(), Vec::new()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 4: case 1, row 1: expected a cell (X, O, T or .), found 'Q'"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    pub(crate) position: Position,
    pub(crate) place: Place,
    /// The board's row.
    pub(crate) row: Option<&'static str>,
    pub(crate) fault: Fault,
    pub(crate) found: Found,
}

impl InputError {
    /// The line of the input, counted from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.position.line
    }

    /// The column in that line, in bytes, counted from 1.
    #[must_use]
    pub fn column(&self) -> u64 {
        self.position.column
    }

    fn looks_like_utf_16(&self) -> bool {
        self.place == Place::Head && matches!(self.found, Found::Byte(0 | 0xfe | 0xff))
    }
}

impl error::Error for InputError {}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.position)?;
        match (self.place, self.row) {
            (Place::Alone, Some(row)) => write!(f, "{row}: ")?,
            (Place::Alone | Place::Head, _) => {}
            (place, Some(row)) => write!(f, "{place}, {row}: ")?,
            (place, None) => write!(f, "{place}: ")?,
        }
        match self.fault {
            Fault::Expected(what) => write!(f, "expected {what}, found {}", self.found)?,
            Fault::CountTooLarge => write!(
                f,
                "the number of cases must not be larger than {}",
                u64::MAX
            )?,
            Fault::BothOwnALine => write!(f, "both players own a line, so neither has won")?,
            Fault::Unreachable(reason) => write!(f, "play can't reach this board: {reason}")?,
        }
        if self.looks_like_utf_16() {
            f.write_str("; this looks like UTF-16: convert it to UTF-8 first")?;
        }
        Ok(())
    }
}

/// What is wrong with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Something else stands where this was expected.
    Expected(&'static str),
    CountTooLarge,
    BothOwnALine,
    Unreachable(Unreachable),
}

/// What a person calls the part of the input that an error is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A board read on its own.
    Alone,
    /// All up to the end of the count.
    Head,
    Case(u64),
    AfterCase(u64),
    /// After the last of so many cases.
    AfterAll(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Alone | Place::Head => Ok(()),
            Place::Case(number) => write!(f, "case {number}"),
            Place::AfterCase(number) => write!(f, "after case {number}"),
            Place::AfterAll(0) => f.write_str("after the count of 0"),
            Place::AfterAll(count) => write!(f, "after case {count}, the last of the count"),
        }
    }
}

/// What stands at the position of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Byte(u8),
    EndOfInput,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Found::EndOfInput => f.write_str("the end of input"),
            Found::Byte(b'\n') => f.write_str("the end of the line"),
            Found::Byte(b'\r') => f.write_str("the end of the line (a carriage return)"),
            Found::Byte(b'\t') => f.write_str(r"'\t'"),
            Found::Byte(0) => f.write_str(r"'\0'"),
            Found::Byte(byte @ b' '..=b'~') => write!(f, "'{}'", char::from(byte)),
            Found::Byte(byte) => write!(f, r"'\x{byte:02x}'"),
        }
    }
}
