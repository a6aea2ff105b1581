#!/usr/bin/env python3
"""Plain cmake, without presets and scripts: what it is told to leave out it leaves out and says so, and what it installs works.

usage: plain_cmake_test.py SOURCE_DIR WORK_DIR JOBS [unittest arguments]

Configured: configurations alone. Installed: builds and installs the library and its programs without GPU support, by make,
unoptimised; minutes, unless a compiler cache knows it. WORK_DIR is emptied; below SOURCE_DIR the cache serves it."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

SOURCE = WORK = JOBS = None
HELLO = pathlib.Path(__file__).resolve().parents[1] / "launch" / "find_mpi"


def run(*command, seconds=300, **options):
    """Runs a command. Standard output and standard error are one text, in which a line break counts as a
    space: CMake breaks its messages."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("CMAKE_", "MPICC_", "MPICXX_")) and name not in ("LD_LIBRARY_PATH", "MAKEFLAGS")}
    environment.update(options.pop("env", {}))
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=seconds, env=environment, **options)
    return done.returncode, done.stdout


def flowed(text):
    return " ".join(text.split())


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = WORK / cls.__name__
        shutil.rmtree(cls.folder, ignore_errors=True)
        cls.folder.mkdir(parents=True)


OPTIONAL = {"CUDA": "GPU support", "NETWORK": "the network plug-in", "PMIX": "PMIx", "TOOLS": "the program penstock",
            "BENCH": "the benchmarks", "MAN": "the manual pages"}


