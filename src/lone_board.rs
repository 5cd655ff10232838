//! A board read on its own.

use std::str::FromStr;

use nom::{Finish, Parser};

use crate::board::Board;
use crate::error::InputError;
use crate::grammar::lone_board;
use crate::position::Position;

impl FromStr for Board {
    type Err = InputError;

    /// Reads four rows, written as in the input of [`answer`](crate::answer): LF or CRLF, white
    /// space around a row, and blank lines before and after are all right.
    ///
    /// # Errors
    ///
    /// Says what is wrong, with line and column counted from the start of `text`.
    fn from_str(text: &str) -> Result<Board, InputError> {
        let text = text.as_bytes();
        match lone_board().parse_complete(text).finish() {
            Ok((_, board)) => Ok(board),
            Err(rejection) => {
                Err(rejection.into_error(text, |offset| Position::START.after(&text[..offset])))
            }
        }
    }
}
