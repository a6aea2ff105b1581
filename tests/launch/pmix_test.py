#!/usr/bin/env python3
"""Our programs under PRRTE's prterun on this machine: PMIx."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import TOOLS


class Prterun(unittest.TestCase):
    def run_under(self, *arguments, ranks=3):
        return harness.run(f"{TOOLS['bin']}/prterun", "--allow-run-as-root", "--host", f"localhost:{ranks}", "--map-by",
                           ":OVERSUBSCRIBE", "--bind-to", "none", "-n", ranks, *arguments)

    def test_ranks_meet(self):
        for ranks in (1, 3, 9):
            with self.subTest(ranks=ranks):
                done = self.run_under(TOOLS["probe"], ranks=ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} of {ranks} by pmix" for r in range(ranks)])

    def test_what_nobody_published_is_not_found(self):
        done = self.run_under(TOOLS["probe"], "absent")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} of 3 by pmix" for r in range(3)])

    # These sessions do without MPI_Init: the launcher decides how ranks find each other.
    def test_sessions(self):
        for kind in ("alone", "local", "part", "threads", "round", "across", "early", "early_world"):
            with self.subTest(kind=kind):
                done = self.run_under(TOOLS["sessions"], kind)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_abort(self):
        done = self.run_under(TOOLS["probe"], "abort", "1", "7")
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertIn("rank 1 aborts the job: asked to by the test", done.stderr)


if __name__ == "__main__":
    harness.take_tools("bin", "probe", "sessions")
    if not pathlib.Path(TOOLS["bin"], "prterun").exists():
        sys.exit(f"there is no {TOOLS['bin']}/prterun: run scripts/peers openmpi (make check does), then try again")
    unittest.main(verbosity=2)
