//! Arguments, and what they print.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use tomek::Boards;

use crate::process::{self, tomek};

/// The exit status, standard output and standard error.
type Outcome = (Option<i32>, String, String);

fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Outcome {
    let mut command = tomek();
    command.args(arguments);
    process::run(command, b"")
}

#[test]
fn help_fits_a_screen_and_its_example_is_true() {
    let (status, help, error) = run(&["--help"]);
    assert_found!((status, error.as_str()), (Some(0), ""));
    assert_found!(run(&["-h"]), (Some(0), help.clone(), String::new()));
    assert!(help.lines().count() <= 24 && help.lines().all(|line| line.len() <= 80), "{help}");
    let (_, example) = help.split_once("$ printf '").unwrap();
    let (input, rest) = example.split_once("' | tomek\n").unwrap();
    let answer = rest.lines().next().unwrap().trim_start();
    let mut output = Vec::new();
    let input = input.replace("\\n", "\n");
    tomek::answer(Boards::new(input.as_bytes()), &mut output).unwrap();
    assert_found!(output, format!("{answer}\n").into_bytes());
}

/// The options among the words of a text.
fn options<'a>(text: &'a str, delimiter: &[char]) -> BTreeSet<&'a str> {
    text.split(delimiter).filter(|word| word.len() > 1 && word.starts_with('-')).collect()
}

#[test]
fn help_readme_and_parser_have_the_same_options() {
    let (_, help, _) = run(&["--help"]);
    let lines = help.lines().filter(|line| line.starts_with("  -"));
    // An option ends before two spaces.
    let in_help: Vec<_> = lines.map(|line| line[2..].split("  ").next().unwrap()).collect();
    let in_help = in_help.join(", ");
    let accepted = options(&in_help, &[' ', ',']);
    assert!(!accepted.is_empty());
    let readme = include_str!("../../README.md");
    let in_readme: String = readme.lines().filter(|line| line.starts_with("| `-")).collect();
    assert_found!(options(&in_readme, &['`']), accepted);

    // All literals in patterns: characters are short options, and strings are long ones.
    let source = include_str!("../../src/main.rs").lines().filter(|line| line.contains("Arg::"));
    let patterns: String = source.map(|line| line.split("=>").next().unwrap()).collect();
    let short = patterns.split('\'').skip(1).step_by(2).map(|name| format!("-{name}"));
    let long = patterns.split('"').skip(1).step_by(2).map(|name| format!("--{name}"));
    let in_source: BTreeSet<String> = short.chain(long).collect();
    assert_found!(in_source.iter().map(String::as_str).collect::<BTreeSet<_>>(), accepted);
}

#[test]
fn the_version_is_the_packages() {
    let version = format!("tomek {}\n", env!("CARGO_PKG_VERSION"));
    for argument in ["-V", "--version"] {
        assert_found!(run(&[argument]), (Some(0), version.clone(), String::new()));
    }
}

#[test]
fn the_first_argument_that_is_wrong_or_asks_for_something_decides() {
    let help = run(&["--help"]);
    let version = run(&["--version"]);
    let wrong_option = wrong_usage("invalid option '-x'");
    for (arguments, expected) in [
        (&["-hV"][..], &help),
        (&["-h=x"], &help),
        (&["--strict", "-hx"], &help),
        (&["--help", "--version", "boards.txt"], &help),
        (&["--help=x"], &help),
        (&["-Vh"], &version),
        (&["--version", "-x"], &version),
        (&["--version=x"], &version),
        (&["-xh"], &wrong_option),
        (&["-x", "--help"], &wrong_option),
        (&["--strict=x", "--help"], &unexpected_value("x")),
        (&["--", "--help"], &unexpected_operand("--help")),
        (&["boards.txt", "--version"], &unexpected_operand("boards.txt")),
    ] {
        assert_found!(&run(arguments), expected, "{arguments:?}");
    }
}

#[test]
fn strict_may_be_repeated_and_options_may_be_ended() {
    let unreachable = b"1\nXXXX\n....\n....\n....\n";
    for (arguments, status) in
        [(&[][..], 0), (&["--"], 0), (&["--strict"], 1), (&["--strict", "--strict"], 1)]
    {
        let mut command = tomek();
        command.args(arguments);
        assert_found!(process::run(command, unreachable).0, Some(status), "{arguments:?}");
    }
}

#[test]
fn a_wrong_argument_is_named_with_the_usage() {
    for (argument, expected) in [
        ("-é", wrong_usage("invalid option '-é'")),
        ("--\n\u{1b}[31m", wrong_usage("invalid option '--\u{fffd}\u{fffd}[31m'")),
        ("-\u{202e}", wrong_usage("invalid option '-\u{fffd}'")),
        ("--'\"\\日本 \u{200b}", wrong_usage("invalid option '--'\"\\日本 \u{fffd}'")),
        ("--hel=x", wrong_usage("invalid option '--hel'")),
        ("--strict=", unexpected_value("")),
        ("", unexpected_operand("")),
        ("a b.txt", unexpected_operand("a b.txt")),
        ("-", unexpected_operand("-")),
    ] {
        assert_found!(run(&[argument]), expected);
    }
}

#[cfg(unix)]
#[test]
fn a_wrong_argument_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;

    for (argument, expected) in [
        (&b"-\xff"[..], wrong_usage("invalid option '-\u{fffd}'")),
        (b"--\xff", wrong_usage("invalid option '--\u{fffd}'")),
        (b"--strict=\xff", unexpected_value(r"\xFF")),
        (b"\xff", unexpected_operand(r"\xFF")),
    ] {
        assert_found!(run(&[OsStr::from_bytes(argument)]), expected);
    }
}

fn unexpected_value(value: &str) -> Outcome {
    wrong_usage(&format!("unexpected argument for option '--strict': \"{value}\""))
}

fn unexpected_operand(operand: &str) -> Outcome {
    let hint = "standard input is read, as in tomek < FILE";
    wrong_usage(&format!("unexpected argument \"{operand}\": {hint}"))
}

fn wrong_usage(message: &str) -> Outcome {
    let usage = "Usage: tomek [OPTION]... < INPUT > OUTPUT (help: tomek --help)";
    (Some(2), String::new(), format!("tomek: {message}\n{usage}\n"))
}
