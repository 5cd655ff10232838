//! The command as a process, and the one way of waiting for what it does.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::oracle;

/// How long to wait before a test fails.
const LIMIT: Duration = Duration::from_secs(30);

/// The same once a wait has run out: the command is broken, and other tests need not show it slowly.
const NEXT_LIMIT: Duration = Duration::from_secs(1);

static HAS_RUN_OUT: AtomicBool = AtomicBool::new(false);

/// Waits until `condition` is true. Panics with what it waited for if that takes too long.
pub fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        let limit = if HAS_RUN_OUT.load(Ordering::Relaxed) { NEXT_LIMIT } else { LIMIT };
        if start.elapsed() > limit {
            HAS_RUN_OUT.store(true, Ordering::Relaxed);
            panic!("waited {limit:?} for {what}");
        }
        thread::sleep(Duration::from_millis(1));
    }
}

pub fn tomek() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tomek"))
}

/// The exit status and what has been written to standard error.
pub type Outcome = (Option<i32>, String);

pub const SILENT_SUCCESS: Outcome = (Some(0), String::new());

pub fn failure(message: &str) -> Outcome {
    (Some(1), format!("tomek: {message}\n"))
}

/// The line that is right on standard error for a wrong input.
pub fn error_line(input: &[u8], is_strict: bool) -> String {
    let error = oracle::judge(input, is_strict).error.expect("the input is wrong");
    format!("tomek: {}\n", error.message)
}

/// Runs the command on this input, or on as much of it as it takes. Returns the exit status,
/// standard output and standard error.
pub fn run(command: Command, input: &[u8]) -> (Option<i32>, String, String) {
    let input = input.to_vec();
    run_on(command, move |stdin| stdin.write_all(&input))
}

/// The same for all that `write` writes.
pub fn run_on(
    mut command: Command,
    write: impl FnOnce(&mut ChildStdin) -> std::io::Result<()> + Send + 'static,
) -> (Option<i32>, String, String) {
    let mut process = Process::spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut stdin = process.stdin();
    // It may well end without reading all.
    let writer = thread::spawn(move || drop(write(&mut stdin)));
    process.wait();
    until("the end of the writes", || writer.is_finished());
    let output = process.stdout.as_ref().unwrap().text();
    let (status, error) = process.finish();
    (status, output, error)
}

/// A run of the command, which is killed when it is dropped.
pub struct Process {
    child: Child,
    /// What has been written to the streams that are piped.
    pub stdout: Option<Collected>,
    pub stderr: Option<Collected>,
}

impl Process {
    pub fn start(stdin: impl Into<Stdio>, stdout: impl Into<Stdio>) -> Process {
        Process::spawn(tomek().stdin(stdin).stdout(stdout))
    }

    /// With standard error piped.
    pub fn spawn(command: &mut Command) -> Process {
        Process::spawn_with_stderr(command, Stdio::piped())
    }

    pub fn spawn_with_stderr(command: &mut Command, stderr: impl Into<Stdio>) -> Process {
        // A group of its own can be killed as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.stderr(stderr).spawn().unwrap();
        let stdout = child.stdout.take().map(Collected::from);
        let stderr = child.stderr.take().map(Collected::from);
        Process { child, stdout, stderr }
    }

    /// Standard input, which must be piped.
    pub fn stdin(&mut self) -> ChildStdin {
        self.child.stdin.take().unwrap()
    }

    /// Waits for the end of the run.
    pub fn wait(&mut self) -> Option<i32> {
        until("the end of the run", || self.child.try_wait().unwrap().is_some());
        self.child.wait().unwrap().code()
    }

    /// Waits for the end of the run, and returns what has been written to standard error, if that
    /// is piped.
    pub fn finish(mut self) -> Outcome {
        let status = self.wait();
        (status, self.stderr.as_ref().map(Collected::text).unwrap_or_default())
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            #[cfg(target_os = "linux")]
            let _ = nix::sys::signal::killpg(self.pid(), nix::sys::signal::SIGKILL);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// What a stream has brought so far. A thread reads it to its end.
pub struct Collected {
    bytes: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl<R: Read + Send + 'static> From<R> for Collected {
    fn from(mut stream: R) -> Collected {
        let bytes = Arc::default();
        let thread = thread::spawn({
            let bytes: Arc<Mutex<Vec<u8>>> = Arc::clone(&bytes);
            move || {
                let mut buffer = vec![0; 64 * 1024];
                while let Ok(length @ 1..) = stream.read(&mut buffer) {
                    bytes.lock().unwrap().extend_from_slice(&buffer[..length]);
                }
            }
        });
        Collected { bytes, thread }
    }
}

impl Collected {
    /// Waits for as many bytes as `expected` has, and compares them.
    pub fn expect(&self, expected: &str) {
        let what = format!("{expected:?}");
        until(&what, || self.bytes.lock().unwrap().len() >= expected.len());
        assert_found!(String::from_utf8_lossy(&self.bytes.lock().unwrap()), expected);
    }

    /// Waits for the end of the stream, and returns all that it has brought.
    pub fn text(&self) -> String {
        until("the end of a stream", || self.thread.is_finished());
        String::from_utf8(self.bytes.lock().unwrap().clone()).unwrap()
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    use super::{Process, until};

    impl Process {
        pub fn pid(&self) -> Pid {
            Pid::from_raw(self.id().try_into().unwrap())
        }

        /// A value of `/proc/PID/status` or of `/proc/PID/io`.
        pub fn figure(&self, file: &str, name: &str) -> String {
            let text = fs::read_to_string(format!("/proc/{}/{file}", self.id())).unwrap();
            let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            let value = value.expect("the run is over");
            value.split_whitespace().next().unwrap().to_owned()
        }

        fn state(&self) -> String {
            let state = self.figure("status", "State");
            assert!(state != "Z", "the run is over");
            state
        }

        /// Waits until the process sleeps and takes no processor time. Libraries that are loaded
        /// before the program, as by fakeroot, sleep for moments, too.
        pub fn wait_for_sleep(&self) {
            let activity = || {
                ["State", "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"]
                    .map(|name| self.figure("status", name))
            };
            until("a run that sleeps", || {
                let before = activity();
                thread::sleep(Duration::from_millis(50));
                self.state() == "S" && activity() == before
            });
        }

        pub fn stop(&self) {
            kill(self.pid(), Signal::SIGSTOP).unwrap();
            // The second is that of a process that is traced.
            until("a run that has stopped", || ["T", "t"].contains(&self.state().as_str()));
        }

        pub fn resume(&self) {
            kill(self.pid(), Signal::SIGCONT).unwrap();
        }
    }
}
