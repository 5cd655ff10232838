//! Readers that make things hard.

use std::io::{self, ErrorKind, Read};

/// Reads from bytes in pieces of the given lengths, and then from the first again; a length of 0
/// is an interruption.
pub struct Pieces<'a> {
    bytes: &'a [u8],
    lengths: Box<dyn Iterator<Item = usize> + 'a>,
}

impl<'a> Pieces<'a> {
    pub fn new(bytes: &'a [u8], lengths: &'a [usize]) -> Pieces<'a> {
        Pieces {
            bytes,
            lengths: Box::new(lengths.iter().copied().cycle()),
        }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.lengths.next().unwrap() {
            0 => Err(ErrorKind::Interrupted.into()),
            length => (&mut self.bytes).take(length as u64).read(buffer),
        }
    }
}
