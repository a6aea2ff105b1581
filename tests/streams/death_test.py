#!/usr/bin/env python3
"""A rank dies while streams of the others wait for it, in a receive, a collective and a graph: the job is over within 2 s.

usage: death_test.py MPIEXEC VICTIM"""
import os
import pathlib
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob

RANKS = 3


class Death(unittest.TestCase):
    def test_streams_that_wait_end(self):
        for what in ("receive", "collective", "graph"):
            with self.subTest(what=what), RunningJob("-n", RANKS, harness.TOOLS["victim"], what) as job:
                job.wait_for_lines(RANKS)
                pid = job.pid_of_rank(RANKS - 1)
                since = time.monotonic()
                os.kill(pid, signal.SIGKILL)
                code, errors, _ = job.finish_soon(since)
                self.assertEqual(code, 137, errors)
                self.assertRegex(errors, rf"rank {RANKS - 1} \(pid {pid}, \S+\) was killed by signal 9")


if __name__ == "__main__":
    for name in ("mpiexec", "victim"):
        harness.TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
