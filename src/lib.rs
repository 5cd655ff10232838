//! Solves [Tic-Tac-Toe-Tomek]: reads boards and tells how each game stands.
//!
//! [`answer`] does what the command `tomek` does, from any reader to any writer:
//!
//! ```
//! use tomek::Boards;
//!
//! let input = "2\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n";
//! let mut answers = Vec::new();
//! tomek::answer(Boards::new(input.as_bytes()), &mut answers)?;
//! assert_eq!(answers, b"Case #1: X won\nCase #2: Draw\n");
//! # Ok::<(), tomek::Error>(())
//! ```
//!
//! [`Boards`] iterates over the boards of such an input. This counts the boards of each status:
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::fs::File;
//! use tomek::{Boards, Status};
//!
//! fn main() -> std::io::Result<()> {
//!     let mut totals = BTreeMap::new();
//!     for board in Boards::new(File::open("tests/samples/statement.in")?) {
//!         *totals.entry(board?.status()).or_insert(0) += 1;
//!     }
//!     assert_eq!(totals[&Status::OWon], 3);
//!     Ok(())
//! }
//! ```
//!
//! # Input
//!
//! An input is the number of cases and then as many boards, with a blank line between two of them.
//! A board is four lines of four cells: `X`, `O`, `T` (at most once; it counts for both players) or
//! `.` (empty). CRLF line endings, up to 255 spaces and tabs before the text of a line and as many
//! after it, any number of blank lines before, between and after the boards, and a UTF-8
//! byte order mark at the start are accepted. The last line needs no line ending, and a carriage
//! return may end it. Anything else is an error, which has a position and a kind:
//!
//! ```
//! use tomek::{Boards, Error, InputErrorKind, InvalidBoard};
//!
//! let input = "1\nXXXX\nOOOO\n....\n....\n";
//! match Boards::new(input.as_bytes()).next() {
//!     Some(Err(Error::Input(error))) => {
//!         assert_eq!((error.line(), error.column(), error.case()), (2, 1, Some(1)));
//!         assert_eq!(error.kind(), InputErrorKind::InvalidBoard(InvalidBoard::BothOwnALine));
//!     }
//!     item => panic!("{item:?}"),
//! }
//! ```
//!
//! # Features
//!
//! `cli`, which is on by default, builds the command. Without it, the library leaves out what only
//! the command needs.
//!
//! [Tic-Tac-Toe-Tomek]: https://github.com/google/coding-competitions-archive/tree/main/codejam/2013/qualification_round/tic-tac-toe-tomek

#![forbid(unsafe_code)]

// `#[inline]` without a comment is for users of the library: their builds, unlike that of the
// command, are rarely optimized across crates.

mod board;
mod boards;
mod error;
mod filter;
mod grammar;
mod reader;
mod report;

pub use board::{Board, InvalidBoard, Status, UnreachableBoard};
pub use boards::Boards;
pub use error::{Error, InputError, InputErrorKind};
pub use filter::answer;
