//! The standard streams.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

use std::{error, fmt, io};

#[cfg(target_os = "linux")]
pub(crate) use linux::{Input, Output, stderr};
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::{Input, Output, stderr};

/// The error of a read that fails because standard output can't be written any more: the error that
/// a write would have.
#[derive(Debug)]
pub(crate) struct OutputError(pub(crate) io::Error);

impl error::Error for OutputError {}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
