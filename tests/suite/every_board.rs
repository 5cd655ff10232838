//! Every board there is, as text: in the plain form and with CRLF, which take the shortcut, and
//! with blank lines more than it takes, which leaves all to the grammar.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tomek::{Board, Error};

use crate::oracle::{self, Cells};

/// Boards with the T in this place, if any, and these marks in the first places that it leaves.
#[derive(Clone, Copy)]
struct Share {
    t: Option<usize>,
    first: [u8; 3],
}

/// All boards, in shares that are worth a thread's while.
fn shares() -> Vec<Share> {
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
    fn for_each(self, mut visit: impl FnMut(&Cells)) {
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

/// The length of a board's text with a blank line before it.
const BOARD: usize = 21;

/// Boards that wait for a run, and what the run is to print.
#[derive(Default)]
struct Run {
    /// The boards, each behind a blank line.
    boards: Vec<u8>,
    count: usize,
    answers: Vec<u8>,
}

impl Run {
    const MOST: usize = 50_000;

    fn add(&mut self, cells: &Cells, status: &str) {
        self.boards.push(b'\n');
        self.boards.extend_from_slice(&text(cells));
        self.count += 1;
        writeln!(self.answers, "Case #{}: {status}", self.count).unwrap();
    }

    /// Runs in all forms, and starts again.
    fn check(&mut self) {
        let count = format!("{}\n", self.count).into_bytes();
        let plain = [&count, &self.boards[..]].concat();
        let lines = plain.split_inclusive(|&byte| byte == b'\n');
        let crlf = lines
            .flat_map(|line| [&line[..line.len() - 1], b"\r\n"])
            .collect::<Vec<_>>()
            .concat();
        let mut spread = count;
        for board in self.boards.chunks(BOARD) {
            spread.push(b'\n');
            spread.extend_from_slice(board);
        }
        for input in [plain, crlf, spread] {
            let mut output = Vec::with_capacity(self.answers.len());
            tomek::answer(input.as_slice(), &mut output).unwrap();
            if output != self.answers {
                self.show_difference(&output);
            }
        }
        *self = Run::default();
    }

    fn show_difference(&self, output: &[u8]) {
        let is_lf = |byte: &u8| *byte == b'\n';
        let lines = output.split(is_lf).zip(self.answers.split(is_lf));
        for ((line, answer), board) in lines.zip(self.boards.chunks(BOARD)) {
            assert_eq!(
                line.escape_ascii().to_string(),
                answer.escape_ascii().to_string(),
                "{}",
                board.escape_ascii()
            );
        }
        panic!("{} cases, but {} bytes", self.count, output.len());
    }
}

fn text(cells: &Cells) -> [u8; 20] {
    let mut text = [b'\n'; 20];
    for (line, row) in text.chunks_exact_mut(5).zip(cells) {
        line[..4].copy_from_slice(row);
    }
    text
}

/// That a board on which both players own a line is refused, by itself and, for some, in a run.
fn check_refused(cells: &Cells, with_a_run: bool) {
    const BOTH: &str = "both players own a line, so neither has won";
    let text = text(cells);
    let text = std::str::from_utf8(&text).unwrap();
    let error = text.parse::<Board>().unwrap_err();
    assert_eq!((error.line(), error.column()), (1, 1), "{text}");
    if with_a_run {
        assert_eq!(error.to_string(), format!("line 1, column 1: {BOTH}"));
        for line_end in ["\n", "\r\n"] {
            let input = format!("2\n....\n....\n....\n....\n\n{text}").replace('\n', line_end);
            let mut output = Vec::new();
            match tomek::answer(input.as_bytes(), &mut output) {
                Err(Error::Input(error)) => {
                    assert_eq!(
                        error.to_string(),
                        format!("line 7, column 1: case 2: {BOTH}")
                    );
                }
                result => panic!("{result:?}: {text}"),
            }
            assert_eq!(output, b"Case #1: Game has not completed\n");
        }
    }
}

/// How many boards have which status; the last is for those that have none.
const STATUSES: [&str; 5] = ["X won", "O won", "Draw", "Game has not completed", "none"];
type Totals = [usize; 5];

fn check(share: Share) -> Totals {
    let mut totals = [0; 5];
    let mut run = Run::default();
    share.for_each(|cells| {
        let status = oracle::status(cells).unwrap_or("none");
        let index = STATUSES.iter().position(|&other| other == status).unwrap();
        totals[index] += 1;
        if status == "none" {
            check_refused(cells, totals[index] % 1000 == 1);
        } else {
            run.add(cells, status);
        }
        if run.count == Run::MOST {
            run.check();
        }
    });
    run.check();
    totals
}

#[test]
fn every_board_gives_its_answer() {
    let shares = shares();
    let next = AtomicUsize::new(0);
    let totals = Mutex::new([0; 5]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                while let Some(&share) = shares.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let share = check(share);
                    let mut totals = totals.lock().unwrap();
                    *totals = std::array::from_fn(|index| totals[index] + share[index]);
                }
            });
        }
    });
    let totals: Totals = totals.into_inner().unwrap();
    assert_eq!(totals.iter().sum::<usize>(), 272_629_233);
    assert_eq!(
        totals,
        [38_191_755, 38_191_755, 107_344, 193_196_101, 2_942_278]
    );
}
