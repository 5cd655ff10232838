//! The lines of the output.

use std::io::Write;

use crate::board::Status;
use crate::error::Error;

/// Writes a line for each case, `Case #x: y` with x from 1, many lines at a time.
pub(crate) struct Report<W> {
    output: W,
    /// `buffer[..length]` holds whole lines that have not been written.
    buffer: Box<[u8; CAPACITY]>,
    length: usize,
    /// The start of the last line, without the last digit of its number. It changes every tenth
    /// line.
    start: PaddedText,
    last_digit: u8,
    /// The rest of a line, by `Status as usize`.
    ends: [PaddedText; 4],
}

/// Measured: smaller writes are slower in pipes.
const CAPACITY: usize = 256 * 1024;

/// The space in the buffer that a line takes while it is copied, with the padding.
const LINE_ROOM: usize = 2 * PaddedText::CAPACITY;

const PREFIX: &str = "Case #";

impl<W: Write> Report<W> {
    /// Makes a report whose first line is that of the case after `last_case`.
    pub(crate) fn new(output: W, last_case: u64) -> Report<W> {
        let last_start = format!("{PREFIX}{last_case}");
        let (start, last_digit) = last_start.split_at(last_start.len() - 1);
        // In the order of the enum.
        let statuses = [Status::XWon, Status::OWon, Status::Draw, Status::NotCompleted];
        Report {
            output,
            buffer: vec![0; CAPACITY].try_into().expect("the lengths are equal"),
            length: 0,
            start: PaddedText::new(start),
            last_digit: last_digit.as_bytes()[0],
            ends: statuses.map(|status| PaddedText::new(&format!(": {status}\n"))),
        }
    }

    /// Adds the lines of the next cases. The lines are written when the buffer is full.
    // Measured: inlined, each line takes more instructions.
    #[inline(never)]
    pub(crate) fn add(&mut self, statuses: impl IntoIterator<Item = Status>) -> Result<(), Error> {
        // Measured: with the fields themselves, each line costs a load and a store of both.
        let (mut length, mut last_digit) = (self.length, self.last_digit);
        for status in statuses {
            if length > CAPACITY - LINE_ROOM {
                self.length = length;
                self.flush()?;
                length = 0;
            }
            if last_digit == b'9' {
                last_digit = b'0';
                increment(&mut self.start);
            } else {
                last_digit += 1;
            }
            let (start, end) = (&self.start, &self.ends[status as usize]);
            // Always less than the capacity. The remainder tells the compiler, and saves a check.
            let start_length = start.length % PaddedText::CAPACITY;
            let line = &mut self.buffer[length..][..LINE_ROOM];
            line[..PaddedText::CAPACITY].copy_from_slice(&start.text);
            line[start_length] = last_digit;
            line[start_length + 1..][..PaddedText::CAPACITY].copy_from_slice(&end.text);
            length += start_length + 1 + end.length;
        }
        (self.length, self.last_digit) = (length, last_digit);
        Ok(())
    }

    /// Writes all lines that have been added. After an error, the report must not be used again,
    /// because it is not known how much the output has taken.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        if self.length == 0 {
            return Ok(());
        }
        self.output
            .write_all(&self.buffer[..self.length])
            .and_then(|()| self.output.flush())
            .map_err(Error::Write)?;
        self.length = 0;
        Ok(())
    }
}

/// A part of a line, with padding. It is copied with the padding, because a copy of a fixed size is
/// faster. It is aligned, because a copy within a cache line is faster, too.
#[repr(align(64))]
struct PaddedText {
    text: [u8; PaddedText::CAPACITY],
    /// Less than `CAPACITY`.
    length: usize,
}

impl PaddedText {
    /// `Case #1844674407370955161` and `: Game has not completed\n` fit.
    const CAPACITY: usize = 32;

    fn new(text: &str) -> PaddedText {
        let mut padded = PaddedText { text: [0; PaddedText::CAPACITY], length: text.len() };
        padded.text[..text.len()].copy_from_slice(text.as_bytes());
        padded
    }
}

/// Adds 1 to the number that follows the prefix. No digits count as 0: the numbers below 10 have
/// only the last digit.
#[cold]
fn increment(start: &mut PaddedText) {
    for digit in start.text[PREFIX.len()..start.length].iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    start.text[start.length] = b'0';
    start.text[PREFIX.len()] = b'1';
    start.length += 1;
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::Report;
    use crate::board::Status;

    const STATUSES: [Status; 4] = [Status::XWon, Status::OWon, Status::Draw, Status::NotCompleted];

    #[test]
    fn lines_are_numbered_from_1_over_many_writes() {
        let mut output = Vec::new();
        let mut report = Report::new(&mut output, 0);
        let statuses = STATUSES.into_iter().cycle();
        report.add(statuses.clone().take(100_001)).unwrap();
        report.add([Status::Draw]).unwrap();
        report.flush().unwrap();
        let mut expected = Vec::new();
        for (number, status) in (1..=100_001).zip(statuses).chain([(100_002, Status::Draw)]) {
            writeln!(expected, "Case #{number}: {status}").unwrap();
        }
        assert!(output == expected);
    }

    #[test]
    fn the_longest_line_fits() {
        let mut output = Vec::new();
        let mut report = Report::new(&mut output, u64::MAX - 16);
        report.add([Status::NotCompleted; 16]).unwrap();
        report.flush().unwrap();
        let last = format!("\nCase #{}: Game has not completed\n", u64::MAX);
        assert!(output.ends_with(last.as_bytes()));
    }
}
