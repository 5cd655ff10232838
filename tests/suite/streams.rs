//! Streams that do what streams may do: a reader that splits and fails, a writer that does so, too.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::rc::Rc;

/// What a stream makes of a call: so many bytes at the most, or an error.
pub type Step = Result<usize, ErrorKind>;

pub fn all() -> impl Iterator<Item = Step> + Clone {
    iter::repeat(Ok(usize::MAX))
}

/// Reads from bytes, a step a call.
pub struct Source<'a, S> {
    bytes: &'a [u8],
    steps: S,
    /// Is told before each call how many bytes have been read.
    watch: Box<dyn FnMut(usize) + 'a>,
    read: usize,
}

/// No buffer that is read into is larger.
const LARGEST_BUFFER: usize = 512 * 1024;

impl<'a, S: Iterator<Item = Step>> Source<'a, S> {
    pub fn new(bytes: &'a [u8], steps: S) -> Source<'a, S> {
        Source::watched(bytes, steps, |_| ())
    }

    pub fn watched(bytes: &'a [u8], steps: S, watch: impl FnMut(usize) + 'a) -> Source<'a, S> {
        Source {
            bytes,
            steps,
            watch: Box::new(watch),
            read: 0,
        }
    }
}

impl<S: Iterator<Item = Step>> Read for Source<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!((1..=LARGEST_BUFFER).contains(&buffer.len()));
        (self.watch)(self.read);
        let most = self.steps.next().unwrap()?;
        let length = self.bytes[self.read..]
            .as_ref()
            .take(most as u64)
            .read(buffer)?;
        self.read += length;
        Ok(length)
    }
}

/// Keeps what is written, a step a write or flush.
pub struct Sink<S> {
    output: Rc<RefCell<Vec<u8>>>,
    steps: S,
}

impl<S: Iterator<Item = Step>> Sink<S> {
    pub fn new(output: &Rc<RefCell<Vec<u8>>>, steps: S) -> Sink<S> {
        Sink {
            output: Rc::clone(output),
            steps,
        }
    }
}

impl<S: Iterator<Item = Step>> Write for Sink<S> {
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
