//! What the statement says of a board, in the plainest way, and nothing of the program's own.

use std::fmt::Write;

/// The lines of a board, each of four (row, column).
const LINES: [[(usize, usize); 4]; 10] = [
    [(0, 0), (0, 1), (0, 2), (0, 3)],
    [(1, 0), (1, 1), (1, 2), (1, 3)],
    [(2, 0), (2, 1), (2, 2), (2, 3)],
    [(3, 0), (3, 1), (3, 2), (3, 3)],
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 1), (1, 1), (2, 1), (3, 1)],
    [(0, 2), (1, 2), (2, 2), (3, 2)],
    [(0, 3), (1, 3), (2, 3), (3, 3)],
    [(0, 0), (1, 1), (2, 2), (3, 3)],
    [(0, 3), (1, 2), (2, 1), (3, 0)],
];

/// The cells of a board, row by row.
pub type Cells = [[u8; 4]; 4];

pub fn owns_a_line(player: u8, cells: &Cells) -> bool {
    LINES.iter().any(|line| {
        line.iter()
            .all(|&(row, column)| [player, b'T'].contains(&cells[row][column]))
    })
}

/// The words for a board on which at most one player owns a line.
pub fn status(cells: &Cells) -> &'static str {
    if owns_a_line(b'X', cells) {
        "X won"
    } else if owns_a_line(b'O', cells) {
        "O won"
    } else if cells.iter().flatten().any(|&cell| cell == b'.') {
        "Game has not completed"
    } else {
        "Draw"
    }
}

/// The output for a good input, which is read word by word.
pub fn answers(input: &str) -> String {
    let mut words = input
        .trim_start_matches('\u{feff}')
        .split_ascii_whitespace();
    let count: u64 = words.next().unwrap().parse().unwrap();
    let mut row = || words.next().unwrap().as_bytes().try_into().unwrap();
    let mut answers = String::new();
    for number in 1..=count {
        writeln!(
            answers,
            "Case #{number}: {}",
            status(&[row(), row(), row(), row()])
        )
        .unwrap();
    }
    answers
}
