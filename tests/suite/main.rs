//! Tests of the library's public interface and of the command.

/// Like `assert_eq!`, but says which side was expected.
macro_rules! assert_found {
    ($found:expr, $expected:expr) => {
        assert_found!($found, $expected, "the two differ")
    };
    ($found:expr, $expected:expr, $($context:tt)+) => {
        match (&$found, &$expected) {
            (found, expected) => assert!(
                *found == *expected,
                "{}\nexpected: {expected:?}\n   found: {found:?}",
                format_args!($($context)+),
            ),
        }
    };
}

mod arguments;
mod comparison;
mod enumeration;
mod every_board;
mod examples;
mod failing_calls;
mod generated_inputs;
mod gone_readers;
mod io_errors;
mod library;
mod memory;
mod mock_io;
mod nonblocking;
mod oracle;
mod pipe_sizes;
mod pipelines;
mod play;
mod process;
mod rules;
mod samples;
mod splits;
mod streams;
mod terminals;
mod unusual_streams;
