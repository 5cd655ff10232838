//! Every board there is, as text: in the plain form and with CRLF, which take the shortcut, and
//! with blank lines more than it takes, which leaves all to the grammar.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tomek::{Board, Error};

use crate::boards::{Share, shares};
use crate::oracle::{self, Cells};

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
        let plain = self.plain();
        let lines = plain.split_inclusive(|&byte| byte == b'\n');
        let crlf = lines
            .flat_map(|line| [&line[..line.len() - 1], b"\r\n"])
            .collect::<Vec<_>>()
            .concat();
        let mut spread = format!("{}\n", self.count).into_bytes();
        for board in self.boards.chunks(BOARD) {
            spread.push(b'\n');
            spread.extend_from_slice(board);
        }
        for input in [plain, crlf, spread] {
            self.check_output(|output| tomek::answer(input.as_slice(), output));
        }
        *self = Run::default();
    }

    /// Runs with boards that play can't reach refused, and starts again.
    fn check_strict(&mut self) {
        let plain = self.plain();
        self.check_output(|output| tomek::answer_strict(plain.as_slice(), output));
        *self = Run::default();
    }

    fn plain(&self) -> Vec<u8> {
        [format!("{}\n", self.count).as_bytes(), &self.boards].concat()
    }

    fn check_output(&self, answer: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>) {
        let mut output = Vec::with_capacity(self.answers.len());
        answer(&mut output).unwrap();
        if output != self.answers {
            self.show_difference(&output);
        }
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
    assert_eq!(
        error.to_string(),
        format!("line 1, column 1: {BOTH}"),
        "{text}"
    );
    if with_a_run {
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

const STATUSES: [&str; 4] = ["X won", "O won", "Draw", "Game has not completed"];

/// How many boards there are of a kind.
#[derive(Debug, Default, PartialEq)]
struct Totals {
    /// By their status.
    all: [usize; 4],
    /// Those of them that play can reach.
    reachable: [usize; 4],
    /// On which both players own a line.
    refused: usize,
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        for index in 0..4 {
            self.all[index] += other.all[index];
            self.reachable[index] += other.reachable[index];
        }
        self.refused += other.refused;
    }
}

fn check(share: Share) -> Totals {
    let mut totals = Totals::default();
    let (mut run, mut strict_run) = (Run::default(), Run::default());
    share.for_each(|cells| {
        let Some(status) = oracle::status(cells) else {
            totals.refused += 1;
            return check_refused(cells, totals.refused % 1000 == 1);
        };
        let index = STATUSES.iter().position(|&other| other == status).unwrap();
        totals.all[index] += 1;
        run.add(cells, status);
        if run.count == Run::MOST {
            run.check();
        }
        if oracle::unreachable(cells).is_none() {
            totals.reachable[index] += 1;
            strict_run.add(cells, status);
            if strict_run.count == Run::MOST {
                strict_run.check_strict();
            }
        }
    });
    run.check();
    strict_run.check_strict();
    totals
}

/// That `answer_strict` takes no more boards than these is for the board's own test to count.
#[test]
fn every_board_gives_its_answer() {
    let shares = shares();
    let next = AtomicUsize::new(0);
    let totals = Mutex::new(Totals::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                while let Some(&share) = shares.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let share = check(share);
                    totals.lock().unwrap().add(&share);
                }
            });
        }
    });
    let totals = totals.into_inner().unwrap();
    assert_eq!(
        totals.all.iter().sum::<usize>() + totals.refused,
        272_629_233
    );
    assert_eq!(
        totals,
        Totals {
            all: [38_191_755, 38_191_755, 107_344, 193_196_101],
            reachable: [3_900_624, 2_552_092, 34_516, 54_602_563],
            refused: 2_942_278,
        }
    );
    assert_eq!(totals.reachable.iter().sum::<usize>(), 61_089_795);
}
