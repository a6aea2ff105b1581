#!/usr/bin/env python3
"""Communicators that may reorder their ranks, on a machine that is made up: each processor is a package of its own.

usage: reorder_test.py MPIEXEC MPI_REORDER"""
import os
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec
from machine_tree import write_machine

LINE = re.compile(r"(\d+): line (\d+) graph (\d+) described (\d+) adjacent (\d+)")


def machine_of(cpus):
    """Returns a machine with these processors, in the form that tests/machines records."""
    return {
        "cores": [{"cpus": [cpu], "package": i, "numa": i, "l3": -1} for i, cpu in enumerate(cpus)],
        "numa_nodes": [{"number": i} for i in range(len(cpus))],
        "gpus": [],
        "adapters": [],
    }


class Reorder(unittest.TestCase):
    def new_ranks(self, ranks, cpus, *turns):
        """Returns {rank of MPI_COMM_WORLD: its new rank} for each kind of communicator."""
        with tempfile.TemporaryDirectory(prefix="penstock-machine-") as folder:
            environment = dict(os.environ, PENSTOCK_MACHINE_ROOT=str(write_machine(machine_of(cpus), folder)))
            done = mpiexec("-n", ranks, harness.TOOLS["reorder"], *turns, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [list(map(int, match.groups())) for match in LINE.finditer(done.stdout)]
        self.assertEqual(len(rows), ranks, done.stdout)
        kinds = zip(*[row[1:] for row in sorted(rows)])
        return dict(zip(("line", "graph", "described", "adjacent"), map(list, kinds)))

    def test_ranks_of_one_package_become_neighbours(self):
        cpus = sorted(os.sched_getaffinity(0))[:2]
        if len(cpus) < 2:
            self.skipTest("this test binds ranks to two processors, and may use one alone")
        found = self.new_ranks(4, cpus, *cpus)
        # Ranks 0 and 2 are on one processor, 1 and 3 on the other: they are halves of the line.
        self.assertEqual(found["line"], [0, 2, 1, 3])
        self.assertEqual(found["graph"], [0, 2, 1, 3])
        # Nodes 0 and 3 exchange much, and so do 1 and 2: no pair is torn apart.
        for kind in ("described", "adjacent"):
            pairs = {frozenset((found[kind][0], found[kind][2])), frozenset((found[kind][1], found[kind][3]))}
            self.assertEqual(pairs, {frozenset((0, 3)), frozenset((1, 2))}, found)

    def test_ranks_that_may_run_anywhere_keep_their_numbers(self):
        found = self.new_ranks(5, sorted(os.sched_getaffinity(0)), "none")
        for kind, ranks in found.items():
            self.assertEqual(ranks, [0, 1, 2, 3, 4], kind)


if __name__ == "__main__":
    harness.main("mpiexec", "reorder")
