//! A buffered reader that applies the rules of the grammar and tracks line and column.

use std::io::Read;
use std::iter;

use memchr::{memchr_iter, memrchr};
use nom::{Err, IResult};

use crate::error::{Error, InputError, InputErrorKind, Position};
use crate::grammar::{LocatedError, RuleError};
use crate::retry::retry;

/// An input that is parsed rule by rule, in constant memory.
///
/// Two line feeds are appended to the input. The first ends a last line that has no line ending,
/// the second gives the next rule a byte to read. So no rule is incomplete at the end of the input.
pub(crate) struct Input<R> {
    reader: R,
    /// Never grows. The bytes before `start` have been parsed, those from `end` on are free.
    buffer: Box<[u8]>,
    start: usize,
    /// `start <= end <= buffer.len()`
    end: usize,
    /// The position of the first byte of the buffer.
    position: Position,
    /// The index of the appended line feeds, once the end of the input has been read.
    eof: Option<usize>,
    /// The case that errors report.
    pub(crate) case: Option<u64>,
    /// The number of cases that errors report, if it may be wrong.
    pub(crate) count: Option<u64>,
}

const EOF_MARK: &[u8] = b"\n\n";

impl<R: Read> Input<R> {
    /// A board has up to 2064 bytes, so `capacity` must be at least 2066.
    pub(crate) fn new(reader: R, capacity: usize) -> Input<R> {
        Input {
            reader,
            buffer: vec![0; capacity].into_boxed_slice(),
            start: 0,
            end: 0,
            position: Position { line: 1, column: 1 },
            eof: None,
            case: None,
            count: None,
        }
    }

    /// Applies a rule, reading as often as necessary.
    pub(crate) fn parse<T>(
        &mut self,
        rule: impl Fn(&[u8]) -> IResult<&[u8], T, LocatedError>,
    ) -> Result<T, Error> {
        loop {
            match rule(&self.buffer[self.start..self.end]) {
                Ok((rest, output)) => {
                    self.start = self.end - rest.len();
                    return Ok(output);
                }
                Err(Err::Incomplete(_)) => self.refill()?,
                Err(Err::Error(error) | Err::Failure(error)) => {
                    return Err(self.error(&error));
                }
            }
        }
    }

    /// Applies a rule to the buffered input again and again, as long as it matches.
    #[inline]
    pub(crate) fn parse_buffered<T>(
        &mut self,
        rule: impl Fn(&[u8]) -> IResult<&[u8], T, ()>,
    ) -> impl Iterator<Item = T> {
        let (start, end) = (&mut self.start, self.eof.unwrap_or(self.end));
        // The start is past the end if a rule has parsed an appended line feed.
        let mut unparsed = self.buffer.get(*start..end).unwrap_or_default();
        iter::from_fn(move || {
            let (rest, output) = rule(unparsed).ok()?;
            unparsed = rest;
            *start = end - rest.len();
            Some(output)
        })
    }

    /// Whether the input ends here. Reads if the buffer holds no more bytes.
    pub(crate) fn reaches_end(&mut self) -> Result<bool, Error> {
        if self.start == self.end && self.eof.is_none() {
            self.refill()?;
        }
        Ok(self.eof.is_some_and(|eof| self.start >= eof))
    }

    /// Makes room by dropping what has been parsed, and reads once.
    fn refill(&mut self) -> Result<(), Error> {
        debug_assert!(self.eof.is_none(), "two line feeds complete every rule");
        self.position = self.position_of(self.start);
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let free = self.end..self.buffer.len() - EOF_MARK.len();
        debug_assert!(!free.is_empty(), "no rule needs more than the buffer holds");
        let length = retry(|| self.reader.read(&mut self.buffer[free.clone()]));
        let length = length.map_err(Error::Read)?;
        assert!(
            length <= free.len(),
            "the reader claims to have read {length} bytes into a buffer of {}",
            free.len()
        );
        self.end += length;
        if length == 0 {
            self.eof = Some(self.end);
            self.buffer[self.end..][..EOF_MARK.len()].copy_from_slice(EOF_MARK);
            self.end += EOF_MARK.len();
        }
        Ok(())
    }

    /// Creates the error that `expected` was expected where the unparsed bytes start.
    pub(crate) fn unexpected(&self, expected: &'static str) -> Error {
        self.error(&LocatedError::expected(expected, &self.buffer[self.start..self.end]))
    }

    fn error(&self, error: &LocatedError) -> Error {
        let index = self.end - error.remaining;
        let found = self.buffer[..self.eof.unwrap_or(self.end)].get(index).copied();
        let expected = error.expected;
        let line_feeds = memchr_iter(b'\n', &self.buffer[self.start..index]).count() as u64;
        Error::Input(InputError {
            position: self.position_of(index),
            case: self.case,
            row: line_feeds + 1,
            count: self.count,
            kind: error.invalid.unwrap_or(InputErrorKind::Unexpected { expected, found }),
        })
    }

    /// The position of a byte of the buffer, or of the end of the input where that comes before.
    fn position_of(&self, index: usize) -> Position {
        let before = &self.buffer[..index.min(self.eof.unwrap_or(index))];
        let line_feeds = memchr_iter(b'\n', before).count() as u64;
        let column = match memrchr(b'\n', before) {
            None => self.position.column + before.len() as u64,
            Some(last) => (before.len() - last) as u64,
        };
        Position { line: self.position.line + line_feeds, column }
    }
}
