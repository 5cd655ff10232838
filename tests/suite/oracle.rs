//! A reference implementation of the format of the input, byte by byte, as plain as possible. It
//! shares no code with the program.

use std::fmt::Write;

use crate::rules::{self, Unreachable};

/// What is right for an input.
#[derive(Debug)]
pub struct Verdict {
    pub answers: String,
    /// How many bytes of the input show the answer of each case.
    shown_by: Vec<usize>,
    pub error: Option<WrongInput>,
}

impl Verdict {
    /// The answers that the first `length` bytes of the input show.
    pub fn answers_after(&self, length: usize) -> &str {
        let count = self.shown_by.iter().filter(|&&by| by <= length).count();
        let lines = self.answers.split_inclusive('\n').take(count);
        &self.answers[..lines.map(str::len).sum()]
    }
}

#[derive(Debug)]
pub struct WrongInput {
    pub message: String,
    pub case: Option<u64>,
    pub row: Option<u64>,
    /// How many bytes must have been read before the error is certain. If only the end of the input
    /// shows it, one more than there are.
    pub shown_by: usize,
}

pub fn judge(input: &[u8], is_strict: bool) -> Verdict {
    let mut judge = Judge {
        input,
        is_strict,
        index: 0,
        count: None,
        case: None,
        row: None,
        answers: String::new(),
        shown_by: Vec::new(),
    };
    let error = judge.input().err();
    Verdict { answers: judge.answers, shown_by: judge.shown_by, error }
}

struct Judge<'a> {
    input: &'a [u8],
    is_strict: bool,
    /// Of the next byte.
    index: usize,
    /// The number of cases, after the end of its line.
    count: Option<u64>,
    /// Inside a board.
    case: Option<u64>,
    /// Inside a row.
    row: Option<u64>,
    answers: String,
    shown_by: Vec<usize>,
}

