"""penstock compare, as users run it, with the MPICH and Open MPI that scripts/peers fetched: two ranks, tiny sizes. Without them
the test fails and says so. Usage: real_test.py BUILD_FOLDER [test names]"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
CASES = ["latency", "bw", "allreduce"]


class Real(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-real-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.file = self.folder / "compare.json"

    def compare(self, *words, **variables):
        command = [BUILD / "bin/penstock", "compare", "--ranks", "2", "--seconds", "0.002", "--json", self.file, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=250, check=False, env={**os.environ, **variables})
        return done, json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else None

    def test_ours_mpich_and_open_mpi(self):
        done, result = self.compare("--cases", ",".join(CASES), "--sizes", "8,4K", "--rounds", "1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([library["state"] for library in result["libraries"]], ["measured"] * 3, result["libraries"])
        for library, begin in zip(result["libraries"], ("Penstock", "MPICH", "Open MPI")):
            self.assertTrue(library["library"].startswith(begin), library)
        self.assertEqual([case["case"] for case in result["cases"]], CASES)
        for case in result["cases"]:
            self.assertEqual(case["notes"], {})
            self.assertEqual([row["bytes"] for row in case["rows"]], [8, 4096])
            for row in case["rows"]:
                self.assertEqual(sorted(row["values"]), ["mpich", "openmpi", "penstock"])
        self.assertTrue(done.stdout.splitlines()[-1].startswith("penstock against the best peer: latency "), done.stdout)

    def test_one_sided(self):
        names = ["put_lat", "get_lat", "acc_lat", "fop_lat", "cas_lat", "put_mr", "acc_mr"]
        done, result = self.compare("--cases", ",".join(["put_latency", *names[1:]]), "--sizes", "8", "--rounds", "1", "-w", "create", "-s", "lock")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([case["case"] for case in result["cases"]], names)
        self.assertEqual((result["options"]["win"], result["options"]["sync"]), ("create", "lock"))
        for case in result["cases"]:
            self.assertEqual(case["notes"], {})
            self.assertEqual(sorted(case["rows"][0]["values"]), ["mpich", "openmpi", "penstock"], case)

    def test_the_gate_judges_one_sided_calls(self):
        for gate, status in (("0.0001", 0), ("100000", 1)):
            done, result = self.compare("--cases", "fop_lat", "--rounds", "5", "--gate", gate, "--confirm", "0", "--peers", "mpich")
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertEqual(result["gate"]["passed"], status == 0)

    def test_they_are_bound_alike(self):
        done, result = self.compare("--cases", "barrier", "--rounds", "1", "--bind", "core")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(result["cases"][0]["rows"][0]["values"]), 3, result["cases"])

    def test_their_wheels_are_not_cuda_aware(self):
        driver = {"LD_LIBRARY_PATH": str(BUILD / "fakecuda")}
        done, result = self.compare("--cases", "latency", "--sizes", "8", "--rounds", "1", "--memory", "device", **driver)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([library["state"] for library in result["libraries"]], ["measured", "not CUDA-aware", "not CUDA-aware"],
                         result["libraries"])
        self.assertIn("mpich not CUDA-aware, openmpi not CUDA-aware", done.stdout.splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
