//! All boards there are, with one T at most.

use crate::oracle::Cells;

/// Boards with the T in this place, if any, and these marks in the first places that it leaves.
#[derive(Clone, Copy)]
pub struct Share {
    pub t: Option<usize>,
    first: [u8; 3],
}

/// All boards, in shares that are worth a thread's while.
pub fn shares() -> Vec<Share> {
    let marks = *b".XO";
    let mut shares = Vec::new();
    for t in (0..16).map(Some).chain([None]) {
        for number in 0..27 {
            let first = [marks[number / 9], marks[number / 3 % 3], marks[number % 3]];
            shares.push(Share { t, first });
        }
    }
    shares
}

impl Share {
    pub fn for_each(self, mut visit: impl FnMut(&Cells)) {
        let mut cells = [[b'.'; 4]; 4];
        if let Some(place) = self.t {
            cells.as_flattened_mut()[place] = b'T';
        }
        let mut places: Vec<usize> = (0..16).filter(|&place| Some(place) != self.t).collect();
        for (place, mark) in places.drain(..3).zip(self.first) {
            cells.as_flattened_mut()[place] = mark;
        }
        // Counts in base 3, the first of the places fastest.
        loop {
            visit(&cells);
            let next = |mark| match mark {
                b'.' => b'X',
                b'X' => b'O',
                _ => b'.',
            };
            let carried = places.iter().all(|&place| {
                let cell = &mut cells.as_flattened_mut()[place];
                *cell = next(*cell);
                *cell == b'.'
            });
            if carried {
                return;
            }
        }
    }
}
