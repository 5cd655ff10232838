//! A reference implementation of the rules of the game, as plain as possible. It shares no code
//! with the program.

use std::sync::LazyLock;

/// A set of cells: a bit for each, the lowest for the first cell, row by row.
pub type Set = u16;

/// For each set, whether it contains a row, a column or a diagonal.
static HAS_LINE: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let has = |set: Set, row: u16, column: u16| set >> (4 * row + column) & 1 == 1;
    let has_line = |set| {
        (0..4).any(|row| (0..4).all(|column| has(set, row, column)))
            || (0..4).any(|column| (0..4).all(|row| has(set, row, column)))
            || (0..4).all(|index| has(set, index, index))
            || (0..4).all(|index| has(set, index, 3 - index))
    };
    (0..=Set::MAX).map(has_line).collect()
});

pub fn has_line(set: Set) -> bool {
    HAS_LINE[usize::from(set)]
}

/// The cells that count for this player.
pub fn cells_of(player: u8, rows: &[[u8; 4]; 4]) -> Set {
    let cells = rows.as_flattened().iter().enumerate();
    cells.map(|(index, &cell)| Set::from(cell == player || cell == b'T') << index).sum()
}

pub const STATUSES: [&str; 4] = ["X won", "O won", "Draw", "Game has not completed"];

/// The index of the status in `STATUSES`, from the cells that count for each player. `None` if both
/// own a line.
pub fn status(x: Set, o: Set) -> Option<usize> {
    match (has_line(x), has_line(o)) {
        (true, true) => None,
        (true, false) => Some(0),
        (false, true) => Some(1),
        (false, false) if x | o == Set::MAX => Some(2),
        (false, false) => Some(3),
    }
}

/// Why play can't reach a board that has a status.
pub enum Unreachable {
    MarkCounts { x: u32, o: u32 },
    PlayedOn { winner: char },
}

/// The player who moved last can have won, but only by that move, and the other can't have won.
pub fn why_unreachable(x: Set, o: Set) -> Option<Unreachable> {
    let (x_marks, o_marks) = (x & !o, o & !x);
    let (x_count, o_count) = (x_marks.count_ones(), o_marks.count_ones());
    let ((last, cells, marks), (other, other_cells)) = if x_count == o_count {
        (('O', o, o_marks), ('X', x))
    } else if x_count == o_count + 1 {
        (('X', x, x_marks), ('O', o))
    } else {
        return Some(Unreachable::MarkCounts { x: x_count, o: o_count });
    };
    if has_line(other_cells) {
        return Some(Unreachable::PlayedOn { winner: other });
    }
    let mut moves = (0..16).map(|index| 1 << index).filter(|cell| marks & cell != 0);
    if has_line(cells) && moves.all(|cell| has_line(cells & !cell)) {
        return Some(Unreachable::PlayedOn { winner: last });
    }
    None
}
