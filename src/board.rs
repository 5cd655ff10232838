//! The rules of the game, as [the statement] has them.
//!
//! [the statement]: https://code.google.com/codejam/contest/2270488/dashboard#s=p0

use std::{error, fmt};

use crate::lines::{ALL_CELLS, common_cells_of_lines, has_line, has_two_lines};

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

    /// Whether play can reach this board: X and O take turns, X starts, and the game is over when
    /// a player owns a line. A T is there from the start.
    ///
    /// What the variants of [`Unreachable`] say is all that can stand in the way, as is seen by
    /// playing backwards: take the last mark away, one that is in all the lines of the player who
    /// has won, if one has. What is left has no line, and nor has any part of it, so its marks can
    /// have been set in any order that alternates.
    ///
    /// ```
    /// let board: tomek::Board = "XXXX\n....\n....\n....\n".parse()?;
    /// let reason = board.check_reachable().unwrap_err();
    /// assert_eq!(reason.to_string(), "X has 4 marks and O has 0");
    /// # Ok::<(), tomek::InputError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Says what can't be.
    #[inline]
    pub fn check_reachable(self) -> Result<(), Unreachable> {
        let (x, o) = (self.x & !self.o, self.o & !self.x);
        // X's marks and the 16 cells without O's, counted in one go.
        let marks = (u32::from(x) | u32::from(!o) << 16).count_ones();
        if !(16..=17).contains(&marks) {
            let (x, o) = (x.count_ones(), o.count_ones());
            return Err(Unreachable::Counts { x, o });
        }
        let x_moved_last = marks == 17;
        let (last, own_marks, line_before) = if x_moved_last {
            (self.x, x, has_line(self.o))
        } else {
            (self.o, o, has_line(self.x))
        };
        if line_before == 1 {
            Err(Unreachable::MovedAfterLoss {
                x_has_won: !x_moved_last,
            })
        // One line is always all right. Two are rare, so that the branch is predicted.
        } else if has_two_lines(last) && common_cells_of_lines(last) & own_marks == 0 {
            Err(Unreachable::PlayedOn {
                x_has_won: x_moved_last,
            })
        } else {
            Ok(())
        }
    }
}

/// Why play can't reach a board. It displays as words for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreachable {
    /// X has neither as many marks as O nor one more.
    Counts {
        /// How many marks X has, the T not counted.
        x: u32,
        /// How many marks O has.
        o: u32,
    },
    /// By the number of marks, the one who doesn't own a line has made the last move.
    MovedAfterLoss {
        /// It is X who owns a line.
        x_has_won: bool,
    },
    /// No mark of the winner is in all of the winner's lines, so the last move can't have made
    /// them all.
    PlayedOn {
        /// It is X who owns the lines.
        x_has_won: bool,
    },
}

impl error::Error for Unreachable {}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = |x_first: bool| if x_first { ["X", "O"] } else { ["O", "X"] };
        match *self {
            Unreachable::Counts { x, o } => {
                let marks = if x == 1 { "mark" } else { "marks" };
                write!(f, "X has {x} {marks} and O has {o}")
            }
            Unreachable::MovedAfterLoss { x_has_won } => {
                let [winner, loser] = players(x_has_won);
                write!(f, "{winner} has won, but {loser} has made the last move")
            }
            Unreachable::PlayedOn { x_has_won } => {
                let [winner, _] = players(x_has_won);
                write!(
                    f,
                    "the game would have gone on after it was won, \
                     since no one move makes all of {winner}'s lines"
                )
            }
        }
    }
}

/// By whether the board is full, whether X owns a line, and whether O does.
const STATUSES: [[[Status; 2]; 2]; 2] = [
    [[Status::NotCompleted, Status::OWon], [Status::XWon; 2]],
    [[Status::Draw, Status::OWon], [Status::XWon; 2]],
];

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

#[cfg(test)]
mod tests {
    use super::{Board, Status};

    /// As many as there are when all games are played out. Whether they are the same ones is for
    /// the tests of the library to say: those take each of these as reachable.
    #[test]
    fn as_many_boards_are_reachable_as_play_reaches() {
        let mut counts = [0; 4];
        for x in 0..=u16::MAX {
            let ts = (0..16).map(|place| 1 << place).filter(|t| x & t != 0);
            for t in ts.chain([0]) {
                let mut others = !x;
                loop {
                    if let Ok(board) = Board::new(x, others | t) {
                        counts[board.status() as usize] +=
                            usize::from(board.check_reachable().is_ok());
                    }
                    if others == 0 {
                        break;
                    }
                    others = (others - 1) & !x;
                }
            }
        }
        let of = |status| counts[status as usize];
        assert_eq!(of(Status::XWon), 3_900_624);
        assert_eq!(of(Status::OWon), 2_552_092);
        assert_eq!(of(Status::Draw), 34_516);
        assert_eq!(of(Status::NotCompleted), 54_602_563);
    }
}
