#!/usr/bin/env python3
"""Our programs under another implementation's launchers: PMI-1 by descriptor (Hydra, gforker) and by port (Hydra)."""
import pathlib
import subprocess
import sys
import unittest

TOOLS = {}


class Hydra(unittest.TestCase):
    def run_under(self, launcher, *arguments, ranks=3):
        command = [str(TOOLS["bin"] / launcher), *arguments, "-n", str(ranks), TOOLS["probe"]]
        return subprocess.run(command, capture_output=True, text=True, timeout=100)

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

    # Sessions without MPI_Init: how ranks meet is the launcher's matter.
    def test_sessions(self):
        kinds = ("alone", "local", "part", "threads", "round", "across", "early", "early_world")
        for arguments in ([], ["-pmi-port"]):
            for kind in kinds:
                with self.subTest(kind=kind, arguments=arguments):
                    command = [str(TOOLS["bin"] / "mpiexec.hydra"), *arguments, "-n", "3", TOOLS["sessions"], kind]
                    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_abort(self):
        command = [str(TOOLS["bin"] / "mpiexec.hydra"), "-n", "3", TOOLS["probe"], "abort", "1", "7"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 7)
        self.assertIn("rank 1 aborts the job: asked to by the test", done.stderr)


if __name__ == "__main__":
    TOOLS["bin"] = pathlib.Path(sys.argv.pop(1))
    TOOLS["probe"] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    TOOLS["sessions"] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    missing = [name for name in ("mpiexec.hydra", "mpiexec.gforker") if not (TOOLS["bin"] / name).exists()]
    if missing:
        sys.exit(f"{TOOLS['bin']} has no {' and no '.join(missing)}: run scripts/peers mpich (make check does), then try again")
    unittest.main(verbosity=2)
