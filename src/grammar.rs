//! The grammar of the input, a parser for each rule:
//!
//! ```text
//! input = [byte_order_mark] *blank count *blank [ board *next_board ] *blank
//! ```
//!
//! The rules are streaming parsers: where the bytes end before a rule does, it returns
//! [`nom::Err::Incomplete`]. They need not handle the end of the input, because the reader appends
//! line feeds to it.

use nom::branch::alt;
use nom::bytes::complete;
use nom::bytes::streaming::tag;
use nom::character::streaming::char;
use nom::combinator::{cut, fail, map_opt, map_res, not, opt, value, verify};
use nom::error::{ContextError, ErrorKind, FromExternalError, ParseError, context};
use nom::multi::many1_count;
use nom::number::streaming::be_u8;
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, IResult, Input, Needed, ParseTo, Parser};

use crate::board::Board;
use crate::error::InputErrorKind;

/// What a rule returns: the rest of its input and its output, or an error.
pub(crate) type Result<'a, T> = IResult<&'a [u8], T, RuleError<'a>>;

/// `[byte_order_mark]`, where `byte_order_mark = %xEF.BB.BF`
pub(crate) fn optional_byte_order_mark(input: &[u8]) -> Result<'_, Option<()>> {
    // Another character may start with the same byte, such as a full-width digit.
    let rest = context(
        "the number of cases, or the rest of a byte order mark (EF BB BF)",
        (tag(&b"\xbb"[..]), tag(&b"\xbf"[..])),
    );
    opt(value((), (tag(&b"\xef"[..]), cut(rest)))).parse(input)
}

/// `count = ws 1*255DIGIT ws eol`
pub(crate) fn count(input: &[u8]) -> Result<'_, u64> {
    let end = context("the end of the line after the number of cases", (ws, eol));
    delimited(ws, number, end).parse(input)
}

/// `1*255DIGIT`, at most 2^64 - 1
fn number(input: &[u8]) -> Result<'_, u64> {
    let count = map_res(digits, |digits| digits.parse_to().ok_or(InputErrorKind::CountTooLarge));
    // Another digit can follow only if there are 255 already.
    let no_digit = not(verify(be_u8, u8::is_ascii_digit));
    terminated(count, context("at most 255 consecutive digits", no_digit)).parse(input)
}

/// `1*255DIGIT`
///
/// By hand, because `take_while_m_n` returns 255 digits only when another byte has come.
fn digits(input: &[u8]) -> Result<'_, &[u8]> {
    match input.iter().take(255).take_while(|byte| byte.is_ascii_digit()).count() {
        length if length == input.len() && length < 255 => Err(Err::Incomplete(Needed::Unknown)),
        0 => context("the number of cases", fail()).parse(input),
        length => Ok(input.take_split(length)),
    }
}

/// `[blank]`
pub(crate) fn optional_blank(input: &[u8]) -> Result<'_, Option<()>> {
    opt(blank).parse(input)
}

/// `blank`, before any board but the first
pub(crate) fn blank_before_board(input: &[u8]) -> Result<'_, ()> {
    context("a blank line before the next board", blank).parse(input)
}

/// `blank`, after the last board
pub(crate) fn blank_after_last_board(input: &[u8]) -> Result<'_, ()> {
    context("nothing but blank lines", blank).parse(input)
}

/// `next_board = 1*blank board`
#[inline]
pub(crate) fn next_board(input: &[u8]) -> Result<'_, Board> {
    let lf = preceded(char('\n'), board_at_once::<5>);
    alt((lf, other_next_board)).parse(input)
}

/// `next_board` in its other forms: with CRLF, white space or more blank lines
// Measured: inlined, it slows the first alternative, which nearly all boards take.
#[inline(never)]
fn other_next_board(input: &[u8]) -> Result<'_, Board> {
    let crlf = preceded(tag(&b"\r\n"[..]), board_at_once::<6>);
    alt((crlf, preceded(many1_count(blank), board))).parse(input)
}

/// `board = 4row`
// Measured: inlined, inputs with more than one blank line between boards are faster.
#[inline]
pub(crate) fn board(input: &[u8]) -> Result<'_, Board> {
    alt((board_at_once::<5>, board_at_once::<6>, board_by_rows, board_by_cells)).parse(input)
}

