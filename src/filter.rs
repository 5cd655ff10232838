//! The filter: from the boards of an input to the lines of the output.

use std::io::{Read, Write};
use std::iter;

use crate::board::Board;
use crate::boards::Boards;
use crate::error::Error;
use crate::report::Report;

/// Answers the cases of an input: writes `Case #x: y` for each, where y is the status of its board.
///
/// A case is answered as soon as the end of its fourth row has been read: all answers are written
/// and `output` is flushed before each read. Input and output are read and written in large pieces,
/// so neither needs a buffer of its own. Memory use is constant.
///
/// ```
/// let mut answers = Vec::new();
/// tomek::answer("1\nOXX.\n.OX.\n..O.\nXX.O\n".as_bytes(), &mut answers)?;
/// assert_eq!(answers, b"Case #1: O won\n");
/// # Ok::<(), tomek::Error>(())
/// ```
///
/// # Errors
///
/// The first error ends the run: wrong input, a read that fails, or a write that fails. Unless a
/// write has failed, all cases before the error have been answered. Reads and writes that are
/// [interrupted](std::io::ErrorKind::Interrupted) are retried.
///
/// # Panics
///
/// Panics if `input` claims to have read more bytes than it was given room for.
pub fn answer<R: Read, W: Write>(input: R, output: W) -> Result<(), Error> {
    write_report(Boards::new(input), output)
}

/// Like [`answer`], but a board that play can't reach is an error.
///
/// ```
/// let error = tomek::answer_strict("1\nXXXX\n....\n....\n....\n".as_bytes(), Vec::new()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 1: case 1 of 1: play can't reach this board: X has 4 marks and O has 0"
/// );
/// ```
///
/// # Errors
///
/// Those of [`answer`], and [`UnreachableBoard`](crate::UnreachableBoard).
///
/// # Panics
///
/// As [`answer`].
pub fn answer_strict<R: Read, W: Write>(input: R, output: W) -> Result<(), Error> {
    write_report(Boards::new_strict(input), output)
}

fn write_report<R: Read, W: Write>(mut boards: Boards<R>, output: W) -> Result<(), Error> {
    let mut report = Report::new(output);
    while let Some(board) = boards.read_next() {
        report.add([board?.status()])?;
        report.add(iter::from_fn(|| boards.next_buffered()).map(Board::status))?;
        // `read_next` may wait for input that comes only after these answers.
        report.flush()?;
    }
    Ok(())
}
