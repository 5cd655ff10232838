//! The library in memory, the usual way to write such a program, and a copy of the bytes.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{self, BufRead, Write};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tomek::{Board, Boards, Status};

const COUNT: u32 = 100_000;

/// An input of random games, each stopped at a random move unless it is won before.
fn random_input() -> String {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        // Xorshift: the same input for every run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let mut input = format!("{COUNT}\n");
    for _ in 0..COUNT {
        let mut cells: Vec<usize> = (0..16).collect();
        for index in (1..16).rev() {
            cells.swap(index, random(index + 1));
        }
        let mut rows = [[b'.'; 4]; 4];
        if random(2) == 0 {
            rows.as_flattened_mut()[cells.pop().unwrap()] = b'T';
        }
        let mut board = Board::new(rows).unwrap();
        for (cell, mark) in cells.into_iter().zip(b"XO".iter().cycle()).take(4 + random(16)) {
            rows.as_flattened_mut()[cell] = *mark;
            board = Board::new(rows).unwrap();
            if matches!(board.status(), Status::XWon | Status::OWon) {
                break;
            }
        }
        writeln!(input, "{board}\n").unwrap();
    }
    input
}

/// Lines, characters and `writeln!`, without any check of the input.
fn usual_way(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut lines = input.lines().map(Result::unwrap);
    let count: u64 = lines.next().unwrap().parse().unwrap();
    for number in 1..=count {
        let board: Vec<Vec<char>> = lines
            .by_ref()
            .filter(|line| !line.is_empty())
            .take(4)
            .map(|line| line.chars().collect())
            .collect();
        let owns_a_line = |player: char| {
            let counts = |row: usize, column: usize| [player, 'T'].contains(&board[row][column]);
            (0..4).any(|a| (0..4).all(|b| counts(a, b)) || (0..4).all(|b| counts(b, a)))
                || (0..4).all(|a| counts(a, a))
                || (0..4).all(|a| counts(a, 3 - a))
        };
        let status = if owns_a_line('X') {
            "X won"
        } else if owns_a_line('O') {
            "O won"
        } else if board.iter().flatten().any(|&cell| cell == '.') {
            "Game has not completed"
        } else {
            "Draw"
        };
        writeln!(output, "Case #{number}: {status}")?;
    }
    Ok(())
}

fn bench(criterion: &mut Criterion) {
    let lf = random_input();
    let crlf = lf.replace('\n', "\r\n");
    let indented = lf.replace('\n', "\n  ");
    let two_blank_lines = lf.replace("\n\n", "\n\n\n");

    let mut group = criterion.benchmark_group("100,000 cases");
    group.throughput(Throughput::Elements(u64::from(COUNT)));
    let mut output = Vec::with_capacity(4 * lf.len());
    for (name, input) in [
        ("LF", &lf),
        ("CRLF", &crlf),
        ("indented", &indented),
        ("two blank lines", &two_blank_lines),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                output.clear();
                tomek::answer(Boards::new(black_box(input.as_bytes())), &mut output).unwrap();
            });
        });
    }
    group.bench_function("strict", |bencher| {
        bencher.iter(|| {
            output.clear();
            let boards = Boards::new(black_box(lf.as_bytes())).strict();
            tomek::answer(boards, &mut output).unwrap();
        });
    });
    group.bench_function("boards alone", |bencher| {
        bencher.iter(|| {
            Boards::new(black_box(lf.as_bytes())).fold(0, |count, board| {
                black_box(board.unwrap());
                count + 1
            })
        });
    });
    group.bench_function("the usual way", |bencher| {
        bencher.iter(|| {
            output.clear();
            usual_way(black_box(lf.as_bytes()), &mut output).unwrap();
        });
    });
    group.bench_function("a copy of the bytes", |bencher| {
        bencher.iter(|| {
            output.clear();
            output.extend_from_slice(black_box(lf.as_bytes()));
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
