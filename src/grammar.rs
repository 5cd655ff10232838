//! The grammar of the input, a parser for each rule:
//!
//! ```text
//! input = [byte_order_mark] *blank count *blank [ board *( 1*blank board ) ] *blank
//! ```
//!
//! The rules are streaming parsers: where the bytes end before a rule does, it returns
//! [`nom::Err::Incomplete`]. They need not handle the end of the input, because the reader appends
//! line feeds to it.
//!
//! The rules are generic over their error. With `()` they are fast; with [`LocatedError`] they
//! tell what they expected, and where.

use nom::branch::alt;
use nom::bytes::streaming::tag;
use nom::character::streaming::char;
use nom::combinator::{cut, map_res, not, opt, value, verify};
use nom::error::{ContextError, ErrorKind, FromExternalError, ParseError, context};
use nom::multi::{fill, many1_count};
use nom::number::streaming::be_u8;
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, IResult, Input, Needed, ParseTo, Parser};

use crate::board::Board;
use crate::error::InputErrorKind;

/// `[byte_order_mark]`, where `byte_order_mark = %xEF.BB.BF`
pub(crate) fn byte_order_mark<E: RuleError>(input: &[u8]) -> IResult<&[u8], Option<()>, E> {
    let rest =
        context("the rest of a byte order mark (EF BB BF)", (tag(&b"\xbb"[..]), tag(&b"\xbf"[..])));
    opt(value((), (tag(&b"\xef"[..]), cut(rest)))).parse(input)
}

/// `count = ws 1*255DIGIT ws eol`
pub(crate) fn count<E: RuleError>(input: &[u8]) -> IResult<&[u8], u64, E> {
    let end = eol("the end of the line after the number of cases");
    delimited(ws, number, (ws, end)).parse(input)
}

/// `1*255DIGIT`, at most 2^64 - 1
fn number<E: RuleError>(input: &[u8]) -> IResult<&[u8], u64, E> {
    let value = map_res(digits, |digits| digits.parse_to().ok_or(InputErrorKind::CountTooLarge));
    // `digits` stops after 255, so only then can another digit follow.
    let no_digit = not(verify(be_u8, u8::is_ascii_digit));
    terminated(value, context("at most 255 consecutive digits", no_digit)).parse(input)
}

/// `1*255DIGIT`
fn digits<E: RuleError>(input: &[u8]) -> IResult<&[u8], &[u8], E> {
    let is_digit = |byte: &&u8| byte.is_ascii_digit();
    match input.iter().take(255).take_while(is_digit).count() {
        length if length == input.len() && length < 255 => Err(Err::Incomplete(Needed::Unknown)),
        0 => Err(Err::Error(E::expected("the number of cases", input))),
        length => Ok(input.take_split(length)),
    }
}

/// `1*blank board`
pub(crate) fn blanks_and_board<E: RuleError>(input: &[u8]) -> IResult<&[u8], Board, E> {
    let plain = preceded(char('\n'), plain_board);
    alt((plain, any_blanks_and_board)).parse(input)
}

#[inline(never)]
fn any_blanks_and_board<E: RuleError>(input: &[u8]) -> IResult<&[u8], Board, E> {
    preceded(many1_count(blank("a blank line")), board).parse(input)
}

/// `blank = ws eol`
#[inline]
pub(crate) fn blank<E: RuleError>(
    expected: &'static str,
) -> impl Fn(&[u8]) -> IResult<&[u8], (), E> {
    move |input| preceded(ws, eol(expected)).parse(input)
}

/// `[blank]`
pub(crate) fn optional_blank<E: RuleError>(input: &[u8]) -> IResult<&[u8], Option<()>, E> {
    opt(blank("a blank line")).parse(input)
}

/// `board = 4row`
#[inline]
pub(crate) fn board<E: RuleError>(input: &[u8]) -> IResult<&[u8], Board, E> {
    alt((plain_board, padded_board, located_board)).parse(input)
}

