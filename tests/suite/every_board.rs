//! Every board gets its answer: as text with LF and with CRLF, and with `--strict`.

use std::io::{self, Chain, Read, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tomek::{Boards, Error, InputErrorKind, InvalidBoard};

use crate::enumeration::{Board, Part, parts};
use crate::oracle;

/// Boards for runs of the library, and the answers that are expected.
struct Run<'a> {
    texts: &'a Texts,
    /// The boards, each after a blank line, with LF and with CRLF line endings.
    lf: Vec<u8>,
    crlf: Vec<u8>,
    /// Followed by room for the next answer.
    answers: Vec<u8>,
    answers_length: usize,
    count: usize,
}

type Answer = fn(Chain<&[u8], &[u8]>, &mut dyn Write) -> Result<(), Error>;

/// Compares what is written with what is expected, which is faster than collecting it.
struct Comparison<'a> {
    rest: &'a [u8],
    is_equal: bool,
}

impl Write for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.rest.split_at_checked(bytes.len()) {
            Some((expected, rest)) if expected == bytes => self.rest = rest,
            _ => self.is_equal = false,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The parts of all answers. A copy of a fixed size is faster than one of variable length.
struct Texts {
    starts: Vec<([u8; 16], usize)>,
    statuses: [([u8; 32], usize); 4],
}

impl Texts {
    fn new() -> Texts {
        fn padded<const N: usize>(text: &str) -> ([u8; N], usize) {
            let mut bytes = [0; N];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            (bytes, text.len())
        }
        Texts {
            starts: (1..=Run::MAX).map(|case| padded(&format!("Case #{case}: "))).collect(),
            statuses: oracle::STATUSES.map(|status| padded(&format!("{status}\n"))),
        }
    }
}

impl Run<'_> {
    const MAX: usize = 20_000;

    fn new(texts: &Texts) -> Run<'_> {
        let answers = vec![0; 48 * (Run::MAX + 1)];
        Run { texts, lf: Vec::new(), crlf: Vec::new(), answers, answers_length: 0, count: 0 }
    }

    /// Adds a board whose status is `oracle::STATUSES[status]`.
    fn add(&mut self, board: &Board, status: usize) {
        let mut lf = [b'\n'; 21];
        let mut crlf = *b"\r\n....\r\n....\r\n....\r\n....\r\n";
        for (index, row) in board.cells.as_chunks::<4>().0.iter().enumerate() {
            lf[5 * index + 1..][..4].copy_from_slice(row);
            crlf[6 * index + 2..][..4].copy_from_slice(row);
        }
        self.lf.extend_from_slice(&lf);
        self.crlf.extend_from_slice(&crlf);
        let (start, length) = &self.texts.starts[self.count];
        self.answers[self.answers_length..][..16].copy_from_slice(start);
        self.answers_length += length;
        let (status, length) = &self.texts.statuses[status];
        self.answers[self.answers_length..][..32].copy_from_slice(status);
        self.answers_length += length;
        self.count += 1;
    }

    /// Checks the answers for the boards, and starts again without boards.
    fn check(&mut self) {
        self.check_answers(&self.lf, |input, output| tomek::answer(Boards::new(input), output));
        self.check_answers(&self.crlf, |input, output| tomek::answer(Boards::new(input), output));
        self.clear();
    }

    /// The same for boards that play can reach.
    fn check_strict(&mut self) {
        self.check_answers(&self.lf, |input, output| {
            tomek::answer(Boards::new(input).strict(), output)
        });
        self.clear();
    }

    fn check_answers(&self, boards: &[u8], answer: Answer) {
        let header = format!("{}\n", self.count);
        let expected = &self.answers[..self.answers_length];
        let mut comparison = Comparison { rest: expected, is_equal: true };
        let result = answer(header.as_bytes().chain(boards), &mut comparison);
        assert!(result.is_ok(), "{result:?}");
        if !comparison.is_equal || !comparison.rest.is_empty() {
            let mut found = Vec::new();
            answer(header.as_bytes().chain(boards), &mut found).unwrap();
            show_difference(expected, &found, boards.chunks(boards.len() / self.count));
        }
    }

    fn clear(&mut self) {
        self.lf.clear();
        self.crlf.clear();
        (self.answers_length, self.count) = (0, 0);
    }
}

