//! The standard streams on Linux: their descriptors, waited for with `poll`.
//!
//! The types of the standard library hide that a stream is open the wrong way: input seems empty,
//! and output is lost. They fail on a non-blocking stream, and notice only when they write that the
//! reader has gone.
//!
//! Calls that a signal interrupts fail with [`ErrorKind::Interrupted`], and are repeated by the
//! caller.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::BorrowedFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl};
use rustix::io::Errno;
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
use rustix::stdio;

/// Standard input. A read fails with [`ErrorKind::BrokenPipe`] when the reader of standard output
/// has gone.
pub(crate) fn stdin() -> io::Result<impl Read> {
    Stream::open_for(OFlags::RDONLY, stdio::stdin()).map(Input)
}

/// Standard output. A write fails with [`ErrorKind::BrokenPipe`] when the reader has gone.
pub(crate) fn stdout() -> io::Result<impl Write> {
    Stream::open_for(OFlags::WRONLY, stdio::stdout()).map(Output)
}

/// Standard error.
pub(crate) fn stderr() -> impl Write {
    Output(Stream::new(stdio::stderr()))
}

struct Input(Stream);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            poll_streams(None)?;
            match rustix::io::read(self.0.descriptor, &mut *buffer) {
                Ok(length) => {
                    // A pipe of no more than this size was full, and its writer may have waited.
                    self.0.ensure_pipe_size(length + 1);
                    return Ok(length);
                }
                // AGAIN: another process has read the input that poll reported.
                Err(Errno::AGAIN) => {}
                Err(error) => return Err(broken_pipe_or(error)),
            }
        }
    }
}

struct Output(Stream);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.ensure_pipe_size(bytes.len());
        loop {
            match rustix::io::write(self.0.descriptor, bytes) {
                Ok(length) => return Ok(length),
                Err(Errno::AGAIN) => wait_for_room(self.0.descriptor)?,
                Err(error) => return Err(broken_pipe_or(error)),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits for standard input to be readable, or fails because the reader of standard output has
/// gone.
fn poll_streams(timeout: Option<&Timespec>) -> io::Result<()> {
    let mut streams = [
        PollFd::from_borrowed_fd(stdio::stdin(), PollFlags::IN),
        // Only errors and hang-ups are reported.
        PollFd::from_borrowed_fd(stdio::stdout(), PollFlags::empty()),
    ];
    poll(&mut streams, timeout)?;
    if streams[1].revents().is_empty() { Ok(()) } else { Err(ErrorKind::BrokenPipe.into()) }
}

/// Returns `error`, unless the reader of standard output has gone: that wins over any other error.
/// A write can fail with `ECONNRESET` instead of `EPIPE` then (a socket), or with `EIO` (a terminal).
fn broken_pipe_or(error: Errno) -> io::Error {
    poll_streams(Some(&Timespec::default())).err().unwrap_or(error.into())
}

fn wait_for_room(output: BorrowedFd<'_>) -> io::Result<()> {
    poll(&mut [PollFd::from_borrowed_fd(output, PollFlags::OUT)], None)?;
    Ok(())
}

struct Stream {
    descriptor: BorrowedFd<'static>,
    /// The pipe has at least this size. `usize::MAX` if it is not to be enlarged: it is not a pipe,
    /// it has been enlarged, or that was refused.
    pipe_size: usize,
}

/// The size, in bytes, that a pipe gets when its present one doesn't suffice.
const ENLARGED_PIPE_SIZE: usize = 256 * 1024;

impl Stream {
    fn new(descriptor: BorrowedFd<'static>) -> Stream {
        Stream {
            descriptor,
            // No pipe is smaller.
            pipe_size: 4096,
        }
    }

    /// Fails with `EBADF`, as a read or write would, unless the access mode is `mode` or `RDWR`.
    fn open_for(mode: OFlags, descriptor: BorrowedFd<'static>) -> io::Result<Stream> {
        let actual = fcntl_getfl(descriptor)? & OFlags::RWMODE;
        if actual == mode || actual == OFlags::RDWR {
            Ok(Stream::new(descriptor))
        } else {
            Err(Errno::BADF.into())
        }
    }

    /// Enlarges a pipe that is smaller than `needed` bytes, once, and never shrinks one. If that is
    /// refused, the pipe is only slower.
    fn ensure_pipe_size(&mut self, needed: usize) {
        if needed <= self.pipe_size {
            return;
        }
        self.pipe_size = match fcntl_getpipe_size(self.descriptor) {
            Ok(size) if size >= needed => size,
            Ok(_) => {
                let _ = fcntl_setpipe_size(self.descriptor, ENLARGED_PIPE_SIZE.max(needed));
                usize::MAX
            }
            Err(_) => usize::MAX,
        };
    }
}