/// `4( 4cell LF )`, the form of nearly all boards
///
/// Returns an error where bytes are missing, too, so that the next alternative is tried.
#[inline]
fn plain_board<E: RuleError>(input: &[u8]) -> IResult<&[u8], Board, E> {
    if let Some((lines, rest)) = input.split_first_chunk()
        && let Some(rows) = plain_rows(lines)
        && let Some(board) = Board::if_valid(rows)
    {
        return Ok((rest, board));
    }
    Err(Err::Error(E::from_error_kind(input, ErrorKind::Alt)))
}

#[inline]
fn plain_rows(lines: &[u8; 20]) -> Option<[[u8; 4]; 4]> {
    let row = |index: usize| match lines[5 * index..][..5] {
        [a, b, c, d, b'\n'] => Some([a, b, c, d]),
        _ => None,
    };
    Some([row(0)?, row(1)?, row(2)?, row(3)?])
}

/// `4row`, which takes any four bytes for cells, since `Board` checks them
///
/// Returns an error where bytes are missing, too, so that the next alternative is tried.
#[inline]
fn padded_board<E: RuleError>(input: &[u8]) -> IResult<&[u8], Board, E> {
    if let Ok((rest, rows)) = rows::<E>(four_bytes)(input)
        && let Some(board) = Board::if_valid(rows)
    {
        return Ok((rest, board));
    }
    Err(Err::Error(E::from_error_kind(input, ErrorKind::Alt)))
}

/// `4row`, byte by byte, so that errors have a position
#[inline(never)]
fn located_board<E: RuleError>(input: &[u8]) -> IResult<&[u8], Board, E> {
    map_res(rows(cells), |rows| Board::new(rows).map_err(InputErrorKind::InvalidBoard)).parse(input)
}

/// `4row`, where `row = ws 4cell ws eol`
#[inline]
fn rows<'a, E: RuleError>(
    cells: impl Fn(&'a [u8]) -> IResult<&'a [u8], [u8; 4], E>,
) -> impl Fn(&'a [u8]) -> IResult<&'a [u8], [[u8; 4]; 4], E> {
    move |input| {
        let end = eol("the end of the row after its 4 cells");
        let mut rows = [[0; 4]; 4];
        let (rest, ()) = fill(delimited(ws, &cells, (ws, end)), &mut rows).parse(input)?;
        Ok((rest, rows))
    }
}

/// `4cell`, where `cell = "X" / "O" / "T" / "."`
fn cells<E: RuleError>(input: &[u8]) -> IResult<&[u8], [u8; 4], E> {
    let mut cells = [0; 4];
    let is_cell = |byte: &u8| b"XOT.".contains(byte);
    let cell = context("a cell (X, O, T or .)", verify(be_u8, is_cell));
    let (rest, ()) = fill(cell, &mut cells).parse(input)?;
    Ok((rest, cells))
}

/// `ws = *255( SP / TAB )`
#[inline]
fn ws<E: RuleError>(input: &[u8]) -> IResult<&[u8], (), E> {
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
        _ => Err(Err::Error(E::expected("at most 255 consecutive spaces and tabs", &input[255..]))),
    }
}

/// `eol = LF / CRLF`
#[inline]
fn eol<E: RuleError>(expected: &'static str) -> impl Fn(&[u8]) -> IResult<&[u8], (), E> {
    move |input| match input {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Ok((rest, ())),
        [] | [b'\r'] => Err(Err::Incomplete(Needed::Unknown)),
        [b'\r', rest @ ..] => {
            Err(Err::Failure(E::expected("a line feed after the carriage return", rest)))
        }
        _ => Err(Err::Error(E::expected(expected, input))),
    }
}

#[inline]
fn four_bytes<E: RuleError>(input: &[u8]) -> IResult<&[u8], [u8; 4], E> {
    match input.split_first_chunk() {
        Some((bytes, rest)) => Ok((rest, *bytes)),
        None => Err(Err::Incomplete(Needed::Unknown)),
    }
}

