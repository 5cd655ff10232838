//! The grammar of the input, a parser a rule:
//!
//! ```text
//! input  = [BOM] *blank count *blank [ board *( 1*blank board ) ] *blank
//! ```
//!
//! The parsers of the parts of that rule are for the other rooms, which put the parts together as
//! the bytes come. All follow nom's mode: while more input may come (streaming) the end of the
//! bytes is [`nom::Err::Incomplete`]; at the end of the input (complete) it ends the line.

use nom::branch::alt;
use nom::bytes::{tag, take, take_while};
use nom::character::char;
use nom::combinator::{cut, not, opt, peek, recognize, value, verify};
use nom::error::context;
use nom::multi::{fold_many_m_n, many0_count};
use nom::sequence::{delimited, preceded};
use nom::{ParseTo, Parser};

use crate::board::{Board, Cell};
use crate::error::Fault;
use crate::rejection::Rejection;

/// `[BOM]`, the byte order mark of UTF-8: EF BB BF
pub(crate) fn byte_order_mark<'a>() -> impl Parser<&'a [u8], Output = (), Error = Rejection> {
    let rest = context(
        "the rest of a byte order mark (EF BB BF)",
        preceded(tag(&b"\xbb"[..]), tag(&b"\xbf"[..])),
    );
    opt(preceded(tag(&b"\xef"[..]), cut(rest))).map(|_| ())
}

/// `count = ws 1*DIGIT ws eol`
pub(crate) fn count<'a>() -> impl Parser<&'a [u8], Output = u64, Error = Rejection> {
    delimited(
        ws(),
        number(),
        line_end("the end of the line after the number of cases"),
    )
}

/// `1*DIGIT`, at most 2^64-1; the digit that is too many is refused as soon as it is there
fn number<'a>() -> impl Parser<&'a [u8], Output = u64, Error = Rejection> {
    let first = context("the number of cases", peek(digit()));
    let zeros = take_while(|byte| byte == b'0');
    let others = fold_many_m_n(0, MOST_DIGITS, digit(), || (), |(), _| ());
    let number = recognize(preceded(zeros, others))
        .map_res(|digits: &[u8]| digits.parse_to().ok_or(Fault::CountTooLarge));
    let no_more = opt(digit()).map_res(|more| more.map_or(Ok(()), |_| Err(Fault::CountTooLarge)));
    delimited(first, number, no_more)
}

/// How many digits 2^64-1 has.
const MOST_DIGITS: usize = 20;

fn digit<'a>() -> impl Parser<&'a [u8], Output = &'a [u8], Error = Rejection> {
    verify(take(1_usize), |byte: &[u8]| byte[0].is_ascii_digit())
}

/// `board = 4row`
pub(crate) fn board<'a>() -> impl Parser<&'a [u8], Output = Board, Error = Rejection> {
    row(Board::EMPTY, 0)
        .flat_map(|board| row(board, 1))
        .flat_map(|board| row(board, 2))
        .flat_map(|board| row(board, 3))
}

/// `board`, where play can reach it
pub(crate) fn reachable_board<'a>() -> impl Parser<&'a [u8], Output = Board, Error = Rejection> {
    board().map_res(|board| board.check_reachable().map(|()| board))
}

/// `row = ws 4cell ws eol`
fn row<'a>(board: Board, row: usize) -> impl Parser<&'a [u8], Output = Board, Error = Rejection> {
    let cells = cell(board, row, 0)
        .flat_map(move |board| cell(board, row, 1))
        .flat_map(move |board| cell(board, row, 2))
        .flat_map(move |board| cell(board, row, 3));
    let name = ["row 1", "row 2", "row 3", "row 4"][row];
    context(
        name,
        delimited(
            ws(),
            cells,
            line_end("the end of the row after its 4 cells"),
        ),
    )
}

/// `cell = "X" / "O" / "T" / "."`
fn cell<'a>(
    board: Board,
    row: usize,
    column: usize,
) -> impl Parser<&'a [u8], Output = Board, Error = Rejection> {
    let cell = take(1_usize).map_opt(|byte: &[u8]| match byte {
        b"X" => Some(Cell::X),
        b"O" => Some(Cell::O),
        b"T" => Some(Cell::T),
        b"." => Some(Cell::Empty),
        _ => None,
    });
    context("a cell (X, O, T or .)", cell).map_res(move |cell| board.with(row, column, cell))
}

/// `*blank board *blank`, and nothing else
pub(crate) fn lone_board<'a>() -> impl Parser<&'a [u8], Output = Board, Error = Rejection> {
    let blanks = || many0_count(blank_of_bytes());
    delimited(blanks(), board(), preceded(blanks(), end()))
}

/// `blank = ws eol`
pub(crate) fn blank<'a>() -> impl Parser<&'a [u8], Output = (), Error = Rejection> {
    line_end("a blank line")
}

/// One more of `*blank`, and whether there was one
pub(crate) fn another_blank<'a>() -> impl Parser<&'a [u8], Output = bool, Error = Rejection> {
    opt(blank_of_bytes()).map(|line| line.is_some())
}

/// A `blank` that isn't just the end of the input, of which there would be no end
fn blank_of_bytes<'a>() -> impl Parser<&'a [u8], Output = &'a [u8], Error = Rejection> {
    verify(recognize(blank()), |line: &[u8]| !line.is_empty())
}

/// The end of the input, after which nothing is left to parse.
pub(crate) fn end<'a>() -> impl Parser<&'a [u8], Output = (), Error = Rejection> {
    preceded(ws(), end_of_input())
}

/// `ws eol`, where anything else is not what was `expected`
fn line_end<'a>(expected: &'static str) -> impl Parser<&'a [u8], Output = (), Error = Rejection> {
    preceded(ws(), eol(expected))
}

/// `ws = *( SP / TAB )`
fn ws<'a>() -> impl Parser<&'a [u8], Output = &'a [u8], Error = Rejection> {
    take_while(is_white_space)
}

pub(crate) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a part that begins with `start` is the same without this next byte: white space before
/// it, white space that goes on, a zero that follows a leading one. There may be no end of these.
pub(crate) fn is_redundant(start: &[u8], byte: u8) -> bool {
    match start {
        [] => is_white_space(byte),
        [b'0'] => byte == b'0',
        [.., last] => is_white_space(*last) && is_white_space(byte),
    }
}

/// How long a part without redundant bytes can be that isn't whole: a board that lacks the last
/// line feed, each row but the first with white space on both sides, each with a carriage return.
pub(crate) const LONGEST_START: usize = 30;

/// `eol = LF / CRLF`; the end of the input ends a line, too
fn eol<'a>(expected: &'static str) -> impl Parser<&'a [u8], Output = (), Error = Rejection> {
    let lf = || char('\n');
    let crlf = preceded(
        char('\r'),
        cut(context("a line feed after the carriage return", lf())),
    );
    alt((
        value((), crlf),
        context(expected, alt((value((), lf()), end_of_input()))),
    ))
}

fn end_of_input<'a>() -> impl Parser<&'a [u8], Output = (), Error = Rejection> {
    not(take(1_usize))
}
