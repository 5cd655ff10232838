//! The sample files, and the snapshots of what the command says of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command;
use crate::oracle;

pub struct Sample {
    pub name: String,
    pub input: Vec<u8>,
    /// Its name starts with `strict-`: it is for the option `--strict`.
    pub is_strict: bool,
}

pub fn all() -> Vec<Sample> {
    let sample = |name: String| {
        let input = fs::read(root().join(format!("tests/samples/{name}.in"))).unwrap();
        let is_strict = name.starts_with("strict-");
        Sample { name, input, is_strict }
    };
    names("tests/samples", ".in").into_iter().map(sample).collect()
}

/// The names, without the ending, of the files in `folder` that have this one.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(root().join(folder)).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[test]
fn each_sample_gives_its_snapshot_and_none_is_left_over() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for sample in all() {
            let name = &sample.name;
            let option = if sample.is_strict { " --strict" } else { "" };
            let (status, stdout, stderr) = run(&sample);
            let status = status.unwrap();
            let transcript = format!(
                "$ tomek{option} < tests/samples/{name}.in\n\
                 --- standard output\n{stdout}\
                 --- standard error\n{stderr}\
                 --- exit status\n{status}"
            );
            insta::assert_snapshot!(name.as_str(), transcript);
        }
    });
    assert_found!(names("snapshots", ".snap"), names("tests/samples", ".in"));
}

/// Runs the command on a sample.
fn run(sample: &Sample) -> (Option<i32>, String, String) {
    let argument = sample.is_strict.then_some("--strict");
    command::text_of(command::answer(argument, &sample.input))
}

/// Snapshots don't see a missing line ending.
#[test]
fn each_sample_gives_its_bytes() {
    for sample in all() {
        let verdict = oracle::judge(&sample.input, sample.is_strict);
        let (status, error) = match verdict.error {
            None => (0, String::new()),
            Some(_) => (1, command::error_line(&sample.input, sample.is_strict)),
        };
        let expected = (Some(status), verdict.answers, error);
        assert_found!(run(&sample), expected, "{}", sample.name);
    }
}