/// An error that a rule can return.
pub(crate) trait RuleError:
    for<'a> ParseError<&'a [u8]>
    + for<'a> ContextError<&'a [u8]>
    + for<'a> FromExternalError<&'a [u8], InputErrorKind>
{
    /// Creates the error that `expected` was expected at the start of `input`.
    fn expected(expected: &'static str, input: &[u8]) -> Self {
        Self::add_context(input, expected, Self::from_error_kind(input, ErrorKind::Fail))
    }
}

impl RuleError for () {}

/// What a rule expected, and where.
#[derive(Debug, PartialEq)]
pub(crate) struct LocatedError {
    /// The number of bytes from the error to the end of the rule's input.
    pub(crate) remaining: usize,
    /// Empty until a rule adds it.
    pub(crate) expected: &'static str,
    /// Why a value that the grammar allows is wrong.
    pub(crate) invalid: Option<InputErrorKind>,
}

impl RuleError for LocatedError {}

impl ParseError<&[u8]> for LocatedError {
    fn from_error_kind(input: &[u8], _: ErrorKind) -> LocatedError {
        LocatedError { remaining: input.len(), expected: "", invalid: None }
    }

    fn append(_: &[u8], _: ErrorKind, other: LocatedError) -> LocatedError {
        other
    }
}

impl ContextError<&[u8]> for LocatedError {
    /// The innermost context is what was expected.
    fn add_context(_: &[u8], context: &'static str, error: LocatedError) -> LocatedError {
        let expected = match error.expected {
            "" => context,
            expected => expected,
        };
        LocatedError { expected, ..error }
    }
}

impl FromExternalError<&[u8], InputErrorKind> for LocatedError {
    /// An invalid value is located at its first byte that is not white space.
    fn from_external_error(input: &[u8], kind: ErrorKind, invalid: InputErrorKind) -> LocatedError {
        let value = ws::<()>(input).map_or(input, |(value, ())| value);
        LocatedError { invalid: Some(invalid), ..LocatedError::from_error_kind(value, kind) }
    }
}

#[cfg(test)]
mod tests {
    use nom::multi::many1_count;
    use nom::sequence::preceded;
    use nom::{IResult, Parser};

    use super::{
        LocatedError, blank, blanks_and_board, board, located_board, padded_board, plain_board,
    };
    use crate::board::Board;

    /// Checks that the faster alternatives accept and refuse what the rules say byte by byte.
    fn assert_alternatives_agree(input: &[u8]) {
        let case = |input| preceded(many1_count(blank("")), located_board).parse(input);
        let expected: IResult<&[u8], Board, LocatedError> = case(input);
        let found = blanks_and_board::<()>(input);
        assert_eq!(expected.as_ref().ok(), found.as_ref().ok(), "{}", input.escape_ascii());
        let board_start = input.iter().position(|byte| !byte.is_ascii_whitespace());
        let input = &input[board_start.unwrap_or(input.len())..];
        let expected = located_board::<LocatedError>(input);
        assert_eq!(expected, board(input), "{}", input.escape_ascii());
    }

    /// A case with these rows in each of the forms that the alternatives are for.
    fn cases(rows: [&str; 4]) -> [Vec<u8>; 5] {
        let [a, b, c, d] = rows;
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
    fn alternatives_are_equal_for_all_rows() {
        for number in 0..256 {
            let row: String =
                (0..4).map(|column| ['.', 'X', 'O', 'T'][number >> (2 * column) & 3]).collect();
            for place in 0..4 {
                for other in ["....", "XXXX", "OOOO", "XOXO", "..T."] {
                    let mut rows = [other, "X.O.", "....", other];
                    rows[place] = &row;
                    for case in cases(rows) {
                        assert_alternatives_agree(&case);
                    }
                }
            }
        }
    }

    #[test]
    fn alternatives_are_equal_with_a_wrong_byte_and_cut_anywhere() {
        for case in cases(["XOT.", "OX..", ".OX.", "..OX"]) {
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
        let padded = b" XOT.\r\nOX..\t\n .OX. \n..OX\n";
        assert!(plain_board::<()>(lf).is_ok());
        assert!(padded_board::<()>(lf).is_ok());
        assert!(padded_board::<()>(padded).is_ok());
    }
}
