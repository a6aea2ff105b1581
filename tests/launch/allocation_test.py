#!/usr/bin/env python3
"""Jobs in allocations of Slurm, PBS, LSF and Grid Engine, and placement on other hosts: with launchers that say how they were called, and
with Hydra, whose two hosts are this machine twice.

usage: allocation_test.py MPIEXEC HYDRA PROBE"""
import os
import pathlib
import shutil
import socket
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "hosts"))
import bed
import harness
from harness import mpiexec
from placement_test import read_record, standing_for

SAY = '#!/bin/sh\n[ "$1" = --mpi=list ] && { echo "none pmi2 pmix"; exit; }\nprintf "%s\\n" "${0##*/}" "$@"; exit 5\n'
BATCH = ("SLURM_", "PBS_", "LSB_", "PE_")
NOBODY = {name: value for name, value in os.environ.items() if not name.startswith(BATCH)}
HERE = socket.gethostname()


class Allocations(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-allocation-"))
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("srun", "prterun", "mpiexec.hydra"):
            (self.folder / name).write_text(SAY)
            (self.folder / name).chmod(0o755)

    def run_in(self, *arguments, **variables):
        return mpiexec(*arguments, env=dict(NOBODY, PATH=f"{self.folder}", **variables))

    def words(self, *arguments, **variables):
        done = self.run_in(*arguments, **variables)
        self.assertEqual(done.returncode, 5, done.stderr)
        return [word for word in done.stdout.split("\n")[:-1] if word != "--allow-run-as-root"]

    def slurm(self, *arguments, nodes="n[1-3]", tasks="4(x2),2"):
        return self.words(*arguments, SLURM_JOB_ID="7", SLURM_JOB_NODELIST=nodes, SLURM_TASKS_PER_NODE=tasks)

    def test_slurm_gets_all_its_slots(self):
        self.assertEqual(self.slurm("./p"), ["srun", "--mpi=pmix", "-n", "10", "--input=0", "./p"])
        self.assertEqual(self.slurm("-N", 1, "./p"), ["srun", "--mpi=pmix", "-n", "3", "--ntasks-per-node=1", "--input=0", "./p"])

    def test_slurm_gets_the_first_hosts_that_have_room(self):
        self.assertEqual(self.slurm("-n", 5, "./p"),
                         ["srun", "--mpi=pmix", "--nodelist=n1,n2", "--nodes=2", "-n", "5", "--input=0", "./p"])

    def test_slurm_by_another_launcher(self):
        self.assertEqual(self.slurm("--launcher", "prterun", "./p"), ["prterun", "--host", "n1:4,n2:4,n3:2", "-n", "10", "./p"])

    def test_pbs_and_lsf(self):
        nodes = self.folder / "nodes"
        nodes.write_text("a\na\nb\nb\n")
        expected = ["mpiexec.hydra", "-hosts", "a:2,b:2", "-n", "4", "./p"]
        self.assertEqual(self.words("./p", PBS_JOBID="7", PBS_NODEFILE=str(nodes)), expected)
        self.assertEqual(self.words("./p", LSB_JOBID="7", LSB_DJOB_HOSTFILE=str(nodes)), expected)
        self.assertEqual(self.words("./p", LSB_JOBID="7", LSB_MCPU_HOSTS="a 2 b 2"), expected)

    def test_grid_engine(self):
        hosts = self.folder / "pe_hostfile"
        hosts.write_text("a 2 all.q@a UNDEFINED\nb 2 all.q@b UNDEFINED\n")
        self.assertEqual(self.words("./p", PE_HOSTFILE=str(hosts)), ["mpiexec.hydra", "-hosts", "a:2,b:2", "-n", "4", "./p"])
        self.assertEqual(self.words("--rmk", "sge", "-n", 1, "./p", PE_HOSTFILE=str(hosts)), ["mpiexec.hydra", "-hosts", "a:2", "-n", "1", "./p"])

    def test_hosts_that_are_named_win(self):
        self.assertEqual(self.slurm("--launcher", "hydra", "--hosts", "x:2", "./p"),
                         ["mpiexec.hydra", "-hosts", "x:2", "-n", "2", "./p"])

    def test_this_machine_alone_needs_nobody(self):
        slurm = dict(SLURM_JOB_ID="7", SLURM_JOB_NODELIST=f"{HERE},elsewhere", SLURM_TASKS_PER_NODE="3,1")
        for words, ranks in ((("-n", 3), 3), (("--launcher", "fork"), 1), (("--rmk", "user"), 1)):
            done = self.run_in(*words, "/bin/echo", "ran", **slurm)
            self.assertEqual((done.returncode, done.stdout), (0, "ran\n" * ranks), done.stderr)
        done = self.run_in("/bin/echo", "ran", **dict(slurm, SLURM_JOB_NODELIST=HERE, SLURM_TASKS_PER_NODE="3"))
        self.assertEqual(done.stdout, "ran\n" * 3, done.stderr)
        self.assertIn(f"Slurm's allocation: {HERE}:3 elsewhere:1", self.run_in("-v", "-n", 1, "/bin/true", **slurm).stderr)

    def test_mistakes_are_named(self):
        for variables, words, said in (
                ({"SLURM_JOB_NODELIST": "n[1-"}, (), "SLURM_JOB_NODELIST=n[1-"),
                ({"PBS_JOBID": "7", "PBS_NODEFILE": "/none"}, (), "PBS_NODEFILE=/none: the file cannot be read"),
                ({"PE_HOSTFILE": "/none"}, (), "PE_HOSTFILE=/none: the file cannot be read"),
                ({"PE_HOSTFILE": "/etc/hostname"}, (), "PE_HOSTFILE=/etc/hostname, line 1: "),
                ({}, ("--rmk", "lsf"), "--rmk lsf: mpiexec does not run in an allocation")):
            done = self.run_in(*words, "/bin/true", **variables)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(said, done.stderr)

    def test_options_are_translated(self):
        out = self.folder / "out"
        self.assertEqual(self.slurm("-q", "--cpus-per-rank", 2, "--map-by", "node", "--output-filename", f"{out}:nocopy", "./p"),
                         ["srun", "--mpi=pmix", "-n", "10", "--distribution=cyclic", f"--output={out}/1/rank.%t/stdout",
                          f"--error={out}/1/rank.%t/stderr", "--input=0", "--cpus-per-task=2", "--cpu-bind=none",
                          harness.TOOLS["mpiexec"], "--take-placement", "--cpus-per-rank", "2", "--", "./p"])
        self.assertTrue((out / "1/rank.9").is_dir())
        self.assertEqual(self.words("--launcher", "prterun", "--hosts", "a:2,b:2", "--map-by", "ppr:1:socket:pe=2", "-n", 4,
                                    "--output", "tag,merge,dir=o", "./p"),
                         ["prterun", "--host", "a:2,b:2", "--map-by", "ppr:1:package:pe=2", "--output", "tag,merge,dir=o",
                          "-n", "4", "./p"])
        self.assertEqual(self.words("--hosts", "a:2,b:2", "--outfile-pattern", "o.%r", "--map-by", "node", "--debug", "gdb", "./p"),
                         ["mpiexec.hydra", "-hosts", "a:2,b:2", "-ppn", "1", "-outfile-pattern", "o.%r", "-n", "4", "gdb", "--args", "./p"])


class Elsewhere(unittest.TestCase):
    """Hydra starts a daemon for each of two hosts, both of which are this machine; each has the GPUs of a record."""

    def setUp(self):
        folder, environment = standing_for(read_record("h200-8gpu-4rail"))
        self.addCleanup(folder.cleanup)
        path = f"{harness.TOOLS['hydra']}:{os.environ['PATH']}"
        self.environment = dict(environment, PATH=path, HYDRA_LAUNCHER="fork")

    def job(self, *words):
        done = mpiexec("--launcher", "hydra", "--hosts", "a:2,b:2", *words, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_placement_is_shown(self):
        done = self.job("-n", 4, "--show-placement")
        lines = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual(lines[0], ["rank", "host", "GPU", "cpus", "adapter"], done.stdout)
        self.assertEqual([(line[0], line[1], line[2]) for line in lines[1:5]],
                         [("0", HERE, "0"), ("1", HERE, "1"), ("2", HERE, "0"), ("3", HERE, "1")])
        self.assertNotEqual(lines[1][4], lines[2][4])
        self.assertIn("bound to cores of the NUMA node of their GPU", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_gpus_are_shared_out_on_each(self):
        done = self.job("--gpus-per-rank", 2, "--bind-to", "none", "--show-placement", "sh", "-c",
                        "echo $PMI_RANK $CUDA_VISIBLE_DEVICES")
        self.assertEqual(sorted(done.stdout.splitlines()), ["0 0,1", "1 2,3", "2 0,1", "3 2,3"])
        self.assertIn("rank  host", done.stderr)

    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "one processor cannot be shared out")
    def test_ranks_bind_themselves(self):
        self.environment.pop("PENSTOCK_MACHINE_ROOT")
        # Each rank prints with one write, because lines of Hydra's ranks mix.
        show = ("import os; cpus = os.sched_getaffinity(0); "
                "os.write(1, f\"{os.environ['PMI_RANK']} {len(cpus)} {min(cpus)}\\n\".encode())")
        done = self.job("--map-by", "core", "--quiet", sys.executable, "-c", show)
        placements = [line.split()[1:] for line in sorted(done.stdout.splitlines())]
        self.assertEqual(placements[:2], placements[2:])
        self.assertNotEqual(placements[0], placements[1])

    def test_a_launcher_that_does_not_say_who_is_where(self):
        lost = {name: value for name, value in NOBODY.items() if not name.startswith(("OMPI_", "PMI_", "MPI_"))}
        done = mpiexec("--take-placement", "true", env=lost)
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not say which of its host's ranks this one is", done.stderr)


class Slurm(unittest.TestCase):
    """Tests Slurm itself, on two hosts that are namespaces of this machine."""

    def test_its_allocation_is_used(self):
        if shutil.which("slurmctld", path=os.environ["PATH"] + ":/usr/sbin") is None:
            self.skipTest("Slurm is not installed: scripts/setup --lint does that")
        try:
            with bed.Bed(2) as made, bed.Slurm(made) as slurm:
                self.check(made, slurm)
        except (bed.Forbidden, OSError) as why:
            self.skipTest(f"Slurm does not start on this machine: {why}")

    def check(self, made, slurm):
        environment = dict(NOBODY, PATH=os.environ["PATH"] + ":/usr/sbin", SLURM_CONF=str(slurm.conf), SLURM_OVERCOMMIT="1")

        def run(*words):
            job = made.on("n1", "salloc", "-N", "2", "-n", "4", "--overcommit", harness.TOOLS["mpiexec"], *words, env=environment)
            out, err = job.communicate(timeout=100)
            self.assertEqual(job.returncode, 0, out + err)
            return out.splitlines(), err

        out, err = run("-v", made.as_host, harness.TOOLS["probe"])
        self.assertEqual(sorted(line.rpartition(" by ")[0] for line in out), [f"rank {rank} of 4" for rank in range(4)])
        self.assertIn("Slurm's allocation: n1:2 n2:2", err)
        out, _ = run("-n", "3", "--show-placement")
        self.assertEqual([line.split()[:2] for line in out[1:4]], [["0", "n1"], ["1", "n1"], ["2", "n2"]])
        self.assertEqual(sorted(run("-N", "1", "hostname")[0]), ["n1", "n2"])
        out, err = run("-n", "2", "hostname")
        self.assertEqual((out, "handing over" in err), (["n1", "n1"], False))


if __name__ == "__main__":
    for name in ("mpiexec", "hydra", "probe"):
        harness.TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if not (pathlib.Path(harness.TOOLS["hydra"]) / "mpiexec.hydra").exists():
        sys.exit(f"{harness.TOOLS['hydra']} has no mpiexec.hydra: run scripts/peers mpich (make check does), then try again")
    unittest.main(verbosity=2)
