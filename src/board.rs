//! The rules of the game, from [the statement], and which boards play can reach.
//!
//! [the statement]: https://github.com/google/coding-competitions-archive/tree/main/codejam/2013/qualification_round/tic-tac-toe-tomek

use std::{error, fmt};

use wide::u8x16;

/// A valid board of four rows of four cells: one that has a [`Status`].
///
/// A cell is `X`, `O`, `T`, which counts for both players, or `.`, which is empty.
///
/// ```
/// use tomek::{Board, Status};
///
/// let board = Board::new([*b"XXXT", *b"....", *b"OO..", *b"...."])?;
/// assert_eq!(board.status(), Status::XWon);
/// assert_eq!(board.to_string(), "XXXT\n....\nOO..\n....");
/// # Ok::<(), tomek::InvalidBoard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The cells that count for X: its marks and the T.
    x: Cells,
    /// The cells that count for O. At most one cell, the T, is in both sets, and at most one set
    /// contains a line.
    o: Cells,
    /// Derived from `x` and `o`.
    status: Status,
}

/// A set of cells as a bit mask. The lowest bit is the first cell, row by row.
type Cells = u16;

const ALL_CELLS: Cells = Cells::MAX;

/// The rows, the columns and the diagonals. Each row of a board is a hexadecimal digit.
const LINES: [Cells; 10] =
    [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

impl Board {
    /// Makes a board from its rows.
    ///
    /// # Errors
    ///
    /// Returns the first that applies: a byte is not a cell, there is more than one `T`, both
    /// players own a line.
    pub fn new(rows: [[u8; 4]; 4]) -> Result<Board, InvalidBoard> {
        Board::if_valid(rows).ok_or_else(|| InvalidBoard::new(rows))
    }

    /// Like [`Board::new`], but doesn't say why the rows are not a board. Measured: with `new`, the
    /// parser needs a third more instructions.
    #[inline]
    pub(crate) fn if_valid(rows: [[u8; 4]; 4]) -> Option<Board> {
        let bytes = u8x16::from(rows.as_flattened());
        let equal = |cell| bytes.simd_eq(u8x16::splat(cell));
        let x = equal(b'X') | equal(b'T');
        let o = equal(b'O') | equal(b'T');
        let known = to_cells(x | o | equal(b'.'));
        let (x, o) = (to_cells(x), to_cells(o));
        let t = x & o;
        if known != ALL_CELLS || !(t == 0 || t.is_power_of_two()) {
            return None;
        }
        // A table, because a branch that can't be predicted is slower.
        let [x_has_line, o_has_line] =
            [x, o].map(|cells| usize::from(HAS_LINE[usize::from(cells)]));
        let status = STATUSES[x_has_line][o_has_line][usize::from(x | o == ALL_CELLS)]?;
        Some(Board { x, o, status })
    }

    /// Returns the cells, row by row.
    ///
    /// ```
    /// let rows = [*b"XXXT", *b"....", *b"OO..", *b"...."];
    /// assert_eq!(tomek::Board::new(rows)?.rows(), rows);
    /// # Ok::<(), tomek::InvalidBoard>(())
    /// ```
    #[must_use]
    pub fn rows(self) -> [[u8; 4]; 4] {
        let mut rows = [[b'.'; 4]; 4];
        for (index, cell) in rows.as_flattened_mut().iter_mut().enumerate() {
            *cell = match (self.x >> index & 1, self.o >> index & 1) {
                (0, 0) => b'.',
                (_, 0) => b'X',
                (0, _) => b'O',
                (_, _) => b'T',
            };
        }
        rows
    }

    fn row_texts(self) -> [String; 4] {
        self.rows().map(|row| row.escape_ascii().to_string())
    }

    /// Returns how the game stands on this board.
    #[must_use]
    pub fn status(self) -> Status {
        self.status
    }

    /// Checks that play can reach this board: X and O take turns, X starts, and the game ends
    /// when a player owns a line. The `T` is on the board from the start.
    ///
    /// ```
    /// let board: tomek::Board = "XXXX\n....\n....\n....".parse()?;
    /// let reason = board.check_reachable().unwrap_err();
    /// assert_eq!(reason.to_string(), "X has 4 marks and O has 0, but X must have as many as O or one more");
    /// # Ok::<(), tomek::InputError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason why play can't reach the board.
    // Measured: inlined, it makes all inputs faster, also when it isn't called.
    #[inline]
    pub fn check_reachable(self) -> Result<(), UnreachableBoard> {
        let t = self.x & self.o;
        let (x, o) = ((self.x ^ t).count_ones(), (self.o ^ t).count_ones());
        if x != o && x != o + 1 {
            return Err(UnreachableBoard::MarkCounts { x, o });
        }
        let (winner, moved_last, cells) = match self.status {
            Status::XWon => ('X', x > o, self.x),
            Status::OWon => ('O', x == o, self.o),
            Status::Draw | Status::NotCompleted => return Ok(()),
        };
        if !moved_last || common_cells_of_lines(cells) & !t == 0 {
            return Err(UnreachableBoard::PlayedOn { winner });
        }
        // Play can reach all other boards. If there is a winner, let the last mark be one that is in
        // all of the winner's lines. Then nobody owned a line before, and the other marks can have
        // been set in any order in which the players alternate.
        Ok(())
    }
}

/// The cells that are set in `mask`.
fn to_cells(mask: u8x16) -> Cells {
    (mask.to_bitmask() & 0xffff) as Cells
}

/// For each set of cells, whether it contains a line. Measured: looking for the ten lines one by
/// one takes half as many instructions again.
static HAS_LINE: [bool; 1 << 16] = {
    let mut has_line = [false; 1 << 16];
    let mut line = 0;
    while line < LINES.len() {
        let mut cells = 0;
        while cells < has_line.len() {
            has_line[cells] |= cells & LINES[line] as usize == LINES[line] as usize;
            cells += 1;
        }
        line += 1;
    }
    has_line
};

/// The cells that all lines among `cells` share; all cells if there is no line.
fn common_cells_of_lines(cells: Cells) -> Cells {
    let lines = LINES.iter().filter(|line| cells & **line == **line);
    lines.fold(ALL_CELLS, |common, line| common & line)
}

impl TryFrom<[[u8; 4]; 4]> for Board {
    type Error = InvalidBoard;

    /// Like [`Board::new`].
    fn try_from(rows: [[u8; 4]; 4]) -> Result<Board, InvalidBoard> {
        Board::new(rows)
    }
}

impl fmt::Debug for Board {
    /// Shows the four rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Board").field(&self.row_texts()).finish()
    }
}

