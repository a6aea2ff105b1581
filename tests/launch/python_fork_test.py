#!/usr/bin/env python3
"""Python's multiprocessing under mpi4py: workers that fork while their rank communicates.

usage: python_fork_test.py MPIEXEC LIBRARY_DIR PYTHON_WITH_MPI4PY"""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec

RANKS = 2
SCRIPT = pathlib.Path(__file__).resolve().parent / "python_fork.py"


class PythonFork(unittest.TestCase):
    def test_workers_harm_nothing(self):
        environment = dict(os.environ, LD_LIBRARY_PATH=f"{harness.TOOLS['library']}:{os.environ.get('LD_LIBRARY_PATH', '')}")
        done = mpiexec("--timeout", 90, "-n", RANKS, harness.TOOLS["python"], SCRIPT, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} fine" for r in range(RANKS)], done.stderr)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    harness.take_tools("mpiexec", "library")
    harness.TOOLS["python"] = sys.argv.pop(1)
    if not os.path.exists(harness.TOOLS["python"]):
        sys.exit(f"{harness.TOOLS['python']} is missing: run scripts/peers mpi4py (make check does), then try again")
    unittest.main(verbosity=2)
