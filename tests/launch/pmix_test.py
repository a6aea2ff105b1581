#!/usr/bin/env python3
"""Our programs under PRRTE's prterun on this machine: PMIx."""
import pathlib
import subprocess
import sys
import unittest

TOOLS = {}


class Prterun(unittest.TestCase):
    def run_under(self, *arguments, ranks=3):
        command = [TOOLS["prterun"], "--allow-run-as-root", "--host", f"localhost:{ranks}", "--map-by", ":OVERSUBSCRIBE", "--bind-to", "none", "-n", str(ranks), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=100)

    def test_ranks_meet(self):
        for ranks in (1, 3, 9):
            with self.subTest(ranks=ranks):
                done = self.run_under(TOOLS["probe"], ranks=ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} of {ranks} by pmix" for r in range(ranks)])

    # Sessions without MPI_Init: how ranks meet is the launcher's matter.
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
    TOOLS["prterun"] = str(pathlib.Path(sys.argv.pop(1)).resolve() / "prterun")
    TOOLS["probe"] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    TOOLS["sessions"] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if not pathlib.Path(TOOLS["prterun"]).exists():
        sys.exit(f"there is no {TOOLS['prterun']}: run scripts/peers openmpi (make check does), then try again")
    unittest.main(verbosity=2)