class Configured(Folder):
    """All tests share one build folder: only the first configuration has to look at the compilers."""

    def configure(self, *options):
        alone = [f"-DPENSTOCK_{name}=OFF" for name in OPTIONAL]
        return run("cmake", "-S", SOURCE, "-B", self.folder / "build", "-UPENSTOCK_*", "-USKBUILD", "-UUCX_INCLUDE_DIR",
                   "-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=OFF", *alone, *options)

    def configured(self, *options):
        status, text = self.configure(*options)
        self.assertEqual(status, 0, text)
        return text

    def refused(self, words, *options):
        status, text = self.configure(*options)
        self.assertNotEqual(status, 0, text)
        self.assertIn(words, flowed(text))

    def cuda(self, *options, version="13.0"):
        """Returns options that name a CUDA compiler which knows 80, 90 and 100."""
        nvcc, include = self.folder / "nvcc", self.folder / "include"
        nvcc.write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release {version}'\nprintf 'compute_%s\\n' 80 90 100\n")
        nvcc.chmod(0o755)
        include.mkdir(exist_ok=True)
        (include / "cuda.h").touch()
        return ["-DPENSTOCK_CUDA=ON", f"-DPENSTOCK_NVCC={nvcc}", f"-DPENSTOCK_CUDA_INCLUDE={include}", *options]

    def native(self, gpus):
        """Returns options for a machine with GPUs of these generations."""
        smi = self.folder / "nvidia-smi"
        answer = f"printf '%s\\n' {gpus}" if gpus else "echo 'no devices were found 9.0'; exit 6"
        smi.write_text(f"#!/bin/sh\n{answer}\n")
        smi.chmod(0o755)
        return self.cuda("-DPENSTOCK_CUDA_ARCHS=native", f"-DPENSTOCK_NVIDIA_SMI={smi}")

    def test_what_is_off_is_left_out(self):
        text = self.configured()
        self.assertIn("-- Penstock builds the library, mpiexec, mpicc and mpicxx", text)
        for name, what in OPTIONAL.items():
            self.assertIn(f"-- Penstock leaves out {what} (PENSTOCK_{name}=OFF): ", text)
        self.assertIn("-- Penstock leaves out tests", text)
        self.assertRegex(text, r"-- Penstock [0-9.]+, Release with link-time optimisation, ")
        self.assertIn("Release, to be installed", self.configured("-DPENSTOCK_LTO=OFF"))

    def test_what_is_missing_is_left_out_or_asked_for(self):
        missing = {"NETWORK": ("-DUCX_INCLUDE_DIR=", "libucx-dev"), "PMIX": ("-DPENSTOCK_PMIX_INCLUDE_DIR=", "libpmix-dev"),
                   "CUDA": ("-DPENSTOCK_NVCC=", "nvcc"), "TOOLS": ("-DPENSTOCK_HWLOC_INCLUDE=", "libhwloc-dev"),
                   "BENCH": ("-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON", "nlohmann-json3-dev"),
                   "MAN": ("-DPENSTOCK_MAN_PYTHON=", "python3-yaml")}
        self.assertEqual(set(missing), set(OPTIONAL))
        text = self.configured(*(f"-DPENSTOCK_{name}=AUTO" for name in OPTIONAL), *(option for option, _ in missing.values()))
        for name, (option, package) in missing.items():
            self.assertRegex(text, f"-- Penstock leaves out {OPTIONAL[name]} \\(not found: .*{package}.*\\): ")
            self.refused(f"-DPENSTOCK_{name}=OFF: then ", f"-DPENSTOCK_{name}=ON", option)

    def test_all_that_is_missing_is_named_at_once(self):
        without = ("-DPENSTOCK_FMT_INCLUDE=", "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON")
        self.addCleanup(self.configure, "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=OFF")
        status, text = self.configure(*without, "-DPENSTOCK_PMIX=ON", "-DPENSTOCK_PMIX_INCLUDE_DIR=", "-DPENSTOCK_CUDA=ON",
                                      "-DPENSTOCK_NVCC=", "-DPENSTOCK_TOOLS=ON", "-DPENSTOCK_HWLOC_INCLUDE=")
        self.assertNotEqual(status, 0, text)
        self.assertIn("for want of {fmt}'s fmt/core.h, CLI11, nvcc", text)
        for line in ("apt-get install -y --no-install-recommends libfmt-dev libcli11-dev libpmix-dev libhwloc-dev",
                     "dnf install -y fmt-devel cli11-devel pmix-devel hwloc-devel", "To do without: -DPENSTOCK_CUDA=OFF: then programs"):
            self.assertRegex(text, f"(?m)^ +.*{re.escape(line)}")  # a line of its own, which can be copied
        self.assertEqual(text.count("CMake Error"), 1, text)
        status, text = self.configure(*without, "-DSKBUILD=ON", "-DPENSTOCK_CUDA=ON", "-DPENSTOCK_NVCC=")
        self.assertIn("To do without: --config-settings=cmake.define.PENSTOCK_CUDA=OFF: then programs", flowed(text))

    def test_a_compiler_is_named_with_the_rest(self):
        programs = self.folder / "programs"
        programs.mkdir()
        for name in ("cmake", "make", "ninja", "python3"):
            if shutil.which(name):
                (programs / name).symlink_to(shutil.which(name))
        for variables in ({"CXX": "", "CC": ""}, {"CXX": "x86_64-linux-gnu-g++ -pthread", "CC": "x86_64-linux-gnu-gcc -pthread"}):
            with self.subTest(variables):
                status, text = run("cmake", "-S", SOURCE, "-B", self.folder / "no_compiler", "-DPENSTOCK_FMT_INCLUDE=",
                                   "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF", env={"PATH": str(programs), **variables})
                self.assertNotEqual(status, 0, text)
                self.assertIn("for want of a C++ compiler, {fmt}'s fmt/core.h", text)
                self.assertIn("--no-install-recommends g++ libfmt-dev", text)

    def test_tests_need_all(self):
        self.refused("the tests need PMIx", "-DPENSTOCK_TESTS=ON")

    def test_values_that_mean_nothing(self):
        self.refused("PENSTOCK_PMIX=perhaps: give ON, OFF or AUTO", "-DPENSTOCK_PMIX=perhaps")
        for archs, words in (("sm_90", "give numbers"), ("70", "need 80 or newer"), ("80;120", "it knows 80 90 100")):
            self.refused(words, *self.cuda(f"-DPENSTOCK_CUDA_ARCHS={archs}"))
        self.refused("PENSTOCK_CUDA_PTX has 120", *self.cuda("-DPENSTOCK_CUDA_PTX=120"))

    def test_a_cuda_that_is_too_old(self):
        self.refused("nvcc 12.8 or newer", *self.cuda(version="11.8"))
        text = self.configured(*self.cuda("-DPENSTOCK_CUDA=AUTO", version="12.6"))
        self.assertIn("leaves out GPU support (not found: nvcc 12.8", text)
        self.configured(*self.cuda(version="12.10"))

    def test_for_which_gpus(self):
        for archs, kernels in (("80;90;100", "sm_80, sm_90, sm_100, PTX of compute_100"),
                               ("100;80;80", "sm_80, sm_100, PTX of compute_100"),
                               ("ptx", "PTX of compute_80"), ("", "PTX of compute_80")):
            text = self.configured(*self.cuda(f"-DPENSTOCK_CUDA_ARCHS={archs}"))
            self.assertIn(f"-- Penstock has kernels for {kernels}, compiled by ", text)
        text = self.configured(*self.cuda("-DPENSTOCK_CUDA_ARCHS=80", "-DPENSTOCK_CUDA_PTX=90"))
        self.assertIn("has kernels for sm_80, PTX of compute_90,", text)

    def test_for_the_gpus_of_this_machine(self):
        for gpus, kernels in (("9.0 9.0", "sm_90, PTX of compute_90"), ("9.0 8.0", "sm_80, sm_90, PTX of compute_90"),
                              ("12.0", "PTX of compute_100"), ("7.5", "PTX of compute_80"), ("", "PTX of compute_80")):
            text = self.configured(*self.native(gpus))
            self.assertIn(f"-- Penstock has kernels for {kernels}, compiled by ", text)


