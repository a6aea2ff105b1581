#!/usr/bin/env python3
"""The module files, by Environment Modules and by Lmod: what they set, and what they say of CUDA.

usage: modules_test.py SOURCE BUILD [unittest arguments]"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = BUILD = PEER = None
DRIVER = "/proc/driver/nvidia/version"
# Lmod looks for modules of Lua only in the system's folders; these lie where they were unpacked.
LUA_PATHS = """
local root = os.getenv("PEER_ROOT")
table.insert(package.searchers, function(name)
  local lua = root .. "/usr/share/lua/5.3/?.lua;" .. root .. "/usr/share/lua/5.3/?/init.lua"
  local file = package.searchpath(name, lua)
  if file then return loadfile(file), file end
  local library = root .. "/usr/lib/x86_64-linux-gnu/lua/5.3/?.so"
  file = package.searchpath(name, library) or package.searchpath(name:match("^[^.]+"), library)
  if file then return package.loadlib(file, "luaopen_" .. name:gsub("%.", "_")), file end
end)
"""


class Modules:
    """The tests of both programs; `command` starts each of them. An installation has only the
    files that the module looks for."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="penstock-modules-")
        self.addCleanup(self.folder.cleanup)
        self.top = pathlib.Path(self.folder.name)
        self.prefix = self.top / "installed"
        modules = self.prefix / "share/modulefiles/penstock"
        modules.mkdir(parents=True)
        (self.prefix / "bin").mkdir()
        (self.prefix / "bin/mpiexec").touch()
        for name in self.files(BUILD / "installed/modulefiles"):
            text = name.read_text().replace(DRIVER, str(self.top / "driver"))
            self.assertIn(str(self.top / "driver"), text)
            (modules / name.name).write_text(text.replace("set gpu 0", "set gpu 1").replace('gpu = "0"', 'gpu = "1"'))
        self.site = self.top / "site"
        self.site.mkdir()

    def cuda(self, *versions):
        for version in versions:
            path = self.site / "cuda" / version
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("#%Module1.0\n")

    def driver(self, version):
        (self.top / "driver").write_text(f"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  {version}  Release Build\nGCC version\n")

    def load(self, loaded=None, path=None, expect=0):
        """Returns (the variables that it sets, its messages)."""
        environment = {name: value for name, value in os.environ.items()
                       if not re.match(r"LMOD|_LM|__LMOD|__MODULES|MODULE|LOADEDMODULES|MPI_HOME|CMAKE_PREFIX|PKG_CONFIG|MANPATH|LUA_", name)}
        environment["MODULEPATH"] = f"{self.site}:{path or self.prefix / 'share/modulefiles'}"
        if loaded:
            environment.update(LOADEDMODULES=loaded, _LMFILES_=str(self.site / loaded))
        command, more = self.command()
        done = subprocess.run([*command, "sh", "load", "penstock"], env={**environment, **more}, capture_output=True, text=True,
                              timeout=60, check=False)
        said = " ".join(done.stderr.split())
        if expect == 0:
            self.assertEqual(done.returncode, 0, said)
        return dict(re.findall(r"^(\w+)=([^;\n]*);", done.stdout, re.MULTILINE)), said

    def test_what_it_sets(self):
        self.driver("580.65.06")
        found, said = self.load()
        self.assertEqual(said, "")
        self.assertEqual(found["MPI_HOME"], str(self.prefix))
        self.assertTrue(found["PATH"].startswith(f"{self.prefix}/bin:"), found)
        self.assertEqual(found["CMAKE_PREFIX_PATH"], str(self.prefix))
        self.assertEqual(found["PKG_CONFIG_PATH"], f"{self.prefix}/{self.library_folder()}/pkgconfig")
        self.assertNotIn("LD_LIBRARY_PATH", found)

    def library_folder(self):
        cache = (BUILD / "CMakeCache.txt").read_text()
        return re.search(r"^CMAKE_INSTALL_LIBDIR:\w+=(.*)$", cache, re.MULTILINE)[1]

    def test_a_node_without_a_gpu_is_told_nothing(self):
        """There is no message, with or without modules of CUDA."""
        self.assertEqual(self.load()[1], "")
        self.cuda("11.8", "12.8", "13.0/13.0.2")
        found, said = self.load()
        self.assertEqual(said, "")
        self.assertIn("MPI_HOME", found)

    def test_a_cuda_that_is_too_old(self):
        self.cuda("9.2/9.2.148.1")
        said = self.load(loaded="cuda/9.2/9.2.148.1")[1]
        self.assertIn("cuda/9.2/9.2.148.1 is loaded; GPU memory needs CUDA 12.0 or newer", said)
        self.assertIn("HINT: MODULEPATH has no module of a newer CUDA; the NVIDIA driver alone is enough", said)
        self.cuda("11.8", "12.8", "13.0/13.0.2")
        said = self.load(loaded="cuda/9.2/9.2.148.1")[1]
        self.assertIn("HINT: load one of these modules: cuda/12.8 cuda/13.0/13.0.2", said)

    def test_a_cuda_that_is_new_enough(self):
        self.cuda("12.8")
        self.assertEqual(self.load(loaded="cuda/12.8")[1], "")

    def test_a_driver_that_is_too_old(self):
        self.driver("470.82.01")
        self.assertIn("the NVIDIA driver here is 470; GPU memory needs 525 (CUDA 12.0) or newer", self.load()[1])

    def test_a_copy_elsewhere(self):
        elsewhere = self.top / "elsewhere"
        shutil.copytree(self.prefix / "share/modulefiles", elsewhere)
        found, said = self.load(path=elsewhere, expect=None)
        self.assertIn("there is no installation in ", said)
        self.assertNotIn("MPI_HOME", found)


class Tcl(Modules, unittest.TestCase):
    def files(self, folder):
        return [path for path in folder.iterdir() if path.suffix != ".lua"]

    def command(self):
        return ["tclsh", PEER / "usr/lib/x86_64-linux-gnu/modulecmd.tcl"], {}


class Lua(Modules, unittest.TestCase):
    def files(self, folder):
        return folder.glob("*.lua")

    def command(self):
        lmod = next((PEER / "usr/share/lmod").glob("[0-9]*/libexec/lmod"))
        return [PEER / "usr/bin/lua5.3", "-e", LUA_PATHS, lmod], {"PEER_ROOT": str(PEER), "LMOD_IGNORE_CACHE": "1"}


if __name__ == "__main__":
    SOURCE, BUILD = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
    PEER = SOURCE / ".local/modules"
    if not PEER.exists():
        sys.exit(f"{PEER} is missing: run scripts/peers modules")
    unittest.main(verbosity=2)
