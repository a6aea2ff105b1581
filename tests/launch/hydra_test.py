#!/usr/bin/env python3
"""Our programs under another implementation's launchers: PMI-1 by descriptor (Hydra, gforker) and by port (Hydra)."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import TOOLS


class Hydra(unittest.TestCase):
    def launch(self, launcher, *arguments):
        return harness.run(f"{TOOLS['bin']}/{launcher}", *arguments, stdin=harness.QUIET)

    def run_under(self, launcher, *arguments, ranks=3):
        return self.launch(launcher, *arguments, "-n", ranks, TOOLS["probe"], "absent")

    def check(self, done, ranks=3):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} of {ranks} by pmi" for r in range(ranks)])

    def test_by_descriptor(self):
        self.check(self.run_under("mpiexec.hydra"))

    def test_by_port(self):
        self.check(self.run_under("mpiexec.hydra", "-pmi-port"))

    def test_one_rank(self):
        self.check(self.run_under("mpiexec.hydra", ranks=1), ranks=1)

    def test_gforker(self):
        self.check(self.run_under("mpiexec.gforker"))

    # These sessions do without MPI_Init: the launcher decides how ranks find each other.
    def test_sessions(self):
        kinds = ("alone", "local", "part", "threads", "round", "across", "early", "early_world")
        for arguments in ([], ["-pmi-port"]):
            for kind in kinds:
                with self.subTest(kind=kind, arguments=arguments):
                    done = self.launch("mpiexec.hydra", *arguments, "-n", 3, TOOLS["sessions"], kind)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_abort(self):
        done = self.launch("mpiexec.hydra", "-n", 3, TOOLS["probe"], "abort", 1, 7)
        self.assertEqual(done.returncode, 7)
        self.assertIn("rank 1 aborts the job: asked to by the test", done.stderr)


if __name__ == "__main__":
    harness.take_tools("bin", "probe", "sessions")
    missing = [name for name in ("mpiexec.hydra", "mpiexec.gforker") if not (pathlib.Path(TOOLS["bin"]) / name).exists()]
    if missing:
        sys.exit(f"{TOOLS['bin']} has no {' and no '.join(missing)}: run scripts/peers mpich (make check does), then try again")
    unittest.main(verbosity=2)
