#!/usr/bin/env python3
"""penstock-bench-shmem and penstock bench shmem_...: every case, checks that can fail, words that are wrong.

shmem_test.py BIN_DIR                      memory of hosts
shmem_test.py BIN_DIR --driver DRIVER_DIR  memory of GPUs, on the stand-in driver whose libcuda.so.1 is there
shmem_test.py BIN_DIR SOURCE_DIR           the same sources compiled for Open MPI's OpenSHMEM, which needs scripts/peers oshmem
"""
import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from harness import run, run_json, with_standin
from judge import UNSIZED, Judge

BIN = DRIVER = pathlib.Path()
QUICK = ("--seconds", "0.0005", "--window", "8")
WORDS = "p_lat g_lat".split()
MOVES = [f"{move}_{what}" for what in ("lat", "bw", "mr") for move in "put get put_nbi get_nbi".split()]
ATOMICS = [f"atomic_{name}" for name in
           "fetch set swap compare_swap fetch_inc inc fetch_add add fetch_and fetch_or fetch_xor".split()]
BARRIERS = "barrier_all sync_all".split()
COLLECTIVES = "broadcast collect fcollect alltoall reduce".split()
UNSIZED |= {f"shmem_{name}" for name in BARRIERS}


def names(cases):
    return [f"shmem_{case}" for case in cases]


def job(ranks, *words, **variables):
    return run_json(BIN / "mpiexec", "--timeout", 100, "-n", ranks, BIN / "penstock-bench-shmem", *words, timeout=150, variables=variables)


class Right(Judge):
    def right(self, ranks, cases, sizes, *words, **variables):
        done, document = job(ranks, ",".join(names(cases)), "--sizes", ",".join(map(str, sizes)), *QUICK, *words, **variables)
        self.succeeded(done)
        self.judge(document, names(cases), sizes, ranks)
        self.assertRegex(document["library"], r"^Penstock \(OpenSHMEM 1\.6\)$")
        return document

    def every_check_fails(self, cases, *words, **variables):
        done, document = job(2, ",".join(names(cases)), "--sizes", 8, "--plant-error", *QUICK, *words, **variables)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([one["rows"][0]["checked"] for one in document["cases"]], [False] * len(cases))