impl Judge<'_> {
    fn input(&mut self) -> Result<(), WrongInput> {
        if self.peek() == Some(0xef) {
            let mark = "the number of cases, or the rest of a byte order mark (EF BB BF)";
            for byte in [0xef, 0xbb, 0xbf] {
                self.one_of(&[byte], mark)?;
            }
        }
        self.blanks()?;
        let count = self.count()?;
        self.count = Some(count);
        for case in 1..=count {
            if case > 1 {
                self.blank("a blank line before the next board")?;
            }
            self.blanks()?;
            self.case = Some(case);
            let status = self.board()?;
            self.case = None;
            writeln!(self.answers, "Case #{case}: {status}").unwrap();
        }
        while self.peek().is_some() {
            self.blank("nothing but blank lines")?;
        }
        Ok(())
    }

    fn count(&mut self) -> Result<u64, WrongInput> {
        self.white_space()?;
        let start = self.index;
        self.one_of(b"0123456789", "the number of cases")?;
        while matches!(self.peek(), Some(b'0'..=b'9')) && self.index < start + 255 {
            self.index += 1;
        }
        let digits = std::str::from_utf8(&self.input[start..self.index]).unwrap();
        let significant = digits.trim_start_matches('0');
        let is_too_large = significant.len() > 20
            || significant.parse().is_ok_and(|count: u128| count > u128::from(u64::MAX));
        if is_too_large {
            let shown_by = if digits.len() == 255 { self.index } else { self.index + 1 };
            let text = "the number of cases must not be larger than 18446744073709551615";
            return Err(self.wrong(start, shown_by, text));
        }
        if let Some(b'0'..=b'9') = self.peek() {
            return Err(self.unexpected("at most 255 consecutive digits"));
        }
        self.blank("the end of the line after the number of cases")?;
        Ok(digits.parse().unwrap())
    }

    fn board(&mut self) -> Result<&'static str, WrongInput> {
        let mut start = 0;
        let mut cells = [[b'.'; 4]; 4];
        for (number, row) in (1..).zip(&mut cells) {
            self.row = Some(number);
            self.white_space()?;
            if number == 1 {
                start = self.index;
            }
            for cell in row {
                *cell = self.one_of(b"XOT.", "a cell (X, O, T or .)")?;
            }
            self.blank("the end of the row after its 4 cells")?;
        }
        self.row = None;
        let ended_by_input = self.input[self.index - 1] != b'\n';
        let shown_by = self.index + usize::from(ended_by_input);
        let ts: usize = cells.as_flattened().iter().map(|&cell| usize::from(cell == b'T')).sum();
        if ts > 1 {
            let text = format!("a board has one T at most, this one has {ts}");
            return Err(self.wrong(start, shown_by, &text));
        }
        let (x, o) = (rules::cells_of(b'X', &cells), rules::cells_of(b'O', &cells));
        let Some(status) = rules::status(x, o) else {
            let text = "both players own a line, so neither has won";
            return Err(self.wrong(start, shown_by, text));
        };
        if let Some(reason) = rules::why_unreachable(x, o).filter(|_| self.is_strict) {
            let reason = match reason {
                Unreachable::MarkCounts { x, o } => {
                    let marks = if x == 1 { "mark" } else { "marks" };
                    format!(
                        "X has {x} {marks} and O has {o}, but X must have as many as O or one more"
                    )
                }
                Unreachable::PlayedOn { winner } => {
                    format!("{winner} had won before the last move")
                }
            };
            let text = format!("play can't reach this board: {reason}");
            return Err(self.wrong(start, shown_by, &text));
        }
        self.shown_by.push(shown_by);
        Ok(rules::STATUSES[status])
    }

    /// As many blank lines as there are.
    fn blanks(&mut self) -> Result<(), WrongInput> {
        loop {
            let line = self.input[self.index..].iter();
            let white_space = line.take_while(|byte| b" \t".contains(byte)).count();
            let next = self.input.get(self.index + white_space);
            if self.peek().is_none()
                || white_space > 255
                || !matches!(next, None | Some(b'\n' | b'\r'))
            {
                return Ok(());
            }
            self.blank("")?;
        }
    }

    /// White space and the end of a line, or of the input.
    fn blank(&mut self, expected: &str) -> Result<(), WrongInput> {
        self.white_space()?;
        if self.peek().is_some()
            && self.one_of(b"\r\n", expected)? == b'\r'
            && self.peek().is_some()
        {
            self.one_of(b"\n", "a line feed after the carriage return")?;
        }
        Ok(())
    }

    fn white_space(&mut self) -> Result<(), WrongInput> {
        for _ in 0..255 {
            match self.peek() {
                Some(b' ' | b'\t') => self.index += 1,
                _ => return Ok(()),
            }
        }
        match self.peek() {
            Some(b' ' | b'\t') => Err(self.unexpected("at most 255 consecutive spaces and tabs")),
            _ => Ok(()),
        }
    }

    fn one_of(&mut self, bytes: &[u8], expected: &str) -> Result<u8, WrongInput> {
        match self.peek() {
            Some(byte) if bytes.contains(&byte) => {
                self.index += 1;
                Ok(byte)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.input.get(self.index).copied()
    }

    /// The error that `expected` was expected, but something else comes next.
    fn unexpected(&self, expected: &str) -> WrongInput {
        let utf_16 = " (if this is UTF-16, convert it to UTF-8; if it is padding, remove it)";
        let found = match self.peek() {
            None => "the end of input".to_owned(),
            Some(b'\n') => "the end of the line".to_owned(),
            Some(b'\r') => "a carriage return".to_owned(),
            Some(b'\t') => r"'\t'".to_owned(),
            Some(0) => format!(r"'\0'{utf_16}"),
            Some(0xfe) => format!(r"'\xfe'{utf_16}"),
            Some(0xff) => format!(r"'\xff'{utf_16}"),
            Some(byte @ 0x20..=0x7e) => format!("'{}'", char::from(byte)),
            Some(byte @ 0x80..) => {
                format!(
                    r"'\x{byte:02x}' (not ASCII: it may be invisible or look like another character)"
                )
            }
            Some(byte) => format!(r"'\x{byte:02x}'"),
        };
        let text = format!("expected {expected}, found {found}");
        self.wrong(self.index, self.index + 1, &text)
    }

    fn wrong(&self, index: usize, shown_by: usize, text: &str) -> WrongInput {
        let before = &self.input[..index];
        let line = before.split(|&byte| byte == b'\n').count();
        let column = before.rsplit(|&byte| byte == b'\n').next().unwrap().len() + 1;
        let place = match (self.count, self.case, self.row) {
            (None, ..) => String::new(),
            (Some(count), None, _) => format!("after {} of {count} cases: ", self.shown_by.len()),
            (Some(count), Some(case), None) => format!("case {case} of {count}: "),
            (Some(count), Some(case), Some(row)) => format!("case {case} of {count}, row {row}: "),
        };
        WrongInput {
            message: format!("line {line}, column {column}: {place}{text}"),
            case: self.case,
            row: self.row,
            shown_by,
        }
    }
}
