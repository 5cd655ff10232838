//! Lines and columns.

use std::fmt;

/// A place in the input: lines and columns count from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Position {
    pub(crate) const START: Position = Position { line: 1, column: 1 };

    /// The position behind `bytes`, which start at this one.
    pub(crate) fn after(self, bytes: &[u8]) -> Position {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let last = lines.next_back().unwrap_or_default().len() as u64;
        match lines.count() as u64 {
            0 => Position {
                line: self.line,
                column: self.column + last,
            },
            ends => Position {
                line: self.line + ends,
                column: 1 + last,
            },
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
