//! The boards of an input, or of a string.

use std::fmt;
use std::io::Read;
use std::iter::FusedIterator;
use std::str::FromStr;

use nom::Parser;
use nom::combinator::map_res;

use crate::board::Board;
use crate::error::{Error, InputError, InputErrorKind};
use crate::grammar;
use crate::input::Input;

/// An iterator over the boards of an input.
///
/// It reads the input in large pieces and in constant memory, so that the reader needs no buffer
/// of its own. A board is returned as soon as the end of its fourth row has been read. After the
/// last board, the iterator reads to the end of the input.
///
/// ```
/// use tomek::{Boards, Status};
///
/// let input = "3\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n\nXX..\nOO..\n..XX\n..OO\n";
/// let mut draws = 0;
/// for board in Boards::new(input.as_bytes()) {
///     if board?.status() == Status::Draw {
///         draws += 1;
///     }
/// }
/// assert_eq!(draws, 1);
/// # Ok::<(), tomek::Error>(())
/// ```
///
/// # Errors
///
/// The first error is the last item: input that is wrong, or a read that fails. Reads that are
/// [interrupted](std::io::ErrorKind::Interrupted) are retried.
pub struct Boards<R> {
    input: Input<R>,
    strict: bool,
    case_count: Option<u64>,
    /// The number of boards still to be read; 0 until the number of cases is known.
    remaining: u64,
    /// Whether the last item has been returned.
    has_ended: bool,
}

/// 4 KiB for the start of a board, and 192 KiB for a read. Measured: in pipelines, smaller buffers
/// are slower, and larger ones are not faster.
const CAPACITY: usize = 196 * 1024;

impl<R: Read> Boards<R> {
    /// Makes an iterator over the boards of an input. Nothing is read yet.
    pub fn new(reader: R) -> Boards<R> {
        Boards {
            input: Input::new(reader, CAPACITY),
            strict: false,
            case_count: None,
            remaining: 0,
            has_ended: false,
        }
    }

    /// Makes an iterator for which a board that play can't reach is an error.
    ///
    /// See [`Board::check_reachable`].
    pub fn new_strict(reader: R) -> Boards<R> {
        Boards { strict: true, ..Boards::new(reader) }
    }

    /// Returns the number of cases, or `None` before it has been read.
    #[must_use]
    pub fn case_count(&self) -> Option<u64> {
        self.case_count
    }

    /// Takes the boards that the buffer holds, up to the first that is incomplete or wrong.
    pub(crate) fn buffered(&mut self) -> impl Iterator<Item = Board> {
        let check = check(self.strict);
        let limit = usize::try_from(self.remaining).unwrap_or(usize::MAX);
        self.input
            .parse_buffered(move |input| map_res(grammar::blanks_and_board, check).parse(input))
            .take(limit)
            .inspect(|_| self.remaining -= 1)
    }

    /// Returns the next board, reading as often as necessary.
    pub(crate) fn read_next(&mut self) -> Option<Result<Board, Error>> {
        if self.has_ended {
            return None;
        }
        let result = self.try_read_next().transpose();
        self.has_ended = !matches!(result, Some(Ok(_)));
        result
    }

    fn try_read_next(&mut self) -> Result<Option<Board>, Error> {
        let count = match self.case_count {
            Some(count) => count,
            None => self.read_count()?,
        };
        self.input.case = None;
        if self.remaining == 0 {
            self.input.count = Some(count);
            return read_end(&mut self.input).map(|()| None);
        }
        if self.remaining < count {
            self.input.parse(grammar::blank("a blank line before the next board"))?;
        }
        skip_blanks(&mut self.input)?;
        self.input.case = Some(count - self.remaining + 1);
        // If the board is missing, the count may be wrong.
        self.input.count = self.input.reaches_end()?.then_some(count);
        let board = read_board(&mut self.input, self.strict)?;
        self.remaining -= 1;
        Ok(Some(board))
    }

    fn read_count(&mut self) -> Result<u64, Error> {
        self.input.parse(grammar::byte_order_mark)?;
        skip_blanks(&mut self.input)?;
        let count = self.input.parse(grammar::count)?;
        self.case_count = Some(count);
        self.remaining = count;
        Ok(count)
    }
}

/// Reads a `board`.
fn read_board<R: Read>(input: &mut Input<R>, strict: bool) -> Result<Board, Error> {
    if input.reaches_end()? {
        return Err(input.unexpected("a board"));
    }
    input.parse(|input| map_res(grammar::board, check(strict)).parse(input))
}

/// Accepts a board; if `strict`, only one that play can reach.
fn check(strict: bool) -> impl Fn(Board) -> Result<Board, InputErrorKind> + Copy {
    move |board| {
        if strict {
            board.check_reachable().map_err(InputErrorKind::UnreachableBoard)?;
        }
        Ok(board)
    }
}

/// Reads `*blank`.
fn skip_blanks<R: Read>(input: &mut Input<R>) -> Result<(), Error> {
    loop {
        input.parse_buffered(grammar::blank("a blank line")).for_each(drop);
        if input.reaches_end()? || input.parse(grammar::optional_blank)?.is_none() {
            return Ok(());
        }
    }
}

/// Reads `*blank` and the end of the input.
fn read_end<R: Read>(input: &mut Input<R>) -> Result<(), Error> {
    while !input.reaches_end()? {
        input.parse(grammar::blank("nothing but blank lines"))?;
        skip_blanks(input)?;
    }
    Ok(())
}

impl<R: Read> Iterator for Boards<R> {
    type Item = Result<Board, Error>;

    fn next(&mut self) -> Option<Result<Board, Error>> {
        let buffered = self.buffered().next();
        buffered.map(Ok).or_else(|| self.read_next())
    }
}

impl<R: Read> FusedIterator for Boards<R> {}

impl<R> fmt::Debug for Boards<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Boards").field("case_count", &self.case_count).finish_non_exhaustive()
    }
}

impl FromStr for Board {
    type Err = InputError;

    /// Parses the four rows of a board, written as in an input: with LF or CRLF line endings, white
    /// space around the rows, and blank lines before and after them.
    ///
    /// # Errors
    ///
    /// Returns what is wrong, with line and column counted from the start of `text`.
    fn from_str(text: &str) -> Result<Board, InputError> {
        let mut input = Input::new(text.as_bytes(), 4096);
        let board = skip_blanks(&mut input).and_then(|()| read_board(&mut input, false));
        match board.and_then(|board| read_end(&mut input).map(|()| board)) {
            Ok(board) => Ok(board),
            Err(Error::Input(error)) => Err(error),
            Err(error) => unreachable!("a string can be read: {error}"),
        }
    }
}