class Cases(unittest.TestCase, Right):

    def test_list_names_every_case(self):
        done = run(BIN / "penstock-bench-shmem", "--list")
        listed = next(line.split()[1:] for line in done.stdout.splitlines() if line.split()[:1] == ["shmem"])
        self.assertEqual(sorted(listed), sorted(names(MOVES + WORDS + ["put_signal_lat"] + ATOMICS + BARRIERS + COLLECTIVES)))

    def test_moves(self):
        self.right(2, [*MOVES, "put_signal_lat"], [1, 8, 20480])
        self.right(2, WORDS, [8])
        self.right(4, ["put_mr", "get_nbi_mr"], [8])

    def test_atomics_and_barriers(self):
        self.right(2, ATOMICS, [4, 8])
        self.right(3, BARRIERS, [8])

    def test_collectives(self):
        for ranks in (1, 2, 3):
            document = self.right(ranks, COLLECTIVES, [4, 1200, 65536])
            for row in (row for one in document["cases"] for row in one["rows"]):
                for figure in ("in_call_us", "turn_us", "slowest_us"):
                    self.assertGreater(row[figure], 0)

    def test_between_hosts(self):
        hosts = {"PENSTOCK_SIMULATED_HOSTS": "2"}
        self.right(2, ["put_lat", "get_nbi_bw", "put_mr", "put_signal_lat"], [8, 20480], **hosts)
        self.right(2, ["atomic_fetch_add", "atomic_set"], [4, 8], **hosts)
        self.right(4, BARRIERS, [8], **hosts)
        self.right(4, COLLECTIVES, [4, 20480], **hosts)

    def test_one_wrong_byte_is_found(self):
        self.every_check_fails(["put_lat", "get_bw", "p_lat", "g_lat", "put_signal_lat", "atomic_add", "atomic_compare_swap", "barrier_all",
                                *COLLECTIVES])

    def test_what_does_not_fit(self):
        done, document = job(2, "shmem_atomic_add,shmem_p_lat", "--sizes", 16, *QUICK)
        self.succeeded(done)
        self.assertTrue(all("unsupported" in one for one in document["cases"]), document)
        done, document = job(2, "shmem_broadcast,shmem_reduce", "--sizes", 8, "--datatype", "vector", *QUICK)
        self.succeeded(done)
        self.assertTrue(all("no datatypes" in one["unsupported"] for one in document["cases"]), document)

    def test_wrong_words(self):
        wrong = {("shmem_put_lat", "--memory", "pool"): "host:device or device:host, not pool",
                 ("shmem_put_lat", "--memory", "host:managed"): "not managed",
                 ("shmem_p_lat", "--memory", "device:host"): "has a value at its origin",
                 ("shmem_atomic_add", "--memory", "host:device"): "has a value at its origin",
                 ("shmem_collect", "--memory", "host:device"): "memory of one kind on all PEs",
                 ("shmem_collect", "--algorithms", "ring"): "PENSTOCK_COLL_ALGORITHM"}
        for words, said in wrong.items():
            with self.subTest(words=words):
                done, _ = job(2, *words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(said, done.stderr)

    def test_front(self):
        done, document = run_json(BIN / "penstock", "bench", "shmem_put_latency,shmem_atomic_fetch_add", "--sizes", 8, *QUICK, timeout=100)
        self.succeeded(done)
        self.judge(document, ["shmem_put_lat", "shmem_atomic_fetch_add"], [8])
        done, document = run_json(BIN / "penstock", "bench", "shmem_barrier_all", "--ranks", 3, *QUICK, timeout=100)
        self.succeeded(done)
        self.judge(document, ["shmem_barrier_all"], [], ranks=3)

    def test_front_takes_a_rank_for_each_processor(self):
        for case, ranks in (("shmem_fcollect", max(2, len(os.sched_getaffinity(0)))), ("shmem_put_lat", 2)):
            done, document = run_json(BIN / "penstock", "bench", case, "--sizes", 8, *QUICK, timeout=100)
            self.succeeded(done)
            self.judge(document, [case], [8], ranks=ranks)


class Gpus(unittest.TestCase, Right):
    """Tests symmetric memory of GPUs, on the stand-in driver."""

    def setUp(self):
        self.driver = with_standin(DRIVER)

    def test_between_gpus(self):
        document = self.right(2, [*MOVES, "put_signal_lat", *COLLECTIVES], [4, 20480], "--memory", "device", **self.driver)
        self.assertIn("stand-in", document["where"])
        self.assertEqual(document["options"]["memory"], ["device", "device"])
        self.right(2, WORDS, [8], "--memory", "device", **self.driver)
        self.right(2, ATOMICS, [4, 8], "--memory", "device", **self.driver)
        self.right(4, ["put_mr", "reduce", "barrier_all"], [8], "--memory", "device", **self.driver)

    def test_host_and_gpu(self):
        for memory in ("host:device", "device:host"):
            document = self.right(2, [*MOVES, "put_signal_lat"], [8, 20480], "--memory", memory, **self.driver)
            self.assertEqual(document["options"]["memory"], memory.split(":"))
            self.right(4, ["put_mr", "get_lat"], [8], "--memory", memory, **self.driver)

    def test_between_hosts(self):
        hosts = {**self.driver, "PENSTOCK_SIMULATED_HOSTS": "2"}
        self.right(2, ["put_lat", "get_nbi_bw", "put_signal_lat", "fcollect"], [8, 20480], "--memory", "device", **hosts)

    def test_one_wrong_byte_is_found(self):
        self.every_check_fails(["put_lat", "get_lat", "p_lat", "g_lat", "put_signal_lat", "atomic_add", *COLLECTIVES], "--memory", "device", **self.driver)

    def test_front(self):
        done, document = run_json(BIN / "penstock", "bench", "shmem_put_lat", "--memory", "device:host", "--sizes", 8, *QUICK, timeout=100,
                                  variables=self.driver)
        self.succeeded(done)
        self.judge(document, ["shmem_put_lat"], [8])

    def test_compare_leaves_out_open_mpi(self):
        done, document = run_json(BIN / "penstock", "compare", "--cases", "shmem_put_lat,shmem_reduce", "--memory", "device", "--sizes", 8,
                                  "--seconds", "0.001", "--rounds", 1, timeout=100, variables=self.driver)
        self.succeeded(done)
        self.assertEqual([library["state"] for library in document["libraries"]], ["measured", "not CUDA-aware"])
        self.assertIn("the host's alone", document["libraries"][1]["why"])
        self.assertTrue(all(one["rows"][0]["values"]["penstock"] > 0 for one in document["cases"]), document)

    def test_without_a_gpu(self):
        done, _ = job(2, "shmem_put_lat", "--memory", "device", CUDA_VISIBLE_DEVICES="", **self.driver)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("needs a GPU", done.stderr)


class Peer(unittest.TestCase, Judge):
    """Tests the benchmark with Open MPI's OpenSHMEM, as `penstock compare` starts it."""

    def test_the_same_sources_on_open_mpi(self):
        from penstock import libraries
        library = libraries.peer("oshmem", BIN.parent, shmem=True)
        library.probe({"host"})
        self.assertEqual(library.state, "", library.why)
        cases = ["put_lat", "get_bw", "put_nbi_mr", "atomic_fetch_add", "atomic_compare_swap", "barrier_all", *COLLECTIVES]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "out.json")
            done = run(*library.command(2, [",".join(names(cases)), "--sizes", "8", *QUICK, "--json", str(file)]),
                       variables=library.environment, timeout=100)
            self.succeeded(done)
            document = json.loads(file.read_text(encoding="utf-8"))
        self.assertTrue(document["library"].startswith(library.expects), document["library"])
        self.judge(document, names(cases), [8])
        done = run(*library.command(2, ["shmem_put_lat", "--memory", "device"]), variables=library.environment, timeout=100)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("symmetric memory of the host alone: leave out --memory", done.stderr)


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv[1])
    tests = "Cases"
    if sys.argv[2:3] == ["--driver"]:
        DRIVER = pathlib.Path(sys.argv[3])
        tests = "Gpus"
    elif len(sys.argv) > 2:
        sys.path.insert(0, str(pathlib.Path(sys.argv[2], "python")))
        tests = "Peer"
    unittest.main(argv=sys.argv[:1] + [tests])
