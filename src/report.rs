//! The lines of the output.

use std::io::{self, Write};
use std::iter;

use crate::board::Status;
use crate::retry::uninterrupted;

/// The report of all cases in their order, `Case #x: y` with x from 1, written in large pieces.
pub(crate) struct Report<W> {
    output: W,
    /// Up to `length` whole lines that aren't written yet.
    lines: Box<[u8; CAPACITY]>,
    length: usize,
    /// The number of the last line.
    number: CaseNumber,
}

/// What is written at once, at the most.
const CAPACITY: usize = 128 * 1024;

/// Room for a line, which is put together of two pieces of a fixed size.
const LINE: usize = 2 * PIECE;

/// More than `Case #18446744073709551615` and `: Game has not completed` with its LF take.
const PIECE: usize = 32;

impl<W: Write> Report<W> {
    pub(crate) fn new(output: W) -> Report<W> {
        Report {
            output,
            lines: vec![0; CAPACITY].try_into().unwrap(),
            length: 0,
            number: CaseNumber::ZERO,
        }
    }

    /// Adds the line of the next case.
    pub(crate) fn add(&mut self, status: Status) -> io::Result<()> {
        self.add_all(&mut iter::once(status))
    }

    /// Adds the lines of the next cases. They wait for [`write_out`](Report::write_out), but for
    /// those that there is no room for.
    pub(crate) fn add_all(
        &mut self,
        statuses: &mut impl Iterator<Item = Status>,
    ) -> io::Result<()> {
        while !self.add_while_room(statuses) {
            self.write_out()?;
        }
        Ok(())
    }

    /// Writes the lines that wait. After an error they must not be tried again: how much of them
    /// the output has taken is not known.
    pub(crate) fn write_out(&mut self) -> io::Result<()> {
        if self.length == 0 {
            return Ok(());
        }
        self.output.write_all(&self.lines[..self.length])?;
        self.length = 0;
        uninterrupted(|| self.output.flush())
    }
}

impl<W> Report<W> {
    /// Whether all have been added.
    fn add_while_room(&mut self, statuses: &mut impl Iterator<Item = Status>) -> bool {
        // Kept in registers, which fields can't be while `lines` is written.
        let (mut length, mut last_digit) = (self.length, self.number.last_digit);
        let mut all_are_added = false;
        while length <= CAPACITY - LINE {
            let Some(status) = statuses.next() else {
                all_are_added = true;
                break;
            };
            if last_digit == b'9' {
                last_digit = b'0';
                self.number.carry();
            } else {
                last_digit += 1;
            }
            let line = &mut self.lines[length..length + LINE];
            let start_length = self.number.length % PIECE; // Spares the checks of what follows.
            line[..PIECE].copy_from_slice(&self.number.start);
            let end = &mut line[start_length..][..=PIECE];
            end[0] = last_digit;
            end[1..].copy_from_slice(&ENDS[status as usize].text);
            length += start_length + ENDS[status as usize].length;
        }
        (self.length, self.number.last_digit) = (length, last_digit);
        all_are_added
    }
}

/// The number of a case as the start of its line, so that no digit is made twice.
struct CaseNumber {
    /// `Case #` and all digits but the last one in the first `length` bytes.
    start: [u8; PIECE],
    length: usize,
    last_digit: u8,
}

const PREFIX: &[u8] = b"Case #";

impl CaseNumber {
    const ZERO: CaseNumber = CaseNumber {
        start: piece(&[PREFIX]),
        length: PREFIX.len(),
        last_digit: b'0',
    };

    /// Adds one to the digits before the last one.
    #[cold]
    fn carry(&mut self) {
        for digit in self.start[PREFIX.len()..self.length].iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.start[self.length] = b'0';
        self.start[PREFIX.len()] = b'1';
        self.length += 1;
    }
}

/// What follows the number, by `Status as usize`.
static ENDS: [End; 4] = [
    end(Status::XWon),
    end(Status::OWon),
    end(Status::Draw),
    end(Status::NotCompleted),
];

struct End {
    text: [u8; PIECE],
    /// Of the text and of the digit before it.
    length: usize,
}

const fn end(status: Status) -> End {
    let parts = [": ", status.as_str(), "\n"];
    End {
        text: piece(&[
            parts[0].as_bytes(),
            parts[1].as_bytes(),
            parts[2].as_bytes(),
        ]),
        length: 1 + parts[0].len() + parts[1].len() + parts[2].len(),
    }
}

const fn piece(parts: &[&[u8]]) -> [u8; PIECE] {
    let mut piece = [0; PIECE];
    let (mut length, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            piece[length] = parts[part][index];
            length += 1;
            index += 1;
        }
        part += 1;
    }
    piece
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{CaseNumber, PREFIX, Report};
    use crate::board::Status;

    const STATUSES: [Status; 4] = [
        Status::XWon,
        Status::OWon,
        Status::Draw,
        Status::NotCompleted,
    ];

    #[test]
    fn lines_are_numbered_from_1_over_many_writes() {
        let mut output = Vec::new();
        let mut report = Report::new(&mut output);
        let statuses = STATUSES.into_iter().cycle();
        report.add_all(&mut statuses.clone().take(100_001)).unwrap();
        report.add(Status::Draw).unwrap();
        report.write_out().unwrap();
        let mut expected = Vec::new();
        for (number, status) in (1..=100_001).zip(statuses).chain([(100_002, Status::Draw)]) {
            writeln!(expected, "Case #{number}: {status}").unwrap();
        }
        assert!(output == expected);
    }

    #[test]
    fn the_longest_line_fits() {
        let mut output = Vec::new();
        let mut report = Report::new(&mut output);
        let digits = b"1844674407370955159";
        report.number.start[PREFIX.len()..][..digits.len()].copy_from_slice(digits);
        report.number = CaseNumber {
            length: PREFIX.len() + digits.len(),
            last_digit: b'9',
            ..report.number
        };
        for _ in 0..16 {
            report.add(Status::NotCompleted).unwrap();
        }
        report.write_out().unwrap();
        let last = format!("\nCase #{}: Game has not completed\n", u64::MAX);
        assert!(output.ends_with(last.as_bytes()));
    }
}
