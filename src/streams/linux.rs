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
/// A read fails with an error that contains [`Error::Write`] when `output`, which is standard
/// output, can't be written any more.
pub(crate) fn stdin(output: &Output) -> io::Result<impl Read + use<>> {
    let stream = Stream::open(io::stdin(), OFlag::O_RDONLY)?;
    let output = Stream { descriptor: io::stdout(), kind: output.kind };
    Ok(Input { stream, output: output.kind.has_reader().then_some(output) })
}

/// Opens standard error.
pub(crate) fn stderr() -> io::Result<impl Write> {
    Stream::open(io::stderr(), OFlag::O_WRONLY)
}

/// Standard input, which watches standard output while it waits.
struct Input {
    stream: Stream<Stdin>,
    /// Standard output, if it has a reader that can go.
    output: Option<Output>,
}

impl Input {
    /// Waits for input. Fails if standard output can't be written any more.
    fn wait(&self) -> io::Result<()> {
        if let Some(output) = &self.output {
            let mut streams = [
                PollFd::new(self.stream.descriptor.as_fd(), PollFlags::POLLIN),
                // Only errors and hang-ups are reported.
                PollFd::new(output.descriptor.as_fd(), PollFlags::empty()),
            ];
            poll(&mut streams, PollTimeout::NONE)?;
            if streams[1].any() == Some(false) {
                return Ok(());
            }
            self.check_output()?;
            // Something else, such as time stamps in the error queue of a socket. `poll` would
            // report it again at once.
        }
        self.stream.poll(PollFlags::POLLIN, PollTimeout::NONE).map(drop)
    }

    /// Fails if standard output can't be written any more.
    fn check_output(&self) -> io::Result<()> {
        let result = self.output.as_ref().map_or(Ok(()), Stream::check_next_write);
        result.map_err(|error| io::Error::other(Error::Write(error)))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stream.kind == Kind::File {
            // It is always ready, but its file system may never report that.
            self.check_output()?;
        } else if self.output.is_some() {
            self.wait()?;
        }
        loop {
            match unistd::read(&self.stream.descriptor, buffer) {
                Ok(length) => {
                    // A pipe that holds no more than this was full, and its writer may have waited.
                    self.stream.enlarge_pipe(length + 1);
                    return Ok(length);
                }
                // Another process may have taken the input that was reported.
                Err(Errno::EAGAIN) => self.wait()?,
                Err(_) => {
                    let error = io::Error::last_os_error();
                    // If one connection is both streams, its failure is told as that of the output.
                    self.check_output()?;
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
}

/// The size, in bytes, that a pipe gets when its present one doesn't suffice.
const ENLARGED_PIPE_SIZE: i32 = 256 * 1024;

impl<D: AsFd + AsRawFd> Stream<D> {
    /// Fails with `EBADF`, as a read or write would, unless the access mode is `mode` or `O_RDWR`.
    fn open(descriptor: D, mode: OFlag) -> io::Result<Stream<D>> {
        let flags = OFlag::from_bits_retain(fcntl(&descriptor, FcntlArg::F_GETFL)?);
        if ![mode, OFlag::O_RDWR].contains(&(flags & OFlag::O_ACCMODE)) {
            return Err(Errno::EBADF.into());
        }
        let kind = Kind::of(&descriptor)?;
        Ok(Stream { descriptor, kind })
    }

    /// Enlarges a pipe that is smaller than `needed` bytes, and never shrinks one. If that is
    /// refused, the pipe is only slower.
    fn enlarge_pipe(&self, needed: usize) {
        if self.kind == Kind::Pipe
            && let Ok(size) = fcntl(&self.descriptor, FcntlArg::F_GETPIPE_SZ)
            && size < ENLARGED_PIPE_SIZE
            && usize::try_from(size).is_ok_and(|size| size < needed)
        {
            let _ = fcntl(&self.descriptor, FcntlArg::F_SETPIPE_SZ(ENLARGED_PIPE_SIZE));
        }
    }

    /// Waits for one of `events`, an error or a hang-up. Returns what is reported.
    fn poll(&self, events: PollFlags, timeout: PollTimeout) -> io::Result<PollFlags> {
        let mut streams = [PollFd::new(self.descriptor.as_fd(), events)];
        poll(&mut streams, timeout)?;
        Ok(streams[0].revents().unwrap_or(PollFlags::empty()))
    }

    /// Fails as the next write would, as far as that is known.
    fn check_next_write(&self) -> io::Result<()> {
        let events = self.poll(PollFlags::empty(), PollTimeout::ZERO)?;
        let pending_error = match self.kind {
            Kind::Socket => getsockopt(&self.descriptor, sockopt::SocketError)?,
            _ => 0,
        };
        self.kind.write_error(events, pending_error).map_or(Ok(()), Err)
    }

    /// Closes the stream, which must not be used any more. A file system may tell only now that it
    /// can't keep what was written.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        if self.kind == Kind::Socket {
            // What the network says of the last write comes after it, and closing tells nothing.
            self.check_next_write()?;
        }
        // Even if this fails, and if a signal interrupts it, the descriptor is closed.
        unistd::close(self.descriptor.as_raw_fd()).map_err(|_| io::Error::last_os_error())
    }

    /// Whether a write failed with `error` because nobody reads the stream any more.
    pub(crate) fn reader_has_gone(&self, error: &io::Error) -> bool {
        let errno = |error: &io::Error| error.raw_os_error().map(Errno::from_raw);
        let has_hung_up =
            || self.check_next_write().is_err_and(|error| errno(&error) == Some(Errno::EIO));
        match self.kind {
            Kind::Pipe => errno(error) == Some(Errno::EPIPE),
            Kind::Socket => matches!(errno(error), Some(Errno::EPIPE | Errno::ECONNRESET)),
            Kind::Terminal => errno(error) == Some(Errno::EIO) && has_hung_up(),
            Kind::File | Kind::Other => false,
        }
    }
}

impl<D: AsFd + AsRawFd> Write for Stream<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.enlarge_pipe(bytes.len());
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
        let format = SFlag::from_bits_truncate(fstat(&stream)?.st_mode);
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

    /// Whether there is a reader, of which `poll` can tell that it has gone.
    fn has_reader(self) -> bool {
        matches!(self, Kind::Pipe | Kind::Socket | Kind::Terminal)
    }

    /// The error of the next write, from what `poll` reports and from the pending error of a
    /// socket, if there is one. `None` if the write may succeed.
    fn write_error(self, events: PollFlags, pending_error: i32) -> Option<io::Error> {
        match self {
            Kind::Pipe if events.contains(PollFlags::POLLERR) => Some(Errno::EPIPE.into()),
            Kind::Terminal if events.contains(PollFlags::POLLHUP) => Some(Errno::EIO.into()),
            Kind::Socket if pending_error != 0 => Some(io::Error::from_raw_os_error(pending_error)),
            Kind::Socket if events.contains(PollFlags::POLLHUP) => Some(Errno::EPIPE.into()),
            _ => None,
        }
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

    use super::Kind;

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
            let found = output.write_error(events, pending_error);
            let found = found.and_then(|error| error.raw_os_error());
            assert_eq!(found, expected, "{output:?}, {events:?}, {pending_error}");
        }
    }
}
