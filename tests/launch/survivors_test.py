#!/usr/bin/env python3
"""A rank dies, and the launcher leaves the others alone: whatever they do with it fails with MPI_ERR_PROC_ABORTED, within 2 s where
seconds are judged, and they go on among themselves.

usage: survivors_test.py MPIEXEC SURVIVORS [TEST...]"""
import concurrent.futures
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec

RANKS = 4
WAYS = ("receive", "any_source", "send", "synchronous", "probe", "barrier", "allreduce", "allreduce_large", "bcast", "bcast_large",
        "alltoall", "ibarrier", "many")


class Survivors(unittest.TestCase):
    def check(self, done, way):
        heard = sorted(line.split() for line in done.stdout.splitlines() if "heard after" in line)
        self.assertEqual([int(words[1]) for words in heard], list(range(RANKS - 1)), done.stdout + done.stderr)
        slowest = max(float(words[4]) for words in heard)
        if harness.JUDGES_SECONDS:
            self.assertLess(slowest, harness.END_LIMIT_SECONDS, way)
        self.assertIn(f"rank {RANKS - 1} is lost", done.stderr)
        return slowest

    def run_ways(self, ways, **variables):
        """Jobs that mostly wait for the launcher's grace: several at once, but where seconds are judged."""
        def job(way):
            return mpiexec("--enable-recovery", "--timeout", harness.HANG_SECONDS - 10, "-n", RANKS, harness.TOOLS["survivors"], way,
                           env=harness.clean_environment(**variables))

        slowest = 0.0
        with concurrent.futures.ThreadPoolExecutor(1 if harness.JUDGES_SECONDS else 2) as pool:
            jobs = list(pool.map(job, ways))
        for way, done in zip(ways, jobs):
            with self.subTest(way=way):
                self.assertEqual(done.returncode, 137, done.stderr)
                self.assertRegex(done.stderr, r"mpiexec: rank 3 \(pid \d+, \S+\) was killed by signal 9 \(Killed\); the others go on")
                slowest = max(slowest, self.check(done, way))
        print(f"{len(ways)} ways, heard after {slowest:.2f} s at most")

    def test_every_way(self):
        self.run_ways(WAYS)

    def test_where_memory_of_others_cannot_be_read(self):
        self.run_ways(("receive", "allreduce", "bcast_large"), PENSTOCK_CMA="0")

    def test_asleep(self):
        self.run_ways(("receive", "barrier"), PENSTOCK_SPIN_US="0")

    def test_network(self):
        self.run_ways(("receive", "allreduce_large"), PENSTOCK_NET="always")


if __name__ == "__main__":
    harness.take_tools("mpiexec", "survivors")
    unittest.main(verbosity=2)
