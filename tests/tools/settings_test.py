#!/usr/bin/env python3
"""Settings files: what `penstock info`, jobs and MPI_T make of them.

usage: settings_test.py BUILD"""
import pathlib
import shutil
import sys
import tempfile
import unittest

import tool
from tool import harness, penstock, penstock_json

# This program prints the value of the control variable that its argument names, as a tool sees it before MPI_Init.
READ_CVAR = """
import ctypes, sys
mpi = ctypes.CDLL(sys.argv[1])
level, index, count = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
handle, value = ctypes.c_void_p(), ctypes.c_int(-1)
assert mpi.MPI_T_init_thread(0, ctypes.byref(level)) == 0
assert mpi.MPI_T_cvar_get_index(sys.argv[2].encode(), ctypes.byref(index)) == 0
assert mpi.MPI_T_cvar_handle_alloc(index, None, ctypes.byref(handle), ctypes.byref(count)) == 0
assert mpi.MPI_T_cvar_read(handle, ctypes.byref(value)) == 0
print(value.value)
"""


class Settings(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="penstock-settings-"))
        self.addCleanup(shutil.rmtree, self.root)
        self.user = self.root / "config/penstock/penstock.conf"
        self.variables = {"PENSTOCK_CONF": "", "XDG_CONFIG_HOME": self.root / "config", "HOME": self.root / "home",
                          "PENSTOCK_TUNE_FILE": "none"}

    def write(self, text, path=None):
        path = path or self.user
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def job(self, **more):
        return harness.run(tool.BUILD / "bin/mpiexec", "-n", 2, tool.BUILD / "bin/chooser", 8, "", "",
                           env=tool.environment(**{**self.variables, **more}))

    def test_info_says_what_set_what(self):
        self.write("SPIN_US = 5   # as measured\nEAGER_LIMIT = 2K\nEAGER_LIMT = 2K\n")
        told = penstock("info", **self.variables, PENSTOCK_EAGER_LIMIT="1K").stdout
        self.assertIn(f"settings     {self.user} (1 in force)\n", told)
        self.assertIn(f"{self.root}/home/.penstock.conf (not there)\n", told)
        self.assertIn("/etc/penstock.conf", told)
        self.assertIn(f"set          PENSTOCK_SPIN_US=5   by {self.user}:1\n", told)
        self.assertIn("set          PENSTOCK_EAGER_LIMIT=1K   by environment PENSTOCK_EAGER_LIMIT\n", told)
        self.assertIn(f"{self.user}:3: EAGER_LIMT is no tunable and is ignored; the nearest name is PENSTOCK_EAGER_LIMIT", told)
        rows = {row["name"]: row for row in penstock_json("info", "--tunables", **self.variables)["tunables"]}
        self.assertEqual((rows["PENSTOCK_EAGER_LIMIT"]["value"], rows["PENSTOCK_EAGER_LIMIT"]["origin"]), ("2K", f"{self.user}:2"))
        page = penstock_json("info", **self.variables)["settings"]
        self.assertEqual([file["read"] for file in page["files"]], [True] + [False] * (len(page["files"]) - 1))
        self.assertEqual(penstock_json("info", **{**self.variables, "PENSTOCK_CONF": "none"})["settings"]["files"], [])

    def test_the_first_page_names_versions(self):
        versions = penstock_json("info", **self.variables)["versions"]
        self.assertEqual(list(versions), ["Penstock", "CUDA driver", "CUDA toolkit", "UCX", "PMIx", "hwloc", "glibc", "compiler"])
        self.assertRegex(versions["Penstock"], r"^\d+\.\d+\.\d+")
        self.assertRegex(versions["glibc"], r"^\d\.\d+")
        self.assertTrue(all(versions.values()), versions)
        broken = penstock_json("info", **self.variables, PENSTOCK_UCX_LIB="/nowhere/libucp.so.0", PENSTOCK_CUDA=0)["versions"]
        self.assertIn("/nowhere/libucp.so.0", broken["UCX"])

    def test_a_job_takes_them(self):
        self.write("REPORT = 1\n")
        done = self.job()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("what moved in this job", (done.stdout + done.stderr).lower())
        quiet = self.job(PENSTOCK_REPORT=0)
        self.assertNotIn("what moved in this job", (quiet.stdout + quiet.stderr).lower())

    def test_a_job_says_what_is_wrong_with_them(self):
        self.write("SPINN_US = 5\n")
        done = self.job()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count(f"{self.user}:1: SPINN_US is no tunable"), 1, done.stderr)
        self.write("# mine\nSPIN_US soon\n")
        done = self.job()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"{self.user}:2: 'SPIN_US soon' is no setting; a line reads NAME = VALUE", done.stderr)
        self.assertIn("PENSTOCK_CONF=none", done.stderr)
        self.assertEqual(self.job(PENSTOCK_CONF="none").returncode, 0)
        self.assertIn("PENSTOCK_CONF=/nowhere: ", self.job(PENSTOCK_CONF="/nowhere").stderr)
        broken = penstock("doctor", "--only", "settings", expect=1, **self.variables).stdout
        self.assertIn(f"{self.user}:2:", broken)

    def test_control_variables_have_their_values(self):
        self.write("PENSTOCK_SPIN_US = 77\n")
        done = harness.run(sys.executable, "-c", READ_CVAR, tool.BUILD / "lib/libmpi_abi.so.1", "PENSTOCK_SPIN_US",
                           env=tool.environment(**self.variables))
        self.assertEqual(done.stdout, "77\n", done.stderr)

    # An installation is a folder that may be moved: its etc/ goes with it.
    def test_an_installation_has_one(self):
        for name in ("bin/penstock", "lib/libpenstock.so", "lib/libmpi_abi.so.1"):
            (self.root / "moved" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tool.BUILD / name, self.root / "moved" / name)
        file = self.write("SPIN_US = 78\n", self.root / "moved/etc/penstock.conf")
        page = harness.run(self.root / "moved/bin/penstock", "info", env=tool.environment(**self.variables)).stdout
        self.assertIn(f"PENSTOCK_SPIN_US=78   by {file}:1\n", page)
        done = harness.run(sys.executable, "-c", READ_CVAR, self.root / "moved/lib/libmpi_abi.so.1", "PENSTOCK_SPIN_US",
                           env=tool.environment(**self.variables, LD_LIBRARY_PATH=self.root / "moved/lib"))
        self.assertEqual(done.stdout, "78\n", done.stderr)
        self.write("SPIN_US = 79\n")
        self.assertIn("PENSTOCK_SPIN_US=79", harness.run(self.root / "moved/bin/penstock", "info",
                                                         env=tool.environment(**self.variables)).stdout)


if __name__ == "__main__":
    tool.main()
