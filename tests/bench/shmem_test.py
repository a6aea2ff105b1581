#!/usr/bin/env python3
"""penstock-bench-shmem and penstock bench shmem_...: every case, checks that can fail, words that are wrong.

shmem_test.py BIN_DIR [SOURCE_DIR]   with SOURCE_DIR: the same sources compiled for Open MPI's OpenSHMEM, which needs scripts/peers oshmem
"""
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from harness import run, run_json
from judge import UNSIZED, Judge

BIN = pathlib.Path()
QUICK = ("--seconds", "0.0005", "--window", "8")
WORDS = "p_lat g_lat".split()
MOVES = [f"{move}_{what}" for what in ("lat", "bw", "mr") for move in "put get put_nbi get_nbi".split()]
ATOMICS = [f"atomic_{name}" for name in
           "fetch set swap compare_swap fetch_inc inc fetch_add add fetch_and fetch_or fetch_xor".split()]
BARRIERS = "barrier_all sync_all".split()
UNSIZED |= {f"shmem_{name}" for name in BARRIERS}


def names(cases):
    return [f"shmem_{case}" for case in cases]


def job(ranks, *words, **variables):
    return run_json(BIN / "mpiexec", "--timeout", 100, "-n", ranks, BIN / "penstock-bench-shmem", *words, timeout=150, variables=variables)


class Cases(unittest.TestCase, Judge):
    def right(self, ranks, cases, sizes, **variables):
        done, document = job(ranks, ",".join(names(cases)), "--sizes", ",".join(map(str, sizes)), *QUICK, **variables)
        self.succeeded(done)
        self.judge(document, names(cases), sizes, ranks)
        self.assertRegex(document["library"], r"^Penstock \(OpenSHMEM 1\.6\)$")

    def test_list_names_every_case(self):
        done = run(BIN / "penstock-bench-shmem", "--list")
        listed = next(line.split()[1:] for line in done.stdout.splitlines() if line.split()[:1] == ["shmem"])
        self.assertEqual(sorted(listed), sorted(names(MOVES + WORDS + ["put_signal_lat"] + ATOMICS + BARRIERS)))

    def test_moves(self):
        self.right(2, [*MOVES, "put_signal_lat"], [1, 8, 20480])
        self.right(2, WORDS, [8])
        self.right(4, ["put_mr", "get_nbi_mr"], [8])

    def test_atomics_and_barriers(self):
        self.right(2, ATOMICS, [4, 8])
        self.right(3, BARRIERS, [8])

    def test_between_hosts(self):
        hosts = {"PENSTOCK_SIMULATED_HOSTS": "2"}
        self.right(2, ["put_lat", "get_nbi_bw", "put_mr", "put_signal_lat"], [8, 20480], **hosts)
        self.right(2, ["atomic_fetch_add", "atomic_set"], [4, 8], **hosts)
        self.right(4, BARRIERS, [8], **hosts)

    def test_one_wrong_byte_is_found(self):
        cases = ["put_lat", "get_bw", "put_signal_lat", "atomic_add", "atomic_compare_swap", "barrier_all"]
        done, document = job(2, ",".join(names(cases)), "--sizes", 8, "--plant-error", *QUICK)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([one["rows"][0]["checked"] for one in document["cases"]], [False] * len(cases))

    def test_what_does_not_fit(self):
        done, document = job(2, "shmem_atomic_add,shmem_p_lat", "--sizes", 16, *QUICK)
        self.succeeded(done)
        self.assertTrue(all("unsupported" in one for one in document["cases"]), document)
        done, _ = job(2, "shmem_put_lat", "--memory", "device")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("leave out --memory device", done.stderr)

    def test_front(self):
        done, document = run_json(BIN / "penstock", "bench", "shmem_put_latency,shmem_atomic_fetch_add", "--sizes", 8, *QUICK, timeout=100)
        self.succeeded(done)
        self.judge(document, ["shmem_put_lat", "shmem_atomic_fetch_add"], [8])
        done, document = run_json(BIN / "penstock", "bench", "shmem_barrier_all", "--ranks", 3, *QUICK, timeout=100)
        self.succeeded(done)
        self.judge(document, ["shmem_barrier_all"], [], ranks=3)


class Peer(unittest.TestCase, Judge):
    """Open MPI's, as `penstock compare` starts it."""

    def test_the_same_sources_on_open_mpi(self):
        from penstock import libraries
        library = libraries.peer("oshmem", BIN.parent, shmem=True)
        library.probe({"host"})
        self.assertEqual(library.state, "", library.why)
        cases = ["put_lat", "get_bw", "put_nbi_mr", "atomic_fetch_add", "atomic_compare_swap", "barrier_all"]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "out.json")
            done = run(*library.command(2, [",".join(names(cases)), "--sizes", "8", *QUICK, "--json", str(file)]),
                       variables=library.environment, timeout=100)
            self.succeeded(done)
            document = json.loads(file.read_text(encoding="utf-8"))
        self.assertTrue(document["library"].startswith(library.expects), document["library"])
        self.judge(document, names(cases), [8])


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv[1])
    tests = "Cases"
    if len(sys.argv) > 2:
        sys.path.insert(0, str(pathlib.Path(sys.argv[2], "python")))
        tests = "Peer"
    unittest.main(argv=sys.argv[:1] + [tests])
