//! The sample files, and the snapshots of what the command says of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command;
use crate::oracle;

pub struct Sample {
    pub name: String,
    pub input: Vec<u8>,
}

pub fn all() -> Vec<Sample> {
    let samples = names("tests/samples", ".in").into_iter().map(|name| {
        let input = fs::read(root().join(format!("tests/samples/{name}.in"))).unwrap();
        Sample { name, input }
    });
    samples.collect()
}

/// The names of the files in `folder` without their `ending`, which all must have.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(root().join(folder)).unwrap();
    files
        .map(|file| {
            file.unwrap()
                .file_name()
                .to_str()
                .unwrap()
                .strip_suffix(ending)
                .unwrap()
                .to_owned()
        })
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[test]
fn each_sample_gives_its_snapshot() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for Sample { name, input } in all() {
            let (status, stdout, stderr) = command::outcome(command::answer(&input));
            let status = status.unwrap();
            let transcript = format!(
                "$ tomek < tests/samples/{name}.in\n\
                 --- standard output\n{stdout}\
                 --- standard error\n{stderr}\
                 --- exit status\n{status}"
            );
            insta::assert_snapshot!(name, transcript);
        }
    });
}

#[test]
fn each_snapshot_has_a_sample() {
    assert_eq!(names("snapshots", ".snap"), names("tests/samples", ".in"));
}

/// Snapshots don't see a missing line end.
#[test]
fn each_sample_gives_its_bytes() {
    for Sample { name, input } in all() {
        let (status, stdout, stderr) = command::outcome(command::answer(&input));
        if status == Some(0) {
            assert_eq!(
                (stdout, stderr),
                (
                    oracle::answers(std::str::from_utf8(&input).unwrap()),
                    String::new()
                ),
                "{name}"
            );
        } else {
            assert_eq!(status, Some(1), "{name}");
            assert!(stdout.is_empty() || stdout.ends_with('\n'), "{name}");
            assert!(
                stderr.starts_with("tomek: ") && stderr.find('\n') == Some(stderr.len() - 1),
                "{name}"
            );
        }
    }
}
