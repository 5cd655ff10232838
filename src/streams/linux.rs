//! The standard streams on Linux: their descriptors, watched with `poll`.
//!
//! The types of the standard library hide that a stream is open the wrong way: input seems empty,
//! and output is lost. They fail on a non-blocking stream, notice only when they write that the
//! reader has gone, and ignore the error of a close.
//!
//! File systems can fail with errors that [`Errno`] doesn't know, so those of reads, writes and
//! closes are taken from [`io::Error::last_os_error`].
//!
//! Calls that a signal interrupts fail with [`Interrupted`](io::ErrorKind::Interrupted), and are
//! repeated by the caller.

use std::io::{self, Read, Stdin, Stdout, Write};
use std::os::fd::{AsFd, AsRawFd};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{getsockopt, sockopt};
use nix::sys::stat::{SFlag, fstat};
use nix::unistd::{self, isatty};
use tomek::Error;

/// Standard output.
pub(crate) type Output = Stream<Stdout>;

/// Opens standard output. Fails at once if it is not open for writing.
pub(crate) fn stdout() -> io::Result<Output> {
    Stream::open(io::stdout(), OFlag::O_WRONLY)
}

/// Opens standard input. Fails at once if it is not open for reading.
///
/// A read fails with an error that contains [`Error::Write`] when standard output can't be written
/// any more.
pub(crate) fn stdin(output: &Output) -> io::Result<impl Read + use<>> {
    let stream = Stream::open(io::stdin(), OFlag::O_RDONLY)?;
    let has_reader = matches!(output.kind, Kind::Pipe | Kind::Socket | Kind::Terminal);
    Ok(Input { stream, watched_output: has_reader.then_some(output.kind) })
}

/// Opens standard error.
pub(crate) fn stderr() -> io::Result<impl Write> {
    Stream::open(io::stderr(), OFlag::O_WRONLY)
}

/// Standard input, which watches standard output while it waits.
struct Input {
    stream: Stream<Stdin>,
    /// What standard output is, as long as `poll` can tell that its reader has gone.
    watched_output: Option<Kind>,
}

impl Input {
    /// Waits for input, or fails because standard output can't be written any more.
    fn wait(&mut self, timeout: PollTimeout) -> io::Result<()> {
        let Some(output_kind) = self.watched_output else {
            return self.stream.poll(PollFlags::POLLIN, timeout).map(drop);
        };
        let output = io::stdout();
        let mut streams = [
            PollFd::new(self.stream.descriptor.as_fd(), PollFlags::POLLIN),
            // Only errors and hang-ups are reported.
            PollFd::new(output.as_fd(), PollFlags::empty()),
        ];
        poll(&mut streams, timeout)?;
        let events = streams[1].revents().unwrap_or(PollFlags::empty());
        if events.is_empty() {
            return Ok(());
        }
        let pending_error = match output_kind {
            Kind::Socket => getsockopt(&output, sockopt::SocketError)?,
            _ => 0,
        };
        if let Some(error) = write_error(output_kind, events, pending_error) {
            return Err(io::Error::other(Error::Write(error)));
        }
        // Something else, such as time stamps in the error queue of a socket. `poll` would report
        // it again at once.
        self.watched_output = None;
        Ok(())
    }
}

/// The error of the next write to standard output, from what `poll` reports and from the pending
/// error of a socket, if there is one. `None` if a write may still succeed.
fn write_error(output: Kind, events: PollFlags, pending_error: i32) -> Option<io::Error> {
    match output {
        Kind::Pipe if events.contains(PollFlags::POLLERR) => Some(Errno::EPIPE.into()),
        Kind::Terminal if events.contains(PollFlags::POLLHUP) => Some(Errno::EIO.into()),
        Kind::Socket if pending_error != 0 => Some(io::Error::from_raw_os_error(pending_error)),
        Kind::Socket if events.contains(PollFlags::POLLHUP) => Some(Errno::EPIPE.into()),
        _ => None,
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.watched_output.is_some() {
            // A file is always ready, but its file system may never report that.
            let is_file = self.stream.kind == Kind::File;
            self.wait(if is_file { PollTimeout::ZERO } else { PollTimeout::NONE })?;
        }
        loop {
            match unistd::read(&self.stream.descriptor, buffer) {
                Ok(length) => {
                    // A pipe that holds no more than this was full, and its writer may have waited.
                    self.stream.ensure_pipe_size(length + 1);
                    return Ok(length);
                }
                // Another process may have taken the input that was reported.
                Err(Errno::EAGAIN) => self.wait(PollTimeout::NONE)?,
                Err(_) => {
                    let error = io::Error::last_os_error();
                    // If one connection is both streams, its failure is told as that of the output.
                    self.wait(PollTimeout::ZERO)?;
                    return Err(error);
                }
            }
        }
    }
}

