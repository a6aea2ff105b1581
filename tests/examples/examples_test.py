#!/usr/bin/env python3
"""The programs of examples/ as a user builds and runs them, and the code that pages show of them.

usage: examples_test.py BIN_FOLDER PYTHON_WITH_MPI4PY NVCC [unittest arguments]"""
import os
import pathlib
import re
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/common"))

import harness  # noqa: E402  (the path comes first)

EXAMPLES = TOP / "examples"
# Each row has a program's name in the Makefile, its launcher, a number of ranks, and the line that it prints.
RUN = {
    "hello": ("mpiexec", 3, "rank 2 of 3 runs on"),
    "ring": ("mpiexec", 4, "the token came back with 6, expected 6"),
    "pi": ("mpiexec", 3, "pi is about 3.1415926536"),
    "halo": ("mpiexec", 3, "3 ranks, "),
    "shmem_ring": ("oshrun", 3, "PE 0 of 3 got a number from PE 2"),
    "shmem_histogram": ("oshrun", 3, "3 PEs counted 3000 letters, expected 3000"),
}
NEEDS_GPU = {"first": ("mpiexec", 2, "2 ranks, sum 2")}


def has_gpu():
    return pathlib.Path("/dev/nvidiactl").exists()


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="penstock-examples-")
        nvcc = pathlib.Path(harness.TOOLS["nvcc"])
        cls.variables = harness.clean_environment(PATH=f"{harness.TOOLS['bin']}:{nvcc.parent}:{os.environ['PATH']}")
        cls.made = harness.run("make", "-C", EXAMPLES, f"OUT={cls.folder.name}", f"NVCC={nvcc}", f"CUDA_HOME={nvcc.parent.parent}",
                               env=cls.variables, timeout=250)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def launch(self, launcher, ranks, *command):
        done = harness.run(pathlib.Path(harness.TOOLS["bin"]) / launcher, "-n", ranks, *command, env=self.variables)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_all_are_built(self):
        self.assertEqual(self.made.returncode, 0, self.made.stdout + self.made.stderr)
        built = {path.name for path in pathlib.Path(self.folder.name).iterdir()}
        self.assertEqual(built, {*RUN, *NEEDS_GPU})

    def test_each_finds_its_result_right(self):
        for name, (launcher, ranks, line) in {**RUN, **(NEEDS_GPU if has_gpu() else {})}.items():
            with self.subTest(name):
                self.assertIn(line, self.launch(launcher, ranks, pathlib.Path(self.folder.name) / name))

    def test_python(self):
        self.assertTrue(os.path.exists(PYTHON), "scripts/peers mpi4py makes this Python")
        shown = self.launch("mpiexec", 2, PYTHON, EXAMPLES / "python/allreduce.py")
        self.assertRegex(shown, r"2 ranks, (numpy|cupy): 3, expected 3")

    def test_every_file_is_a_row_of_the_page_and_is_tested(self):
        page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
        files = [path.relative_to(EXAMPLES) for path in EXAMPLES.glob("*/*") if path.suffix in (".c", ".cpp", ".cu", ".py")]
        self.assertEqual(len(files), len(RUN) + len(NEEDS_GPU) + 1)
        for file in files:
            self.assertIn(f"[`{file}`]({file})", page)


class Pages(unittest.TestCase):
    """Checks that a page that shows a part of an example shows it as it is."""

    def blocks(self, page, language):
        text = (TOP / page).read_text(encoding="utf-8")
        found = re.findall(rf"^```{re.escape(language)}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
        self.assertTrue(found, f"{page} shows no code in {language}")
        return found

    def test_readme_shows_the_first_program(self):
        self.assertEqual(self.blocks("README.md", "c"), [(EXAMPLES / "cuda/first.c").read_text(encoding="utf-8")])

    def test_the_tutorial_shows_parts_of_the_halo_exchange(self):
        program = (EXAMPLES / "cuda/halo.cu").read_text(encoding="utf-8")
        for block in self.blocks("docs/users/tutorial.md", "cuda"):
            self.assertIn(block, program)


if __name__ == "__main__":
    PYTHON = os.path.abspath(sys.argv.pop(2))  # a resolved link would leave the environment that has mpi4py
    harness.main("bin", "nvcc")
