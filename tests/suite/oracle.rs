//! What is right, in the plainest way: the statement's words for a board, and the format's rules
//! for an input, byte by byte. Nothing of the program's own is in it.

use std::fmt::Write;

/// The lines of a board, each of four (row, column).
static LINES: [[(usize, usize); 4]; 10] = [
    [(0, 0), (0, 1), (0, 2), (0, 3)],
    [(1, 0), (1, 1), (1, 2), (1, 3)],
    [(2, 0), (2, 1), (2, 2), (2, 3)],
    [(3, 0), (3, 1), (3, 2), (3, 3)],
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 1), (1, 1), (2, 1), (3, 1)],
    [(0, 2), (1, 2), (2, 2), (3, 2)],
    [(0, 3), (1, 3), (2, 3), (3, 3)],
    [(0, 0), (1, 1), (2, 2), (3, 3)],
    [(0, 3), (1, 2), (2, 1), (3, 0)],
];

/// The cells of a board, row by row.
pub type Cells = [[u8; 4]; 4];

pub fn owns_a_line(player: u8, cells: &Cells) -> bool {
    owned_lines(player, cells).next().is_some()
}

fn owned_lines(
    player: u8,
    cells: &Cells,
) -> impl Iterator<Item = &'static [(usize, usize); 4]> + Clone {
    LINES.iter().filter(move |line| {
        line.iter().all(|&(row, column)| {
            let cell = cells[row][column];
            cell == player || cell == b'T'
        })
    })
}

/// The words for a board, unless both players own a line.
pub fn status(cells: &Cells) -> Option<&'static str> {
    match (owns_a_line(b'X', cells), owns_a_line(b'O', cells)) {
        (true, true) => None,
        (true, false) => Some("X won"),
        (false, true) => Some("O won"),
        (false, false) if cells.as_flattened().contains(&b'.') => Some("Game has not completed"),
        (false, false) => Some("Draw"),
    }
}

/// Whether play can reach a board that has a status, by the rule: X has as many marks as O, or one
/// more; the winner has moved last; and one mark of the winner is in all of the winner's lines.
pub fn is_reachable(cells: &Cells) -> bool {
    let marks = |player| {
        let cells = cells.as_flattened().iter();
        cells
            .map(|&cell| usize::from(cell == player))
            .sum::<usize>()
    };
    let (x, o) = (marks(b'X'), marks(b'O'));
    if x != o && x != o + 1 {
        return false;
    }
    let (last, before) = if x > o { (b'X', b'O') } else { (b'O', b'X') };
    let lines = owned_lines(last, cells);
    let is_in_all = |&(row, column): &(usize, usize)| {
        let place = (row, column);
        cells[row][column] == last && lines.clone().all(|line| line.contains(&place))
    };
    let mut places = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    let is_won = owns_a_line(last, cells);
    !owns_a_line(before, cells) && (!is_won || places.any(|place| is_in_all(&place)))
}

/// What is right for an input.
#[derive(Debug, PartialEq)]
pub struct Verdict {
    pub answers: String,
    pub error: Option<Fault>,
}

#[derive(Debug, PartialEq)]
pub struct Fault {
    /// How the message starts: the line, the column, and the case and row, if any.
    pub start: String,
    /// How many bytes of the input show it; one more than it has where that is its end.
    pub shown_by: usize,
}

pub fn judge(input: &[u8]) -> Verdict {
    let mut judge = Judge {
        input,
        at: 0,
        place: String::new(),
        answers: String::new(),
    };
    let error = judge.input().err();
    Verdict {
        answers: judge.answers,
        error,
    }
}

/// What is right for an input that goes on, as far as it has come.
pub fn answers_so_far(input: &[u8]) -> String {
    judge(&[input, b"?"].concat()).answers
}

struct Judge<'a> {
    input: &'a [u8],
    at: usize,
    place: String,
    answers: String,
}

impl Judge<'_> {
    fn input(&mut self) -> Result<(), Fault> {
        if self.peek() == Some(0xef) {
            for byte in [0xef, 0xbb, 0xbf] {
                self.one_of(&[byte])?;
            }
        }
        self.blanks()?;
        let count = self.count()?;
        for number in 1..=count {
            if number > 1 {
                self.place = format!("after case {}", number - 1);
                self.line_end()?;
            }
            self.place = format!("case {number}");
            self.blanks()?;
            let status = self.board()?;
            writeln!(self.answers, "Case #{number}: {status}").unwrap();
        }
        self.place = match count {
            0 => "after the count of 0".to_owned(),
            _ => format!("after case {count}"),
        };
        self.blanks()?;
        self.white_space();
        self.peek().map_or(Ok(()), |_| Err(self.fault(self.at)))
    }

    fn count(&mut self) -> Result<u64, Fault> {
        self.white_space();
        let start = self.at;
        let mut count = u128::from(self.one_of(b"0123456789")? - b'0');
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            count = count * 10 + u128::from(digit - b'0');
            if count >= 1 << 64 {
                return Err(self.fault(start));
            }
            self.at += 1;
        }
        self.line_end()?;
        Ok(count.try_into().unwrap())
    }

    fn board(&mut self) -> Result<&'static str, Fault> {
        let case = self.place.clone();
        let mut start = None;
        let mut cells = [[b'.'; 4]; 4];
        for row in 0..4 {
            self.place = format!("{case}, row {}", row + 1);
            self.white_space();
            let start = *start.get_or_insert(self.at);
            for column in 0..4 {
                let has_t = cells.as_flattened().contains(&b'T');
                cells[row][column] = self.one_of(if has_t { b"XO." } else { b"XO.T" })?;
                if status(&cells).is_none() {
                    self.place = case;
                    self.at -= 1;
                    return Err(self.fault(start));
                }
            }
            self.line_end()?;
        }
        Ok(status(&cells).unwrap())
    }

    /// As many blank lines as there are.
    fn blanks(&mut self) -> Result<(), Fault> {
        while self.at < self.input.len() {
            let start = self.at;
            self.white_space();
            if !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
                self.at = start;
                return Ok(());
            }
            self.line_end()?;
        }
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Fault> {
        self.white_space();
        if self.peek().is_some() && self.one_of(b"\r\n")? == b'\r' {
            self.one_of(b"\n")?;
        }
        Ok(())
    }

    fn white_space(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn one_of(&mut self, bytes: &[u8]) -> Result<u8, Fault> {
        match self.peek() {
            Some(byte) if bytes.contains(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            _ => Err(self.fault(self.at)),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    /// A fault that stands at this offset, and that the byte that is next shows.
    fn fault(&self, offset: usize) -> Fault {
        let before = &self.input[..offset];
        let line = before.split(|&byte| byte == b'\n').count();
        let column = before.rsplit(|&byte| byte == b'\n').next().unwrap().len() + 1;
        let start = format!("line {line}, column {column}: {}", self.place);
        Fault {
            start,
            shown_by: self.at + 1,
        }
    }
}
