//! Arguments, and what they print.

use std::process::Output;

use tomek::Boards;

use crate::command::{self, text_of, tomek};

fn run(arguments: &[&str]) -> Output {
    tomek().args(arguments).output().unwrap()
}

#[test]
fn help_fits_a_screen_and_its_example_is_true() {
    let (status, help, error) = text_of(run(&["--help"]));
    assert_found!((status, error.as_str()), (Some(0), ""));
    assert_found!(text_of(run(&["-h"])), (Some(0), help.clone(), String::new()));
    assert!(help.lines().count() <= 24 && help.lines().all(|line| line.len() <= 80), "{help}");
    for option in ["--strict", "-h, --help", "-V, --version"] {
        assert!(help.contains(&format!("\n  {option}  ")), "{option}");
    }
    let (_, example) = help.split_once("$ printf '").unwrap();
    let (input, rest) = example.split_once("' | tomek\n").unwrap();
    let answer = rest.lines().next().unwrap().trim_start();
    let mut output = Vec::new();
    let input = input.replace("\\n", "\n");
    tomek::answer(Boards::new(input.as_bytes()), &mut output).unwrap();
    assert_found!(output, format!("{answer}\n").into_bytes());
}

#[test]
fn the_version_is_the_packages() {
    let version = format!("tomek {}\n", env!("CARGO_PKG_VERSION"));
    for argument in ["-V", "--version"] {
        assert_found!(text_of(run(&[argument])), (Some(0), version.clone(), String::new()));
    }
}

#[test]
fn help_and_then_the_version_win_over_all_other_arguments() {
    let help = text_of(run(&["--help"]));
    let version = text_of(run(&["--version"]));
    for (arguments, expected) in [
        (&["-hV"][..], &help),
        (&["-Vh"], &help),
        (&["-h", "-h"], &help),
        (&["--version", "--help"], &help),
        (&["--help", "--version"], &help),
        (&["--strict", "-h"], &help),
        (&["boards.txt", "--version", "-x", "--help"], &help),
        (&["--help=x", "--strict=x", "--help"], &help),
        (&["-xh"], &help),
        (&["-VV"], &version),
        (&["--version", "--strict"], &version),
        (&["boards.txt", "-", "-x", "--hel", "--version"], &version),
        (&["--help=x", "-V"], &version),
    ] {
        assert_found!(&text_of(run(arguments)), expected, "{arguments:?}");
    }
}

#[test]
fn strict_may_be_repeated_and_options_may_be_ended() {
    let unreachable = b"1\nXXXX\n....\n....\n....\n";
    for (arguments, status) in [
        (&[][..], 0),
        (&["--"], 0),
        (&["--strict"], 1),
        (&["--strict", "--strict"], 1),
        (&["--strict", "--"], 1),
    ] {
        let mut command = tomek();
        command.args(arguments);
        let output = command::run(command, |stdin| stdin.write_all(unreachable));
        assert_found!(output.status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn the_first_wrong_argument_is_named_with_the_usage() {
    let file = "to read a file, use tomek < FILE";
    for (arguments, message) in [
        (&["-x"][..], "invalid option '-x'".to_owned()),
        (&["-é"], "invalid option '-é'".to_owned()),
        (&["--\n\u{1b}[31m"], "invalid option '--\u{fffd}\u{fffd}[31m'".to_owned()),
        (&["-\u{202e}"], "invalid option '-\u{fffd}'".to_owned()),
        (&["--'\"\\日本 \u{200b}"], "invalid option '--'\"\\日本 \u{fffd}'".to_owned()),
        (&["--hel"], "invalid option '--hel'".to_owned()),
        (&["--hel=x"], "invalid option '--hel'".to_owned()),
        (&["--strict", "--no"], "invalid option '--no'".to_owned()),
        (&["--first", "second"], "invalid option '--first'".to_owned()),
        (&["--strict="], unexpected_value("strict", "")),
        (&["--strict=x"], unexpected_value("strict", "x")),
        (&["--help=x"], unexpected_value("help", "x")),
        (&["--version=x"], unexpected_value("version", "x")),
        (&[""], unexpected_operand("", file)),
        (&["a b.txt"], unexpected_operand("a b.txt", file)),
        (&["first", "--second"], unexpected_operand("first", file)),
        (&["--strict", "x"], unexpected_operand("x", file)),
        (&["strict"], unexpected_operand("strict", file)),
        (&["--", "--help"], unexpected_operand("--help", file)),
        (&["-"], unexpected_operand("-", "standard input is read anyway")),
    ] {
        assert_found!(text_of(run(arguments)), wrong_usage(&message), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_wrong_argument_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for (argument, message) in [
        (&b"-\xff"[..], "invalid option '-\u{fffd}'".to_owned()),
        (b"--\xff", "invalid option '--\u{fffd}'".to_owned()),
        (b"--strict=\xff", unexpected_value("strict", r"\xFF")),
        (b"\xff", unexpected_operand(r"\xFF", "to read a file, use tomek < FILE")),
    ] {
        let output = tomek().arg(OsStr::from_bytes(argument)).output().unwrap();
        assert_found!(text_of(output), wrong_usage(&message));
    }
}

const USAGE: &str = "Usage: tomek [OPTION]... < INPUT > OUTPUT (help: tomek --help)";

fn unexpected_value(option: &str, value: &str) -> String {
    format!("unexpected argument for option '--{option}': \"{value}\"")
}

fn unexpected_operand(operand: &str, hint: &str) -> String {
    format!("unexpected argument \"{operand}\": {hint}")
}

fn wrong_usage(message: &str) -> (Option<i32>, String, String) {
    let error = format!("tomek: {message}\n{USAGE}\n");
    (Some(2), String::new(), error)
}
