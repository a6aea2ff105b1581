#!/usr/bin/env python3
"""mpicc, mpicxx, mpic++ and mpifort, from the build tree and from a moved installation, and CMake's FindMPI with them.

usage: wrapper_test.py BUILD_DIR [unittest arguments]"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCES = pathlib.Path(__file__).resolve().parent / "find_mpi"
BUILD = None


def run(*command, **options):
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("MPICC_", "MPICXX_", "MPICH_", "OMPI_")) and name != "LD_LIBRARY_PATH"}
    environment.update(options.pop("env", {}))
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=200, env=environment, **options)


class Wrappers:
    """The same for every place that wrappers lie in: `bin`, `include` and `lib`."""

    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.work.name)
        cls.place()

    @classmethod
    def tearDownClass(cls):
        cls.work.cleanup()

    def good(self, *command, **options):
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def check_hello(self, program, language):
        said = self.good(self.bin / "mpiexec", "-n", 3, program)
        self.assertEqual(sorted(said.splitlines()), [f"{language} rank {r} of 3: sum 3" for r in range(3)])

    def test_c_in_one_step(self):
        self.good(self.bin / "mpicc", "-O1", SOURCES / "hello.c", "-o", self.folder / "one")
        self.check_hello(self.folder / "one", "C")

    def test_cpp_in_two_steps(self):
        for name in ("mpicxx", "mpic++"):
            self.good(self.bin / name, "-std=c++17", "-c", SOURCES / "hello.cpp", "-o", self.folder / "two.o")
            self.good(self.bin / name, self.folder / "two.o", "-o", self.folder / "two")
            self.check_hello(self.folder / "two", "C++")

    def test_questions_about_gpu_buffers(self):
        for name, source in (("mpicc", "mpi_ext.c"), ("mpicxx", "mpi_ext.cpp")):
            program = self.folder / name
            self.good(self.bin / name, SOURCES.parents[1] / "abi" / source, "-o", program)
            self.good(program, "0", env={"PENSTOCK_CUDA": "0"})

    def test_through_a_link_and_with_spaces(self):
        odd = self.folder / "a b"
        odd.mkdir()
        (odd / "mpicc").symlink_to(self.bin / "mpicc")
        shutil.copy(SOURCES / "hello.c", odd / "hel lo.c")
        self.good(odd / "mpicc", "hel lo.c", '-DTEXT="x y"', "-o", "hel lo", cwd=odd)
        self.check_hello(odd / "hel lo", "C")

    def test_what_is_shown(self):
        include, lib = f"-I{self.include}", f"-L{self.lib}"
        shown = self.good(self.bin / "mpicc", "-show", "x.c")
        for word in (include, "x.c", lib, "-lmpi_abi", f"-Wl,-rpath,{self.lib}"):
            self.assertIn(word, shown.split())
        self.assertEqual(shown, self.good(self.bin / "mpicc", "--showme", "x.c"))
        self.assertNotIn("-lmpi_abi", self.good(self.bin / "mpicc", "-show", "-c", "x.c"))
        for word in ("-compile_info", "-compile-info", "--showme:compile", "-showme:compile"):
            self.assertEqual(self.good(self.bin / "mpicxx", word), include + "\n")
        for word in ("-link_info", "-link-info", "--showme:link"):
            self.assertIn(f"{lib} -Wl,-rpath,{self.lib} ", self.good(self.bin / "mpicxx", word))
        self.assertEqual(self.good(self.bin / "mpicc", "--showme:incdirs"), f"{self.include}\n")
        self.assertEqual(self.good(self.bin / "mpicc", "--showme:libdirs"), f"{self.lib}\n")
        self.assertEqual(self.good(self.bin / "mpicc", "--showme:libs"), "mpi_abi\n")
        self.assertRegex(self.good(self.bin / "mpicc", "--showme:version"), r"Penstock \d")
        self.assertIn("MPICXX_CXX", self.good(self.bin / "mpicxx", "--help"))
        self.assertEqual(run(self.bin / "mpicc", "--showme:nonsense").returncode, 2)

    def test_another_compiler(self):
        for variable in ("MPICC_CC", "MPICH_CC", "OMPI_CC"):
            self.assertTrue(self.good(self.bin / "mpicc", "-show", env={variable: "other-cc -m64"}).startswith("other-cc -m64 -I"))
        self.assertTrue(self.good(self.bin / "mpicc", "-cc=third", "-show", env={"MPICC_CC": "other"}).startswith("third "))
        self.assertEqual(self.good(self.bin / "mpicxx", "--showme:command", env={"MPICXX_CXX": "other"}), "other\n")
        self.assertEqual(self.good(self.bin / "mpicc", "a.c", "b", env={"MPICC_CC": "echo told"}).split()[:2], ["told", f"-I{self.include}"])

    def test_the_compiler_speaks_of_itself(self):
        self.good(self.bin / "mpicc", "--version")
        self.good(self.bin / "mpicxx", "-v")

    def test_failure_is_the_compilers(self):
        self.assertNotEqual(run(self.bin / "mpicc", "no-such-file.c").returncode, 0)

    def test_fortran_is_refused_with_words(self):
        done = run(self.bin / "mpifort", "x.f90")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no Fortran bindings yet", done.stderr)

    def test_cmake_finds_it(self):
        build = self.folder / "find_mpi"
        said = self.good("cmake", "-S", SOURCES, "-B", build, f"-DMPI_C_COMPILER={self.bin}/mpicc",
                         f"-DMPI_CXX_COMPILER={self.bin}/mpicxx", f"-DMPIEXEC_EXECUTABLE={self.bin}/mpiexec")
        self.assertIn("MPI C 5.0", said)
        self.assertIn("CXX 5.0", said)
        self.good("cmake", "--build", build)
        self.good("ctest", "--output-on-failure", cwd=build)

    def test_cmake_finds_it_by_the_path(self):
        build = self.folder / "find_mpi_by_path"
        said = self.good("cmake", "-S", SOURCES, "-B", build, env={"PATH": f"{self.bin}:{os.environ['PATH']}"})
        self.assertIn(f"by {self.bin}/mpicc;", said)
        self.assertIn(f"{self.bin}/mpiexec", said)


class BuildTree(Wrappers, unittest.TestCase):
    @classmethod
    def place(cls):
        cls.bin, cls.lib = BUILD / "bin", BUILD / "lib"
        cls.include = pathlib.Path(__file__).resolve().parents[2] / "include"


class MovedInstallation(Wrappers, unittest.TestCase):
    @classmethod
    def place(cls):
        first = cls.folder / "first"
        done = run("cmake", "--install", BUILD, "--prefix", first)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        prefix = cls.folder / "moved"
        first.rename(prefix)
        cls.bin, cls.include = prefix / "bin", prefix / "include"
        cls.lib = next(prefix.glob("lib*/**/libmpi_abi.so")).parent

    def test_moved_without_its_library_says_so(self):
        lost = self.folder / "lost/bin"
        lost.mkdir(parents=True)
        shutil.copy(self.bin / "mpicc", lost)
        done = run(lost / "mpicc", "x.c")
        self.assertEqual(done.returncode, 1)
        self.assertIn("was this script moved away from its installation?", done.stderr)


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
