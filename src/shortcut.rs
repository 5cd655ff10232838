//! A shortcut past the grammar, for cases written the way nearly all are.

use wide::u8x16;

use crate::board::Board;

/// Takes the cases at the front of some bytes: each a single blank line and a board, whole.
///
/// It gives what the grammar gives, and ends where it is not sure to: at an error, at a second
/// blank line, at a case that hasn't all arrived, at a board that isn't accepted. These are the
/// grammar's to look at.
pub(crate) struct Cases<'a, A> {
    rest: &'a [u8],
    /// So many more cases may be taken.
    most: u64,
    accepts: A,
}

/// How many lines a case takes that [`Cases`] takes.
pub(crate) const LINES: u64 = 5;

impl<'a, A: Fn(Board) -> bool> Cases<'a, A> {
    pub(crate) fn new(bytes: &'a [u8], most: u64, accepts: A) -> Cases<'a, A> {
        Cases {
            rest: bytes,
            most,
            accepts,
        }
    }

    /// What is left of the bytes and of the number given to [`Cases::new`].
    pub(crate) fn left(&self) -> (&'a [u8], u64) {
        (self.rest, self.most)
    }
}

impl<A: Fn(Board) -> bool> Iterator for Cases<'_, A> {
    type Item = Board;

    #[inline]
    fn next(&mut self) -> Option<Board> {
        let most = self.most.checked_sub(1)?;
        let ((x, o), rest) = plain(self.rest).or_else(|| padded(self.rest))?;
        let board = Board::new(x, o).ok()?;
        if !(self.accepts)(board) {
            return None;
        }
        (self.rest, self.most) = (rest, most);
        Some(board)
    }
}

/// The cells that count for X and those that count for O, as [`Board::new`] takes them.
type Marks = (u16, u16);

/// A case of nothing but cells and line feeds.
#[inline]
fn plain(bytes: &[u8]) -> Option<(Marks, &[u8])> {
    let (case, rest): (&[u8; 21], _) = bytes.split_first_chunk()?;
    if [0, 5, 10, 15, 20].iter().any(|&index| case[index] != b'\n') {
        return None;
    }
    let row = |start: usize| {
        [
            case[start],
            case[start + 1],
            case[start + 2],
            case[start + 3],
        ]
    };
    Some((marks([row(1), row(6), row(11), row(16)])?, rest))
}

/// A case with white space and carriage returns where they may be.
// Inlined it would take registers from `plain`.
#[inline(never)]
fn padded(bytes: &[u8]) -> Option<(Marks, &[u8])> {
    let (first, rest) = row(line_end(bytes)?)?;
    let (second, rest) = row(rest)?;
    let (third, rest) = row(rest)?;
    let (fourth, rest) = row(rest)?;
    Some((marks([first, second, third, fourth])?, rest))
}

fn row(bytes: &[u8]) -> Option<([u8; 4], &[u8])> {
    let (cells, rest) = skip_white_space(bytes).split_first_chunk()?;
    Some((*cells, line_end(rest)?))
}

fn line_end(bytes: &[u8]) -> Option<&[u8]> {
    match skip_white_space(bytes) {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Some(rest),
        _ => None,
    }
}

fn skip_white_space(mut bytes: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] = bytes {
        bytes = rest;
    }
    bytes
}

/// The marks of four rows of four cells, if that is what these bytes are.
#[inline]
fn marks(rows: [[u8; 4]; 4]) -> Option<Marks> {
    let cells = u8x16::from(rows.as_flattened());
    let that_are = |mark| cells.simd_eq(u8x16::splat(mark));
    let x = that_are(b'X') | that_are(b'T');
    let o = that_are(b'O') | that_are(b'T');
    let all = x | o | that_are(b'.');
    (bits(all) == u16::MAX).then(|| (bits(x), bits(o)))
}

/// A bit for each of the cells, the lowest for the first.
#[inline]
fn bits(cells: u8x16) -> u16 {
    cells.to_bitmask().try_into().unwrap()
}

#[cfg(test)]
mod tests {
    use nom::Parser;
    use nom::sequence::preceded;

    use super::{Cases, padded, plain};
    use crate::grammar::{blank, board};

    /// The shortcut gives the board that the grammar gives, or none where the grammar gives none.
    fn assert_same(bytes: &[u8]) {
        let mut cases = Cases::new(bytes, u64::MAX, |_| true);
        let taken = cases.next().map(|board| (cases.left().0, board));
        let parsed = preceded(blank(), board()).parse(bytes).ok();
        assert_eq!(taken, parsed, "{}", bytes.escape_ascii());
    }

    /// A case of these rows in each dress that there is.
    fn dresses(rows: [&str; 4]) -> [Vec<u8>; 4] {
        let [a, b, c, d] = rows;
        [
            format!("\n{a}\n{b}\n{c}\n{d}\n"),
            format!("\r\n{a}\r\n{b}\r\n{c}\r\n{d}\r\n"),
            format!("  \n {a}\n\t{b}\t\n{c} \n \t{d}\t \n"),
            format!("\t\r\n{a}\n\t {b} \r\n  {c}\r\n{d}\r\n"),
        ]
        .map(String::into_bytes)
    }

    #[test]
    fn all_rows_are_the_grammars() {
        for number in 0..256 {
            let row: String = (0..4)
                .map(|column| ['.', 'X', 'O', 'T'][number >> (2 * column) & 3])
                .collect();
            for place in 0..4 {
                for other in ["....", "XXXX", "OOOO", "XOXO", "..T."] {
                    let mut rows = [other, "X.O.", "....", other];
                    rows[place] = &row;
                    let cases = dresses(rows);
                    assert_eq!(plain(&cases[0]), padded(&cases[0]));
                    for case in cases {
                        assert_same(&case);
                    }
                }
            }
        }
    }

    #[test]
    fn all_faults_are_the_grammars() {
        for case in dresses(["XOT.", "OX..", ".OX.", "..OX"]) {
            let case = [&case[..], b"\nX"].concat();
            for index in 0..case.len() {
                assert_same(&case[..index]);
                let (before, after) = case.split_at(index);
                assert_same(&[before, &after[1..]].concat());
                for byte in 0..=u8::MAX {
                    assert_same(&[before, &[byte], after].concat());
                    assert_same(&[before, &[byte], &after[1..]].concat());
                }
            }
        }
    }
}
