//! Answers [Tic-Tac-Toe-Tomek]: reads boards, and says of each who has won.
//!
//! The command of this name is [`answer`] from standard input to standard output. Here it takes
//! anything that is [`Read`](std::io::Read) and anything that is [`Write`](std::io::Write), in
//! constant memory:
//!
//! ```
//! let input = "2\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n";
//! let mut answers = Vec::new();
//! tomek::answer(input.as_bytes(), &mut answers)?;
//! assert_eq!(answers, b"Case #1: X won\nCase #2: Draw\n");
//! # Ok::<(), tomek::Error>(())
//! ```
//!
//! An input is the number of cases, and then as many boards with a blank line between two of
//! them. A board is four lines of four cells: `X`, `O`, `T` (once at most, it counts for both) or
//! `.`. CRLF, white space around a line, more blank lines, a byte order mark, and a last line
//! without an end are all right; anything else is an error that says where:
//!
//! ```
//! match tomek::answer("1\nXXXX\nOO.Q\n....\n....\n".as_bytes(), Vec::new()) {
//!     Err(tomek::Error::Input(error)) => assert_eq!((error.line(), error.column()), (3, 4)),
//!     other => panic!("{other:?}"),
//! }
//! ```
//!
//! [`answer_strict`] refuses boards that play can't reach, too. A [`Board`] and its [`Status`] can be
//! had on their own.
//!
//! [Tic-Tac-Toe-Tomek]: https://code.google.com/codejam/contest/2270488/dashboard#s=p0

#![forbid(unsafe_code)]

mod board;
mod error;
mod filter;
mod grammar;
mod input;
mod lines;
mod lone_board;
mod position;
mod rejection;
mod report;
mod retry;
mod shortcut;

pub use board::{Board, Status, Unreachable};
pub use error::{Error, InputError};
pub use filter::{answer, answer_strict};
