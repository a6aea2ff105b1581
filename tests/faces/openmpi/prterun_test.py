#!/usr/bin/env python3
"""A program of the Open MPI ABI under PRRTE's prterun, over our library.

usage: prterun_test.py BIN PROGRAM FACE MODULE    the folders of prterun, of our libmpi.so.40 and of the program's own library
"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "common"))
import harness
from harness import TOOLS


class Prterun(unittest.TestCase):
    def test_all_calls(self):
        environment = harness.clean_environment(LD_LIBRARY_PATH=f"{TOOLS['face']}:{TOOLS['module']}")
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                done = harness.run(f"{TOOLS['bin']}/prterun", "--allow-run-as-root", "--host", f"localhost:{ranks}", "--map-by",
                                   ":OVERSUBSCRIBE", "--bind-to", "none", "-n", ranks, TOOLS["program"], env=environment)
                self.assertEqual((done.returncode, done.stdout), (0, "all calls answered as this ABI has it\n"), done.stderr)


if __name__ == "__main__":
    harness.take_tools("bin", "program", "face", "module")
    if not pathlib.Path(TOOLS["bin"], "prterun").exists():
        sys.exit(f"there is no {TOOLS['bin']}/prterun: run scripts/peers openmpi (make check does), then try again")
    unittest.main(verbosity=2)
