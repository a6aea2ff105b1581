#!/usr/bin/env python3
"""Barriers by each algorithm of messages that a job names: they hold everybody until the last has come, and it was that algorithm.
Those in shared memory, which are not told, and between groups are the same tests without a name.

barrier_ways_test.py MPIEXEC MPI_TEST [TEST...]
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

TEST = "Barriers.OfRanksInAnotherOrder"


def taken(ranks, algorithm="", **variables):
    """Returns the algorithms that barriers of this many ranks took."""
    named = {"PENSTOCK_COLL_ALGORITHM": f"barrier={algorithm}"} if algorithm else {}
    done = harness.mpiexec("--timeout", 90, "-n", ranks, harness.TOOLS["mpi_test"], f"--gtest_filter={TEST}",
                           variables={"PENSTOCK_EXPLAIN": 1, **named, **variables})
    text = done.stdout + done.stderr
    if done.returncode != 0 or not re.search(r"PASSED +\] [1-9]", done.stdout) or "SKIPPED" in text:
        raise AssertionError(text[-4000:])
    return set(re.findall(r"\bbarrier of 0 B on \d+ ranks: (\w+)", text))


class Ways(unittest.TestCase):
    def test_each_by_name(self):
        for algorithm in ("star", "tree", "dissemination", "knomial4", "knomial8"):
            for ranks in (2, 5):
                with self.subTest(algorithm=algorithm, ranks=ranks):
                    self.assertIn(algorithm, taken(ranks, algorithm))

    def test_without_shared_memory(self):
        self.assertTrue(taken(3, PENSTOCK_SHM_BUFFERS=0) & {"star", "dissemination"})

    def test_hierarchicals(self):
        self.assertIn("hierarchical", taken(5, PENSTOCK_SIMULATED_HOSTS=2))


if __name__ == "__main__":
    harness.main("mpiexec", "mpi_test")
