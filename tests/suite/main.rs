//! Tests of the library's public face and of the command, each module one kind of promise.

mod arguments;
mod boards;
mod command;
mod endless;
mod every_board;
mod faults;
mod oracle;
mod outcome;
mod pipes;
mod play;
mod properties;
mod readme;
mod samples;
mod shell;
mod splits;
mod streams;
