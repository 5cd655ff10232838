//! Every board gets its answer: as text with LF and with CRLF, and with `--strict`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tomek::{Error, InputErrorKind, InvalidBoard};

use crate::all_boards::{Board, Part, parts};
use crate::oracle;

/// Cases for one run of the library, and the answers that are expected.
struct Run {
    line_end: &'static str,
    cases: Vec<u8>,
    answers: Vec<u8>,
    count: usize,
}

impl Run {
    const MAX: usize = 20_000;

    fn new(line_end: &'static str) -> Run {
        Run { line_end, cases: Vec::new(), answers: Vec::new(), count: 0 }
    }

    fn add(&mut self, board: &Board, status: &str, starts: &[String]) {
        let mut case = [0; 26];
        let mut length = 0;
        let mut push = |bytes: &[u8]| {
            case[length..][..bytes.len()].copy_from_slice(bytes);
            length += bytes.len();
        };
        push(self.line_end.as_bytes());
        for row in board.cells.as_chunks::<4>().0 {
            push(row);
            push(self.line_end.as_bytes());
        }
        self.cases.extend_from_slice(&case[..length]);
        self.answers.extend_from_slice(starts[self.count].as_bytes());
        self.answers.extend_from_slice(status.as_bytes());
        self.answers.push(b'\n');
        self.count += 1;
    }

    /// Runs the cases, and starts again without any.
    fn check(&mut self, answer: impl FnOnce(&[u8], &mut Vec<u8>) -> Result<(), Error>) {
        let input = [format!("{}\n", self.count).as_bytes(), &self.cases].concat();
        let mut output = Vec::with_capacity(self.answers.len());
        let result = answer(&input, &mut output);
        assert!(result.is_ok(), "{result:?}");
        if output != self.answers {
            self.show_difference(&output);
        }
        self.cases.clear();
        self.answers.clear();
        self.count = 0;
    }

    fn show_difference(&self, output: &[u8]) {
        let lines = |text: &[u8]| {
            String::from_utf8_lossy(text).lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let cases = self.cases.chunks(self.cases.len() / self.count);
        for ((expected, found), case) in lines(&self.answers).iter().zip(lines(output)).zip(cases) {
            assert_eq!(*expected, found, "expected left for {}", case.escape_ascii());
        }
        panic!("expected {} lines, found {}", self.count, lines(output).len());
    }
}

/// How many boards there are of each kind, by their status.
#[derive(Debug, Default, PartialEq)]
struct Totals {
    all: [usize; 4],
    reachable: [usize; 4],
    both_own_a_line: usize,
}

const STATUSES: [&str; 4] = ["X won", "O won", "Draw", "Game has not completed"];

impl Totals {
    fn add(&mut self, other: &Totals) {
        for index in 0..4 {
            self.all[index] += other.all[index];
            self.reachable[index] += other.reachable[index];
        }
        self.both_own_a_line += other.both_own_a_line;
    }
}

fn rows(board: &Board) -> oracle::Cells {
    board.cells.as_chunks().0.try_into().unwrap()
}

/// Checks that a board on which both players own a line is refused, if asked also among others.
fn check_refused(board: &Board, among_others: bool) {
    let expected = InputErrorKind::InvalidBoard(InvalidBoard::BothOwnALine);
    let text = rows(board).map(|row| [row.as_slice(), b"\n"].concat()).concat();
    let text = String::from_utf8(text).unwrap();
    let error = text.parse::<tomek::Board>().unwrap_err();
    assert_eq!((1, 1, expected), (error.line(), error.column(), error.kind()), "{text}");
    if among_others {
        let lf = format!("2\n....\n....\n....\n....\n\n{text}");
        for input in [&lf, &lf.replace('\n', "\r\n")] {
            let mut output = Vec::new();
            let Err(Error::Input(error)) = tomek::answer(input.as_bytes(), &mut output) else {
                panic!("expected an error: {input}");
            };
            assert_eq!((7, 1, expected), (error.line(), error.column(), error.kind()), "{input}");
            assert_eq!(b"Case #1: Game has not completed\n", output.as_slice());
        }
    }
}

fn check_part(part: Part, oracle: &oracle::BySet, starts: &[String]) -> Totals {
    let mut totals = Totals::default();
    let (mut lf, mut crlf, mut strict) = (Run::new("\n"), Run::new("\r\n"), Run::new("\n"));
    part.for_each(|board| {
        let Some(status) = oracle.status(board.x, board.o) else {
            totals.both_own_a_line += 1;
            return check_refused(board, totals.both_own_a_line % 1000 == 1);
        };
        let index = STATUSES.iter().position(|&other| other == status).unwrap();
        totals.all[index] += 1;
        lf.add(board, status, starts);
        crlf.add(board, status, starts);
        if lf.count == Run::MAX {
            lf.check(|input, output| tomek::answer(input, output));
            crlf.check(|input, output| tomek::answer(input, output));
        }
        if oracle.is_reachable(board.x, board.o) {
            totals.reachable[index] += 1;
            strict.add(board, status, starts);
            if strict.count == Run::MAX {
                strict.check(|input, output| tomek::answer_strict(input, output));
            }
        } else {
            let result = tomek::Board::new(rows(board)).unwrap().check_reachable();
            assert!(result.is_err(), "{}", board.cells.escape_ascii());
        }
    });
    lf.check(|input, output| tomek::answer(input, output));
    crlf.check(|input, output| tomek::answer(input, output));
    strict.check(|input, output| tomek::answer_strict(input, output));
    totals
}

#[test]
fn every_board_gets_its_answer() {
    let oracle = oracle::BySet::new();
    let starts: Vec<String> = (1..=Run::MAX).map(|case| format!("Case #{case}: ")).collect();
    let parts = parts();
    let next = AtomicUsize::new(0);
    let totals = Mutex::new(Totals::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                while let Some(&part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let part = check_part(part, &oracle, &starts);
                    totals.lock().unwrap().add(&part);
                }
            });
        }
    });
    let totals = totals.into_inner().unwrap();
    let expected = Totals {
        all: [38_191_755, 38_191_755, 107_344, 193_196_101],
        reachable: [3_900_624, 2_552_092, 34_516, 54_602_563],
        both_own_a_line: 2_942_278,
    };
    assert_eq!(expected, totals);
    assert_eq!(totals.all.iter().sum::<usize>() + totals.both_own_a_line, 272_629_233);
    assert_eq!(totals.reachable.iter().sum::<usize>(), 61_089_795);
}

/// The judgement by sets is the one that the other tests use.
#[test]
fn boards_are_judged_by_sets_as_by_cells() {
    let by_set = oracle::BySet::new();
    let mut count = 0;
    for part in parts() {
        part.for_each(|board| {
            count += 1;
            if count % 997 == 0 {
                let cells = rows(board);
                assert_eq!(oracle::status(&cells), by_set.status(board.x, board.o));
                if oracle::status(&cells).is_some() {
                    let is_reachable = oracle::why_unreachable(&cells).is_none();
                    assert_eq!(is_reachable, by_set.is_reachable(board.x, board.o));
                }
            }
        });
    }
}
