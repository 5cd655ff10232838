//! The filter: from the boards of an input to the lines of the output.

use std::io::{Read, Write};
use std::iter;

use crate::board::Board;
use crate::boards::Boards;
use crate::error::Error;
use crate::report::Report;

/// Answers cases: writes `Case #x: y` for each board that is left, where x is the number of its
/// case in the input and y is its status.
///
/// A case is answered as soon as the end of its fourth row has been read: all answers are written
/// and `output` is flushed before each read. Input and output are read and written in large pieces,
/// so neither needs a buffer of its own. Memory use is constant.
///
/// ```
/// use tomek::{Boards, answer};
///
/// let input = "2\nOXX.\n.OX.\n..O.\nXX.O\n\nXXXO\n..O.\n.O..\nT...\n";
/// let mut answers = Vec::new();
/// answer(Boards::new(input.as_bytes()), &mut answers)?;
/// assert_eq!(answers, b"Case #1: O won\nCase #2: O won\n");
///
/// let mut boards = Boards::new(input.as_bytes());
/// boards.next();
/// answers.clear();
/// answer(boards, &mut answers)?;
/// assert_eq!(answers, b"Case #2: O won\n");
/// # Ok::<(), tomek::Error>(())
/// ```
///
/// # Errors
///
/// The first error ends the run: wrong input, a read that fails, or a write that fails. Unless a
/// write has failed, all cases before the error have been answered. Reads and writes that are
/// [interrupted](std::io::ErrorKind::Interrupted) are retried; flushes are not.
///
/// # Panics
///
/// Panics if the reader of `boards` claims to have read more bytes than it was given room for.
pub fn answer<R: Read, W: Write>(mut boards: Boards<R>, output: W) -> Result<(), Error> {
    let mut report = Report::new(output, boards.board_count());
    while let Some(board) = boards.read_next() {
        report.add([board?.status()])?;
        report.add(iter::from_fn(|| boards.next_buffered()).map(Board::status))?;
        // `read_next` may wait for input that comes only after these answers.
        report.flush()?;
    }
    Ok(())
}
