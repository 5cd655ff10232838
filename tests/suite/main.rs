//! Tests of the library's public face and of the command, each module one kind of promise.

mod arguments;
mod command;
mod endless;
mod every_board;
mod faults;
mod oracle;
mod pipes;
mod properties;
mod readme;
mod samples;
mod shell;
mod splits;
mod streams;
