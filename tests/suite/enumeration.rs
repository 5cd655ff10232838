//! All boards that have one T at most.

use crate::rules::Set;

/// A board as its cells and as the sets of cells that count for each player.
pub struct Board {
    pub cells: [u8; 16],
    pub x: Set,
    pub o: Set,
}

impl Board {
    fn set(&mut self, index: usize, cell: u8) {
        self.cells[index] = cell;
        let bit = 1 << index;
        self.x = self.x & !bit | if b"XT".contains(&cell) { bit } else { 0 };
        self.o = self.o & !bit | if b"OT".contains(&cell) { bit } else { 0 };
    }
}

/// Visits the boards that have their T in this cell, or none.
pub fn for_each_board(t: Option<usize>, mut visit: impl FnMut(&Board)) {
    let mut board = Board { cells: [b'.'; 16], x: 0, o: 0 };
    if let Some(index) = t {
        board.set(index, b'T');
    }
    // Counts in base 3, the first of the cells fastest.
    loop {
        visit(&board);
        let has_carried_over = (0..16).filter(|&index| Some(index) != t).all(|index| {
            let next = match board.cells[index] {
                b'.' => b'X',
                b'X' => b'O',
                _ => b'.',
            };
            board.set(index, next);
            next == b'.'
        });
        if has_carried_over {
            return;
        }
    }
}
