#!/usr/bin/env python3
"""A rank dies while streams of the others wait for it, in every way: the job ends; with --enable-recovery streams are let go, and the
next call of each of the others says why. Where seconds are judged, each takes less than 2.

usage: death_test.py MPIEXEC VICTIM [RANKS] [TEST...]"""
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
WAYS = ("receive", "small", "collective", "meeting", "large", "graph", "graph_collective", "graph_meeting")


class Death(unittest.TestCase):
    def kill_last(self, job):
        job.wait_for_lines(RANKS)
        pid = job.pid_of_rank(RANKS - 1)
        since = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        code, errors, seconds = job.finish_soon(since)
        self.assertEqual(code, 137, errors)
        self.assertRegex(errors, rf"rank {RANKS - 1} \(pid {pid}, \S+\) was killed by signal 9")
        return errors, seconds

    def test_streams_that_wait_end(self):
        for what in ("receive", "collective", "graph"):
            with self.subTest(what=what), RunningJob("-n", RANKS, harness.TOOLS["victim"], what) as job:
                self.kill_last(job)

    def survive(self, ways):
        for what in ways:
            with self.subTest(what=what), RunningJob("--enable-recovery", "-n", RANKS, harness.TOOLS["victim"], what, "survive") as job:
                errors, seconds = self.kill_last(job)
                self.assertEqual(sorted(line for line in job.lines if "checks" in line),
                                 [f"rank {r}: 2 checks, 0 failed" for r in range(RANKS - 1)], errors)
                self.assertIn("the others go on", errors)
                print(f"{what}: over {seconds:.2f} s after the kill")

    def test_survivors_hear_of_it(self):
        self.survive(WAYS)


if __name__ == "__main__":
    for name in ("mpiexec", "victim"):
        harness.TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        RANKS = int(sys.argv.pop(1))
    unittest.main(verbosity=2)
