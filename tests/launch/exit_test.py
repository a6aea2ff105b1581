#!/usr/bin/env python3
"""Ranks that end in unusual ways: without MPI_Finalize, after main, with calls after MPI_Finalize.

usage: exit_test.py MPIEXEC LEAVER"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec

RANKS = 3


class Exit(unittest.TestCase):
    def leave(self, *action):
        return mpiexec("--timeout", 90, "-n", RANKS, harness.TOOLS["leaver"], *action)

    def test_finalize_after_main(self):
        for action in ("at-exit", "static", "thread"):
            with self.subTest(action):
                done = self.leave(action)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "left\n" * RANKS, ""))

    def test_exit_without_finalize_fails_the_job(self):
        for action in ("no-finalize", "quick-exit"):
            with self.subTest(action):
                done = self.leave(action, 1)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"^mpiexec: rank 1 \(pid \d+, \S+\) exited without MPI_Finalize(; ended the .*)?\n$")

    def test_a_call_after_finalize_is_named(self):
        done = self.leave("after-finalize", 2)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"(?m)^penstock: MPI_Comm_rank: called after MPI_Finalize; move MPI_Comm_rank in front of it \(MPI_ERR_OTHER\)$")
        self.assertRegex(done.stderr, r"(?m)^mpiexec: rank 2 \(pid \d+, \S+\) exited with code \d+$")
        self.assertEqual(done.stdout.count("left"), RANKS)

    def test_alone(self):
        for action in ("at-exit", "static", "thread"):
            done = harness.run(harness.TOOLS["leaver"], action)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "left\n", ""))
        done = harness.run(harness.TOOLS["leaver"], "no-finalize")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


if __name__ == "__main__":
    harness.main("mpiexec", "leaver")
