//! The standard streams.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::{stderr, stdin, stdout};
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::{stderr, stdin, stdout};

#[cfg(not(target_os = "linux"))]
mod portable {
    use std::io::{self, Read, Write};

    #[allow(clippy::unnecessary_wraps)] // It can fail on Linux.
    pub(crate) fn stdin() -> io::Result<impl Read> {
        Ok(io::stdin().lock())
    }

    #[allow(clippy::unnecessary_wraps)] // It can fail on Linux.
    pub(crate) fn stdout() -> io::Result<impl Write> {
        Ok(io::stdout().lock())
    }

    pub(crate) fn stderr() -> impl Write {
        io::stderr()
    }
}
