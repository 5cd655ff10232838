//! The sample files, and the snapshots of what the command says of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::oracle;
use crate::process::{error_line, run, tomek};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

pub struct Sample {
    pub name: String,
    pub input: Vec<u8>,
    /// Its name starts with `strict-`: it is for the option `--strict`.
    pub is_strict: bool,
}

pub fn all() -> Vec<Sample> {
    let sample = |name: String| {
        let input = fs::read(Path::new(ROOT).join(format!("tests/samples/{name}.in"))).unwrap();
        let is_strict = name.starts_with("strict-");
        Sample { name, input, is_strict }
    };
    names("tests/samples", ".in").into_iter().map(sample).collect()
}

/// The names, without the ending, of the files in `folder` that have this one.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect()
}

#[test]
fn each_sample_gives_its_snapshot_and_none_is_left_over() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| all().iter().for_each(check));
    assert_found!(names("snapshots", ".snap"), names("tests/samples", ".in"));
}

fn check(Sample { name, input, is_strict }: &Sample) {
    let option = is_strict.then_some("--strict");
    let mut command = tomek();
    command.args(option);
    let (status, stdout, stderr) = run(command, input);
    let transcript = format!(
        "$ tomek{} < tests/samples/{name}.in\n\
         --- standard output\n{stdout}\
         --- standard error\n{stderr}\
         --- exit status\n{}",
        option.map(|option| format!(" {option}")).unwrap_or_default(),
        status.unwrap(),
    );
    insta::assert_snapshot!(name.as_str(), transcript);
    // Snapshots don't see a missing line ending.
    let verdict = oracle::judge(input, *is_strict);
    let expected = match verdict.error {
        None => (Some(0), verdict.answers, String::new()),
        Some(_) => (Some(1), verdict.answers, error_line(input, *is_strict)),
    };
    assert_found!((status, stdout, stderr), expected, "{name}");
}
