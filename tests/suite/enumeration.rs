//! All boards that have one T at most.

/// The boards that have their T in this cell, if any, and these marks in the first other cells.
#[derive(Clone, Copy)]
pub struct Part {
    pub t: Option<usize>,
    first: [u8; 3],
}

/// Splits all boards into parts, for the threads of a test.
pub fn parts() -> Vec<Part> {
    let marks = *b".XO";
    let mut parts = Vec::new();
    for t in (0..16).map(Some).chain([None]) {
        for number in 0..27 {
            let first = [marks[number / 9], marks[number / 3 % 3], marks[number % 3]];
            parts.push(Part { t, first });
        }
    }
    parts
}

/// A board as its cells and as the sets of cells that count for each player: a bit for each cell,
/// the lowest for the first, with the T in both.
#[derive(Clone, Copy)]
pub struct Board {
    pub cells: [u8; 16],
    pub x: u16,
    pub o: u16,
}

impl Board {
    fn set(&mut self, index: usize, cell: u8) {
        self.cells[index] = cell;
        let bit = 1 << index;
        self.x = self.x & !bit | if b"XT".contains(&cell) { bit } else { 0 };
        self.o = self.o & !bit | if b"OT".contains(&cell) { bit } else { 0 };
    }
}

impl Part {
    pub fn for_each(self, mut visit: impl FnMut(&Board)) {
        let mut board = Board { cells: [b'.'; 16], x: 0, o: 0 };
        if let Some(index) = self.t {
            board.set(index, b'T');
        }
        let mut others: Vec<usize> = (0..16).filter(|&index| Some(index) != self.t).collect();
        for (index, mark) in others.drain(..3).zip(self.first) {
            board.set(index, mark);
        }
        // Counts in base 3, the first of the cells fastest.
        loop {
            visit(&board);
            let has_carried_over = others.iter().all(|&index| {
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
}