/// An open standard stream.
pub(crate) struct Stream<D> {
    descriptor: D,
    kind: Kind,
    /// The pipe has at least this size. `None` if it is not to be enlarged, or not again.
    pipe_size: Option<usize>,
}

/// The size of the smallest pipes, in bytes.
const SMALLEST_PIPE_SIZE: usize = 4096;

/// The size, in bytes, that a pipe gets when its present one doesn't suffice.
const ENLARGED_PIPE_SIZE: usize = 256 * 1024;

impl<D: AsFd + AsRawFd> Stream<D> {
    /// Fails with `EBADF`, as a read or write would, unless the access mode is `mode` or `O_RDWR`.
    fn open(descriptor: D, mode: OFlag) -> io::Result<Stream<D>> {
        let flags = OFlag::from_bits_retain(fcntl(&descriptor, FcntlArg::F_GETFL)?);
        if ![mode, OFlag::O_RDWR].contains(&(flags & OFlag::O_ACCMODE)) {
            return Err(Errno::EBADF.into());
        }
        let kind = Kind::of(&descriptor)?;
        let pipe_size = (kind == Kind::Pipe).then_some(SMALLEST_PIPE_SIZE);
        Ok(Stream { descriptor, kind, pipe_size })
    }

    /// Enlarges a pipe that is smaller than `needed` bytes, once, and never shrinks one. If that is
    /// refused, the pipe is only slower.
    fn ensure_pipe_size(&mut self, needed: usize) {
        if self.pipe_size.is_none_or(|size| size >= needed) {
            return;
        }
        let size = fcntl(&self.descriptor, FcntlArg::F_GETPIPE_SZ);
        let size = size.ok().and_then(|size| usize::try_from(size).ok());
        self.pipe_size = size.filter(|size| *size >= needed);
        if self.pipe_size.is_none()
            && let Ok(size) = ENLARGED_PIPE_SIZE.max(needed).try_into()
        {
            let _ = fcntl(&self.descriptor, FcntlArg::F_SETPIPE_SZ(size));
        }
    }

    /// Waits for one of `events`, an error or a hang-up. Returns what is reported.
    fn poll(&self, events: PollFlags, timeout: PollTimeout) -> io::Result<PollFlags> {
        let mut streams = [PollFd::new(self.descriptor.as_fd(), events)];
        poll(&mut streams, timeout)?;
        Ok(streams[0].revents().unwrap_or(PollFlags::empty()))
    }

    /// Closes the stream, which must not be used any more. A file system may tell only now that it
    /// can't keep what was written.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        // Even if this fails, and if a signal interrupts it, the descriptor is closed.
        unistd::close(self.descriptor.as_raw_fd()).map_err(|_| io::Error::last_os_error())
    }

    /// Whether a write failed with `error` because nobody reads the stream any more.
    pub(crate) fn reader_has_gone(&self, error: &io::Error) -> bool {
        let error = error.raw_os_error().map(Errno::from_raw);
        match self.kind {
            Kind::Pipe => error == Some(Errno::EPIPE),
            Kind::Socket => matches!(error, Some(Errno::EPIPE | Errno::ECONNRESET)),
            Kind::Terminal => {
                let events = self.poll(PollFlags::empty(), PollTimeout::ZERO);
                error == Some(Errno::EIO)
                    && events.is_ok_and(|events| events.contains(PollFlags::POLLHUP))
            }
            Kind::File | Kind::Other => false,
        }
    }
}

