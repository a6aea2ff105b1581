#!/usr/bin/env python3
"""NCCL as an algorithm of collectives of GPU memory, over a stand-in of its library.

nccl_test.py MPIEXEC GPU_COLLECTIVES GPU_NCCL FAKE_NCCL PENSTOCK [TEST...]
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

TOOLS = harness.TOOLS
SERVED = ("bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "allreduce", "reduce_scatter_block")
NAMED = ",".join(f"gpu {call}=nccl" for call in SERVED)


def job(ranks, *words, **variables):
    defaults = {"PENSTOCK_EXPLAIN": "1", "PENSTOCK_FAKECUDA_DEVICES": str(ranks), "PENSTOCK_NCCL_LIB": TOOLS["fake"],
                "PENSTOCK_COLL_ALGORITHM": NAMED, "FAKE_NCCL_LOG": "1"}
    done = harness.mpiexec("--timeout", 200, "-n", ranks, *words, timeout=280, variables={**defaults, **variables})
    return done.returncode, done.stdout + done.stderr


class Nccl(unittest.TestCase):
    def right(self, ranks, *words, **variables):
        code, text = job(ranks, *words, **variables)
        self.assertEqual(code, 0, text[-4000:])
        self.assertIn(" 0 failed", text)
        return text

    def goes(self, text):
        """Returns which collectives went by NCCL."""
        return {call for call in SERVED if re.search(rf"\b{call} of \d+ B on \d+ ranks: NCCL; nccl \(", text)}

    def told(self, text, what):
        return len(re.findall(rf"fake NCCL: rank \d of \d {what}", text))

    def test_right_data(self):
        """The jobs use every type and operation, in place, blocking and started, beside collectives that NCCL lacks."""
        for ranks, seed in ((2, 1), (3, 2), (4, 3)):
            text = self.right(ranks, TOOLS["collectives"], "--on-gpus", "--seed", str(seed))
            self.assertEqual(self.goes(text), set(SERVED))
            self.assertGreater(self.told(text, "begins"), 0)
            self.assertEqual(self.told(text, "begins"), self.told(text, "ends"))
            print(re.search(r"gpu_collectives: .*", text)[0], f"{ranks} ranks")

    def test_two_communicators_at_once(self):
        """A process has only one NCCL call in progress: calls of the other communicator take
        another algorithm, on all ranks."""
        for ranks in (2, 4):
            text = self.right(ranks, TOOLS["nccl"])
            self.assertEqual(self.goes(text), set(SERVED))
            self.assertEqual(self.told(text, "begins"), 3 * ranks)  # one is on MPI_COMM_WORLD, where results are compared
            self.assertEqual(self.told(text, "ends"), 3 * ranks)

    def test_with_a_progress_thread(self):
        self.assertEqual(self.goes(self.right(2, TOOLS["nccl"], PENSTOCK_PROGRESS_THREAD="1")), set(SERVED))

    def test_in_rank_order_it_has_no_part(self):
        self.assertEqual(self.goes(self.right(2, TOOLS["nccl"], PENSTOCK_DETERMINISTIC="1")),
                         {"bcast", "gather", "scatter", "allgather", "alltoall"})

    def test_off_unless_named(self):
        text = self.right(2, TOOLS["nccl"], PENSTOCK_COLL_ALGORITHM="")
        self.assertEqual((self.goes(text), self.told(text, "begins")), (set(), 0))

    def test_absence(self):
        text = self.right(2, TOOLS["nccl"], PENSTOCK_NCCL_LIB="/none/libnccl.so.2", PENSTOCK_LOG="info")
        self.assertEqual(self.goes(text), set())
        self.assertIn("no NCCL: /none/libnccl.so.2", text)
        self.assertIn("collectives of GPU memory do not go by NCCL: rank 0 of the communicator has none", text)

    def test_a_library_that_is_another(self):
        text = self.right(2, TOOLS["nccl"], PENSTOCK_NCCL_LIB="libm.so.6", PENSTOCK_LOG="info")
        self.assertEqual(self.goes(text), set())
        self.assertIn("libm.so.6 has no ncclGetVersion: PENSTOCK_NCCL_LIB names", text)

    def test_versions_that_differ_or_are_old(self):
        text = self.right(2, TOOLS["nccl"], FAKE_NCCL_VERSIONS="22803,22703", PENSTOCK_LOG="info")
        self.assertEqual((self.goes(text), self.told(text, "begins")), (set(), 0))
        self.assertIn("rank 1 of the communicator has version 2.27.3, rank 0 2.28.3", text)
        text = self.right(2, TOOLS["nccl"], FAKE_NCCL_VERSIONS="20805", PENSTOCK_LOG="info")
        self.assertEqual(self.goes(text), set())
        self.assertIn("NCCL 2.8.5 is older than 2.10.0", text)

    def test_ranks_that_share_a_gpu(self):
        text = self.right(3, TOOLS["nccl"], PENSTOCK_FAKECUDA_DEVICES="2")
        self.assertEqual((self.goes(text), self.told(text, "begins")), (set(), 0))

    def test_it_cannot_begin(self):
        """If NCCL fails on one rank or on all, no rank uses it, and none waits."""
        for fails, said in (("ncclGetVersion:1", "no NCCL|rank 1 of the communicator has none"),
                            ("ncclGetUniqueId", "ncclGetUniqueId failed"),
                            ("ncclCommInitRank", "do not go by NCCL: ncclCommInitRank failed: invalid usage: fake: Duplicate"),
                            ("ncclCommInitRank:1", "do not go by NCCL: ncclCommInitRank failed")):
            text = self.right(2, TOOLS["nccl"], FAKE_NCCL_FAIL=fails, PENSTOCK_LOG="info")
            self.assertEqual(self.goes(text), set(), fails)
            self.assertRegex(text, said)

    def test_work_that_fails(self):
        """The call fails on all ranks; later calls take another algorithm. The other communicator goes on."""
        for name in ("ncclBroadcast", "ncclReduce", "ncclAllReduce", "ncclAllGather", "ncclReduceScatter", "ncclSend", "ncclRecv",
                     "ncclGroupStart", "ncclGroupEnd"):
            code, text = job(2, TOOLS["nccl"], "--failures", "2", FAKE_NCCL_FAIL=f"{name}:1")
            self.assertEqual(code, 0, name + text[-3000:])
            # A rank whose part was over, though another's failed, ends its communicator as usual.
            self.assertGreaterEqual(self.told(text, "is aborted"), 2, name)
            self.assertEqual(self.told(text, "is aborted") + self.told(text, "ends"), 6, name)

    def test_what_fails_meanwhile(self):
        for name in ("async", "ncclCommGetAsyncError"):
            code, text = job(2, TOOLS["nccl"], "--failures", "2", FAKE_NCCL_FAIL=f"{name}:0", PENSTOCK_FAKECUDA_DELAY_US="3000")
            self.assertEqual(code, 0, text[-3000:])
            # A rank whose part was over before it learned of the failure ends its communicator, too.
            self.assertGreaterEqual(self.told(text, "is aborted"), 2, name + text[-3000:])
            self.assertEqual(self.told(text, "is aborted") + self.told(text, "ends"), 6, name + text[-3000:])

    def test_it_cannot_end(self):
        text = self.right(2, TOOLS["nccl"], FAKE_NCCL_FAIL="ncclCommDestroy:0")
        self.assertEqual(text.count("ncclCommDestroy failed: unhandled system error"), 3, text[-3000:])

    def test_info_says_whether_it_is_there(self):
        def info(**variables):
            return harness.run(TOOLS["penstock"], "info", "--coll", "allreduce", "--ranks", 2, "--bytes", 1048576,
                               variables=variables).stdout

        there = info(PENSTOCK_NCCL_LIB=TOOLS["fake"], PENSTOCK_COLL_ALGORITHM=NAMED)
        self.assertRegex(there, r"1\. nccl +any +wins for 1M +PENSTOCK_COLL_ALGORITHM")
        self.assertIn("NCCL 2.28.3", there)
        none = info(PENSTOCK_NCCL_LIB="/none/libnccl.so.2", PENSTOCK_COLL_ALGORITHM=NAMED)
        self.assertRegex(none, r"1\. nccl +any +no: NCCL is not there")
        self.assertIn("no NCCL: /none/libnccl.so.2", none)


if __name__ == "__main__":
    harness.main("mpiexec", "collectives", "nccl", "fake", "penstock")
