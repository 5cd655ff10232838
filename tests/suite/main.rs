//! Tests of the library's public interface and of the command.

mod all_boards;
mod arguments;
mod check;
mod command;
mod every_board;
mod inputs;
mod io_errors;
mod library;
mod memory;
mod mock_io;
mod oracle;
mod pipes;
mod play;
mod readme;
mod samples;
mod splits;
mod standard_streams;
