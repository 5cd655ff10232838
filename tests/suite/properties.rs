//! What holds for all inputs of a kind.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracle;
use crate::outcome::{check, check_each_byte};
use crate::streams::Step;

const WHOLE: [Step; 1] = [Ok(usize::MAX)];

/// A board that has a status, its rows each in a line of its own.
fn board() -> impl Strategy<Value = String> {
    let cells = vec(select(&b"XO."[..]), 16);
    (cells, 0..20_usize).prop_map(|(mut cells, t)| {
        if let Some(cell) = cells.get_mut(t) {
            *cell = b'T';
        }
        let rows: Vec<[u8; 4]> = cells.chunks(4).map(|row| row.try_into().unwrap()).collect();
        let rows: [[u8; 4]; 4] = rows.try_into().unwrap();
        match oracle::status(&rows) {
            Some(_) => rows
                .map(|row| String::from_utf8(row.to_vec()).unwrap() + "\n")
                .concat(),
            None => "....\n".repeat(4),
        }
    })
}

fn plain_input() -> impl Strategy<Value = String> {
    vec(board(), 0..5).prop_map(|boards| format!("{}\n{}", boards.len(), boards.join("\n")))
}

fn white_space() -> impl Strategy<Value = String> {
    vec(select(&[" ", "\t"][..]), 0..3).prop_map(|bytes| bytes.concat())
}

fn line_end() -> impl Strategy<Value = &'static str> {
    select(&["\n", "\r\n"][..])
}

fn blanks() -> impl Strategy<Value = String> {
    vec((white_space(), line_end()), 0..3)
        .prop_map(|lines| lines.into_iter().map(|(space, end)| space + end).collect())
}

/// A plain input, and the same in some other dress that is permitted.
fn dressed_input() -> impl Strategy<Value = (String, String)> {
    let line = || (blanks(), white_space(), white_space(), line_end());
    (
        plain_input(),
        vec(line(), 30),
        any::<bool>(),
        0..3_usize,
        blanks(),
    )
        .prop_map(|(plain, dress, has_mark, last_end, last_blanks)| {
            let mut dressed = String::from(if has_mark { "\u{feff}" } else { "" });
            let count = plain.lines().count();
            for (index, (line, (blanks, before, after, end))) in
                plain.lines().zip(dress).enumerate()
            {
                // Blank lines may be before the count, before a board, and beside another blank line.
                if index == 0 || index % 5 == 1 || line.is_empty() {
                    dressed += &blanks;
                }
                let end = if index + 1 == count && last_end == 0 {
                    ""
                } else {
                    end
                };
                dressed.extend([before.as_str(), line, &after, end]);
            }
            if last_end == 2 {
                dressed += &last_blanks;
            }
            (plain, dressed)
        })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (1..40_usize).prop_map(Ok),
        1 => Just(Err(std::io::ErrorKind::Interrupted)),
    ];
    // The last one lets the input come to its end.
    vec(step, 0..10).prop_map(|mut steps| {
        steps.push(Ok(7));
        steps
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn permitted_dress_makes_no_difference(
        (plain, dressed) in dressed_input(), steps in steps(), is_strict in any::<bool>(),
    ) {
        let (answers, error) = check(plain.as_bytes(), &WHOLE, is_strict);
        let (dressed_answers, dressed_error) = check(dressed.as_bytes(), &steps, is_strict);
        prop_assert_eq!(dressed_answers, answers);
        prop_assert_eq!(dressed_error.is_some(), error.is_some());
        prop_assert!(is_strict || error.is_none());
    }

    #[test]
    fn any_bytes_get_what_is_right(input in vec(any::<u8>(), 0..60), steps in steps()) {
        check(&input, &steps, false);
        check_each_byte(&input, false);
    }

    #[test]
    fn any_bytes_of_the_format_get_what_is_right(
        start in select(&["", "1\n", "2\n", "1", "18446744073709551615\n", "1\nXXXT\n....\n"][..]),
        rest in vec(select(&b"XXOO....T \t\r\n\n\n01289\xef\xbb\xbf"[..]), 0..60),
        steps in steps(),
        is_strict in any::<bool>(),
    ) {
        let input = [start.as_bytes(), &rest].concat();
        check(&input, &steps, is_strict);
        check_each_byte(&input, is_strict);
    }
}

/// Each byte replaced by each other, taken out, or cut off with what follows; each put in before it.
#[test]
fn every_wrong_byte_gets_what_is_right() {
    let plain = "2\nXO..\nXTO.\nX.OO\n....\n\nOX..\nOX..\n.X..\nO.X.\n";
    let padded = "\u{feff}\n02 \r\n \n\tXO..\nXTO. \n X.OO\r\n....\n \r\n\nOX..\t\nOX..\n.X..\nO.X.\r\n\n \n";
    for input in [plain, &plain.replace('\n', "\r\n"), padded] {
        let input = input.as_bytes();
        check_each_byte(input, false);
        for index in 0..=input.len() {
            let (before, after) = input.split_at(index);
            check_each_byte(before, false);
            for byte in 0..=u8::MAX {
                check_each_byte(&[before, &[byte], after].concat(), false);
            }
            if let Some((_, after)) = after.split_first() {
                check_each_byte(&[before, after].concat(), false);
                for byte in 0..=u8::MAX {
                    check_each_byte(&[before, &[byte], after].concat(), false);
                }
            }
        }
    }
}
