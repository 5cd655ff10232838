//! Answers [Tic-Tac-Toe-Tomek]: reads boards, and says of each who has won.
//!
//! The command of this name is [`answer`] from standard input to standard output. Here it takes
//! anything that is [`Read`](std::io::Read) and anything that is [`Write`](std::io::Write), in
//! constant memory:
//!
//! ```
//! use std::io;
//!
//! let input = "2\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n";
//! let mut answers = Vec::new();
//! tomek::answer(input.as_bytes(), &mut answers)?;
//! assert_eq!(answers, b"Case #1: X won\nCase #2: Draw\n");
//! # Ok::<(), tomek::Error>(())
//! ```
//!
//! A [`Board`] and its [`Status`] can be had on their own.
//!
//! [Tic-Tac-Toe-Tomek]: https://code.google.com/codejam/contest/2270488/dashboard#s=p0

#![forbid(unsafe_code)]

mod board;
mod error;
mod filter;
mod grammar;
mod input;
mod lone_board;
mod position;
mod rejection;
mod report;
mod retry;
mod shortcut;

pub use board::{Board, Status, Unreachable};
pub use error::{Error, InputError};
pub use filter::{answer, answer_strict};
