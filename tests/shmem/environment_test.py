#!/usr/bin/env python3
"""The variables of the standard, under their names and their deprecated ones.

usage: environment_test.py BIN_DIR"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else None
# This program prints on each PE whether it has 256 MiB.
PROGRAM = """#include <shmem.h>
#include <stdio.h>
int main(void) {
  shmem_init();
  void *memory = shmem_malloc((size_t)256 << 20);
  printf("%s\\n", memory ? "had it" : "had it not");
  shmem_finalize();
  return 0;
}
"""
VERSION = r"Penstock \d+\.\d+\.\d+\S*, OpenSHMEM 1\.6\n"
NAMES = ("VERSION", "INFO", "SYMMETRIC_SIZE", "DEBUG")


class Environment(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        source, cls.program = pathlib.Path(cls.folder.name, "asks.c"), pathlib.Path(cls.folder.name, "asks")
        source.write_text(PROGRAM)
        subprocess.run([BIN / "oshcc", "-std=c11", source, "-o", cls.program], check=True)

    def run_with(self, code=0, **variables):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("SHMEM_", "SMA_", "PENSTOCK_LOG"))}
        run = subprocess.run([BIN / "oshrun", "--timeout", "30", "-n", "2", self.program], capture_output=True, text=True, env={**clean, **variables})
        self.assertEqual(run.returncode == 0, code == 0, run.stderr)
        return run

    def test_nothing_is_said_unasked(self):
        run = self.run_with()
        self.assertEqual((run.stdout, run.stderr), ("had it\n" * 2, ""))

    def test_one_pe_prints_the_version(self):
        for name in ("SHMEM_VERSION", "SMA_VERSION"):
            for value in ("1", ""):
                self.assertRegex(self.run_with(**{name: value}).stderr, f"^{VERSION}$")

    def test_one_pe_describes_all_variables(self):
        for name in ("SHMEM_INFO", "SMA_INFO"):
            said = self.run_with(**{name: "yes"}).stderr
            self.assertRegex(said, f"^{VERSION}")
            for variable in NAMES:
                self.assertEqual(len(re.findall(rf"^  SHMEM_{variable} \(deprecated: SMA_{variable}\): ", said, re.MULTILINE)), 1, said)
            self.assertIn(f"[{name}=yes]", said)

    def test_debugging_messages(self):
        for name in ("SHMEM_DEBUG", "SMA_DEBUG"):
            said = self.run_with(**{name: "1"}).stderr
            for pe in (0, 1):
                self.assertRegex(said, rf"penstock\[{pe}\] debug: the symmetric heap has \d+ bytes .* reach 2 of 2 PEs\n")

    def test_the_size_of_the_heap(self):
        for variables, wanted in (({"SHMEM_SYMMETRIC_SIZE": "64M"}, "had it not"), ({"SMA_SYMMETRIC_SIZE": "64M"}, "had it not"),
                                  ({"SHMEM_SYMMETRIC_SIZE": "512M", "SMA_SYMMETRIC_SIZE": "64M"}, "had it")):
            self.assertEqual(self.run_with(**variables).stdout, f"{wanted}\n" * 2, variables)

    def test_a_wrong_size_is_told_by_its_name(self):
        for name in ("SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE"):
            self.assertIn(f"{name} is 'much': give a number of bytes", self.run_with(code=1, **{name: "much"}).stderr)


if __name__ == "__main__":
    unittest.main()
