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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The cells that count for X, a bit each, row by row from the lowest bit up. A T is among
    /// these and those for O, an empty cell among neither.
    ///
    /// At most one cell is among both, and at most one of the two holds a whole line.
    x: u16,
    /// Those that count for O.
    o: u16,
}

impl Board {
    pub(crate) const EMPTY: Board = Board { x: 0, o: 0 };

    /// The board on which these cells count for X and for O.
    #[inline]
    pub(crate) fn new(x: u16, o: u16) -> Result<Board, NoBoard> {
        let board = Board { x, o };
        if (x & o).count_ones() > 1 {
            Err(NoBoard::SecondT)
        } else if has_line(x) + has_line(o) > 1 {
            Err(NoBoard::BothOwnALine)
        } else {
            Ok(board)
        }
    }

    /// This board with `cell` in an empty place; `row` and `column` count from 0.
    pub(crate) fn with(self, row: usize, column: usize, cell: Cell) -> Result<Board, NoBoard> {
        let place = 1 << (4 * row + column);
        let (x, o) = match cell {
            Cell::X => (place, 0),
            Cell::O => (0, place),
            Cell::T => (place, place),
            Cell::Empty => (0, 0),
        };
        Board::new(self.x | x, self.o | o)
    }

    /// How the game stands on this board.
    #[must_use]
    #[inline]
    pub fn status(self) -> Status {
        // Looked up, since a branch on what can't be predicted costs more.
        let is_full = self.x | self.o == ALL_CELLS;
        STATUSES[usize::from(is_full)][has_line(self.x)][has_line(self.o)]
    }
}

/// By whether the board is full, whether X owns a line, and whether O does.
const STATUSES: [[[Status; 2]; 2]; 2] = [
    [[Status::NotCompleted, Status::OWon], [Status::XWon; 2]],
    [[Status::Draw, Status::OWon], [Status::XWon; 2]],
];

const ALL_CELLS: u16 = 0xffff;

/// The cells of each row, column and diagonal.
const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// 1 where a line is among these cells, 0 where none is.
#[inline]
fn has_line(cells: u16) -> usize {
    let cells = usize::from(cells);
    usize::from(HAS_LINE[cells / 64] & 1 << (cells % 64) != 0)
}

/// A bit for each set of cells.
static HAS_LINE: [u64; 1024] = {
    let mut sets = [0; 1024];
    let mut index = 0;
    while index < LINES.len() {
        let line = LINES[index];
        // All sets of other cells, from that of all of them down to the empty one.
        let mut others = !line;
        loop {
            let cells = (line | others) as usize;
            sets[cells / 64] |= 1 << (cells % 64);
            if others == 0 {
                break;
            }
            others = (others - 1) & !line;
        }
        index += 1;
    }
    sets
};

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
