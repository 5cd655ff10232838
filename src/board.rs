//! The rules of the game, as [the statement] has them.
//!
//! [the statement]: https://code.google.com/codejam/contest/2270488/dashboard#s=p0

use std::fmt;

/// What a cell of a board holds.
#[derive(Clone, Copy)]
pub(crate) enum Cell {
    X,
    O,
    /// The mark that counts for both players.
    T,
    Empty,
}

/// Why cells don't make a [`Board`].
#[derive(Debug)]
pub(crate) enum NoBoard {
    /// The statement has one T at most.
    SecondT,
    /// The statement says who has won where one player owns a line, not where both do.
    BothOwnALine,
}

/// A board of four rows of four cells that has a [`Status`].
///
/// It is made from its text, four lines of `X`, `O`, `T` and `.`:
///
/// ```
/// use tomek::{Board, Status};
///
/// let board: Board = "XXXT\n....\nOO..\n....\n".parse()?;
/// assert_eq!(board.status(), Status::XWon);
/// assert_eq!(board.status().to_string(), "X won");
///
/// let error = "XXXX\nOOOO\n....\n....\n".parse::<Board>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: both players own a line, so neither has won");
/// # Ok::<(), tomek::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// A bit for each cell that counts for X in the low half, for O in the high half. A T is in
    /// both halves, an empty cell in neither.
    ///
    /// At most one cell is in both halves, and at most one half holds a whole line.
    marks: u64,
}

/// From a cell's bit to that of the cell below. The bit between two rows is never set, so that no
/// line runs over the edge of the board.
const STRIDE: u32 = 5;

/// From a cell's bit for X to its bit for O.
const HALF: u32 = 32;

const X_HALF: u64 = u64::MAX >> HALF;
const O_HALF: u64 = X_HALF << HALF;

/// The bits of all cells for X.
const ALL_CELLS: u64 = 0b01111_01111_01111_01111;

impl Board {
    pub(crate) const EMPTY: Board = Board { marks: 0 };

    /// This board with `cell` in an empty place; `row` and `column` count from 0.
    pub(crate) fn with(self, row: u32, column: u32, cell: Cell) -> Result<Board, NoBoard> {
        Board::new(self.marks | cell.marks() << (row * STRIDE + column))
    }

    fn new(marks: u64) -> Result<Board, NoBoard> {
        let board = Board { marks };
        if board.ts().count_ones() > 1 {
            Err(NoBoard::SecondT)
        } else if board.owners() == BOTH {
            Err(NoBoard::BothOwnALine)
        } else {
            Ok(board)
        }
    }

    /// How the game stands on this board.
    #[must_use]
    pub fn status(self) -> Status {
        // Looked up, since a branch on what can't be predicted costs more.
        const IN_PLAY: [Status; 3] = [Status::NotCompleted, Status::XWon, Status::OWon];
        const FULL: [Status; 3] = [Status::Draw, Status::XWon, Status::OWon];
        [IN_PLAY, FULL][usize::from(self.is_full())][self.owners()]
    }

    /// The bits of the cells that count for both, as X's.
    fn ts(self) -> u64 {
        self.marks & (self.marks >> HALF)
    }

    fn is_full(self) -> bool {
        (self.marks | (self.marks >> HALF)) & ALL_CELLS == ALL_CELLS
    }

    /// Who owns a line: 0 for nobody, 1 for X, 2 for O, [`BOTH`].
    fn owners(self) -> usize {
        let lines =
            self.line(1) | self.line(STRIDE) | self.line(STRIDE + 1) | self.line(STRIDE - 1);
        usize::from(lines & X_HALF != 0) | usize::from(lines & O_HALF != 0) << 1
    }

    /// In each half, the bits from which four cells in a row, `step` apart, are set.
    fn line(self, step: u32) -> u64 {
        let pairs = self.marks & (self.marks >> step);
        pairs & (pairs >> (2 * step))
    }
}

const BOTH: usize = 3;

impl Cell {
    /// The bits of this cell in the upper left corner.
    fn marks(self) -> u64 {
        match self {
            Cell::X => 1,
            Cell::O => 1 << HALF,
            Cell::T => 1 | 1 << HALF,
            Cell::Empty => 0,
        }
    }
}

/// How the game stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// X owns a line: a row, a column or a diagonal of four X, or of three X and the T.
    XWon,
    /// O owns a line.
    OWon,
    /// Nobody owns a line, and no cell is empty.
    Draw,
    /// Nobody owns a line, and some cell is empty, even if nobody can win any more.
    NotCompleted,
}

impl Status {
    /// The statement's words for this status.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::XWon => "X won",
            Status::OWon => "O won",
            Status::Draw => "Draw",
            Status::NotCompleted => "Game has not completed",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
