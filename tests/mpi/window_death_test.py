#!/usr/bin/env python3
"""A rank is killed while it holds a lock that all others wait for: the job ends, and where the launcher lets the others live they are
given an error.

usage: window_death_test.py MPIEXEC HYDRA VICTIM [unittest options]
"""
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob

RANKS = 4
KINDS = ("exclusive", "all")


class WindowDeath(unittest.TestCase):
    def test_the_job_ends(self):
        for holder, kind in ((0, "exclusive"), (3, "exclusive"), (1, "all")):
            with self.subTest(holder=holder, kind=kind), RunningJob("-n", RANKS, harness.TOOLS["victim"], holder, kind) as job:
                job.wait_for_lines(RANKS)
                pid = job.pid_of_rank(holder)
                since = time.monotonic()
                os.kill(pid, signal.SIGKILL)
                code, errors, _ = job.finish_soon(since)
                self.assertEqual(code, 137, errors)
                self.assertRegex(errors, rf"rank {holder} \(pid {pid}, \S+\) was killed by signal 9 \(Killed\); ended the other 3 ranks")

    def test_others_are_told(self):
        """Ranks that have the network between them notice who is gone; this launcher leaves them alone."""
        for kind in KINDS:
            with self.subTest(kind=kind):
                self.tell(kind)

    def tell(self, kind):
        variables = {"PENSTOCK_SIMULATED_HOSTS": str(RANKS), "PENSTOCK_NET": "always"}
        job = subprocess.Popen([harness.TOOLS["hydra"], "-disable-auto-cleanup", "-n", str(RANKS), harness.TOOLS["victim"], "2", kind],
                               env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            ready = [job.stdout.readline() for _ in range(RANKS)]
            self.assertIn("rank 2 holds\n", ready)
            os.kill(self.pid_of_rank(2, job.pid), signal.SIGKILL)
            told = sorted(self.line_of(job) for _ in range(RANKS - 1))
        finally:
            job.kill()
            _, errors = job.communicate()
        self.assertEqual(told, [f"rank {rank}: PROC_ABORTED, PROC_ABORTED\n" for rank in (0, 1, 3)], errors)

    def line_of(self, job):
        """The next line, or nothing where none comes: a rank that is told nothing hangs."""
        watchdog = threading.Timer(60, job.kill)
        watchdog.start()
        line = job.stdout.readline()
        watchdog.cancel()
        return line

    def pid_of_rank(self, rank, launcher):
        """Of the launcher's descendants the one that has this number."""
        parents = {int(p.name): int(harness.read_of(int(p.name), "stat").rpartition(b")")[2].split()[1] or 0)
                   for p in pathlib.Path("/proc").iterdir() if p.name.isdigit() and harness.read_of(int(p.name), "stat")}
        for pid in parents:
            above = pid
            while above not in (0, launcher):
                above = parents.get(above, 0)
            if above == launcher and f"PMI_RANK={rank}\0".encode() in harness.read_of(pid, "environ"):
                return pid
        raise AssertionError(f"no process of rank {rank}")


if __name__ == "__main__":
    harness.main("mpiexec", "hydra", "victim")
