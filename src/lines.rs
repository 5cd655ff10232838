//! Sets of cells, a bit a cell, and the lines among them.

pub(crate) const ALL_CELLS: u16 = 0xffff;

/// The rows, the columns and the diagonals, a hexadecimal digit a row.
const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// The cells that are in each of the lines among these cells.
pub(crate) fn common_cells_of_lines(cells: u16) -> u16 {
    let lines = LINES.iter().filter(|line| cells & **line == **line);
    lines.fold(ALL_CELLS, |common, line| common & line)
}

/// 1 where a line is among these cells, 0 where none is.
#[inline]
pub(crate) fn has_line(cells: u16) -> usize {
    usize::from(is_one_of(&ONE_LINE, cells))
}

pub(crate) fn has_two_lines(cells: u16) -> bool {
    is_one_of(&TWO_LINES, cells)
}

/// Sets of cells, a bit for each that is one of them.
type Sets = [u64; 1024];

#[inline]
fn is_one_of(sets: &Sets, cells: u16) -> bool {
    let cells = usize::from(cells);
    sets[cells / 64] & 1 << (cells % 64) != 0
}

/// The sets that hold a line.
static ONE_LINE: Sets = {
    let mut sets = [0; 1024];
    let mut line = 0;
    while line < LINES.len() {
        add_all_with(LINES[line], &mut sets);
        line += 1;
    }
    sets
};

/// The sets that hold two lines or more.
static TWO_LINES: Sets = {
    let mut sets = [0; 1024];
    let mut line = 0;
    while line < LINES.len() {
        let mut other = 0;
        while other < line {
            add_all_with(LINES[line] | LINES[other], &mut sets);
            other += 1;
        }
        line += 1;
    }
    sets
};

/// Adds all sets that hold these cells.
const fn add_all_with(cells: u16, sets: &mut Sets) {
    let mut others = !cells;
    loop {
        let set = (cells | others) as usize;
        sets[set / 64] |= 1 << (set % 64);
        if others == 0 {
            return;
        }
        others = (others - 1) & !cells;
    }
}
