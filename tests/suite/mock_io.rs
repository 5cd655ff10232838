//! A reader and a writer that do in each call what a test says.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::rc::Rc;

/// What happens in a call: at most so many bytes are read or written, or an error is returned.
pub type Step = Result<usize, ErrorKind>;

/// Every call reads or writes all it can.
pub fn all() -> impl Iterator<Item = Step> + Clone {
    iter::repeat(Ok(usize::MAX))
}

/// Reads from `bytes`, with a step for each call.
pub struct MockReader<'a, S> {
    bytes: &'a [u8],
    steps: S,
    /// Called before each read with the number of bytes that have been read.
    watch: Box<dyn FnMut(usize) + 'a>,
    read: usize,
}

/// No larger buffer may be read into.
const LARGEST_BUFFER: usize = 256 * 1024;

impl<'a, S: Iterator<Item = Step>> MockReader<'a, S> {
    pub fn new(bytes: &'a [u8], steps: S) -> MockReader<'a, S> {
        MockReader::watched(bytes, steps, |_| ())
    }

    pub fn watched(bytes: &'a [u8], steps: S, watch: impl FnMut(usize) + 'a) -> MockReader<'a, S> {
        MockReader { bytes, steps, watch: Box::new(watch), read: 0 }
    }
}

impl<S: Iterator<Item = Step>> Read for MockReader<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!((1..=LARGEST_BUFFER).contains(&buffer.len()));
        (self.watch)(self.read);
        let limit = self.steps.next().unwrap()?;
        let length = self.bytes[self.read..].as_ref().take(limit as u64).read(buffer)?;
        self.read += length;
        Ok(length)
    }
}

/// Keeps what is written, with a step for each write and each flush.
pub struct MockWriter<S> {
    output: Rc<RefCell<Vec<u8>>>,
    steps: S,
}

impl<S: Iterator<Item = Step>> MockWriter<S> {
    pub fn new(output: &Rc<RefCell<Vec<u8>>>, steps: S) -> MockWriter<S> {
        MockWriter { output: Rc::clone(output), steps }
    }
}

impl<S: Iterator<Item = Step>> Write for MockWriter<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.steps.next().unwrap()?.min(bytes.len());
        self.output.borrow_mut().extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.steps.next().unwrap()?;
        Ok(())
    }
}
