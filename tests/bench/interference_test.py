#!/usr/bin/env python3
"""penstock-interference on the stand-in driver: it measures every call, its JSON is sound, it fails where it should.

interference_test.py BUILD_DIR FAKE_NCCL     FAKE_NCCL: the stand-in of libnccl.so.2
"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

BUILD, FAKE_NCCL = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
CALLS = ["synchronize", "allocate", "launch", "nccl"]
QUICK = ("--seconds", "0.1")


def job(*words, ranks=2, **variables):
    """Runs the program once. Returns the finished process and its JSON, if any."""
    standin = harness.with_standin(BUILD / "fakecuda", PENSTOCK_NCCL_LIB=FAKE_NCCL, PENSTOCK_FAKECUDA_DELAY_US=0,
                                   PENSTOCK_FAKECUDA_KERNELS=BUILD / "fakecuda/libpenstock_interference_fake_kernels.so")
    return harness.run_json(BUILD / "bin/mpiexec", "-n", ranks, BUILD / "bin/penstock-interference", *words,
                            variables={**standin, **variables})


class Interference(unittest.TestCase):
    def judge(self, done, document, calls):
        """Checks the schema, and that the figures of `calls` are sound."""
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((document["schema"], document["ranks"], document["unit"]), ("penstock-interference/1", 2, "us"))
        self.assertTrue(document["library"].startswith("Penstock"), document["library"])
        self.assertIn("stand-in driver, not a GPU", document["where"])
        self.assertEqual([one["call"] for one in document["calls"]], CALLS)
        for one in document["calls"]:
            with self.subTest(call=one["call"]):
                if one["call"] in calls:
                    self.sound(one)
                    self.assertIn(f"\n{one['call']} ", done.stdout)

    def sound(self, row):
        self.assertTrue(0 < row["p50"] <= row["p99"] <= row["max"], row)
        self.assertGreaterEqual(row["iterations"], 2)

    def test_with_messages(self):
        done, document = job(*QUICK)
        self.judge(done, document, CALLS)
        self.assertEqual(document["options"], {"seconds": 0.1, "idle": False})
        self.sound(document["messages"])
        self.assertEqual(document["messages"]["bytes"], 8)
        self.assertRegex(done.stdout, r"# \d+ messages meanwhile, median latency ")

    def test_idle(self):
        done, document = job("--idle", *QUICK)
        self.judge(done, document, CALLS)
        self.assertTrue(document["options"]["idle"])
        self.assertIsNone(document["messages"])
        self.assertIn("without messages", done.stdout)

    def test_without_nccl_it_says_why(self):
        for variables, reason in (({"PENSTOCK_NCCL_LIB": "/none/libnccl.so.2"}, "cannot load /none/libnccl.so.2"),
                                  ({"FAKE_NCCL_FAIL": "init"}, "a GPU of its own")):
            done, document = job("--idle", *QUICK, **variables)
            self.judge(done, document, CALLS[:3])
            self.assertIn(reason, document["calls"][3]["unsupported"])
            self.assertIn("# nccl: unsupported: ", done.stdout)

    def test_failures_end_the_job(self):
        for variables, reason in (({"FAKE_NCCL_WRONG": "1"}, "WRONG DATA from ncclAllReduce"),
                                  ({"PENSTOCK_FAKECUDA_FAIL": "cuCtxSynchronize:5"}, "synchronising: cuCtxSynchronize"),
                                  ({"PENSTOCK_FAKECUDA_KERNELS": ""}, "finding the kernel: "),
                                  ({"PENSTOCK_FAKECUDA_DEVICES": "0"}, "this needs a GPU and its driver: ")):
            with self.subTest(reason=reason):
                done, _ = job(*QUICK, **variables)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(reason, done.stderr)

    def test_words(self):
        for words, ranks, reason in ((("--nonsense",), 2, "--nonsense"), (("--seconds", "0"), 2, "--seconds"),
                                     ((), 3, "it takes 2 ranks, not 3")):
            done, document = job(*words, ranks=ranks)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stderr.count("penstock-interference: "), 1, done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertIsNone(document)
        done, _ = job("--help", ranks=1)
        self.assertEqual(done.returncode, 0)
        self.assertIn("mpiexec -n 2 penstock-interference", done.stdout)


if __name__ == "__main__":
    unittest.main()
