#!/usr/bin/env python3
"""A rank is killed while it holds a lock that all others wait for: the job ends.

usage: window_death_test.py MPIEXEC VICTIM [unittest options]
"""
import os
import pathlib
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob

RANKS = 4


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


if __name__ == "__main__":
    harness.main("mpiexec", "victim")
