//! nom's error for the grammar: it keeps what an [`InputError`] needs, and nothing of the bytes.

use nom::error::{ContextError, ErrorKind, FromExternalError, ParseError};

use crate::board::{NoBoard, Unreachable};
use crate::error::{Fault, Found, InputError, Place};
use crate::position::Position;

/// Why a rule doesn't match.
#[derive(Debug)]
pub(crate) struct Rejection {
    /// How many bytes were left to parse where the mismatch is.
    left: usize,
    /// `None` while no rule has said what it expected. At the end of the input, none does.
    fault: Option<Fault>,
    /// The board's row.
    row: Option<&'static str>,
}

impl Rejection {
    /// The error of a part that starts with `unparsed`; `position` is that of an offset in it.
    pub(crate) fn into_error(
        self,
        unparsed: &[u8],
        position: impl FnOnce(usize) -> Position,
    ) -> InputError {
        let fault = self.fault.unwrap_or(NOTHING_MORE);
        let offset = match fault {
            Fault::Expected(_) => unparsed.len() - self.left,
            Fault::CountTooLarge | Fault::BothOwnALine | Fault::Unreachable(_) => {
                first_of_content(unparsed)
            }
        };
        InputError {
            position: position(offset),
            place: Place::Alone,
            row: self.row.filter(|_| fault != Fault::BothOwnALine),
            fault,
            found: unparsed
                .get(offset)
                .map_or(Found::EndOfInput, |byte| Found::Byte(*byte)),
        }
    }
}

/// What was expected where no rule says it.
const NOTHING_MORE: Fault = Fault::Expected("nothing but blank lines");

/// How many bytes of white space and line ends come first.
fn first_of_content(unparsed: &[u8]) -> usize {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    unparsed.iter().take_while(|byte| is_blank(byte)).count()
}

impl ParseError<&[u8]> for Rejection {
    fn from_error_kind(rest: &[u8], _: ErrorKind) -> Rejection {
        Rejection {
            left: rest.len(),
            fault: None,
            row: None,
        }
    }

    fn append(_: &[u8], _: ErrorKind, other: Rejection) -> Rejection {
        other
    }
}

impl ContextError<&[u8]> for Rejection {
    /// The innermost context says what was expected, the next one in which row.
    fn add_context(_: &[u8], context: &'static str, rejection: Rejection) -> Rejection {
        match rejection.fault {
            None => Rejection {
                fault: Some(Fault::Expected(context)),
                ..rejection
            },
            Some(_) => Rejection {
                row: Some(context),
                ..rejection
            },
        }
    }
}

impl FromExternalError<&[u8], Fault> for Rejection {
    fn from_external_error(rest: &[u8], _: ErrorKind, fault: Fault) -> Rejection {
        Rejection {
            left: rest.len(),
            fault: Some(fault),
            row: None,
        }
    }
}

impl FromExternalError<&[u8], NoBoard> for Rejection {
    fn from_external_error(rest: &[u8], kind: ErrorKind, reason: NoBoard) -> Rejection {
        let fault = match reason {
            NoBoard::SecondT => Fault::Expected("X, O or . (a board has one T at most)"),
            NoBoard::BothOwnALine => Fault::BothOwnALine,
        };
        Rejection::from_external_error(rest, kind, fault)
    }
}

impl FromExternalError<&[u8], Unreachable> for Rejection {
    fn from_external_error(rest: &[u8], kind: ErrorKind, reason: Unreachable) -> Rejection {
        Rejection::from_external_error(rest, kind, Fault::Unreachable(reason))
    }
}
