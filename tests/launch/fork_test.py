#!/usr/bin/env python3
"""Children that ranks fork while they communicate: they harm nothing, and cannot use MPI.

usage: fork_test.py MPIEXEC FORKER FAKECUDA_DIR|none"""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec

RANKS = 3
FAKECUDA = None
REFUSAL = "this process is a forked child"


class Fork(unittest.TestCase):
    MEMORY = []

    def run_forker(self, action):
        environment = dict(os.environ)
        if self.MEMORY:
            environment["LD_LIBRARY_PATH"] = f"{FAKECUDA}:{environment.get('LD_LIBRARY_PATH', '')}"
        done = mpiexec("--timeout", 90, "-n", RANKS, harness.TOOLS["forker"], action, *self.MEMORY, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} fine" for r in range(RANKS)], done.stderr)
        return done.stderr

    def test_child_that_ends(self):
        for action in ("_exit", "exit", "die"):
            with self.subTest(action):
                self.assertEqual(self.run_forker(action), "")

    def test_child_that_becomes_another_program(self):
        self.assertEqual(self.run_forker("exec"), "")

    def test_child_that_works_and_answers_through_a_pipe(self):
        self.assertEqual(self.run_forker("pipe"), "")

    def test_child_that_writes_to_what_it_inherited(self):
        self.assertEqual(self.run_forker("write"), "")

    def test_child_that_finalizes_ends_nothing(self):
        self.assertEqual(self.run_forker("finalize"), "")

    def test_child_that_calls_mpi_is_told(self):
        for action, function in (("mpi", "MPI_Comm_rank"), ("initialize", "MPI_Init")):
            with self.subTest(action):
                lines = self.run_forker(action).splitlines()
                self.assertGreater(len(lines), RANKS)
                for line in lines:
                    self.assertRegex(line, rf"^penstock: {function}: {REFUSAL}.*\(MPI_ERR_OTHER\)$")


class ForkWithDeviceMemory(Fork):
    MEMORY = ["device"]

    def setUp(self):
        if FAKECUDA is None:
            self.skipTest("built without CUDA: no device memory here")


if __name__ == "__main__":
    harness.take_tools("mpiexec", "forker")
    FAKECUDA = sys.argv.pop(1)
    FAKECUDA = None if FAKECUDA == "none" else str(pathlib.Path(FAKECUDA).resolve())
    unittest.main(verbosity=2)
