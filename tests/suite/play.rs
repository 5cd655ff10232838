//! Every game there is, played from its start to its end.

use crate::boards::shares;
use crate::oracle::{self, Cells};

/// A bit for each board with its T in one place, or with none, by the board's number in base 3.
struct Boards(Vec<u64>);

fn number(cells: &Cells) -> usize {
    let digit = |&cell| match cell {
        b'X' => 1,
        b'O' => 2,
        _ => 0,
    };
    cells
        .as_flattened()
        .iter()
        .fold(0, |number, cell| 3 * number + digit(cell))
}

impl Boards {
    fn none() -> Boards {
        Boards(vec![0; 3_usize.pow(16) / 64 + 1])
    }

    fn has(&self, cells: &Cells) -> bool {
        let number = number(cells);
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Adds a board; false where it had been added before.
    fn add(&mut self, cells: &Cells) -> bool {
        let number = number(cells);
        let (word, bit) = (&mut self.0[number / 64], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Adds this board, and all that the game can come to from it.
    fn play(&mut self, cells: &mut Cells, player: u8, other: u8) {
        if !self.add(cells) || oracle::owns_a_line(other, cells) {
            return;
        }
        for place in 0..16 {
            if cells.as_flattened()[place] == b'.' {
                cells.as_flattened_mut()[place] = player;
                self.play(cells, other, player);
                cells.as_flattened_mut()[place] = b'.';
            }
        }
    }
}

/// With no T, and with one in a corner, at an edge, and inside: the other places mirror these.
#[test]
fn play_reaches_the_boards_that_the_rule_allows() {
    for t in [None, Some(0), Some(1), Some(5)] {
        let mut reached = Boards::none();
        let mut start = [[b'.'; 4]; 4];
        if let Some(place) = t {
            start.as_flattened_mut()[place] = b'T';
        }
        reached.play(&mut start, b'X', b'O');
        for share in shares().into_iter().filter(|share| share.t == t) {
            share.for_each(|cells| {
                let is_allowed =
                    oracle::status(cells).is_some() && oracle::unreachable(cells).is_none();
                assert_eq!(reached.has(cells), is_allowed, "{cells:?}");
            });
        }
    }
}