impl fmt::Display for Board {
    /// Writes the four rows, separated by line feeds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.row_texts().join("\n"))
    }
}

/// Why four rows are not a [`Board`].
///
/// ```
/// use tomek::{Board, InvalidBoard};
///
/// let error = Board::new([*b"XXXX", *b"OOOO", *b"....", *b"...."]).unwrap_err();
/// assert_eq!(error, InvalidBoard::BothOwnALine);
/// assert_eq!(error.to_string(), "both players own a line, so neither has won");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidBoard {
    /// A byte is none of `X`, `O`, `T` and `.`.
    NotACell(u8),
    /// There is more than one `T`.
    #[non_exhaustive]
    TooManyTs {
        /// How many there are.
        count: u32,
    },
    /// Both players own a line. The statement defines no status for such a board.
    BothOwnALine,
}

impl InvalidBoard {
    /// The reason why four rows are not a board.
    #[cold]
    fn new(rows: [[u8; 4]; 4]) -> InvalidBoard {
        let cells = rows.as_flattened();
        if let Some(byte) = cells.iter().find(|byte| !b"XOT.".contains(byte)) {
            return InvalidBoard::NotACell(*byte);
        }
        match cells.iter().map(|cell| u32::from(*cell == b'T')).sum() {
            0 | 1 => InvalidBoard::BothOwnALine,
            count => InvalidBoard::TooManyTs { count },
        }
    }
}

impl error::Error for InvalidBoard {}

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidBoard::NotACell(byte) => {
                write!(f, "a cell is X, O, T or ., not '{}'", byte.escape_ascii())
            }
            InvalidBoard::TooManyTs { count } => {
                write!(f, "a board has one T at most, this one has {count}")
            }
            InvalidBoard::BothOwnALine => {
                f.write_str("both players own a line, so neither has won")
            }
        }
    }
}

/// Why play can't reach a [`Board`].
///
/// ```
/// use tomek::{Board, UnreachableBoard};
///
/// let board = Board::new([*b"XXXX", *b"OOO.", *b"O...", *b"...."])?;
/// let reason = board.check_reachable().unwrap_err();
/// assert!(matches!(reason, UnreachableBoard::PlayedOn { winner: 'X', .. }));
/// assert_eq!(reason.to_string(), "X had won before the last move");
/// # Ok::<(), tomek::InvalidBoard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnreachableBoard {
    /// X has neither as many marks as O nor one more.
    #[non_exhaustive]
    MarkCounts {
        /// The marks of X, without the `T`.
        x: u32,
        /// The marks of O, without the `T`.
        o: u32,
    },
    /// The game went on after it was won: the loser moved last, or no mark is in all lines of the
    /// winner, so no single move can have completed them.
    #[non_exhaustive]
    PlayedOn {
        /// The player who owns a line, `X` or `O`.
        winner: char,
    },
}

impl error::Error for UnreachableBoard {}

impl fmt::Display for UnreachableBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreachableBoard::MarkCounts { x, o } => {
                let marks = if *x == 1 { "mark" } else { "marks" };
                write!(
                    f,
                    "X has {x} {marks} and O has {o}, but X must have as many as O or one more"
                )
            }
            UnreachableBoard::PlayedOn { winner } => {
                write!(f, "{winner} had won before the last move")
            }
        }
    }
}

/// How the game stands on a [`Board`].
///
/// ```
/// use tomek::{Board, Status};
///
/// let status = Board::new([*b"XOXT", *b"XXOO", *b"OXOX", *b"XXOO"])?.status();
/// assert_eq!(status, Status::Draw);
/// assert_eq!(status.to_string(), "Draw");
/// # Ok::<(), tomek::InvalidBoard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// X owns a line: a row, a column or a diagonal of four `X`, or of three `X` and the `T`.
    XWon,
    /// O owns a line.
    OWon,
    /// No player owns a line, and no cell is empty.
    Draw,
    /// No player owns a line, and a cell is empty, even if no player can win any more.
    NotCompleted,
}

impl fmt::Display for Status {
    /// Writes the words of the statement.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::XWon => "X won",
            Status::OWon => "O won",
            Status::Draw => "Draw",
            Status::NotCompleted => "Game has not completed",
        })
    }
}

/// Indexed by whether X owns a line, whether O does, and whether no cell is empty.
const STATUSES: [[[Option<Status>; 2]; 2]; 2] = [
    [[Some(Status::NotCompleted), Some(Status::Draw)], [Some(Status::OWon); 2]],
    [[Some(Status::XWon); 2], [None; 2]],
];
