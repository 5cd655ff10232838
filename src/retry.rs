//! Retries of reads and writes that a signal interrupts.

use std::io;

/// Repeats `operation` while it is interrupted.
pub(crate) fn retry<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match operation() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
