//! Arguments, and what they print.

use std::process::Output;

use crate::command::{text_of, tomek};

fn run(arguments: &[&str]) -> Output {
    tomek().args(arguments).output().unwrap()
}

#[test]
fn help_fits_a_screen_and_its_example_is_true() {
    let (status, help, error) = text_of(run(&["--help"]));
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert_eq!(
        text_of(run(&["-h"])),
        (Some(0), help.clone(), String::new())
    );
    assert!(
        help.lines().count() <= 24 && help.lines().all(|line| line.len() <= 80),
        "{help}"
    );
    let (_, example) = help.split_once("$ printf '").unwrap();
    let (input, rest) = example.split_once("' | tomek\n").unwrap();
    let answer = rest.lines().next().unwrap().trim_start();
    let mut output = Vec::new();
    tomek::answer(input.replace("\\n", "\n").as_bytes(), &mut output).unwrap();
    assert_eq!(output, format!("{answer}\n").into_bytes());
}

#[test]
fn the_version_is_the_packages() {
    let version = format!("tomek {}\n", env!("CARGO_PKG_VERSION"));
    for argument in ["-V", "--version"] {
        assert_eq!(
            text_of(run(&[argument])),
            (Some(0), version.clone(), String::new())
        );
    }
}

#[test]
fn anything_else_is_wrong_usage() {
    for arguments in [
        &[""][..],
        &["-"],
        &["--"],
        &["-x"],
        &["--hel"],
        &["--help="],
        &["input"],
        &["-h", "-h"],
        &["--strict", "--strict"],
        &["--strict", "-h"],
        &["--strict="],
        &["strict"],
        &["-V", "x"],
    ] {
        let (status, output, error) = text_of(run(arguments));
        assert_eq!((status, output.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(error.contains("\nUsage: tomek "), "{arguments:?}");
    }
}
