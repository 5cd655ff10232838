//! The examples of README.md and CONTRIBUTING.md show what is true.
#![cfg(unix)]

use std::env;
use std::fmt::Write;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::process::run;

const README: &str = include_str!("../../README.md");
const CONTRIBUTING: &str = include_str!("../../CONTRIBUTING.md");

/// The contents of the blocks of this kind.
fn blocks(document: &'static str, kind: &str) -> Vec<&'static str> {
    let start = format!("```{kind}\n");
    let blocks = document.split(&start).skip(1);
    blocks.map(|block| block.split("```").next().unwrap()).collect()
}

/// Each command of the console examples of README.md, and the output that follows it.
fn examples() -> Vec<(&'static str, String)> {
    let mut examples = Vec::new();
    for line in blocks(README, "console").into_iter().flat_map(str::lines) {
        match line.strip_prefix("$ ") {
            Some(command) => examples.push((command, String::new())),
            None => writeln!(examples.last_mut().unwrap().1, "{line}").unwrap(),
        }
    }
    examples
}

/// Runs scripts with `tomek` and `mine` in `PATH`, and returns what each one prints.
fn run_scripts<'a>(scripts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let commands = tempfile::tempdir_in(folder).unwrap();
    for name in ["tomek", "mine"] {
        symlink(env!("CARGO_BIN_EXE_tomek"), commands.path().join(name)).unwrap();
    }
    let path = env::var_os("PATH").unwrap();
    let folders = [commands.path().to_owned()].into_iter().chain(env::split_paths(&path));
    let path = env::join_paths(folders).unwrap();
    let outputs = scripts.map(|script| {
        let mut bash = Command::new("bash");
        bash.args(["-c", &format!("exec 2>&1; {script}")]);
        // Variables such as GZIP and POSIXLY_CORRECT change what other programs do.
        bash.env_clear().env("PATH", &path).env("TMPDIR", folder);
        bash.current_dir(env!("CARGO_MANIFEST_DIR"));
        run(bash, b"").1
    });
    outputs.collect()
}

#[test]
fn the_console_examples_print_what_they_show() {
    let examples = examples();
    assert!(!examples.is_empty());
    let outputs = run_scripts(examples.iter().map(|(command, _)| *command));
    for ((command, expected), output) in examples.iter().zip(outputs) {
        assert_found!(&output, expected, "{command}");
    }
}

#[test]
fn the_first_command_answers_the_sample() {
    let command = "cargo run --release < tests/samples/statement.in\n";
    assert_found!(blocks(README, "sh")[0], command);
    let sample = include_bytes!("../samples/statement.in");
    let mut output = Vec::new();
    tomek::answer(tomek::Boards::new(&sample[..]), &mut output).unwrap();
    assert_found!(blocks(README, "text")[0].as_bytes(), output);
}

/// The documentation's examples are tested, too.
#[test]
fn the_library_example_is_that_of_the_documentation() {
    let [example] = blocks(README, "rust")[..] else {
        panic!("there is one example");
    };
    let lines = example.lines().map(|line| format!("//! {line}").trim_end().to_owned() + "\n");
    let documentation = include_str!("../../src/lib.rs");
    assert!(documentation.contains(&lines.collect::<String>()), "{example}");
}

/// With few boards, and without valgrind.
#[test]
fn the_commands_for_measuring_work() {
    let scripts: Vec<_> = blocks(CONTRIBUTING, "bash")
        .iter()
        .map(|script| script.replace("00000", "").replace("target/release/", ""))
        .map(|script| format!("valgrind() {{ \"${{@:3}}\"; }}; {script}"))
        .collect();
    assert_found!(scripts.len(), 2);
    for output in run_scripts(scripts.iter().map(String::as_str)) {
        let is_time =
            |line: &str| ["", "real", "user", "sys"].contains(&line.split('\t').next().unwrap());
        assert!(output.lines().all(is_time), "{output}");
    }
}

/// It would take too long to run the tests in a test.
#[test]
fn the_tests_that_contributors_may_skip_exist() {
    let commands = blocks(CONTRIBUTING, "sh").concat();
    let modules = include_str!("main.rs");
    for rest in commands.split("--skip ").skip(1) {
        let name = rest.split_whitespace().next().unwrap();
        assert!(modules.contains(&format!("mod {name};\n")), "{name}");
    }
}
