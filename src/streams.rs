//! The standard streams, as fast and as frank as the system has them.

#[cfg(unix)]
use std::fs::File;
use std::io::{self, Read, Write};
#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd};

/// Standard input. Unlike [`io::Stdin`], it doesn't pass off an error as the end of the input
/// where it isn't open for reading.
pub(crate) fn input() -> io::Result<impl Read> {
    #[cfg(unix)]
    return file(io::stdin().as_fd());
    #[cfg(not(unix))]
    Ok(io::stdin().lock())
}

/// Standard output. Unlike [`io::Stdout`], it doesn't pass off an error as success where it isn't
/// open for writing, nor does it look for the ends of lines. (One that was closed is none of these:
/// Rust opens it to nowhere before the program starts.)
pub(crate) fn output() -> io::Result<impl Write> {
    #[cfg(unix)]
    return file(io::stdout().as_fd());
    #[cfg(not(unix))]
    Ok(io::stdout().lock())
}

#[cfg(unix)]
fn file(stream: BorrowedFd<'_>) -> io::Result<File> {
    #[cfg(target_os = "linux")]
    enlarge(stream);
    stream.try_clone_to_owned().map(File::from)
}

/// Lets a pipe hold more, so that the programs at its ends take turns less often. Where it can't
/// be (it is a file, or beyond what a user may have), it just stays as it is.
#[cfg(target_os = "linux")]
fn enlarge(pipe: BorrowedFd<'_>) {
    const CAPACITY: usize = 256 * 1024;
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, CAPACITY);
}
