//! The command as a process.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use crate::oracle;

pub fn tomek() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tomek"))
}

/// The command with all its streams piped to the test.
pub fn start(mut command: Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the command on all that `write` writes, or on as much of it as it takes.
pub fn run(
    command: Command,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()> + Send + 'static,
) -> Output {
    let mut child = start(command);
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || write(&mut stdin));
    let output = child.wait_with_output().unwrap();
    // It may well have ended without reading all.
    let _ = writer.join().unwrap();
    output
}

/// Runs the command with this argument, if any.
pub fn answer(argument: Option<&str>, input: &[u8]) -> Output {
    let mut command = tomek();
    command.args(argument);
    let input = input.to_vec();
    run(command, move |stdin| stdin.write_all(&input))
}

/// The exit status, standard output and standard error.
pub fn text_of(output: Output) -> (Option<i32>, String, String) {
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The line that is right on standard error for a wrong input.
pub fn error_line(input: &[u8], is_strict: bool) -> String {
    let error = oracle::judge(input, is_strict).error.expect("the input is wrong");
    format!("tomek: {}\n", error.message)
}
