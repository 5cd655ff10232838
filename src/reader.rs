//! A buffered reader that applies the rules of the grammar and tracks line and column.

use std::io::{ErrorKind, Read};

use memchr::{memchr_iter, memrchr};
use nom::{Err, Offset};

use crate::error::{Error, InputError, InputErrorKind, Place, Position};
use crate::grammar::{self, RuleError};

/// Reads an input rule by rule, in constant memory.
///
/// Three line feeds are appended to the input, so that no rule is incomplete at its end. The first
/// ends a last line that has no line ending, the second is a blank line before a board, and the
/// third is what is found in the place of that board.
pub(crate) struct Reader<R> {
    inner: R,
    /// Never grows.
    buffer: Box<[u8]>,
    /// The bytes before it have been parsed. Greater than `end` if they include an appended line
    /// feed.
    start: usize,
    /// The bytes before it have been read.
    end: usize,
    /// Whether the input ends at `end`. The appended line feeds follow there.
    has_ended: bool,
    /// The position of the first byte of the buffer.
    position: Position,
}

const APPENDED_LINE_FEEDS: &[u8] = b"\n\n\n";

impl<R: Read> Reader<R> {
    /// `capacity` must be at least 2067: the longest board has 2064 bytes, and the appended line
    /// feeds must fit behind them.
    pub(crate) fn new(inner: R, capacity: usize) -> Reader<R> {
        Reader {
            inner,
            buffer: vec![0; capacity].into_boxed_slice(),
            start: 0,
            end: 0,
            has_ended: false,
            position: Position { line: 1, column: 1 },
        }
    }

    /// Applies a rule, and reads while it is incomplete.
    pub(crate) fn parse<T>(
        &mut self,
        rule: impl Fn(&[u8]) -> grammar::Result<'_, T>,
    ) -> Result<T, Error> {
        loop {
            match rule(self.unparsed()) {
                Ok((rest, output)) => {
                    self.start += self.unparsed().offset(rest);
                    return Ok(output);
                }
                Err(Err::Incomplete(_)) => self.refill()?,
                Err(Err::Error(error) | Err::Failure(error)) => return Err(self.error(&error)),
            }
        }
    }

    /// Applies a rule to what the buffer holds. Never reads, and consumes nothing unless the rule
    /// matches.
    pub(crate) fn parse_buffered<T>(
        &mut self,
        rule: impl Fn(&[u8]) -> grammar::Result<'_, T>,
    ) -> Option<T> {
        let (rest, output) = rule(self.unparsed()).ok()?;
        self.start += self.unparsed().offset(rest);
        Some(output)
    }

    /// Whether all of the input has been parsed. Reads if all of the buffer has been.
    pub(crate) fn is_at_end(&mut self) -> Result<bool, Error> {
        if self.start == self.end && !self.has_ended {
            self.refill()?;
        }
        Ok(self.start >= self.end)
    }

    /// The bytes that the next rule is applied to.
    fn unparsed(&self) -> &[u8] {
        let appended = if self.has_ended { APPENDED_LINE_FEEDS.len() } else { 0 };
        &self.buffer[self.start..self.end + appended]
    }

    /// Makes room by dropping what has been parsed, and reads once.
    fn refill(&mut self) -> Result<(), Error> {
        assert!(!self.has_ended, "no rule needs more than the appended line feeds");
        self.position = self.position_of(self.start);
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let free = self.end..self.buffer.len() - APPENDED_LINE_FEEDS.len();
        assert!(!free.is_empty(), "no rule needs more than the buffer holds");
        let length = loop {
            match self.inner.read(&mut self.buffer[free.clone()]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result.map_err(Error::Read)?,
            }
        };
        assert!(
            length <= free.len(),
            "the reader claims to have read {length} bytes into a buffer of {}",
            free.len()
        );
        self.end += length;
        if length == 0 {
            self.has_ended = true;
            self.buffer[self.end..][..APPENDED_LINE_FEEDS.len()]
                .copy_from_slice(APPENDED_LINE_FEEDS);
        }
        Ok(())
    }

    fn error(&self, error: &RuleError) -> Error {
        let offset = self.unparsed().offset(error.input);
        let index = self.start + offset;
        let mut kind = error.kind;
        if let InputErrorKind::Unexpected { found, .. } = &mut kind {
            *found = self.buffer[..self.end].get(index).copied();
        }
        Error::Input(InputError {
            position: self.position_of(index),
            line_in_rule: 1 + count_line_feeds(&self.unparsed()[..offset]),
            place: Place::Elsewhere,
            kind,
        })
    }

    /// The position of a byte of the buffer. That of an appended line feed is the end of the input.
    fn position_of(&self, index: usize) -> Position {
        let before = &self.buffer[..index.min(self.end)];
        let column = match memrchr(b'\n', before) {
            None => self.position.column + before.len() as u64,
            Some(last) => (before.len() - last) as u64,
        };
        Position { line: self.position.line + count_line_feeds(before), column }
    }
}

fn count_line_feeds(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::Reader;
    use crate::grammar;

    /// Parses the longest board, whose bytes come in two reads, with a buffer of this capacity.
    fn parse_longest_board(capacity: usize, split: usize) {
        let white_space = " ".repeat(255);
        let text = format!("{white_space}X...{white_space}\r\n").repeat(4);
        let (start, end) = text.split_at(split);
        let mut reader = Reader::new(start.as_bytes().chain(end.as_bytes()), capacity);
        assert!(reader.parse(grammar::board).is_ok());
        assert!(reader.is_at_end().unwrap());
    }

    #[test]
    fn a_buffer_of_2067_bytes_holds_the_longest_board() {
        for split in 0..=2064 {
            parse_longest_board(2067, split);
        }
    }

    #[test]
    #[should_panic(expected = "no rule needs more than the buffer holds")]
    fn a_smaller_buffer_does_not() {
        parse_longest_board(2066, 0);
    }
}
