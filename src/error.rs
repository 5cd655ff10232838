//! What can go wrong, and where.

use std::{error, fmt, io};

use crate::board::{InvalidBoard, UnreachableBoard};

/// An error of [`answer`](crate::answer) or of [`Boards`](crate::Boards).
///
/// The error of a failed read or write is the [source](error::Error::source).
///
/// ```
/// use tomek::{Boards, Error};
///
/// match Boards::new("one\n".as_bytes()).next() {
///     Some(Err(Error::Input(error))) => assert_eq!((error.line(), error.column()), (1, 1)),
///     Some(Err(error)) => println!("{error}"),
///     Some(Ok(_)) | None => unreachable!("the input is wrong"),
/// }
/// ```
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

impl Error {
    /// Adds the place to an error of the input.
    pub(crate) fn at(self, place: Place) -> Error {
        match self {
            Error::Input(error) => Error::Input(InputError { place, ..error }),
            error => error,
        }
    }
}

impl From<InputError> for Error {
    fn from(error: InputError) -> Error {
        Error::Input(error)
    }
}

impl From<Error> for io::Error {
    /// Returns the error of a failed read or write, or one of the kind
    /// [`InvalidData`](io::ErrorKind::InvalidData), which contains the [`InputError`].
    fn from(error: Error) -> io::Error {
        match error {
            Error::Input(error) => io::Error::new(io::ErrorKind::InvalidData, error),
            Error::Read(error) | Error::Write(error) => error,
        }
    }
}

/// What is wrong with an input, and where. An error of a whole board has the position of its first
/// cell, a number of cases that is too large that of its first digit.
///
/// It displays as one line:
///
/// ```
/// let mut boards = tomek::Boards::new("1\nXXXQ\n".as_bytes());
/// let error = boards.next().unwrap().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 4: case 1 of 1, row 1: expected a cell (X, O, T or .), found 'Q'"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InputError {
    pub(crate) position: Position,
    /// The line within the rule of the grammar that failed, counted from 1. For a board, it is the
    /// row.
    pub(crate) line_in_rule: u64,
    pub(crate) place: Place,
    pub(crate) kind: InputErrorKind,
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

    /// The case whose board the error is in, counted from 1. If the input ends before a board, the
    /// error is in the first row of that board.
    ///
    /// `None` for an error before the first board, between two boards or after the last one, and
    /// for a board that is parsed from a string.
    #[must_use]
    pub fn case(&self) -> Option<u64> {
        match self.place {
            Place::InCase { case, .. } => Some(case),
            Place::AfterCase { .. } | Place::Elsewhere => None,
        }
    }

    /// The row of the board of [`case`](InputError::case) that the error is in, counted from 1. At
    /// the end of the input, it is the row that is missing or not complete.
    ///
    /// `None` for an error that is not in a single row, and for a board that is parsed from a
    /// string.
    #[must_use]
    pub fn row(&self) -> Option<u64> {
        match (self.place, self.kind) {
            (Place::InCase { .. }, InputErrorKind::Unexpected { .. }) => Some(self.line_in_rule),
            _ => None,
        }
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> InputErrorKind {
        self.kind
    }
}

impl error::Error for InputError {}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line(), self.column())?;
        match self.place {
            Place::InCase { case, count } => {
                write!(f, "case {case} of {count}")?;
                if let Some(row) = self.row() {
                    write!(f, ", row {row}")?;
                }
                f.write_str(": ")?;
            }
            Place::AfterCase { case, count } => write!(f, "after {case} of {count} cases: ")?,
            Place::Elsewhere => {}
        }
        self.kind.fmt(f)
    }
}

/// The kind of an [`InputError`].
///
/// It displays what is wrong, without the place:
///
/// ```
/// let error = "XXXX\nOO..\n....\n..Q.\n".parse::<tomek::Board>().unwrap_err();
/// assert_eq!(
///     format!("board.txt:{}:{}: {}", error.line(), error.column(), error.kind()),
///     "board.txt:4:3: expected a cell (X, O, T or .), found 'Q'"
/// );
/// ```
///
/// It can be matched:
///
/// ```
/// use tomek::{Board, InputErrorKind};
///
/// let error = "XXXX\nOO..\n....\n..\n".parse::<Board>().unwrap_err();
/// match error.kind() {
///     InputErrorKind::Unexpected { found: Some(byte), .. } => assert_eq!(byte, b'\n'),
///     InputErrorKind::Unexpected { found: None, .. } => println!("the board is not complete"),
///     kind => println!("another error: {kind:?}"),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The format of the input requires something else at this position.
    #[non_exhaustive]
    Unexpected {
        /// What the format requires, in words that may change.
        expected: &'static str,
        /// The byte that was found, `None` at the end of the input.
        found: Option<u8>,
    },
    /// The number of cases is larger than [`u64::MAX`].
    CountTooLarge,
    /// There is more than one `T` on a board, or both players own a line. A byte that is not a cell
    /// is [`Unexpected`](InputErrorKind::Unexpected) instead.
    InvalidBoard(InvalidBoard),
    /// Play can't reach a board. Only [`Boards::strict`](crate::Boards::strict) checks this.
    UnreachableBoard(UnreachableBoard),
}

impl fmt::Display for InputErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputErrorKind::Unexpected { expected, found } => {
                write!(f, "expected {expected}, found {}", Found(*found))
            }
            InputErrorKind::CountTooLarge => {
                write!(f, "the number of cases must not be larger than {}", u64::MAX)
            }
            InputErrorKind::InvalidBoard(reason) => reason.fmt(f),
            InputErrorKind::UnreachableBoard(reason) => {
                write!(f, "play can't reach this board: {reason}")
            }
        }
    }
}

/// Displays what was found at the position of an error.
struct Found(Option<u8>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("the end of input"),
            Some(b'\n') => f.write_str("the end of the line"),
            Some(b'\r') => f.write_str("a carriage return"),
            Some(b'\t') => f.write_str(r"'\t'"),
            Some(byte @ b' '..=b'~') => write!(f, "'{}'", char::from(byte)),
            Some(0) => write!(f, r"'\0' ({UTF_16_OR_PADDING})"),
            Some(byte @ (0xfe | 0xff)) => write!(f, r"'\x{byte:02x}' ({UTF_16_OR_PADDING})"),
            Some(byte @ 0x80..) => {
                write!(
                    f,
                    r"'\x{byte:02x}' (not ASCII: it may be invisible or look like another character)"
                )
            }
            Some(byte) => write!(f, r"'\x{byte:02x}'"),
        }
    }
}

const UTF_16_OR_PADDING: &str =
    "if this is UTF-16, convert it to UTF-8; if it is padding, remove it";

/// Where among the cases of an input an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// In the board of this case, of so many.
    InCase { case: u64, count: u64 },
    /// After the board of this case, of so many; 0 before the first board.
    AfterCase { case: u64, count: u64 },
    /// Before the end of the line of the number of cases, or in a string.
    Elsewhere,
}

/// The position of a byte, with line and column counted from 1, the column in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}
