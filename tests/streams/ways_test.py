#!/usr/bin/env python3
"""Which way barriers, reductions and small messages on streams take, as the log says it, and that their results are right on it.

usage: ways_test.py MPIEXEC STREAMS"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec

KERNELS = "small ones by one kernel on each"
WAITS = "streams waiting for each other"
CPU = "collectives on streams go by the CPU"
WAYS = (
    ("a GPU for each rank", {"PENSTOCK_FAKECUDA_DEVICES": "2"}, KERNELS),
    ("one GPU that MPS serves", {"PENSTOCK_FAKECUDA_DEVICES": "1", "PENSTOCK_FAKECUDA_MPS": "1"}, KERNELS),
    ("one GPU without MPS", {"PENSTOCK_FAKECUDA_DEVICES": "1"}, WAITS),
    ("no kernel is to wait", {"PENSTOCK_FAKECUDA_DEVICES": "2", "PENSTOCK_ENQUEUE_DEVICE": "waits"}, WAITS),
    ("by the CPU", {"PENSTOCK_FAKECUDA_DEVICES": "2", "PENSTOCK_ENQUEUE_DEVICE": "0"}, CPU),
)


class Ways(unittest.TestCase):
    def test_log_names_the_way(self):
        for name, settings, way in WAYS:
            with self.subTest(name):
                variables = {"PENSTOCK_LOG": "info", "CUDA_DEVICE_MAX_CONNECTIONS": 8, **settings}
                got = mpiexec("-n", 2, harness.TOOLS["streams"], "reductions_on_gpus", "small_messages", "small_messages_mixed", variables=variables)
                text = got.stdout + got.stderr
                self.assertEqual(got.returncode, 0, text)
                for other in (KERNELS, WAITS, CPU):
                    (self.assertIn if other == way else self.assertNotIn)(other, text)


if __name__ == "__main__":
    for name in ("mpiexec", "streams"):
        harness.TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
