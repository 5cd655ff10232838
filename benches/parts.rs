//! The parts and the whole, in memory, beside a plain copy of the bytes and the ordinary way to
//! write such a program.

// The rooms are private: the benchmark moves in with them.
#![allow(dead_code, unused_imports)]

#[path = "../src/board.rs"]
mod board;
#[path = "../src/error.rs"]
mod error;
#[path = "../src/filter.rs"]
mod filter;
#[path = "../src/grammar.rs"]
mod grammar;
#[path = "../src/input.rs"]
mod input;
#[path = "../src/lines.rs"]
mod lines;
#[path = "../src/lone_board.rs"]
mod lone_board;
#[path = "../src/position.rs"]
mod position;
#[path = "../src/rejection.rs"]
mod rejection;
#[path = "../src/report.rs"]
mod report;
#[path = "../src/retry.rs"]
mod retry;
#[path = "../src/shortcut.rs"]
mod shortcut;

use std::hint::black_box;
use std::io::{BufRead, Write};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nom::Parser;
use nom::sequence::preceded;

use board::{Board, Status};
use report::Report;
use shortcut::Cases;

const COUNT: u64 = 100_000;

/// Random boards, each behind a blank line: what becomes of them can't be predicted.
fn boards() -> String {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let mut cases = String::new();
    for _ in 0..COUNT {
        let board = loop {
            let mut cells = *b"XOXOXOXOXOXOXOX.";
            cells[6 + random(10)..].fill(b'.');
            cells[15] = b"T."[random(2)];
            for index in 1..16 {
                cells.swap(index, random(index + 1));
            }
            let rows = cells.chunks(4).map(|row| std::str::from_utf8(row).unwrap());
            let board = rows.fold(String::new(), |board, row| board + row + "\n");
            if board.parse::<Board>().is_ok() {
                break board;
            }
        };
        cases = cases + "\n" + &board;
    }
    cases
}

/// Lines, characters, `writeln!`: what most people would write, with no check of the input.
fn ordinary(input: &[u8], output: &mut Vec<u8>) {
    let mut lines = input.lines().map(Result::unwrap);
    let count: u64 = lines.next().unwrap().parse().unwrap();
    for number in 1..=count {
        let board: Vec<Vec<char>> = lines
            .by_ref()
            .skip(1)
            .take(4)
            .map(|line| line.chars().collect())
            .collect();
        let owns = |player: char| {
            let counts = |row: usize, column: usize| [player, 'T'].contains(&board[row][column]);
            (0..4).any(|a| (0..4).all(|b| counts(a, b)) || (0..4).all(|b| counts(b, a)))
                || (0..4).all(|a| counts(a, a))
                || (0..4).all(|a| counts(a, 3 - a))
        };
        let status = if owns('X') {
            "X won"
        } else if owns('O') {
            "O won"
        } else if board.iter().flatten().any(|&cell| cell == '.') {
            "Game has not completed"
        } else {
            "Draw"
        };
        writeln!(output, "Case #{number}: {status}").unwrap();
    }
}

fn bench(criterion: &mut Criterion) {
    let cases = boards();
    let lf = format!("{COUNT}\n{cases}");
    let crlf = lf.replace('\n', "\r\n");
    let indented = lf.replace('\n', "\n  ");
    let boards: Vec<Board> = Cases::new(cases.as_bytes(), COUNT, |_| true).collect();
    let statuses: Vec<Status> = boards.iter().map(|board| board.status()).collect();

    let mut group = criterion.benchmark_group("100,000 cases");
    group.throughput(Throughput::Elements(COUNT));
    let mut output = Vec::with_capacity(lf.len() * 2);
    group.bench_function("copy of the bytes", |bencher| {
        bencher.iter(|| {
            output.clear();
            output.extend_from_slice(black_box(lf.as_bytes()));
        });
    });
    for (name, input) in [
        ("whole, LF", &lf),
        ("whole, CRLF", &crlf),
        ("whole, indented", &indented),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                output.clear();
                filter::answer(black_box(input.as_bytes()), &mut output).unwrap();
            });
        });
    }
    group.bench_function("the ordinary way", |bencher| {
        bencher.iter(|| {
            output.clear();
            ordinary(black_box(lf.as_bytes()), &mut output);
        });
    });
    group.bench_function("grammar alone", |bencher| {
        bencher.iter(|| {
            let mut rest = black_box(cases.as_bytes());
            while !rest.is_empty() {
                let (left, board) = preceded(grammar::blank(), grammar::board())
                    .parse(rest)
                    .unwrap();
                black_box(board);
                rest = left;
            }
        });
    });
    group.bench_function("shortcut alone", |bencher| {
        bencher.iter(|| {
            for board in Cases::new(black_box(cases.as_bytes()), COUNT, |_| true) {
                black_box(board);
            }
        });
    });
    group.bench_function("status alone", |bencher| {
        bencher.iter(|| {
            for board in black_box(&boards) {
                black_box(board.status());
            }
        });
    });
    group.bench_function("report alone", |bencher| {
        bencher.iter(|| {
            output.clear();
            let mut report = Report::new(&mut output);
            report
                .add_all(&mut black_box(&statuses).iter().copied())
                .unwrap();
            report.write_out().unwrap();
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
