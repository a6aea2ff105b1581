"""The functions that tests of programs share: they run programs, kill jobs, and look for files and
processes that were left behind."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOLS = {}  # name -> path of the programs under test; filled by the command line

# The launcher promises this many seconds between a death and the end of the job on an idle machine. Tests of the second tier
# check it; other tests check that the job ends.
END_LIMIT_SECONDS = 2.0
JUDGES_SECONDS = "PENSTOCK_TEST_SECONDS" in os.environ
# A job or a process that has not ended after this time hangs: an idle machine needs a second.
HANG_SECONDS = 200
# This input never ends, for other launchers: Hydra forwards the end of its input, and dies of SIGPIPE if a rank has ended
# before that, as happens on a busy machine.
QUIET, _KEPT = os.pipe()


def take_tools(*names):
    """Takes paths from the front of the command line."""
    for name in names:
        TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())


def main(*names):
    """usage of a test: NAME_test.py PATH... [TEST...]"""
    take_tools(*names)
    unittest.main(verbosity=2)


def run(*command, variables=None, **options):
    """Runs a command to its end, in this process's environment with `variables`. Its words may be paths and numbers."""
    options.setdefault("timeout", HANG_SECONDS)
    if variables:
        options["env"] = {**options.get("env", os.environ), **{name: str(value) for name, value in variables.items()}}
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", **options)


def run_json(*command, **options):
    """Runs a command as run() does, with --json FILE as its last words. Returns the finished process and the JSON, if any."""
    with tempfile.TemporaryDirectory(prefix="penstock-test-") as folder:
        file = pathlib.Path(folder) / "out.json"
        done = run(*command, "--json", file, **options)
        return done, json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def mpiexec(*arguments, **options):
    """Runs mpiexec to its end."""
    return run(TOOLS["mpiexec"], *arguments, **options)


def with_standin(folder, **variables):
    """Returns the variables by which a program finds the stand-in driver in `folder`, before all others."""
    before = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": f"{folder}:{before}" if before else str(folder), **variables}


def clean_environment(**variables):
    """Returns this process's environment without variables that would change a result: ours, drivers, settings files and tables
    of the user who runs the tests."""
    changing = ("LD_PRELOAD", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES")
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("PENSTOCK_", "MV2_")) and name not in changing}
    return {**clean, "XDG_CONFIG_HOME": "/nonexistent", "PENSTOCK_CONF": "none", **{name: str(value) for name, value in variables.items()}}


def launcher_files():
    """Returns the files that a job could leave behind, in all folders."""
    found = set()
    for folder in ("/dev/shm", "/tmp"):
        found.update(f"{folder}/{name}" for name in os.listdir(folder) if "penstock" in name.lower() or name.startswith("job-"))
    return found


def processes_of(launcher_pid):
    """Returns the living processes of the job that mpiexec with this pid started, by the mark in their environment."""
    mark = f"PENSTOCK_JOB_ID=job-{launcher_pid}-".encode()
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            environment = (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if mark in environment and state != "Z":
            found.append(int(folder.name))
    return found


def read_of(pid, name):
    """Reads a file of /proc about a process; empty if the process has ended, as children of ranks may at any time."""
    try:
        return pathlib.Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def ranks_of(launcher_pid):
    """Returns the pids of the ranks themselves: the launcher's children that carry its mark."""
    return [pid for pid in processes_of(launcher_pid)
            if read_of(pid, "stat").rpartition(b")")[2].split()[1:2] == [str(launcher_pid).encode()]]


class RunningJob:
    """A job that runs in the background, used as a context manager; at the end it checks that nothing is left."""

    def __init__(self, *arguments, **options):
        self.files_before = launcher_files()
        self.process = subprocess.Popen([TOOLS["mpiexec"], *map(str, arguments)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, **options)
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def wait_for_lines(self, count):
        """Reads `count` lines of the job's output, by which the ranks report that they are ready."""
        while len(self.lines) < count:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"output ended after {self.lines}; stderr: {self.process.stderr.read()}")
            self.lines.append(line.rstrip("\n"))
        return self.lines

    def pid_of_rank(self, rank, wait=False):
        """Returns the pid of a rank. `wait`: the job may still be starting."""
        deadline = time.monotonic() + (HANG_SECONDS if wait else 0)
        while True:
            for pid in processes_of(self.process.pid):
                if f"PMI_RANK={rank}\0".encode() in read_of(pid, "environ"):
                    return pid
            if time.monotonic() >= deadline:
                raise AssertionError(f"no process of rank {rank}")

    def finish(self, since):
        """Waits for mpiexec and for every process of the job. Returns (exit code, stderr, seconds after `since`)."""
        rest, errors = self.process.communicate(timeout=HANG_SECONDS)
        self.lines += rest.splitlines()
        while processes_of(self.process.pid) and time.monotonic() - since < HANG_SECONDS:
            time.sleep(0.01)
        self.seconds = seconds = time.monotonic() - since
        left = processes_of(self.process.pid)
        if left:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"processes left behind: {left}")
        # Other jobs on this machine start and end, so that their files appear and vanish, too.
        new_files = {name for name in launcher_files() - self.files_before if f"job-{self.process.pid}-" in name}
        if new_files:
            raise AssertionError(f"files left behind: {new_files}")
        return self.process.returncode, errors, seconds

    def finish_soon(self, since):
        """Waits as finish() does; where seconds are judged, the end has to come within the limit."""
        code, errors, seconds = self.finish(since)
        if JUDGES_SECONDS and seconds >= END_LIMIT_SECONDS:
            raise AssertionError(f"the job was over only after {seconds:.2f} s, not {END_LIMIT_SECONDS} s; stderr: {errors}")
        return code, errors, seconds
