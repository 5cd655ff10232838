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

/// Why play can't reach a board that has a status.
pub enum Reason {
    Counts { x: usize, o: usize },
    MovedAfterLoss { winner: char, loser: char },
    PlayedOn { winner: char },
}

/// By the rule: X has as many marks as O, or one more; the winner has moved last; and one mark of
/// the winner is in all of the winner's lines.
pub fn unreachable(cells: &Cells) -> Option<Reason> {
    let marks = |player| {
        let cells = cells.as_flattened().iter();
        cells
            .map(|&cell| usize::from(cell == player))
            .sum::<usize>()
    };
    let (x, o) = (marks(b'X'), marks(b'O'));
    if x != o && x != o + 1 {
        return Some(Reason::Counts { x, o });
    }
    let (last, before) = if x > o { (b'X', b'O') } else { (b'O', b'X') };
    if owns_a_line(before, cells) {
        let (winner, loser) = (before.into(), last.into());
        return Some(Reason::MovedAfterLoss { winner, loser });
    }
    let lines = owned_lines(last, cells);
    let is_in_all = |&(row, column): &(usize, usize)| {
        let place = (row, column);
        cells[row][column] == last && lines.clone().all(|line| line.contains(&place))
    };
    let mut places = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    if owns_a_line(last, cells) && !places.any(|place| is_in_all(&place)) {
        return Some(Reason::PlayedOn {
            winner: last.into(),
        });
    }
    None
}

impl Reason {
    fn text(&self) -> String {
        match self {
            Reason::Counts { x: 1, o } => format!("X has 1 mark and O has {o}"),
            Reason::Counts { x, o } => format!("X has {x} marks and O has {o}"),
            Reason::MovedAfterLoss { winner, loser } => {
                format!("{winner} has won, but {loser} has made the last move")
            }
            Reason::PlayedOn { winner } => format!(
                "the game would have gone on after it was won, \
                 since no one move makes all of {winner}'s lines"
            ),
        }
    }
}

/// What is right for an input.
#[derive(Debug, PartialEq)]
pub struct Verdict {
    pub answers: String,
    pub error: Option<Fault>,
}

#[derive(Debug, PartialEq)]
pub struct Fault {
    pub message: String,
    /// How many bytes of the input show it; one more than it has where that is its end.
    pub shown_by: usize,
}

pub fn judge(input: &[u8], is_strict: bool) -> Verdict {
    let mut judge = Judge {
        input,
        is_strict,
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
pub fn answers_so_far(input: &[u8], is_strict: bool) -> String {
    judge(&[input, b"?"].concat(), is_strict).answers
}

struct Judge<'a> {
    input: &'a [u8],
    is_strict: bool,
    at: usize,
    /// What a message says between the position and the text.
    place: String,
    answers: String,
}

impl Judge<'_> {
    fn input(&mut self) -> Result<(), Fault> {
        if self.peek() == Some(0xef) {
            for byte in [0xef, 0xbb, 0xbf] {
                self.one_of(&[byte], "the rest of a byte order mark (EF BB BF)")?;
            }
        }
        self.blanks()?;
        let count = self.count()?;
        for number in 1..=count {
            if number > 1 {
                self.place = format!("after case {}: ", number - 1);
                self.line_end("a blank line")?;
            }
            self.place = format!("case {number}: ");
            self.blanks()?;
            let status = self.board(number)?;
            writeln!(self.answers, "Case #{number}: {status}").unwrap();
        }
        self.place = match count {
            0 => "after the count of 0: ".to_owned(),
            _ => format!("after case {count}, the last of the count: "),
        };
        self.blanks()?;
        self.white_space();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("nothing but blank lines")),
        }
    }

    fn count(&mut self) -> Result<u64, Fault> {
        self.white_space();
        let start = self.at;
        let mut count = u128::from(self.one_of(b"0123456789", "the number of cases")? - b'0');
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            count = count * 10 + u128::from(digit - b'0');
            if count >= 1 << 64 {
                let text = "the number of cases must not be larger than 18446744073709551615";
                return Err(self.fault(start, text));
            }
        }
        self.line_end("the end of the line after the number of cases")?;
        Ok(count.try_into().unwrap())
    }

    fn board(&mut self, number: u64) -> Result<&'static str, Fault> {
        let mut start = None;
        let mut cells = [[b'.'; 4]; 4];
        for row in 0..4 {
            self.place = format!("case {number}, row {}: ", row + 1);
            self.white_space();
            let start = *start.get_or_insert(self.at);
            for column in 0..4 {
                cells[row][column] =
                    if cells.as_flattened().contains(&b'T') && self.peek() == Some(b'T') {
                        self.one_of(b"XO.", "X, O or . (a board has one T at most)")?
                    } else {
                        self.one_of(b"XO.T", "a cell (X, O, T or .)")?
                    };
                if status(&cells).is_none() {
                    self.place = format!("case {number}: ");
                    return Err(self.fault(start, "both players own a line, so neither has won"));
                }
            }
            self.line_end("the end of the row after its 4 cells")?;
        }
        self.place = format!("case {number}: ");
        match unreachable(&cells).filter(|_| self.is_strict) {
            Some(reason) => {
                let text = format!("play can't reach this board: {}", reason.text());
                let mut fault = self.fault(start.unwrap(), &text);
                // The end of the input has ended the row.
                fault.shown_by += usize::from(self.input[self.at - 1] != b'\n');
                Err(fault)
            }
            None => Ok(status(&cells).unwrap()),
        }
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
            self.line_end("")?;
        }
        Ok(())
    }

    fn line_end(&mut self, expected: &str) -> Result<(), Fault> {
        self.white_space();
        if self.peek().is_some() && self.one_of(b"\r\n", expected)? == b'\r' {
            self.one_of(b"\n", "a line feed after the carriage return")?;
        }
        Ok(())
    }

    fn white_space(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn one_of(&mut self, bytes: &[u8], expected: &str) -> Result<u8, Fault> {
        match self.peek() {
            Some(byte) if bytes.contains(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            _ => Err(self.expected(expected)),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    /// The fault that the next byte is, where something else was expected.
    fn expected(&self, expected: &str) -> Fault {
        let found = match self.peek() {
            None => "the end of input".to_owned(),
            Some(b'\n') => "the end of the line".to_owned(),
            Some(b'\r') => "the end of the line (a carriage return)".to_owned(),
            Some(b'\t') => r"'\t'".to_owned(),
            Some(0) => r"'\0'".to_owned(),
            Some(byte @ 0x20..=0x7e) => format!("'{}'", char::from(byte)),
            Some(byte) => format!(r"'\x{byte:02x}'"),
        };
        let is_utf_16 = self.place.is_empty() && matches!(self.peek(), Some(0 | 0xfe | 0xff));
        let advice = if is_utf_16 {
            "; this looks like UTF-16: convert it to UTF-8 first"
        } else {
            ""
        };
        let mut fault = self.fault(
            self.at,
            &format!("expected {expected}, found {found}{advice}"),
        );
        fault.shown_by += 1;
        fault
    }

    /// A fault that stands at this offset, and that the bytes so far show.
    fn fault(&self, offset: usize, text: &str) -> Fault {
        let before = &self.input[..offset];
        let line = before.split(|&byte| byte == b'\n').count();
        let column = before.rsplit(|&byte| byte == b'\n').next().unwrap().len() + 1;
        Fault {
            message: format!("line {line}, column {column}: {}{text}", self.place),
            shown_by: self.at,
        }
    }
}