/// `4( 4cell eol )` with lines of this length: 5 with LF, 6 with CRLF
///
/// Too few bytes are an error, too, so that the next alternative is tried.
#[inline]
fn board_at_once<const LINE_LENGTH: usize>(input: &[u8]) -> Result<'_, Board> {
    let board = |lines| Board::if_valid(rows_of_lines::<LINE_LENGTH>(lines)?);
    map_opt(complete::take(4 * LINE_LENGTH), board).parse(input)
}

fn rows_of_lines<const LINE_LENGTH: usize>(lines: &[u8]) -> Option<[[u8; 4]; 4]> {
    let row = |index: usize| match lines[LINE_LENGTH * index..][..LINE_LENGTH] {
        [a, b, c, d, b'\n'] | [a, b, c, d, b'\r', b'\n'] => Some([a, b, c, d]),
        _ => None,
    };
    Some([row(0)?, row(1)?, row(2)?, row(3)?])
}

/// `4( ws 4OCTET ws eol )`, since `Board` checks the cells
///
/// Too few bytes are an error, too, so that the next alternative is tried.
fn board_by_rows(input: &[u8]) -> Result<'_, Board> {
    let row = || delimited(ws, four_bytes, (ws, eol));
    let rows = (row(), row(), row(), row()).map(<[[u8; 4]; 4]>::from);
    map_opt(rows, Board::if_valid).parse(input).or_else(|_| fail().parse(input))
}

fn four_bytes(input: &[u8]) -> Result<'_, [u8; 4]> {
    map_opt(complete::take(4_usize), |bytes: &[u8]| bytes.try_into().ok()).parse(input)
}

/// `4row`, cell by cell, so that an error has its position and its reason
fn board_by_cells(input: &[u8]) -> Result<'_, Board> {
    let rows = (row, row, row, row).map(<[[u8; 4]; 4]>::from);
    map_res(rows, |rows| Board::new(rows).map_err(InputErrorKind::InvalidBoard)).parse(input)
}

/// `row = ws 4cell ws eol`
fn row(input: &[u8]) -> Result<'_, [u8; 4]> {
    let cells = (cell, cell, cell, cell).map(<[u8; 4]>::from);
    let end = context("the end of the row after its 4 cells", (ws, eol));
    delimited(ws, cells, end).parse(input)
}

/// `cell = "X" / "O" / "T" / "."`
fn cell(input: &[u8]) -> Result<'_, u8> {
    let is_cell = |byte: &u8| b"XOT.".contains(byte);
    context("a cell (X, O, T or .)", verify(be_u8, is_cell)).parse(input)
}

/// `blank = ws eol`
fn blank(input: &[u8]) -> Result<'_, ()> {
    preceded(ws, eol).parse(input)
}

/// `ws = *255( SP / TAB )`
///
/// By hand, because `take_while_m_n` is slower for lines with CRLF or white space.
#[inline]
pub(crate) fn ws(input: &[u8]) -> Result<'_, ()> {
    let is_white_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let rest = match input {
        [] => return Err(Err::Incomplete(Needed::Unknown)),
        // Most lines have no white space, and need no loop.
        [first, ..] if !is_white_space(first) => return Ok((input, ())),
        [_, rest @ ..] => rest,
    };
    match rest.iter().position(|byte| !is_white_space(byte)) {
        Some(length) if length < 255 => Ok((&rest[length..], ())),
        None if input.len() <= 255 => Err(Err::Incomplete(Needed::Unknown)),
        _ => context("at most 255 consecutive spaces and tabs", fail()).parse(&input[255..]),
    }
}

/// `eol = LF / CRLF`
///
/// By hand, because `line_ending` is slower.
#[inline]
fn eol(input: &[u8]) -> Result<'_, ()> {
    match input {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Ok((rest, ())),
        [] | [b'\r'] => Err(Err::Incomplete(Needed::Unknown)),
        [b'\r', rest @ ..] => {
            context("a line feed after the carriage return", cut(fail())).parse(rest)
        }
        _ => fail().parse(input),
    }
}

/// The error of a rule.
#[derive(Debug, PartialEq)]
pub(crate) struct RuleError<'a> {
    /// The rest of the input from the error on.
    pub(crate) input: &'a [u8],
    pub(crate) kind: InputErrorKind,
}

