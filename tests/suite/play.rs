//! All games, played from the start to the end.

use crate::enumeration::for_each_board;
use crate::rules::{self, Set};

/// A set of boards that have their T in the same cell, or none.
struct Boards {
    /// A bit for each board, by its number.
    bits: Vec<u64>,
    /// For each set of cells, the sum of 3 to the power of each cell.
    powers: Vec<usize>,
}

impl Boards {
    fn new() -> Boards {
        let power = |set: usize| {
            (0..16).filter(|cell| set >> cell & 1 == 1).map(|cell| 3_usize.pow(cell)).sum()
        };
        Boards {
            bits: vec![0; 3_usize.pow(16) / 64 + 1],
            powers: (0..1 << 16).map(power).collect(),
        }
    }

    /// A number in base 3, with a digit for each cell.
    fn number(&self, x: Set, o: Set) -> usize {
        self.powers[usize::from(x & !o)] + 2 * self.powers[usize::from(o & !x)]
    }

    fn contains(&self, x: Set, o: Set) -> bool {
        let number = self.number(x, o);
        self.bits[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns whether the board is new.
    fn insert(&mut self, x: Set, o: Set) -> bool {
        let is_new = !self.contains(x, o);
        let number = self.number(x, o);
        self.bits[number / 64] |= 1 << (number % 64);
        is_new
    }

    /// Adds this board and all that can follow it. `mover` has the cells of the player who moves.
    fn play(&mut self, mover: Set, other: Set, x_moves: bool) {
        let (x, o) = if x_moves { (mover, other) } else { (other, mover) };
        if !self.insert(x, o) || rules::has_line(other) {
            return;
        }
        for cell in (0..16).map(|index| 1 << index) {
            if (mover | other) & cell == 0 {
                self.play(other, mover | cell, !x_moves);
            }
        }
    }
}

/// With no T, and with one in a corner, at an edge and inside: the other cells mirror these.
#[test]
fn play_reaches_the_boards_that_the_rule_allows() {
    for t in [None, Some(0), Some(1), Some(5)] {
        let mut reached = Boards::new();
        let start = t.map_or(0, |cell| 1 << cell);
        reached.play(start, start, true);
        for_each_board(t, |board| {
            let is_allowed = rules::status(board.x, board.o).is_some()
                && rules::why_unreachable(board.x, board.o).is_none();
            let is_reached = reached.contains(board.x, board.o);
            assert_found!(is_reached, is_allowed, "{}", board.cells.escape_ascii());
        });
    }
}
