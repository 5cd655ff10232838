//! The boards of an input, or of a string.

use std::fmt;
use std::io::Read;
use std::iter::FusedIterator;
use std::str::FromStr;

use nom::Parser;
use nom::combinator::map_res;

use crate::board::Board;
use crate::error::{Error, InputError, InputErrorKind, Place};
use crate::grammar;
use crate::reader::Reader;

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
///
/// # Panics
///
/// Panics if the reader claims to have read more bytes than it was given room for.
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Boards<R> {
    reader: Reader<R>,
    strict: bool,
    case_count: Option<u64>,
    /// The number of boards that have been returned.
    board_count: u64,
    /// Whether the last item has been returned.
    has_ended: bool,
}

/// Room for a read of 192 KiB behind the start of a board, which is shorter than 4 KiB. Measured:
/// in pipelines, smaller buffers are slower, and larger ones are not faster.
const CAPACITY: usize = 196 * 1024;

impl<R: Read> Boards<R> {
    /// Makes an iterator over the boards of an input. Nothing is read yet.
    pub fn new(reader: R) -> Boards<R> {
        Boards {
            reader: Reader::new(reader, CAPACITY),
            strict: false,
            case_count: None,
            board_count: 0,
            has_ended: false,
        }
    }

    /// Makes the iterator strict: a board that play can't reach is an error. See
    /// [`Board::check_reachable`].
    ///
    /// ```
    /// use tomek::{Boards, Error, InputErrorKind};
    ///
    /// let mut boards = Boards::new("1\nXXXX\n....\n....\n....\n".as_bytes()).strict();
    /// match boards.next() {
    ///     Some(Err(Error::Input(error))) => {
    ///         assert!(matches!(error.kind(), InputErrorKind::UnreachableBoard(_)));
    ///     }
    ///     item => panic!("{item:?}"),
    /// }
    /// ```
    pub fn strict(self) -> Boards<R> {
        Boards { strict: true, ..self }
    }

    /// Returns the number of cases, or `None` before it has been read.
    ///
    /// ```
    /// let mut boards = tomek::Boards::new("1\nXO..\n....\n....\n....\n".as_bytes());
    /// assert_eq!(boards.case_count(), None);
    /// boards.next();
    /// assert_eq!(boards.case_count(), Some(1));
    /// ```
    #[must_use]
    pub fn case_count(&self) -> Option<u64> {
        self.case_count
    }

    /// Returns the number of boards that have been returned.
    pub(crate) fn board_count(&self) -> u64 {
        self.board_count
    }

    /// Returns the next board if the buffer holds its whole case, `1*blank board`. Never reads.
    ///
    /// The first board always comes from [`read_next`](Boards::read_next), because the number of
    /// cases must be read before it, and it needs no blank line. An error is passed over here:
    /// `read_next` parses the same bytes by parts, so it finds the error again, and knows its
    /// place. After an error, this returns nothing: what is left never starts with a whole blank
    /// line.
    pub(crate) fn next_buffered(&mut self) -> Option<Board> {
        if self.board_count == self.case_count.unwrap_or(0) {
            return None;
        }
        let check = |board| check_if_strict(board, self.strict);
        let board =
            self.reader.parse_buffered(|input| map_res(grammar::next_board, check).parse(input))?;
        self.board_count += 1;
        Some(board)
    }

    /// Returns the next board, parsed by parts. Reads as often as necessary.
    pub(crate) fn read_next(&mut self) -> Option<Result<Board, Error>> {
        if self.has_ended {
            return None;
        }
        // In case the reader panics.
        self.has_ended = true;
        let result = self.try_read_next().transpose();
        self.has_ended = !matches!(result, Some(Ok(_)));
        result
    }

    fn try_read_next(&mut self) -> Result<Option<Board>, Error> {
        let count = match self.case_count {
            Some(count) => count,
            None => self.read_count()?,
        };
        let last_case = self.board_count;
        let after_case = |error: Error| error.at(Place::AfterCase { case: last_case, count });
        if last_case == count {
            read_end(&mut self.reader).map_err(after_case)?;
            return Ok(None);
        }
        self.skip_to_board().map_err(after_case)?;
        let case = last_case + 1;
        let board = read_board(&mut self.reader, self.strict)
            .map_err(|error| error.at(Place::InCase { case, count }))?;
        self.board_count = case;
        Ok(Some(board))
    }

    /// Reads `*blank` before the first board, and `1*blank` before any other.
    fn skip_to_board(&mut self) -> Result<(), Error> {
        if self.board_count > 0 {
            self.reader.parse(grammar::blank_before_board)?;
        }
        skip_blanks(&mut self.reader)
    }

    fn read_count(&mut self) -> Result<u64, Error> {
        self.reader.parse(grammar::optional_byte_order_mark)?;
        skip_blanks(&mut self.reader)?;
        let count = self.reader.parse(grammar::count)?;
        self.case_count = Some(count);
        Ok(count)
    }
}

/// Reads a `board`.
fn read_board<R: Read>(reader: &mut Reader<R>, strict: bool) -> Result<Board, Error> {
    // First, because an error of a whole board has the position of the first cell.
    reader.parse(grammar::ws)?;
    let check = |board| check_if_strict(board, strict);
    reader.parse(|input| map_res(grammar::board, check).parse(input))
}

/// Refuses a board that play can't reach, if `strict`.
// Measured: inlined, it makes all inputs faster.
#[inline]
fn check_if_strict(board: Board, strict: bool) -> Result<Board, InputErrorKind> {
    if strict {
        board.check_reachable().map_err(InputErrorKind::UnreachableBoard)?;
    }
    Ok(board)
}

/// Reads `*blank`.
fn skip_blanks<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    while !reader.is_at_end()? && reader.parse(grammar::optional_blank)?.is_some() {}
    Ok(())
}

/// Reads `*blank` and the end of the input.
fn read_end<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    while !reader.is_at_end()? {
        reader.parse(grammar::blank_after_last_board)?;
    }
    Ok(())
}

impl<R: Read> Iterator for Boards<R> {
    type Item = Result<Board, Error>;

    fn next(&mut self) -> Option<Result<Board, Error>> {
        self.next_buffered().map(Ok).or_else(|| self.read_next())
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
    /// space around the rows, and blank lines before and after them. A byte order mark is refused.
    ///
    /// ```
    /// let board: tomek::Board = "XXXT\n....\nOO..\n....\n".parse()?;
    /// assert_eq!(board.rows()[2], *b"OO..");
    /// assert!("\u{feff}XXXT\n....\nOO..\n....\n".parse::<tomek::Board>().is_err());
    /// # Ok::<(), tomek::InputError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what is wrong, with line and column counted from the start of `text`.
    fn from_str(text: &str) -> Result<Board, InputError> {
        let mut reader = Reader::new(text.as_bytes(), 4096);
        let board = skip_blanks(&mut reader).and_then(|()| read_board(&mut reader, false));
        match board.and_then(|board| read_end(&mut reader).map(|()| board)) {
            Ok(board) => Ok(board),
            Err(Error::Input(error)) => Err(error),
            Err(error) => unreachable!("a string can be read: {error}"),
        }
    }
}
