#!/usr/bin/env python3
"""Stacks of ranks whose time is over, debuggers in front of ranks, and one that starts mpiexec or attaches to it (MPIR).

usage: debug_test.py MPIEXEC MPI_VICTIM"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob, mpiexec

GDB = ["gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off", "-iex", "set pagination off"]


def may_debug():
    """Returns True if gdb is here and may attach to a child of ours."""
    if shutil.which("gdb") is None:
        return False
    child = subprocess.Popen(["sleep", "100"])
    done = subprocess.run([*GDB, "-p", str(child.pid), "-ex", "backtrace"], capture_output=True, text=True)
    child.kill()
    child.wait()
    return "#0" in done.stdout


class Stacks(unittest.TestCase):
    def only(self, *programs):
        """Returns a PATH with nothing but these programs."""
        folder = tempfile.TemporaryDirectory(prefix="penstock-path-")
        self.addCleanup(folder.cleanup)
        for name, text in programs:
            path = pathlib.Path(folder.name) / name
            path.write_text(text)
            path.chmod(0o755)
        return dict(os.environ, PATH=folder.name)

    def check(self, done, ranks):
        self.assertEqual(done.returncode, 124, done.stderr)
        last = done.stderr.splitlines()[-1]
        self.assertRegex(last, rf"^mpiexec: the job ran longer than --timeout \S+; ended the {ranks} ranks$")

    def shown(self, pattern, ranks, *words, **options):
        """Returns mpiexec's messages at the end of a job that ran too long, in which `pattern` is there for each rank. On a
        busy machine ranks may not have begun by a short limit: then they get a longer one."""
        for seconds in (0.5, 5, 50):
            done = mpiexec("-n", ranks, "--timeout", seconds, *words, **options)
            self.check(done, ranks)
            if len(re.findall(pattern, done.stderr)) == ranks:
                break
        self.assertEqual(len(re.findall(pattern, done.stderr)), ranks, done.stderr)
        return done.stderr

    @unittest.skipUnless(may_debug(), "gdb is not here, or may not attach to other processes")
    def test_gdb_shows_where_mpi_programs_are(self):
        said = self.shown(r"(?m)^  #\d+ .* main \(", 2, harness.TOOLS["victim"], "wait")
        for rank in (0, 1):
            self.assertRegex(said, rf"(?m)^rank {rank} \(pid \d+, \S+\)$")

    def test_eu_stack_where_there_is_no_gdb(self):
        tool = "#!/bin/sh\necho \"PID $2 - process\"\necho \"TID $2:\"\necho '#0  0x1 pause'\n"
        self.shown(r"rank \d \(pid (\d+), \S+\)\n  TID \1:\n  #0  0x1 pause\n", 3, "/bin/sleep", 1000, env=self.only(("eu-stack", tool)))

    def test_the_kernel_where_there_is_neither(self):
        said = self.shown(r"  thread \d+ \(sleep\) sleeps", 2, "/bin/sleep", 1000, env=self.only())
        self.assertIn("no stacks, since neither gdb nor eu-stack (elfutils) is on PATH", said)

    def test_a_tool_that_is_not_allowed_to(self):
        tool = "#!/bin/sh\necho 'ptrace: Operation not permitted.'\nexit 1\n"
        said = self.shown(r"  thread \d+ \(sleep\) sleeps", 2, "/bin/sleep", 1000, env=self.only(("gdb", tool)))
        self.assertEqual(said.count("no stack: ptrace: Operation not permitted."), 2)

    def test_a_second_interrupt_does_not_wait_for_the_tool(self):
        tool = "#!/bin/sh\necho > $STARTED\nexec /bin/sleep 1000\n"
        environment = self.only(("gdb", tool))
        started = pathlib.Path(environment["PATH"]) / "started"
        with RunningJob("--timeout", 0.2, "/bin/sleep", 1000, env=dict(environment, STARTED=str(started))) as job:
            deadline = time.monotonic() + harness.HANG_SECONDS
            while not started.exists() and time.monotonic() < deadline:
                time.sleep(0.01)
            since = time.monotonic()
            job.process.send_signal(signal.SIGINT)
            code, errors, _ = job.finish_soon(since)
        self.assertEqual(code, 128 + signal.SIGINT, errors)


@unittest.skipUnless(may_debug(), "gdb is not here, or may not attach to other processes")
class Debuggers(unittest.TestCase):
    def test_ranks_under_gdb(self):
        done = mpiexec("-n", 2, "--debug", "gdb -nx -batch -iex 'set debuginfod enabled off' -ex run", harness.TOOLS["victim"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("of 2 ready"), 2, done.stdout)

    def read_table(self, said, ranks):
        entries = re.findall(r'host_name = 0x\w+ "([^"]+)", executable_name = 0x\w+ "([^"]+)", pid = (\d+)', said)
        self.assertEqual(len(entries), ranks, said)
        self.assertEqual({(host, program) for host, program, _ in entries}, {(os.uname().nodename, harness.TOOLS["victim"])})
        return [int(pid) for _, _, pid in entries]

    def test_one_that_attaches_finds_all_ranks(self):
        with RunningJob("-n", 3, harness.TOOLS["victim"], "wait") as job:
            job.wait_for_lines(3)
            done = subprocess.run([*GDB, "-p", str(job.process.pid), "-ex", "print *MPIR_proctable@MPIR_proctable_size",
                                   "-ex", "print MPIR_debug_state"], capture_output=True, text=True)
            self.assertEqual(self.read_table(done.stdout, 3), [job.pid_of_rank(rank) for rank in range(3)])
            self.assertIn("$2 = 1", done.stdout)
            since = time.monotonic()
            job.process.terminate()
            job.finish(since)

    def test_one_that_starts_mpiexec_stops_where_all_are_spawned(self):
        """Ranks then wait in MPI_Init: while mpiexec stands at MPIR_Breakpoint, none gets to its first line."""
        script = ["set breakpoint pending on", "set var MPIR_being_debugged = 1", "break MPIR_Breakpoint", "run",
                  "print *MPIR_proctable@MPIR_proctable_size", "shell sleep 0.5", "print MPIR_debug_state", "echo at_the_stop\\n",
                  "delete", "continue"]
        words = [word for line in script for word in ("-ex", line)]
        done = subprocess.run([*GDB, "-ex", "break main", "-ex", "run", *words[2:6], "-ex", "continue", *words[8:], "--args",
                               harness.TOOLS["mpiexec"], "-n", "2", harness.TOOLS["victim"]], capture_output=True, text=True, timeout=100)
        self.assertEqual(len(self.read_table(done.stdout, 2)), 2)
        before, _, after = done.stdout.partition("at_the_stop")
        self.assertNotIn("ready", before)
        self.assertEqual(after.count("of 2 ready"), 2, done.stdout + done.stderr)


if __name__ == "__main__":
    for name in ("mpiexec", "victim"):
        harness.TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
