//! The console examples of README.md are true to the letter.
#![cfg(unix)]

use std::env;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::command::text_of;

const README: &str = include_str!("../../README.md");

/// Each command after a `$` in the console examples, and the output that follows it.
fn examples() -> Vec<(&'static str, String)> {
    let mut examples = Vec::new();
    for block in README.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(command) => examples.push((command, String::new())),
                None => writeln!(examples.last_mut().unwrap().1, "{line}").unwrap(),
            }
        }
    }
    examples
}

#[test]
fn the_examples_print_what_they_show() {
    let folder = Path::new(env!("CARGO_BIN_EXE_tomek")).parent().unwrap().to_owned();
    let path = env::join_paths(
        [folder].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let examples = examples();
    assert!(!examples.is_empty());
    for (command, expected) in examples {
        let script = format!("exec 2>&1; {command}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR")).env("PATH", &path);
        let (_, output, _) = text_of(shell.output().unwrap());
        assert_eq!(output, expected, "{command}");
    }
}
