//! The buffered reader: it owns the bytes, has the grammar parse them, and knows lines and columns.

use std::io::{self, Read};

use nom::{Err, Parser};

use crate::error::InputError;
use crate::grammar::{LONGEST_START, is_redundant, is_white_space};
use crate::position::Position;
use crate::rejection::Rejection;
use crate::retry::uninterrupted;

/// An input that is parsed part by part, in constant memory.
pub(crate) struct Input<R> {
    reader: R,
    /// Never grows. What is before `start` has been parsed, what is from `end` on is free.
    bytes: Box<[u8]>,
    start: usize,
    /// `start <= end <= bytes.len()`
    end: usize,
    /// The reader has said that nothing follows. It isn't asked again.
    ended: bool,
    /// Where the byte at `start` stands.
    cursor: Cursor,
}

/// The most that one read can bring: a file gives as much, a pipe half of it.
const CAPACITY: usize = 512 * 1024;

impl<R: Read> Input<R> {
    pub(crate) fn new(reader: R) -> Input<R> {
        Input {
            reader,
            bytes: vec![0; CAPACITY].into_boxed_slice(),
            start: 0,
            end: 0,
            ended: false,
            cursor: Cursor::default(),
        }
    }

    /// Parses the next part by `rule`. `None` asks for more bytes: [`Input::refill`], then try again.
    pub(crate) fn parse<'a, P>(&'a mut self, mut rule: P) -> Result<Option<P::Output>, InputError>
    where
        P: Parser<&'a [u8], Error = Rejection>,
    {
        let unparsed = &self.bytes[self.start..self.end];
        let result = if self.ended {
            rule.parse_complete(unparsed)
        } else {
            rule.parse(unparsed)
        };
        match result {
            Ok((rest, output)) => {
                let parsed = unparsed.len() - rest.len();
                self.cursor.advance(unparsed, parsed);
                self.start += parsed;
                Ok(Some(output))
            }
            Err(Err::Incomplete(_)) => Ok(None),
            Err(Err::Error(rejection) | Err::Failure(rejection)) => {
                Err(rejection.into_error(unparsed, |offset| self.cursor.position(unparsed, offset)))
            }
        }
    }

    /// What has been read and not been parsed. A part starts there.
    pub(crate) fn unparsed(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Passes over `length` bytes, `lines` whole lines, that have been parsed elsewhere.
    pub(crate) fn skip(&mut self, length: usize, lines: u64) {
        self.start += length;
        self.cursor.skip(lines);
    }

    /// Reads once. To be called when all that is unparsed is the start of one part.
    pub(crate) fn refill(&mut self) -> io::Result<()> {
        self.condense();
        let free = &mut self.bytes[self.end..];
        let length = uninterrupted(|| self.reader.read(free))?;
        self.end += length;
        self.ended = length == 0;
        Ok(())
    }

    /// Moves the start of a part to the front of the buffer, less what is redundant in it.
    fn condense(&mut self) {
        let unparsed = self.start..self.end;
        self.cursor.condense(&self.bytes[unparsed.clone()]);
        let mut kept = 0;
        for index in unparsed {
            let byte = self.bytes[index];
            if !is_redundant(&self.bytes[..kept], byte) {
                self.bytes[kept] = byte;
                kept += 1;
            }
        }
        debug_assert!(kept <= LONGEST_START);
        (self.start, self.end, self.cursor.condensed) = (0, kept, kept);
    }
}

/// Where the unparsed bytes stand in the input.
struct Cursor {
    /// The position of the first of them.
    start: Position,
    /// So many of them start a part that isn't whole, without what is redundant in it.
    condensed: usize,
    /// The position of the one behind these.
    condensed_end: Position,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor {
            start: Position::START,
            condensed: 0,
            condensed_end: Position::START,
        }
    }
}

impl Cursor {
    /// The position of the byte at `offset`, which isn't within the condensed ones: as these do
    /// start a part, no error is there.
    fn position(&self, unparsed: &[u8], offset: usize) -> Position {
        match unparsed[..offset].get(self.condensed..) {
            Some(bytes) => self.condensed_end.after(bytes),
            None => self.start,
        }
    }

    /// Notes where the one part that all of `unparsed` starts begins, after white space, and where
    /// it has come to.
    fn condense(&mut self, unparsed: &[u8]) {
        let white_space = unparsed
            .iter()
            .take_while(|byte| is_white_space(**byte))
            .count();
        let end = self.position(unparsed, unparsed.len());
        self.start = self.position(unparsed, white_space);
        self.condensed_end = end;
    }

    fn advance(&mut self, unparsed: &[u8], parsed: usize) {
        debug_assert!(parsed >= self.condensed);
        self.start = self.position(unparsed, parsed);
        self.condensed = 0;
        self.condensed_end = self.start;
    }

    fn skip(&mut self, lines: u64) {
        debug_assert!(lines == 0 || (self.condensed, self.start.column) == (0, 1));
        self.start.line += lines;
        self.condensed_end = self.start;
    }
}
