//! The examples of README.md show what is true.
#![cfg(unix)]

use std::fmt::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::command::text_of;

const README: &str = include_str!("../../README.md");

/// The contents of the blocks of this kind.
fn blocks(kind: &str) -> impl Iterator<Item = &'static str> {
    let blocks = README.split(&format!("```{kind}\n")).skip(1).collect::<Vec<_>>();
    blocks.into_iter().map(|block| block.split("```").next().unwrap())
}

/// Each command of the console examples, and the output that follows it.
fn examples() -> Vec<(&'static str, String)> {
    let mut examples = Vec::new();
    for line in blocks("console").flat_map(str::lines) {
        match line.strip_prefix("$ ") {
            Some(command) => examples.push((command, String::new())),
            None => writeln!(examples.last_mut().unwrap().1, "{line}").unwrap(),
        }
    }
    examples
}

#[test]
fn the_console_examples_print_what_they_show() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let boards = "2\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n";
    fs::write(folder.join("boards.txt"), boards).unwrap();
    symlink(env!("CARGO_BIN_EXE_tomek"), folder.join("tomek")).unwrap();
    symlink(env!("CARGO_BIN_EXE_tomek"), folder.join("mine")).unwrap();
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([folder.clone()].into_iter().chain(env::split_paths(&path)));
    let path = path.unwrap();
    let examples = examples();
    assert!(!examples.is_empty());
    for (command, expected) in examples {
        let script = format!("exec 2>&1; {command}");
        let mut bash = Command::new("bash");
        bash.args(["-c", &script]).current_dir(&folder).env("PATH", &path);
        let (_, output, _) = text_of(bash.output().unwrap());
        assert_found!(output, expected, "{command}");
    }
}

#[test]
fn the_first_command_answers_the_sample() {
    let command = "cargo run --release < tests/samples/statement.in\n";
    assert_found!(blocks("sh").next(), Some(command));
    let sample = include_bytes!("../samples/statement.in");
    let mut output = Vec::new();
    tomek::answer(&sample[..], &mut output).unwrap();
    assert_found!(blocks("text").next().unwrap().as_bytes(), output);
}

/// The documentation's examples are tested, too.
#[test]
fn the_library_example_is_that_of_the_documentation() {
    let documentation = include_str!("../../src/lib.rs");
    assert_found!(blocks("rust").count(), 1);
    for example in blocks("rust") {
        let lines = example.lines().map(|line| format!("//! {line}").trim_end().to_owned() + "\n");
        let expected = lines.collect::<String>();
        assert!(documentation.contains(&expected), "{example}");
    }
}
