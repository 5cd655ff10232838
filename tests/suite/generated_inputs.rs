//! Random inputs, and inputs with any byte changed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::comparison::{compare, compare_each_byte};
use crate::mock_io::Step;
use crate::rules;

const WHOLE: [Step; 1] = [Ok(usize::MAX)];

/// The rows of a board that has a status, each with its line feed.
fn board() -> impl Strategy<Value = String> {
    let cells = vec(select(&b"XO."[..]), 16);
    (cells, 0..20_usize).prop_map(|(mut cells, t)| {
        if let Some(cell) = cells.get_mut(t) {
            *cell = b'T';
        }
        let rows: Vec<[u8; 4]> = cells.chunks(4).map(|row| row.try_into().unwrap()).collect();
        let rows: [[u8; 4]; 4] = rows.try_into().unwrap();
        match rules::status(rules::cells_of(b'X', &rows), rules::cells_of(b'O', &rows)) {
            Some(_) => rows.map(|row| String::from_utf8(row.to_vec()).unwrap() + "\n").concat(),
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

/// A line ending and blank lines, or what may stand at the end of the input instead.
fn end_of_input() -> impl Strategy<Value = String> {
    let whole = (line_end(), blanks()).prop_map(|(end, blanks)| end.to_owned() + &blanks);
    prop_oneof![Just(String::new()), Just("\r".to_owned()), whole]
}

/// A plain input, and the same with everything else that the format accepts.
fn plain_and_varied_input() -> impl Strategy<Value = (String, String)> {
    let line = || (blanks(), white_space(), white_space(), line_end());
    plain_input()
        .prop_flat_map(move |plain| {
            let variations = vec(line(), plain.lines().count());
            (Just(plain), variations, select(&["", "\u{feff}"][..]), end_of_input())
        })
        .prop_map(|(plain, variations, mark, end_of_input)| {
            let mut varied = mark.to_owned();
            let mut last_end = "";
            for (index, (line, (blanks, before, after, end))) in
                plain.lines().zip(&variations).enumerate()
            {
                varied += last_end;
                // Blank lines may be before the count, before a board and beside a blank line.
                if index == 0 || index % 5 == 1 || line.is_empty() {
                    varied += blanks;
                }
                varied.extend([before, line, after]);
                last_end = end;
            }
            varied += &end_of_input;
            (plain, varied)
        })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (1..40_usize).prop_map(Ok),
        1 => Just(Err(std::io::ErrorKind::Interrupted)),
    ];
    // A last step that reads, so that every input ends.
    vec(step, 0..10).prop_map(|mut steps| {
        steps.push(Ok(7));
        steps
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn accepted_variations_make_no_difference(
        (plain, varied) in plain_and_varied_input(), steps in steps(), is_strict in any::<bool>(),
    ) {
        let plain = compare(plain.as_bytes(), &WHOLE, is_strict);
        let varied = compare(varied.as_bytes(), &steps, is_strict);
        assert_found!(&varied.answers, &plain.answers);
        assert_found!(varied.error.is_some(), plain.error.is_some());
        prop_assert!(is_strict || plain.error.is_none());
    }

    #[test]
    fn random_inputs_are_judged_right(
        start in select(&["", "1\n", "2\n", "1", "18446744073709551615\n", "1\nXXXT\n....\n"][..]),
        rest in vec(select(&b"XXOO....T \t\r\n\n\n01289\xef\xbb\xbf"[..]), 0..60),
        steps in steps(),
        is_strict in any::<bool>(),
    ) {
        let input = [start.as_bytes(), &rest].concat();
        compare(&input, &steps, is_strict);
        compare_each_byte(&input, is_strict);
    }
}

/// Each byte is replaced by every other one and removed, every byte is inserted before it, and the
/// input is cut off there.
#[test]
fn every_changed_byte_is_judged_right() {
    let plain = "2\nXO..\nXTO.\nX.OO\n....\n\nOX..\nOX..\n.X..\nO.X.\n";
    let varied = "\u{feff}\n02 \r\n \n\tXO..\nXTO. \n X.OO\r\n....\n \r\n\nOX..\t\nOX..\n.X..\nO.X.\r\n\n \n";
    for input in [plain, &plain.replace('\n', "\r\n"), varied] {
        let input = input.as_bytes();
        compare_each_byte(input, false);
        for index in 0..=input.len() {
            let (before, after) = input.split_at(index);
            compare_each_byte(before, false);
            for byte in 0..=u8::MAX {
                compare_each_byte(&[before, &[byte], after].concat(), false);
            }
            if let Some((_, after)) = after.split_first() {
                compare_each_byte(&[before, after].concat(), false);
                for byte in 0..=u8::MAX {
                    compare_each_byte(&[before, &[byte], after].concat(), false);
                }
            }
        }
    }
}
