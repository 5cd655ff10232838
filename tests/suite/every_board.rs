//! Every board has its status, and play can reach it or not, as the rules say. The tests of the
//! grammar say that the rows of a board are those of its text.

use std::array;
use std::sync::Mutex;
use std::thread;

use tomek::{Board, InvalidBoard};

use crate::enumeration::for_each_board;
use crate::rules;

/// How many boards there are of each kind, by their status.
#[derive(Debug, Default, PartialEq)]
struct Totals {
    all: [usize; 4],
    reachable: [usize; 4],
    both_own_a_line: usize,
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        self.all = array::from_fn(|status| self.all[status] + other.all[status]);
        self.reachable = array::from_fn(|status| self.reachable[status] + other.reachable[status]);
        self.both_own_a_line += other.both_own_a_line;
    }
}

/// Checks the boards that have their T in this cell, or none.
fn check(t: Option<usize>) -> Totals {
    let mut totals = Totals::default();
    for_each_board(t, |board| {
        let rows = board.cells.as_chunks().0.try_into().unwrap();
        match (Board::new(rows), rules::status(board.x, board.o)) {
            (Ok(found), Some(status)) => {
                assert!(found.status() as usize == status, "{found:?}");
                totals.all[status] += 1;
                let is_reachable = rules::why_unreachable(board.x, board.o).is_none();
                assert!(found.check_reachable().is_ok() == is_reachable, "{found:?}");
                totals.reachable[status] += usize::from(is_reachable);
            }
            (Err(InvalidBoard::BothOwnALine), None) => totals.both_own_a_line += 1,
            (found, expected) => panic!("expected {expected:?}, found {found:?}"),
        }
    });
    totals
}

#[test]
fn every_board_is_judged_right() {
    let ts = Mutex::new([None].into_iter().chain((0..16).map(Some)));
    let totals = Mutex::new(Totals::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                loop {
                    // A statement of its own, so that the lock isn't held for long.
                    let Some(t) = ts.lock().unwrap().next() else { return };
                    let part = check(t);
                    totals.lock().unwrap().add(&part);
                }
            });
        }
    });
    let expected = Totals {
        all: [38_191_755, 38_191_755, 107_344, 193_196_101],
        reachable: [3_900_624, 2_552_092, 34_516, 54_602_563],
        both_own_a_line: 2_942_278,
    };
    assert_found!(totals.into_inner().unwrap(), expected);
}
