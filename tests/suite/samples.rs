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
    let sample = |name: String| {
        let input = fs::read(root().join(format!("tests/samples/{name}.in"))).unwrap();
        Sample { name, input }
    };
    names("tests/samples", ".in")
        .into_iter()
        .map(sample)
        .collect()
}

/// The names, without the ending, of the files in `folder` that have this one.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(root().join(folder)).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names
        .filter_map(|name| name.strip_suffix(ending).map(str::to_owned))
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[test]
fn each_sample_gives_its_snapshot_and_no_other_is_there() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for Sample { name, input } in all() {
            let (option, argument) = if name.starts_with("strict-") {
                (" --strict", Some("--strict"))
            } else {
                ("", None)
            };
            let (status, stdout, stderr) = command::outcome(command::answer(argument, &input));
            let status = status.unwrap();
            let transcript = format!(
                "$ tomek{option} < tests/samples/{name}.in\n\
                 --- standard output\n{stdout}\
                 --- standard error\n{stderr}\
                 --- exit status\n{status}"
            );
            insta::assert_snapshot!(name, transcript);
        }
    });
    assert_eq!(names("snapshots", ".snap"), names("tests/samples", ".in"));
}

/// Snapshots don't see a missing line end.
#[test]
fn each_sample_gives_its_bytes() {
    for Sample { name, input } in all() {
        let verdict = oracle::judge(&input);
        let (status, stdout, stderr) = command::outcome(command::answer(None, &input));
        assert_eq!(stdout, verdict.answers, "{name}");
        match verdict.error {
            None => assert_eq!((status, stderr.as_str()), (Some(0), ""), "{name}"),
            Some(fault) => {
                assert_eq!(status, Some(1), "{name}");
                assert!(
                    stderr.starts_with(&format!("tomek: {}", fault.start)),
                    "{name}"
                );
                assert_eq!(stderr.find('\n'), Some(stderr.len() - 1), "{name}");
            }
        }
    }
}