fn show_difference<'a>(expected: &[u8], found: &[u8], boards: impl Iterator<Item = &'a [u8]>) {
    let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
    for ((expected, found), board) in expected.lines().zip(found.lines()).zip(boards) {
        assert_found!(found, expected, "{}", board.escape_ascii());
    }
    panic!("expected {} lines, found {}", expected.lines().count(), found.lines().count());
}

/// How many boards there are of each kind, by their status.
#[derive(Debug, Default, PartialEq)]
struct Totals {
    all: [usize; 4],
    reachable: [usize; 4],
    both_own_a_line: usize,
}

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

/// Checks that a board on which both players own a line is refused. If `among_others`, it is also
/// the second board of an input.
fn check_refused(board: &Board, among_others: bool) {
    let expected = InputErrorKind::InvalidBoard(InvalidBoard::BothOwnALine);
    let text = rows(board).map(|row| [row.as_slice(), b"\n"].concat()).concat();
    let text = String::from_utf8(text).unwrap();
    let error = text.parse::<tomek::Board>().unwrap_err();
    assert_found!((error.line(), error.column(), error.kind()), (1, 1, expected), "{text}");
    if among_others {
        let lf = format!("2\n....\n....\n....\n....\n\n{text}");
        for input in [&lf, &lf.replace('\n', "\r\n")] {
            let mut output = Vec::new();
            let Err(Error::Input(error)) =
                tomek::answer(Boards::new(input.as_bytes()), &mut output)
            else {
                panic!("expected an error: {input}");
            };
            assert_found!(
                (error.line(), error.column(), error.kind()),
                (7, 1, expected),
                "{input}"
            );
            assert_found!(output.as_slice(), b"Case #1: Game has not completed\n");
        }
    }
}

fn check_part(part: Part, oracle: &oracle::BySet, texts: &Texts) -> Totals {
    let mut totals = Totals::default();
    let (mut run, mut strict_run) = (Run::new(texts), Run::new(texts));
    part.for_each(|board| {
        let Some(status) = oracle.status(board.x, board.o) else {
            totals.both_own_a_line += 1;
            return check_refused(board, totals.both_own_a_line % 1000 == 1);
        };
        totals.all[status] += 1;
        run.add(board, status);
        if run.count == Run::MAX {
            run.check();
        }
        if oracle.is_reachable(board.x, board.o) {
            totals.reachable[status] += 1;
            strict_run.add(board, status);
            if strict_run.count == Run::MAX {
                strict_run.check_strict();
            }
        } else {
            let result = tomek::Board::new(rows(board)).unwrap().check_reachable();
            assert!(result.is_err(), "{}", board.cells.escape_ascii());
        }
    });
    run.check();
    strict_run.check_strict();
    totals
}

#[test]
fn every_board_gets_its_answer() {
    let oracle = oracle::BySet::new();
    let texts = Texts::new();
    let parts = parts();
    let next = AtomicUsize::new(0);
    let totals = Mutex::new(Totals::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                while let Some(&part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let part = check_part(part, &oracle, &texts);
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
    assert_found!(totals, expected);
}

/// `BySet` agrees with the functions that the other tests use.
#[test]
fn boards_are_judged_by_sets_as_by_cells() {
    let by_set = oracle::BySet::new();
    let mut count = 0;
    for part in parts() {
        part.for_each(|board| {
            count += 1;
            if count % 997 == 0 {
                let cells = rows(board);
                let status = by_set.status(board.x, board.o);
                assert_found!(status.map(|index| oracle::STATUSES[index]), oracle::status(&cells));
                if oracle::status(&cells).is_some() {
                    let is_reachable = oracle::why_unreachable(&cells).is_none();
                    assert_found!(by_set.is_reachable(board.x, board.o), is_reachable);
                }
            }
        });
    }
}