impl<D: AsFd + AsRawFd> Write for Stream<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.ensure_pipe_size(bytes.len());
        loop {
            match unistd::write(&self.descriptor, bytes) {
                Ok(length) => return Ok(length),
                Err(Errno::EAGAIN) => _ = self.poll(PollFlags::POLLOUT, PollTimeout::NONE)?,
                Err(_) => return Err(io::Error::last_os_error()),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a stream is. It never changes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Pipe,
    Socket,
    Terminal,
    /// A regular file, a directory or a block device.
    File,
    /// Anything else, such as `/dev/null`.
    Other,
}

impl Kind {
    fn of(stream: impl AsFd) -> io::Result<Kind> {
        let format = SFlag::from_bits_truncate(fstat(&stream)?.st_mode) & SFlag::S_IFMT;
        // EIO: a terminal that has hung up.
        let is_terminal = || matches!(isatty(&stream), Ok(true) | Err(Errno::EIO));
        Ok(match format {
            SFlag::S_IFIFO => Kind::Pipe,
            SFlag::S_IFSOCK => Kind::Socket,
            SFlag::S_IFCHR if is_terminal() => Kind::Terminal,
            SFlag::S_IFREG | SFlag::S_IFDIR | SFlag::S_IFBLK => Kind::File,
            _ => Kind::Other,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::os::unix::net::UnixStream;

    use nix::errno::Errno;
    use nix::fcntl::OFlag;
    use nix::poll::PollFlags;
    use nix::pty::{grantpt, posix_openpt, ptsname_r, unlockpt};

    use super::{Kind, write_error};

    #[test]
    fn a_stream_is_known_by_its_descriptor() {
        let (pipe, _writer) = io::pipe().unwrap();
        let (socket, _peer) = UnixStream::pair().unwrap();
        let screen = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        let no_tty = OFlag::O_NOCTTY.bits();
        let name = ptsname_r(&screen).unwrap();
        let terminal = OpenOptions::new().read(true).custom_flags(no_tty).open(name).unwrap();
        let open = |path| OwnedFd::from(File::open(path).unwrap());
        for (stream, expected) in [
            (pipe.into(), Kind::Pipe),
            (socket.into(), Kind::Socket),
            (terminal.try_clone().unwrap().into(), Kind::Terminal),
            (open("/proc/self/exe"), Kind::File),
            (open("/"), Kind::File),
            (open("/dev/null"), Kind::Other),
        ] {
            assert_eq!(Kind::of(&stream).unwrap(), expected);
        }
        drop(screen);
        assert_eq!(Kind::of(&terminal).unwrap(), Kind::Terminal, "after a hang-up");
    }

    /// In process, because the network of a test can't be switched off without rights.
    #[test]
    fn what_poll_reports_depends_on_the_output() {
        let (error, hang_up) = (PollFlags::POLLERR, PollFlags::POLLHUP);
        let (refused, timed_out) = (Errno::ECONNREFUSED as i32, Errno::ETIMEDOUT as i32);
        let (reset, broken_pipe) = (Errno::ECONNRESET as i32, Errno::EPIPE as i32);
        for (output, events, pending_error, expected) in [
            (Kind::Pipe, error, 0, Some(broken_pipe)),
            (Kind::Pipe, hang_up, 0, None),
            (Kind::Terminal, error | hang_up, 0, Some(Errno::EIO as i32)),
            (Kind::Terminal, error, 0, None),
            (Kind::Socket, error | hang_up, timed_out, Some(timed_out)),
            (Kind::Socket, error, refused, Some(refused)),
            (Kind::Socket, error | hang_up, reset, Some(reset)),
            (Kind::Socket, hang_up, 0, Some(broken_pipe)),
            (Kind::Socket, error, 0, None),
            (Kind::File, error | hang_up, 0, None),
            (Kind::Other, error | hang_up, 0, None),
        ] {
            let found = write_error(output, events, pending_error);
            let found = found.and_then(|error| error.raw_os_error());
            assert_eq!(found, expected, "{output:?}, {events:?}, {pending_error}");
        }
    }
}
