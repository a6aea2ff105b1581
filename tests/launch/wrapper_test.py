#!/usr/bin/env python3
"""mpicc, mpicxx, mpic++, mpifort, mpif90 and mpif77, from the build tree and from a moved installation, and CMake's FindMPI with them.

usage: wrapper_test.py BUILD_DIR [unittest arguments]"""
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

SOURCES = pathlib.Path(__file__).resolve().parent / "find_mpi"
BUILD = None
WRAPPERS = ("mpicc", "mpicxx", "mpic++")
# This program prints the effect of each option: macros, a header, a standard, optimisation,
# position, the sign of char, a library.
TOLD = r"""
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#ifdef __cplusplus
#define VERSION_OF_LANGUAGE __cplusplus
#else
#define VERSION_OF_LANGUAGE __STDC_VERSION__
#endif
#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)
int main(int argc, char** argv) {
  int rank = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#if defined(__OPTIMIZE__) && defined(__PIC__)
  printf("%s %d %s %d %d %d rank %d\n", TEXT, NUMBER, TEXT_OF(VERSION_OF_LANGUAGE), __OPTIMIZE__, (char)-1 > 0, (int)cbrt(argc), rank);
#endif
  return MPI_Finalize();
}
"""


def run(*command, **options):
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("MPICC_", "MPICXX_", "MPICH_", "OMPI_")) and name != "LD_LIBRARY_PATH"}
    environment.update(options.pop("env", {}), LC_ALL="C")
    return harness.run(*command, timeout=200, env=environment, **options)


class Wrappers:
    """The tests run for every place where wrappers lie: `bin`, `include` and `lib`."""

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

    def compiler_of(self, name):
        return self.good(self.bin / name, "--showme:command").split()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def test_the_compiler_speaks_of_itself(self):
        for name in WRAPPERS:
            self.assertEqual(self.good(self.bin / name, "--version"), self.good(*self.compiler_of(name), "--version"))
            self.assertEqual(self.good(self.bin / name, "-dumpmachine"), self.good(*self.compiler_of(name), "-dumpmachine"))

    def test_options_reach_the_compiler(self):
        """The output of the program shows the effect of each option."""
        self.write("extra/number.h", "#define NUMBER 17\n")
        words = ("-O1", "-std=c++17", "-DTEXT=\"a b\"", "-I", self.folder / "extra", "-include", "number.h", "-fPIC", "-funsigned-char")
        for name, suffix, version in (("mpicc", "c", "199901L"), ("mpicxx", "cpp", "201703L")):
            source = self.write(f"told.{suffix}", TOLD)
            program = self.folder / f"told-{suffix}"
            self.good(self.bin / name, *(word if word != "-std=c++17" or suffix == "cpp" else "-std=c99" for word in words), source,
                      "-o", program, "-lm", "-Wl,--defsym=of_the_linker=0x1234")
            self.assertEqual(self.good(self.bin / "mpiexec", "-n", 1, program), f"a b 17 {version} 1 1 1 rank 0\n")
            self.assertRegex(self.good("readelf", "-s", "-W", program), r"0001234 .* of_the_linker\n")

    def test_each_step_by_itself(self):
        source, here = SOURCES / "hello.c", self.folder / "steps"
        here.mkdir()
        self.assertIn("MPI_Allreduce(", self.good(self.bin / "mpicc", "-E", source))
        self.assertIn("MPI_Allreduce", self.good(self.bin / "mpicc", "-S", source, "-o", "-"))
        self.assertIn("mpi.h", self.good(self.bin / "mpicc", "-M", source))
        self.good(self.bin / "mpicc", "-fsyntax-only", source, cwd=here)
        self.assertEqual(list(here.iterdir()), [])
        self.good(self.bin / "mpicc", "-c", source, cwd=here)
        self.assertEqual([path.name for path in here.iterdir()], ["hello.o"])
        self.good(self.bin / "mpicc", "hello.o", cwd=here)
        self.check_hello(here / "a.out", "C")
        self.good(self.bin / "mpicc", "-shared", "-fPIC", source, "-o", "libhello.so", cwd=here)
        self.assertIn("DYN", self.good("readelf", "-h", here / "libhello.so"))
        self.good(self.bin / "mpicc", f"@{self.write('steps/words', f'-O0 {source} -o by-file')}", cwd=here)
        self.check_hello(here / "by-file", "C")
        self.good(self.bin / "mpicc", "-x", "c", "-", "-o", "by-pipe", cwd=here, input=source.read_text())
        self.check_hello(here / "by-pipe", "C")

    def test_programs_find_this_library(self):
        self.good(self.bin / "mpicc", SOURCES / "hello.c", "-o", self.folder / "linked")
        dynamic = self.good("readelf", "-d", self.folder / "linked")
        self.assertRegex(dynamic, r"NEEDED.*\[libmpi_abi\.so\.1\]")
        self.assertIn(f"RUNPATH)            Library runpath: [{self.lib}]", dynamic)
        self.assertRegex(self.good("ldd", self.folder / "linked"), rf"libmpi_abi\.so\.1 => {self.lib}/")

    def test_the_header_gives_no_warning(self):
        warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Wstrict-prototypes", "-Werror", "-fsyntax-only")
        for standard in ("c99", "c11", "c17"):
            self.good(self.bin / "mpicc", f"-std={standard}", *warnings, SOURCES / "hello.c")
        for standard in ("c++11", "c++17", "c++20"):
            self.good(self.bin / "mpicxx", f"-std={standard}", *(word for word in warnings if "prototypes" not in word),
                      SOURCES / "hello.cpp")

    def test_failure_is_the_compilers(self):
        """The wrapper returns the compiler's exit status and messages, and makes no program."""
        bad = {"unknown option": ("-fno-such-option", SOURCES / "hello.c"), "no file": ("no-such-file.c",),
               "no library": (SOURCES / "hello.c", "-lno_such_library"), "wrong": (self.write("wrong.c", "int main( {\n"),),
               "no header": (self.write("lost.c", "#include <no-such-header.h>\n"),),
               "nothing to link": (self.write("half.c", "int half(void);\nint main(void) { return half(); }\n"),),
               "no such standard": ("-std=c1", SOURCES / "hello.c"), "nothing": ("-O2",)}
        for title, words in bad.items():
            with self.subTest(title=title):
                program = self.folder / "never"
                done = run(self.bin / "mpicc", *words, "-o", program)
                by_itself = run(*self.compiler_of("mpicc"), f"-I{self.include}", *words, "-o", program, f"-L{self.lib}", "-lmpi_abi")
                self.assertNotEqual(done.returncode, 0)
                self.assertEqual(done.returncode, by_itself.returncode)
                first = [text.splitlines()[0].split(": ", 1)[-1] for text in (done.stderr, by_itself.stderr)]
                self.assertEqual(re.sub("/cc[A-Za-z0-9]+", "", first[0]), re.sub("/cc[A-Za-z0-9]+", "", first[1]))
                self.assertFalse(program.exists())

    def test_fortran_is_refused_with_words(self):
        for name in ("mpifort", "mpif90", "mpif77"):
            done = run(self.bin / name, "x.f90")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"^{name}: Penstock [0-9.]+ has no Fortran bindings yet; C and C")

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