class Installed(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.prefix, build = cls.folder / "prefix", cls.folder / "build"
        for command in (
                ["cmake", "-S", SOURCE, "-B", build, "-G", "Unix Makefiles", f"-DCMAKE_INSTALL_PREFIX={cls.prefix}",
                 "-DPENSTOCK_CUDA=OFF", "-DPENSTOCK_TOOLS=OFF", "-DPENSTOCK_BENCH=OFF", "-DPENSTOCK_LTO=OFF", "-DPENSTOCK_PCH=ON",
                 "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"],
                ["cmake", "--build", build, "-j", JOBS], ["cmake", "--install", build]):
            status, text = run(*command, seconds=1500)
            if status != 0:
                raise AssertionError(f"{command} failed:\n{text[-5000:]}")

    def good(self, *command, **options):
        status, text = run(*command, **options)
        self.assertEqual(status, 0, f"{command}\n{text}")
        return text

    def check_hello(self, program, language):
        said = self.good(self.prefix / "bin" / "mpiexec", "-n", 2, program)
        self.assertEqual(sorted(said.splitlines()), [f"{language} rank {r} of 2: sum 1" for r in range(2)])

    def test_what_is_there(self):
        programs = sorted(path.name for path in (self.prefix / "bin").iterdir())
        self.assertEqual(programs, ["mpic++", "mpicc", "mpicxx", "mpiexec", "mpif77", "mpif90", "mpifort", "mpirun",
                                    "oshCC", "oshc++", "oshcc", "oshcxx", "oshrun"])
        self.assertTrue((self.prefix / "include" / "mpi.h").is_file())
        for page in ("man1/mpiexec.1", "man1/mpirun.1", "man1/mpicc.1", "man3/MPI_Send.3", "man3/MPI_Send_c.3", "man7/penstock-tunables.7"):
            self.assertTrue((self.prefix / "share/man" / page).is_file(), page)

    def test_mpicc(self):
        self.good(self.prefix / "bin" / "mpicc", HELLO / "hello.c", "-o", self.folder / "hello")
        self.check_hello(self.folder / "hello", "C")

    def test_pkg_config(self):
        found = list(self.prefix.rglob("penstock.pc"))
        self.assertEqual(len(found), 1)
        environment = {"PKG_CONFIG_PATH": str(found[0].parent)}
        words = self.good("pkg-config", "--cflags", "--libs", "penstock", env=environment).split()
        self.good("cc", HELLO / "hello.c", "-o", self.folder / "hello_pc", *words)
        self.check_hello(self.folder / "hello_pc", "C")

    def test_find_mpi(self):
        build = self.folder / "find_mpi"
        self.good("cmake", "-S", HELLO, "-B", build, env={"PATH": f"{self.prefix}/bin:{os.environ['PATH']}"})
        self.good("cmake", "--build", build)
        self.good("ctest", "--output-on-failure", "--no-tests=error", cwd=build)
        self.check_hello(build / "hello_cxx", "C++")

    def test_find_penstock(self):
        build = self.folder / "find_penstock"
        self.good("cmake", "-S", pathlib.Path(__file__).with_name("find_penstock"), "-B", build,
                  f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DHELLO={HELLO}")
        self.good("cmake", "--build", build)
        self.check_hello(build / "hello_c", "C")
        self.check_hello(build / "hello_cxx", "C++")


if __name__ == "__main__":
    SOURCE, WORK, JOBS = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve(), sys.argv.pop(1)
    unittest.main(verbosity=2)
