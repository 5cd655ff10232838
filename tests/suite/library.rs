//! The library's own promises: boards, their iterator and its errors.

use std::collections::HashSet;
use std::fmt::Debug;
use std::io::{self, ErrorKind, Read};
use std::iter::{self, FusedIterator};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tomek::{Board, Boards, Error, InputError, InputErrorKind, InvalidBoard, Status};

use crate::mock_io::{MockReader, Step, all};

const ROWS: [[u8; 4]; 4] = [*b"XXXT", *b"O..O", *b"OO..", *b"X..."];
const TEXT: &str = "XXXT\nO..O\nOO..\nX...";

#[test]
fn a_board_shows_its_rows_and_parses_them_back() {
    let board = Board::new(ROWS).unwrap();
    assert_found!(board.rows(), ROWS);
    assert_found!(board.to_string(), TEXT);
    assert_found!(format!("{board:?}"), r#"Board(["XXXT", "O..O", "OO..", "X..."])"#);
    assert_found!(Board::try_from(ROWS), Ok(board));
    assert_found!(TEXT.parse(), Ok(board));
    assert_found!(format!("\n {}\r\n \n", TEXT.replace('\n', "\t\r\n")).parse(), Ok(board));
    assert_found!(board.status(), Status::XWon);
}

#[test]
fn an_invalid_board_says_the_first_reason() {
    let mut rows = [*b"TTXX", *b"OOOO", *b"XXXX", *b"...."];
    let invalid = |rows| Board::new(rows).unwrap_err();
    assert!(matches!(invalid(rows), InvalidBoard::TooManyTs { .. }));
    rows[0] = *b"T...";
    assert_found!(invalid(rows), InvalidBoard::BothOwnALine);
    rows[3][2] = b'x';
    let not_a_cell = InvalidBoard::NotACell(b'x');
    assert_found!(invalid(rows), not_a_cell);
    assert_found!(not_a_cell.to_string(), "a cell is X, O, T or ., not 'x'");
    for byte in (0..=u8::MAX).filter(|byte| !b"XOT.".contains(byte)) {
        rows[3][2] = byte;
        assert_found!(invalid(rows), InvalidBoard::NotACell(byte));
    }
}

/// Whoever owns a line.
#[test]
fn a_board_has_one_t_at_most() {
    for fill in *b".XO" {
        for count in 2..=16 {
            let mut rows = [[fill; 4]; 4];
            rows.as_flattened_mut()[..count].fill(b'T');
            let error = Board::new(rows).unwrap_err();
            let expected = u32::try_from(count).unwrap();
            assert!(matches!(error, InvalidBoard::TooManyTs { count, .. } if count == expected));
        }
    }
}

#[test]
fn the_error_of_a_string_has_a_position_and_no_case() {
    for (text, line, column, found) in [
        ("", 1, 1, None),
        ("\n\n ", 3, 2, None),
        ("XXXX\nOOQO\n", 2, 3, Some(b'Q')),
        ("XXXX\nOO..\n....\n....\nX", 5, 1, Some(b'X')),
    ] {
        let error = text.parse::<Board>().unwrap_err();
        assert_found!((error.line(), error.column()), (line, column), "{text}");
        assert_found!((error.case(), error.row()), (None, None), "{text}");
        assert_found!(found_by(error.kind()), found, "{text}");
    }
    let error = "\n XXXX\nOOOO\n....\n....\n".parse::<Board>().unwrap_err();
    let expected = InputErrorKind::InvalidBoard(InvalidBoard::BothOwnALine);
    assert_found!((error.line(), error.column(), error.kind()), (2, 2, expected));
}

/// What was found where something else was expected.
fn found_by(kind: InputErrorKind) -> Option<u8> {
    match kind {
        InputErrorKind::Unexpected { found, .. } => found,
        kind => panic!("expected something unexpected, found {kind:?}"),
    }
}

/// The blank lines are longer than the buffer that a string is parsed in, and no board is longer
/// than this one.
#[test]
fn a_string_may_have_any_number_of_blank_lines() {
    let (blanks, padding) = (" \n".repeat(10_000), " ".repeat(255));
    let board = TEXT.replace('\n', &format!("{padding}\r\n{padding}"));
    let text = format!("{blanks}{padding}{board}{padding}\r\n{blanks}");
    assert_found!(text.parse().ok(), Board::new(ROWS).ok());
    let error = format!("{text}Q").parse::<Board>().unwrap_err();
    assert_found!((error.line(), error.column()), (20_005, 1));
}

fn two_boards() -> String {
    format!("2\n{TEXT}\n\n....\n....\n....\n....\n")
}

#[test]
fn boards_are_read_when_they_are_asked_for() {
    let input = two_boards();
    // The first read returns the count and the first board.
    let mut reads = [Ok(2 + TEXT.len() + 1), Ok(usize::MAX), Ok(0)].into_iter();
    let mut boards = Boards::new(MockReader::new(input.as_bytes(), reads.by_ref()));
    assert_found!(boards.case_count(), None);
    assert_found!(boards.next().unwrap().unwrap().rows(), ROWS);
    assert_found!(boards.case_count(), Some(2));
    assert_found!(boards.next().unwrap().unwrap().rows(), [*b"...."; 4]);
    assert!(boards.next().is_none());
    assert_found!(boards.case_count(), Some(2));
    assert_found!(reads.next(), None);
    let mut no_boards = Boards::new("0\n".as_bytes());
    assert!(no_boards.next().is_none());
    assert_found!(no_boards.case_count(), Some(0));
}

#[test]
fn answers_go_on_with_the_numbers_of_the_cases() {
    let input = format!("1234\n{}", format!("{TEXT}\n\n").repeat(1234));
    for taken in [0, 1, 8, 9, 10, 11, 999, 1233, 1234, 1235] {
        let mut boards = Boards::new(input.as_bytes());
        assert!(boards.by_ref().take(taken).all(|board| board.is_ok()));
        let mut output = Vec::new();
        tomek::answer(boards, &mut output).unwrap();
        let lines = (taken + 1..=1234).map(|number| format!("Case #{number}: X won\n"));
        assert_found!(String::from_utf8(output).unwrap(), lines.collect::<Vec<_>>().concat());
    }
}

#[test]
fn nothing_is_read_after_the_last_item() {
    fn count_items(input: &str, steps: impl Iterator<Item = Step>) -> (usize, Option<Error>) {
        let mut boards = Boards::new(MockReader::new(input.as_bytes(), steps)).strict();
        let mut items = 0;
        loop {
            match boards.next() {
                Some(Ok(_)) => items += 1,
                last => {
                    // The mock reader panics when its steps are used up.
                    assert!(iter::repeat_with(|| boards.next()).take(3).all(|item| item.is_none()));
                    return (items, last.map(Result::unwrap_err));
                }
            }
        }
    }
    let whole = || [Ok(usize::MAX), Ok(0)].into_iter();
    let empty = "2\n....\n....\n....\n....\n\n....\n....\n....\n....\n";
    assert!(matches!(count_items(empty, whole()), (2, None)));
    assert!(matches!(count_items("0", whole()), (0, None)));
    for (input, expected) in [
        (two_boards(), 0),
        (empty.replacen('2', "3", 1), 2),
        (empty.replacen('2', "1", 1), 1),
        (empty.replacen("\n\n", "\n", 1), 1),
    ] {
        let (items, error) = count_items(&input, whole());
        assert!(matches!(error, Some(Error::Input(_))), "{error:?}");
        assert_found!(items, expected, "{input}");
    }
    for kind in [ErrorKind::WouldBlock, ErrorKind::BrokenPipe] {
        let steps = [Ok(22), Err(kind)].into_iter();
        let (items, error) = count_items(empty, steps);
        assert!(matches!(error, Some(Error::Read(error)) if error.kind() == kind));
        assert_found!(items, 1);
    }
}

#[test]
fn a_reader_that_claims_too_much_is_blamed_at_once() {
    struct Liar(fn(usize) -> usize);
    impl Read for Liar {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            Ok(self.0(buffer.len()))
        }
    }
    for claim in [|length| length + 1, |length| 2 * length, |_| usize::MAX] {
        let mut boards = Boards::new(Liar(claim));
        let panic = catch_unwind(AssertUnwindSafe(|| boards.next())).unwrap_err();
        let message = panic.downcast_ref::<String>().unwrap();
        assert!(message.starts_with("the reader claims to have read "), "{message}");
        assert!(boards.next().is_none());
    }
}

