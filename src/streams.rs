//! The standard streams.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

#[cfg(target_os = "linux")]
pub(crate) use linux::{Output, stderr, stdin, stdout};
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::{Output, stderr, stdin, stdout};