impl<'a> ParseError<&'a [u8]> for RuleError<'a> {
    fn from_error_kind(input: &'a [u8], _: ErrorKind) -> RuleError<'a> {
        // A `context` adds what was expected, and the reader what was found.
        let kind = InputErrorKind::Unexpected { expected: "", found: None };
        RuleError { input, kind }
    }

    fn append(_: &[u8], _: ErrorKind, other: RuleError<'a>) -> RuleError<'a> {
        other
    }
}

impl<'a> ContextError<&'a [u8]> for RuleError<'a> {
    /// The innermost context is what was expected.
    fn add_context(_: &[u8], context: &'static str, mut error: RuleError<'a>) -> RuleError<'a> {
        if let InputErrorKind::Unexpected { expected: expected @ "", .. } = &mut error.kind {
            *expected = context;
        }
        error
    }
}

impl<'a> FromExternalError<&'a [u8], InputErrorKind> for RuleError<'a> {
    fn from_external_error(input: &'a [u8], _: ErrorKind, kind: InputErrorKind) -> RuleError<'a> {
        RuleError { input, kind }
    }
}

#[cfg(test)]
mod tests {
    use std::array;

    use nom::Parser;
    use nom::multi::many1_count;
    use nom::sequence::preceded;

    use super::{Board, blank, board, board_at_once, board_by_cells, board_by_rows, next_board};

    /// Checks that the faster alternatives accept and refuse what the rules say byte by byte.
    fn assert_alternatives_agree(input: &[u8]) {
        let expected = preceded(many1_count(blank), board_by_cells).parse(input);
        let found = next_board(input);
        assert_eq!(expected.ok(), found.ok(), "{}", input.escape_ascii());
        let board_start = input.iter().position(|byte| !byte.is_ascii_whitespace());
        let input = &input[board_start.unwrap_or(input.len())..];
        assert_eq!(board_by_cells(input), board(input), "{}", input.escape_ascii());
    }

    /// A case with these rows in each of the forms that the alternatives are for.
    fn cases(rows: [[u8; 4]; 4]) -> [Vec<u8>; 5] {
        let [a, b, c, d] = rows.map(|row| row.escape_ascii().to_string());
        [
            format!("\n{a}\n{b}\n{c}\n{d}\n"),
            format!("\r\n{a}\r\n{b}\r\n{c}\r\n{d}\r\n"),
            format!("\n\n{a}\n{b}\n{c}\n{d}\n"),
            format!("  \n {a}\n\t{b}\t\n{c} \n \t{d}\t \n"),
            format!("\t\r\n{a}\n\t {b} \r\n  {c}\r\n{d}\r\n"),
        ]
        .map(String::into_bytes)
    }

    #[test]
    fn all_rows_are_parsed_in_each_form() {
        for number in 0..256 {
            let row = array::from_fn(|column| b".XOT"[number >> (2 * column) & 3]);
            for place in 0..4 {
                for other in [b"....", b"XXXX", b"OOOO", b"XOXO", b"..T."] {
                    let mut rows = [*other, *b"X.O.", *b"....", *other];
                    rows[place] = row;
                    for case in cases(rows) {
                        assert_alternatives_agree(&case);
                        let found = next_board(&case).ok().map(|(_, board)| board);
                        assert_eq!(found, Board::new(rows).ok(), "{}", case.escape_ascii());
                    }
                }
            }
        }
    }

    #[test]
    fn alternatives_are_equal_with_a_wrong_byte_and_cut_anywhere() {
        for case in cases([*b"XOT.", *b"OX..", *b".OX.", *b"..OX"]) {
            let case = [&case, &b"\nX"[..]].concat();
            for index in 0..case.len() {
                let (before, after) = case.split_at(index);
                assert_alternatives_agree(before);
                assert_alternatives_agree(&[before, &after[1..]].concat());
                for byte in 0..=u8::MAX {
                    assert_alternatives_agree(&[before, &[byte], after].concat());
                    assert_alternatives_agree(&[before, &[byte], &after[1..]].concat());
                }
            }
        }
    }

    /// The other tests would not notice a faster alternative that never matches.
    #[test]
    fn each_alternative_accepts_its_form() {
        let lf = b"XOT.\nOX..\n.OX.\n..OX\n";
        let crlf = b"XOT.\r\nOX..\r\n.OX.\r\n..OX\r\n";
        let varied = b" XOT.\r\nOX..\t\n .OX. \n..OX\n";
        assert!(board_at_once::<5>(lf).is_ok());
        assert!(board_at_once::<6>(crlf).is_ok());
        assert!(board_by_rows(varied).is_ok());
    }
}
