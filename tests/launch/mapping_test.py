#!/usr/bin/env python3
"""Which rank is on which host, runs which program and shares memory with whom, against a reference. On several real hosts:
tests/hosts.

usage: mapping_test.py MPIEXEC MPI_WHERE"""
import pathlib
import socket
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
import where
from harness import TOOLS, mpiexec


def run(*words, **variables):
    done = mpiexec(*words, variables=variables)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{words}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return where.rows(done.stdout)


class Mapping(unittest.TestCase):
    def test_all_are_on_this_host(self):
        for ranks in (1, 2, 5, 16):
            rows = run("-n", ranks, TOOLS["where"])
            self.assertEqual(rows, [(socket.gethostname(), 0, rank, ranks, 0, "-") for rank in range(ranks)])

    def test_simulated_hosts_take_ranks_in_turn(self):
        """Blocks of ranks in their order, the longer ones spread evenly."""
        for ranks, hosts in ((2, 2), (5, 2), (7, 3), (4, 4), (16, 5), (3, 8)):
            rows = run("-n", ranks, TOOLS["where"], PENSTOCK_SIMULATED_HOSTS=hosts)
            blocks = [rank * hosts // ranks for rank in range(ranks)]
            self.assertEqual([row[1:4] for row in rows], where.together(blocks), (ranks, hosts))

    def test_programs_follow_each_other(self):
        """Ranks are numbered in the order of the words, and each knows which of the programs it is."""
        rows = run("-n", 2, TOOLS["where"], "a", ":", "-n", 1, TOOLS["where"], "b", ":", "-n", 3, TOOLS["where"], "c")
        self.assertEqual([row[4:] for row in rows], [(0, "a")] * 2 + [(1, "b")] + [(2, "c")] * 3)
        self.assertEqual([row[1:4] for row in rows], [(0, rank, 6) for rank in range(6)])


if __name__ == "__main__":
    harness.main("mpiexec", "where")