#[test]
fn an_error_has_a_kind() {
    let kind = |input: &str| match Boards::new(input.as_bytes()).find_map(Result::err) {
        Some(Error::Input(error)) => error.kind(),
        error => panic!("expected a wrong input, found {error:?}"),
    };
    assert_found!(found_by(kind("1\nXXXQ")), Some(b'Q'));
    assert_found!(found_by(kind("1\nXXX")), None);
    assert_found!(kind("18446744073709551616\n"), InputErrorKind::CountTooLarge);
}

#[test]
fn an_error_becomes_an_io_error() {
    let wrong = "x".parse::<Board>().unwrap_err();
    let error = io::Error::from(Error::from(wrong.clone()));
    assert_found!(error.kind(), ErrorKind::InvalidData);
    assert_found!(error.downcast::<InputError>().unwrap(), wrong);
    let mut boards = Boards::new(MockReader::new(b"", iter::once(Err(ErrorKind::TimedOut))));
    let failed = boards.next().unwrap().unwrap_err();
    assert_found!(io::Error::from(failed).kind(), ErrorKind::TimedOut);
}

#[test]
fn common_traits_are_implemented() {
    fn is_thread_safe<T: Send + Sync + Debug>() {}
    fn is_fused<T: FusedIterator>(_: &T) {}
    is_thread_safe::<Board>();
    is_thread_safe::<Error>();
    is_thread_safe::<InputError>();
    let error = |text: &str| text.parse::<Board>().unwrap_err();
    assert_found!(HashSet::from([error("Q"), error("Q"), error("\nQ")]).len(), 2);
    let boards = Boards::new(MockReader::new(b"", all()));
    is_fused(&boards);
    assert!(format!("{boards:?}").starts_with("Boards {"));
    assert_found!(HashSet::from([Board::new(ROWS), Ok(TEXT.parse().unwrap())]).len(), 1);
    assert!(Status::XWon < Status::NotCompleted);
    assert_found!(format!("{:>6}", Status::Draw), "  Draw");
}
