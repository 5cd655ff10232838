//! What holds for all inputs of a kind.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use tomek::Error;

use crate::oracle::{self, Verdict};
use crate::streams::{Source, Step};

/// What `answer` makes of an input, as the oracle would put it but for when a fault is shown.
fn outcome(input: &[u8], steps: &[Step]) -> (String, Option<String>) {
    let mut output = Vec::new();
    let steps = steps.iter().copied().cycle();
    let result = tomek::answer(Source::new(input, steps), &mut output);
    let error = match result {
        Ok(()) => None,
        Err(Error::Input(error)) => {
            let position = format!("line {}, column {}: ", error.line(), error.column());
            assert!(error.to_string().starts_with(&position), "{error}");
            Some(error.to_string())
        }
        Err(error) => panic!("{error}"),
    };
    (String::from_utf8(output).unwrap(), error)
}

/// That an input gets what is right, in these steps.
fn check(input: &[u8], steps: &[Step]) {
    let Verdict { answers, error } = oracle::judge(input);
    let (output, message) = outcome(input, steps);
    let input = input.escape_ascii();
    assert_eq!(output, answers, "{input}");
    match (message, error) {
        (None, None) => {}
        (Some(message), Some(fault)) => {
            assert!(
                message.starts_with(&fault.start),
                "{message}, not {}: {input}",
                fault.start
            );
        }
        (message, fault) => panic!("{message:?}, not {fault:?}: {input}"),
    }
}

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
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn permitted_dress_makes_no_difference((plain, dressed) in dressed_input(), steps in steps()) {
        let (answers, error) = outcome(plain.as_bytes(), &WHOLE);
        prop_assert_eq!(&error, &None);
        prop_assert_eq!(&outcome(dressed.as_bytes(), &steps), &(answers, None));
        check(dressed.as_bytes(), &steps);
    }

    #[test]
    fn strict_ends_at_the_first_board_that_play_cant_reach(boards in vec(board(), 0..5), steps in steps()) {
        let input = format!("{}\n{}", boards.len(), boards.join("\n"));
        let is_reachable = |board: &String| {
            let rows: Vec<[u8; 4]> = board.lines().map(|row| row.as_bytes().try_into().unwrap()).collect();
            oracle::is_reachable(&rows.try_into().unwrap())
        };
        let mut output = Vec::new();
        let result = tomek::answer_strict(Source::new(input.as_bytes(), steps.iter().copied().cycle()), &mut output);
        let answered = boards.iter().take_while(|board| is_reachable(board)).count();
        let answers = oracle::judge(input.as_bytes()).answers;
        let answers: String = answers.split_inclusive('\n').take(answered).collect();
        prop_assert_eq!(String::from_utf8(output).unwrap(), answers);
        match result {
            Ok(()) => prop_assert_eq!(answered, boards.len()),
            Err(error) => {
                let start = format!(
                    "line {}, column 1: case {}: play can't reach this board: ",
                    2 + 5 * answered,
                    answered + 1
                );
                prop_assert!(error.to_string().starts_with(&start), "{}", error);
            }
        }
    }

    #[test]
    fn any_bytes_get_what_is_right(input in vec(any::<u8>(), 0..60), steps in steps()) {
        check(&input, &steps);
    }

    #[test]
    fn any_bytes_of_the_format_get_what_is_right(
        start in select(&["", "1\n", "2\n", "1", "18446744073709551615\n", "1\nXXXT\n....\n"][..]),
        rest in vec(select(&b"XXOO....T \t\r\n\n\n01289\xef\xbb\xbf"[..]), 0..60),
        steps in steps(),
    ) {
        check(&[start.as_bytes(), &rest].concat(), &steps);
    }
}

/// Each byte replaced by each other, taken out, or cut off with what follows; each put in before it.
#[test]
fn every_wrong_byte_gets_what_is_right() {
    let plain = "2\nXO..\nXTO.\nX.OO\n....\n\nOX..\nOX..\n.X..\nO.X.\n";
    let padded = "\u{feff}\n02 \r\n \n\tXO..\nXTO. \n X.OO\r\n....\n \r\n\nOX..\t\nOX..\n.X..\nO.X.\r\n\n \n";
    for input in [plain, &plain.replace('\n', "\r\n"), padded] {
        let input = input.as_bytes();
        check(input, &WHOLE);
        for index in 0..=input.len() {
            let (before, after) = input.split_at(index);
            check(before, &WHOLE);
            for byte in 0..=u8::MAX {
                check(&[before, &[byte], after].concat(), &WHOLE);
            }
            if let Some((_, after)) = after.split_first() {
                check(&[before, after].concat(), &WHOLE);
                for byte in 0..=u8::MAX {
                    check(&[before, &[byte], after].concat(), &WHOLE);
                }
            }
        }
    }
}
