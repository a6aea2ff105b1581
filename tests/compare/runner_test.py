"""The runners for NCCL and NVSHMEM and penstock compare with them, on the stand-in driver and stand-ins of both.
Usage: runner_test.py BUILD_FOLDER FAKE_NCCL FAKE_NVSHMEM PYTHON_FOLDER [test names]"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, FAKE_NCCL, FAKE_NVSHMEM, PYTHON = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(4))
sys.path.insert(0, str(PYTHON))
from penstock import libraries  # noqa: E402  (after the path to it)

CASES = ["latency", "bw", "bibw", "mbw_mr", "multi_lat", "mr", "allreduce", "reduce", "bcast", "allgather", "reduce_scatter_block",
         "alltoall", "gather", "scatter"]
SHMEM_CASES = ["put_lat", "get_lat", "put_bw", "get_bw", "allreduce", "reduce_scatter_block", "bcast", "allgather", "alltoall"]


def environment(**more):
    before = os.environ.get("LD_LIBRARY_PATH")
    path = str(BUILD / "fakecuda") + (f":{before}" if before else "")
    return {**os.environ, "LD_LIBRARY_PATH": path, "PENSTOCK_NCCL_LIB": str(FAKE_NCCL), "PENSTOCK_NVSHMEM_LIB": str(FAKE_NVSHMEM),
            "PENSTOCK_FAKECUDA_DELAY_US": "0", **more}


class Runner(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-runner-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_cases(self, cases, *words, library="nccl", ranks=2, memory="device", **variables):
        file = self.folder / "out.json"
        done = subprocess.run([BUILD / "bin/mpiexec", "-n", str(ranks), BUILD / f"bin/penstock-bench-{library}", ",".join(cases),
                               "--memory", memory, "--seconds", "0.002", "--json", file, *words], capture_output=True,
                              text=True, timeout=100, check=False, env=environment(**variables))
        return done, json.loads(file.read_text(encoding="utf-8")) if file.exists() else None

    def test_every_case_moves_right_data(self):
        done, result = self.run_cases(CASES, "--sizes", "8,4K,40K", "--window", "8")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(result["schema"], "penstock-bench/1")
        self.assertTrue(result["library"].startswith("NCCL 2.28.3 ("), result["library"])
        self.assertIn("stand-in driver, not a GPU", result["where"])
        self.check_rows(result, CASES, [8, 4096, 40960])

    def check_rows(self, result, cases, sizes):
        self.assertEqual([case["case"] for case in result["cases"]], cases)
        for case in result["cases"]:
            self.assertEqual([row["bytes"] for row in case["rows"]], sizes, case)
            self.assertTrue(all(row["checked"] and row["value"] > 0 and row["iterations"] > 0 for row in case["rows"]), case)

    def test_nvshmem(self):
        for ranks in (2, 3):
            cases = SHMEM_CASES if ranks == 2 else [case for case in SHMEM_CASES if case != "reduce_scatter_block"]
            done, result = self.run_cases(cases, "--sizes", "8,4K,40K", "--window", "8", library="nvshmem", ranks=ranks,
                                          PENSTOCK_FAKECUDA_DEVICES="3")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(result["library"].startswith("NVSHMEM 3.4.5 ("), result["library"])
            self.check_rows(result, cases, [8, 4096, 40960])
            self.assertEqual(done.stderr.count("finalized"), ranks, done.stderr)

    def test_openshmem_on_streams(self):
        cases = [*(case for case in SHMEM_CASES if case != "reduce_scatter_block"), "put_signal_stream_lat"]
        done, result = self.run_cases(cases, "--sizes", "8,4K,40K", "--window", "8", library="shmemx")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(result["library"].startswith("Penstock (OpenSHMEM on streams"), result["library"])
        self.check_rows(result, cases, [8, 4096, 40960])
        done, result = self.run_cases(["reduce_scatter_block", "barrier"], "--sizes", "8", library="shmemx")
        self.assertIn("no such operation", result["cases"][0]["unsupported"])
        self.assertGreater(result["cases"][1]["rows"][0]["value"], 0)

    def test_nvshmem_beyond_its_heap_and_its_operations(self):
        done, result = self.run_cases(["put_lat", "latency", "barrier"], "--sizes", "1G", library="nvshmem")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("symmetric heap", result["cases"][0]["unsupported"])
        self.assertIn("no such operation", result["cases"][1]["unsupported"])
        self.assertGreater(result["cases"][2]["rows"][0]["value"], 0)

    def test_collectives_of_four_ranks(self):
        done, result = self.run_cases(CASES[6:], "--sizes", "4K", ranks=4, PENSTOCK_FAKECUDA_DEVICES="4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(all(row["checked"] for case in result["cases"] for row in case["rows"]))

    def test_wrong_data_is_seen(self):
        for cases in (["latency"], ["allreduce"]):
            done, _ = self.run_cases(cases, "--sizes", "64", FAKE_NCCL_WRONG="1")
            self.assertEqual(done.returncode, 1)
            self.assertIn("WRONG DATA", done.stdout)

    def test_what_nccl_lacks_is_unsupported(self):
        done, result = self.run_cases(["put_lat", "scan"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([case["unsupported"] for case in result["cases"]], ["NCCL has no such operation"] * 2)

    def test_errors_name_cause_and_remedy(self):
        for variables, memory, wanted in (
                ({"FAKE_NCCL_FAIL": "init"}, "device", ["ncclCommInitRank: invalid usage", "Duplicate GPU", "fewer --ranks"]),
                ({"PENSTOCK_NCCL_LIB": "/none/libnccl.so.2"}, "device", ["cannot load /none/libnccl.so.2", "PENSTOCK_NCCL_LIB="]),
                ({}, "host", ["--memory device"])):
            done, _ = self.run_cases(["latency"], memory=memory, **variables)
            self.assertNotEqual(done.returncode, 0)
            for text in wanted:
                self.assertIn(text, done.stderr)

    def test_a_comparison_with_it(self):
        file = self.folder / "compare.json"
        done = subprocess.run([sys.executable, "-m", "penstock.compare", "--build", BUILD, "--peers", "nccl,mpich", "--memory", "device",
                               "--cases", "latency,allreduce", "--sizes", "8,1K", "--seconds", "0.002", "--rounds", "2", "--json", file],
                              capture_output=True, text=True, timeout=100, check=False,
                              env=environment(PYTHONPATH=str(PYTHON), PYTHONDONTWRITEBYTECODE="1", PENSTOCK_PEERS=str(self.folder)))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        result = json.loads(file.read_text(encoding="utf-8"))
        self.assertEqual([library["state"] for library in result["libraries"]], ["measured", "measured", "missing"])
        for case in result["cases"]:
            self.assertEqual([row["best"] for row in case["rows"]], ["nccl", "nccl"])
            self.assertIsNotNone(case["geomean"])

    def test_a_comparison_with_other_ways_of_our_own(self):
        cases = ["bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "reduce_scatter_block", "scan"]
        for ranks in (2, 3):
            file = self.folder / f"compare-{ranks}.json"
            done = subprocess.run([sys.executable, "-m", "penstock.compare", "--build", BUILD, "--peers", "staged,classic", "--memory",
                                   "device", "--cases", ",".join(cases), "--sizes", "48,3K,48K", "--seconds", "0.002", "--rounds",
                                   "1", "--ranks", str(ranks), "--json", file], capture_output=True, text=True, timeout=100, check=False,
                                  env=environment(PYTHONPATH=str(PYTHON), PYTHONDONTWRITEBYTECODE="1", PENSTOCK_FAKECUDA_DEVICES="4"))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            result = json.loads(file.read_text(encoding="utf-8"))
            self.assertEqual([library["state"] for library in result["libraries"]], ["measured"] * 3)
            self.assertEqual([case["notes"] for case in result["cases"]], [{}] * len(cases))
            for case in result["cases"]:
                self.assertEqual([sorted(row["ratios"]) for row in case["rows"]], [["classic", "staged"]] * 3, case)

    def classic(self, command):
        """Runs a job of the library "classic" and returns its messages."""
        library = libraries.peer("classic", BUILD)
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False,
                              env={**library.environment, **environment(PENSTOCK_EXPLAIN="1", PENSTOCK_FAKECUDA_DEVICES="4")})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_classic_goes_by_messages(self):
        for ranks in (2, 3):
            words = ["coll", "--memory", "device", "--sizes", "12000", "--seconds", "0.001"]
            said = self.classic(libraries.peer("classic", BUILD).command(ranks, words))
            self.assertNotRegex(said, "kernels of all GPUs|one kernel on each GPU|: shm")
            for chosen in ("bcast.*binomial", "reduce.*rabenseifner", "allreduce.*rabenseifner", "alltoall.*linear", "scan.*doubling"):
                self.assertRegex(said, chosen.replace(".*", rf" of 12000 B on {ranks} ranks: "))

    def test_classic_names_algorithms_that_exist(self):
        """The names also exist with many ranks; they are checked when a job begins."""
        for ranks in (8, 12):
            chosen = ",".join(libraries.mpich_choice(ranks))
            self.classic(["/usr/bin/env", f"PENSTOCK_COLL_ALGORITHM={chosen}", BUILD / "bin/mpiexec", "-n", "1",
                          BUILD / "bin/penstock-bench", "init"])

    def test_a_library_that_is_not_there_is_missing(self):
        variables = environment(PYTHONPATH=str(PYTHON), PENSTOCK_NCCL_LIB="/none/libnccl.so.2", PENSTOCK_PEERS=str(self.folder))
        done = subprocess.run([sys.executable, "-B", "-m", "penstock.compare", "--build", BUILD, "--list-peers"], capture_output=True,
                              text=True, timeout=100, check=False, env=variables)
        nccl = next(line for line in done.stdout.splitlines() if line.startswith("nccl"))
        self.assertIn("missing: /none/libnccl.so.2: cannot open", nccl)
        self.assertIn("pip install nvidia-nccl-cu13, or set PENSTOCK_NCCL_LIB=", nccl)


if __name__ == "__main__":
    unittest.main()
