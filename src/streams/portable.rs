//! The standard streams of the standard library, for all systems but Linux.

use std::io::{self, ErrorKind, Read, StdoutLock, Write};

/// The reader of a named pipe of Windows has disconnected.
const ERROR_PIPE_NOT_CONNECTED: i32 = 233;

/// Standard output.
pub(crate) struct Output(StdoutLock<'static>);

#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(crate) fn stdout() -> io::Result<Output> {
    Ok(Output(io::stdout().lock()))
}

#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(crate) fn stdin(_: &Output) -> io::Result<impl Read + use<>> {
    Ok(io::stdin().lock())
}

#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(crate) fn stderr() -> io::Result<impl Write> {
    Ok(io::stderr())
}

impl Output {
    /// Writes what is buffered. The standard library can't close the stream.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    /// Whether a write failed with `error` because nobody reads the output any more.
    #[expect(clippy::unused_self, reason = "on Linux, it depends on the stream")]
    pub(crate) fn reader_has_gone(&self, error: &io::Error) -> bool {
        error.kind() == ErrorKind::BrokenPipe
            || cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind};

    use super::{ERROR_PIPE_NOT_CONNECTED, stdout};

    #[test]
    fn only_a_broken_pipe_means_that_the_reader_has_gone() {
        let output = stdout().unwrap();
        for (error, has_gone) in [
            (ErrorKind::BrokenPipe.into(), true),
            (ErrorKind::StorageFull.into(), false),
            (io::Error::from_raw_os_error(ERROR_PIPE_NOT_CONNECTED), cfg!(windows)),
        ] {
            assert_eq!(output.reader_has_gone(&error), has_gone, "{error}");
        }
    }
}
