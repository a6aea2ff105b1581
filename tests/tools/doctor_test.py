#!/usr/bin/env python3
"""penstock doctor: each check on a set-up that is broken for it, and on one that is not.

usage: doctor_test.py BUILD"""
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import unittest

import tool
from tool import penstock, penstock_json

VERDICTS = ("ok", "note", "slow", "broken")


def check(name, root=None, **options):
    """Returns the finding of one check, and the exit status."""
    words = ["doctor", "--only", name, *(["--root", str(root)] if root else [])]
    expect = options.pop("expect", None)
    report = penstock_json(*words, expect=expect, **options)
    assert [row["name"] for row in report["checks"]] == [name], report
    return report["checks"][0]


class Tree:
    """A recorded /proc, /sys and /dev: files that are not written do not exist."""

    def __init__(self, **files):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        for name, text in files.items():
            self.write(name.replace("__", "/"), text)

    def write(self, name, text=""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()


def in_namespace(*words):
    """Returns a command's prefix for namespaces of its own; None if they are not permitted."""
    prefix = ["unshare", *words]
    done = subprocess.run([*prefix, "true"], capture_output=True)
    return prefix if done.returncode == 0 else None


class Frame(unittest.TestCase):
    def test_the_whole_of_it_on_this_machine(self):
        report = penstock_json("doctor", expect=None)
        self.assertEqual(report["schema"], "penstock-doctor/1")
        self.assertEqual(sum(report["summary"].values()), len(report["checks"]))
        for row in report["checks"]:
            self.assertIn(row["verdict"], VERDICTS)
            self.assertTrue(row["what"], row)
            if row["verdict"] != "ok":
                self.assertTrue(row["cost"] and row["remedy"], row)
        names = [row["name"] for row in report["checks"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(report["summary"]["broken"], 0, report)

    def test_quick_leaves_out_what_it_says(self):
        report = penstock_json("doctor", "--quick", expect=None)
        self.assertNotIn("gpu-ipc", [row["name"] for row in report["checks"]])
        self.assertIn("(not with --quick)", penstock("doctor", "--list").stdout)

    def test_text(self):
        text = penstock("doctor", "--only", "settings", PENSTOCK_EAGER_LIMIT="lots", expect=1).stdout
        self.assertRegex(text, r"broken  settings +PENSTOCK_EAGER_LIMIT")
        self.assertIn("costs: MPI_Init fails", text)
        self.assertIn("fix: ", text)
        self.assertIn("0 ok, 0 notes, 0 slow, 1 broken", text)

    def test_wrong_words(self):
        self.assertIn("--list", penstock("doctor", "--only", "nonsense", expect=2).stderr)
        penstock("doctor", "--nonsense", expect=2)


class Libraries(unittest.TestCase):
    def test_settings(self):
        self.assertEqual(check("settings", expect=0)["verdict"], "ok")
        self.assertEqual(check("settings", PENSTOCK_EAGER_LIMITS="8K", expect=0)["verdict"], "note")
        self.assertEqual(check("settings", PENSTOCK_SPIN_US="-4", expect=1)["verdict"], "broken")

    def test_another_mpi_found_first(self):
        self.assertEqual(check("loader", expect=0)["verdict"], "ok")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.realpath(tool.BUILD / "lib/libmpi_abi.so.1"), f"{folder}/libmpi_abi.so.1")
            for library in (tool.BUILD / "lib").glob("libpenstock.so*"):
                os.symlink(library, f"{folder}/{library.name}")
            found = check("loader", LD_LIBRARY_PATH=folder, expect=1)
        self.assertEqual(found["verdict"], "broken")
        self.assertIn(folder, found["what"])
        self.assertIn("LD_LIBRARY_PATH", found["remedy"])

    def test_wheels_of_several_mpis(self):
        """Each wheel's list of files has their sizes; the files are those of the wheel that was installed last."""
        with tempfile.TemporaryDirectory() as name:
            prefix = pathlib.Path(name)
            packages = prefix / "lib/python3.11/site-packages"

            def wheel(distribution, **files):
                (packages / f"{distribution}.dist-info").mkdir(parents=True)
                lines = [f"../../../{file.replace('__', '/')},sha256=x,{size}" for file, size in files.items()]
                (packages / f"{distribution}.dist-info/RECORD").write_text("\n".join(lines) + "\n")

            def look():
                return check("wheels", VIRTUAL_ENV=prefix)

            (prefix / "bin").mkdir()
            (prefix / "bin/mpiexec").write_text("12345")
            self.assertEqual(look()["verdict"], "ok")
            wheel("mpich-5.0.2", bin__mpiexec=5)
            row = look()
            self.assertEqual(row["verdict"], "note", row)
            self.assertIn("has wheels of mpich 5.0.2: bin/mpiexec is that of mpich 5.0.2", row["what"])
            wheel("penstock-0.1.0", bin__mpiexec=7)
            row = look()
            self.assertEqual(row["verdict"], "broken", row)
            self.assertIn("has wheels of mpich 5.0.2, penstock 0.1.0: bin/mpiexec is that of mpich 5.0.2", row["what"])
            self.assertIn("export MPI4PY_LIBMPI=", row["remedy"])
            (prefix / "bin/mpiexec").write_text("1234567")
            row = look()
            self.assertEqual(row["verdict"], "note", row)
            self.assertIn("bin/mpiexec is that of penstock 0.1.0", row["what"])

    def test_the_name_of_another_mpis_library_leads_elsewhere(self):
        self.assertEqual(check("other-mpi", LD_LIBRARY_PATH=tool.BUILD / "lib/mpich", expect=0)["verdict"], "ok")
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "wrong.c"
            source.write_text("int MPI_Init(int* count, char*** words) { return 0; }\n")
            subprocess.run(["cc", "-shared", "-fPIC", "-o", f"{folder}/libmpi.so.40", source], check=True)
            found = check("other-mpi", LD_LIBRARY_PATH=folder, expect=0)
            self.assertEqual(found["verdict"], "note")
            self.assertIn(f"libmpi.so.40 to {os.path.realpath(folder)}/libmpi.so.40", found["what"])
            self.assertIn("LD_AUDIT", found["remedy"])

    def test_another_mpi_preloaded(self):
        self.assertEqual(check("preload", expect=0)["verdict"], "ok")
        with tempfile.TemporaryDirectory() as folder:
            stranger = shutil.copy("/usr/lib/x86_64-linux-gnu/libm.so.6", f"{folder}/libmpi.so.40")
            self.assertEqual(check("preload", LD_PRELOAD=stranger, expect=1)["verdict"], "broken")
        self.assertEqual(check("preload", LD_PRELOAD="/usr/lib/x86_64-linux-gnu/libm.so.6", expect=0)["verdict"], "ok")


# (check, files of a recorded machine, verdict, a word of the finding)
RECORDED = (
    ("kernel", {"proc__sys__kernel__osrelease": "6.1.0-13-amd64"}, "ok", "6.1.0"),
    ("kernel", {"proc__sys__kernel__osrelease": "3.10.0-1160.el7"}, "note", "4.18"),
    ("kernel", {}, "note", "/proc"),
    ("cpus", {"sys__fs__cgroup__cpu.max": "50000 100000"}, "slow", "0.5"),
    ("cpus", {"sys__fs__cgroup__cpu.max": "max 100000"}, "ok", "no smaller quota"),
    ("cpus", {"sys__fs__cgroup__cpu__cpu.cfs_quota_us": "25000", "sys__fs__cgroup__cpu__cpu.cfs_period_us": "100000"},
     "slow", "0.2"),
    ("governor", {"sys__devices__system__cpu__cpu0__cpufreq__scaling_governor": "powersave"}, "note", "powersave"),
    ("governor", {"sys__devices__system__cpu__cpu0__cpufreq__scaling_governor": "performance"}, "ok", "performance"),
    ("clock", {"sys__devices__system__clocksource__clocksource0__current_clocksource": "hpet"}, "slow", "tsc"),
    ("clock", {"sys__devices__system__clocksource__clocksource0__current_clocksource": "tsc"}, "ok", "tsc"),
    ("numa-balancing", {"proc__sys__kernel__numa_balancing": "1", "sys__devices__system__node__node1__cpulist": "1"}, "note", "on"),
    ("numa-balancing", {"proc__sys__kernel__numa_balancing": "1"}, "ok", "one NUMA node"),
    ("huge-pages", {"sys__kernel__mm__transparent_hugepage__enabled": "always madvise [never]"}, "note", "off"),
    ("huge-pages", {"sys__kernel__mm__transparent_hugepage__enabled": "always [madvise] never"}, "ok", "madvise"),
    ("memory", {"sys__fs__cgroup__memory.max": "300000000", "sys__fs__cgroup__memory.current": "290000000"}, "slow",
     "9 MiB"),
    ("memory", {"proc__sys__vm__overcommit_memory": "2"}, "note", "overcommit"),
    ("memory", {"sys__fs__cgroup__memory.max": "max"}, "ok", "no limit"),
    ("leftovers", {"dev__shm__vader_segment.host.0": "x", "dev__shm__other": "x"}, "note", "1 files of dead jobs"),
    ("leftovers", {"dev__shm__other": "x"}, "ok", "no shared memory"),
    ("leftovers", {"dev__shm__mpich_shm_1": "x", "proc__7__maps": "7f0 rw-s /dev/shm/mpich_shm_1"}, "ok", "no shared memory"),
    ("shm", {}, "note", "no /dev/shm"),
    ("namespaces", {}, "note", "PENSTOCK_HOST_ID"),
    ("infiniband", {}, "ok", "no InfiniBand"),
    ("infiniband", {"sys__class__infiniband__mlx5_0__ports__1__state": "1: DOWN"}, "slow", "none of whose ports"),
    ("infiniband", {"sys__class__infiniband__mlx5_0__ports__1__state": "4: ACTIVE"}, "slow", "no /dev/infiniband"),
    ("infiniband", {"sys__class__infiniband__mlx5_0__ports__1__state": "4: ACTIVE", "dev__infiniband__uverbs0": ""}, "ok",
     "1 active"),
    ("peermem", {"sys__class__infiniband__mlx5_0__ports__1__state": "4: ACTIVE", "dev__nvidiactl": ""}, "slow",
     "nvidia_peermem"),
    ("peermem", {"sys__class__infiniband__mlx5_0__ports__1__state": "4: ACTIVE", "dev__nvidiactl": "",
                 "proc__modules": "nvidia_peermem 16384 0 - Live 0x0"}, "ok", "nvidia_peermem"),
    ("peermem", {}, "ok", "not needed"),
)


class RecordedMachines(unittest.TestCase):
    def test_every_recorded_set_up(self):
        for name, files, verdict, word in RECORDED:
            with self.subTest(check=name, files=files), Tree(**files) as tree:
                found = check(name, root=tree.root)
                self.assertEqual(found["verdict"], verdict, found)
                self.assertIn(word, found["what"] + found["cost"] + found["remedy"])
                self.assertEqual(bool(found["remedy"]), verdict != "ok")

    def test_a_driver_that_does_not_work_is_broken_where_a_gpu_is(self):
        with Tree(dev__nvidiactl="") as tree:
            found = check("cuda", root=tree.root, PENSTOCK_FAKECUDA_FAIL="cuInit:0:999", standin=tool.has_standin(), expect=1)
        self.assertEqual(found["verdict"], "broken")
        self.assertIn("nvidia-smi", found["remedy"])


class Processes(unittest.TestCase):
    def test_process_vm_readv_between_siblings(self):
        self.assertEqual(check("cma", expect=0)["verdict"], "ok")

    def test_a_seccomp_filter_refuses_it(self):
        found = check("cma", prefix=[tool.BUILD / "bin/without_cma"], expect=0)
        self.assertEqual(found["verdict"], "slow")
        self.assertIn("refused", found["what"])
        self.assertIn("SYS_PTRACE", found["remedy"])

    def test_limits(self):
        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
        done = tool.harness.run(tool.BUILD / "bin/penstock", "doctor", "--only", "limits", preexec_fn=few, env=tool.environment())
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("the limit of open files is 40", done.stdout)
        self.assertIn("ulimit -n", done.stdout)

    def test_small_shared_memory(self):
        prefix = in_namespace("--mount")
        if prefix is None:
            self.skipTest("a mount namespace of one's own is not permitted here")
        small = [*prefix, "sh", "-c", 'mount -t tmpfs -o size=1m small /dev/shm && exec "$@"', "small"]
        found = check("shm", prefix=small, expect=0)
        self.assertEqual(found["verdict"], "note")
        self.assertIn("1 MiB", found["what"])

    def test_the_loopback_is_down(self):
        prefix = in_namespace("--net")
        if prefix is None:
            self.skipTest("a network namespace of one's own is not permitted here")
        found = check("loopback", prefix=prefix, expect=0)
        self.assertEqual(found["verdict"], "note")
        self.assertEqual(check("loopback", expect=0)["verdict"], "ok")


class StandIn(unittest.TestCase):
    def setUp(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")

    def find(self, name, **options):
        return check(name, standin=True, **options)

    def test_all_is_well(self):
        for name in ("cuda", "visible-devices", "peer-access", "gpu-ipc", "gdrcopy", "affinity"):
            found = self.find(name, expect=0)
            self.assertEqual(found["verdict"], "ok", found)
        self.assertIn("stand-in", self.find("cuda")["what"])

    def test_gdrcopy_is_not_used_and_why(self):
        why = "on one host a kernel that stays on the GPU moves small messages"
        self.assertRegex(self.find("gdrcopy", expect=0)["what"], f"Penstock does not use it: {why}")
        with Tree(dev__gdrdrv="") as tree:
            self.assertRegex(self.find("gdrcopy", root=tree.root, expect=0)["what"], f"GDRCopy's driver is here; .*{why}")

    def test_gpus_that_do_not_reach_each_other(self):
        found = self.find("peer-access", PENSTOCK_FAKECUDA_NO_PEER="0-1")
        self.assertEqual(found["verdict"], "slow")
        self.assertIn("0->1", found["what"])

    def test_memory_that_cannot_be_shared(self):
        for fault in ("cuIpcGetMemHandle:0", "cuIpcOpenMemHandle:0"):
            found = self.find("gpu-ipc", PENSTOCK_FAKECUDA_FAIL=fault)
            self.assertEqual(found["verdict"], "slow", found)
            self.assertIn(fault.split(":")[0], found["what"])
            self.assertIn("--ipc=host", found["remedy"])

    def test_visible_devices(self):
        for value, verdict in (("", "broken"), ("0,0", "broken"), ("0,7", "broken"), ("1", "ok"), ("1,0", "ok")):
            with Tree() as tree:  # it has no device files: those of a real GPU do not count here
                found = self.find("visible-devices", root=tree.root, CUDA_VISIBLE_DEVICES=value)
            self.assertEqual(found["verdict"], verdict, value)

    def test_ranks_that_share_a_gpu(self):
        found = self.find("mps", PENSTOCK_FAKECUDA_DEVICES=1)
        self.assertEqual(found["verdict"], "note")
        self.assertIn("more than 1 rank on this host", found["what"])
        self.assertIn("0.15 ms", found["cost"])
        self.assertIn("nvidia-cuda-mps-control -d", found["remedy"])
        for ranks, verdict in ((4, "slow"), (2, "ok")):
            self.assertEqual(self.find("mps", MPI_LOCALNRANKS=ranks)["verdict"], verdict)
        self.assertIn("4 ranks share 2 GPUs without MPS", self.find("mps", MPI_LOCALNRANKS=4)["what"])
        self.assertEqual(self.find("mps", PENSTOCK_FAKECUDA_MPS=1, MPI_LOCALNRANKS=4)["verdict"], "ok")
        asked = [self.find("mps", PENSTOCK_FAKECUDA_FAIL=f"cuDeviceGetAttribute:{nth}:1")["what"] for nth in range(1, 3)]
        self.assertTrue(any("does not tell" in what or "MPS does not run" in what for what in asked), asked)

    def test_one_gpu_of_several(self):
        with Tree(dev__nvidia0="", dev__nvidia1="") as tree:
            self.assertEqual(self.find("visible-devices", root=tree.root, CUDA_VISIBLE_DEVICES="1")["verdict"], "note")


if __name__ == "__main__":
    tool.main()
