#!/usr/bin/env python3
"""The packages of a build tree: made, listed, unpacked, used, removed.

usage: package_test.py SOURCE BUILD WORK [unittest arguments]"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

SOURCE = BUILD = WORK = None
PREFIX = "opt/penstock"
PARTS = {"penstock": ("penstock", "penstock"), "dev": ("penstock-dev", "penstock-devel"), "tools": ("penstock-tools", "penstock-tools")}


def run(*command, seconds=300, **options):
    """Runs a command without any variable that could lead to a library."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("PENSTOCK_", "MPICC_", "MPICXX_", "CMAKE_", "PKG_CONFIG")) and name not in ("LD_LIBRARY_PATH", "LD_PRELOAD")}
    kept.update({name: str(value) for name, value in options.pop("variables", {}).items()})
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=kept,
                          timeout=seconds, check=False, **options)


def good(*command, **options):
    done = run(*command, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())


def use(test, prefix, work):
    """Does everything that a user of an installation does first."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    programs = SOURCE / "tests/launch/find_mpi"
    mpiexec = prefix / "bin/mpiexec"

    def hello(program, language="C"):
        said = good(mpiexec, "-n", 2, program)
        test.assertEqual(sorted(said.splitlines()), [f"{language} rank {r} of 2: sum 1" for r in range(2)])

    good(prefix / "bin/mpicc", programs / "hello.c", "-o", work / "hello")
    hello(work / "hello")
    good(prefix / "bin/mpicxx", programs / "hello.cpp", "-o", work / "hello_cxx")
    hello(work / "hello_cxx", "C++")
    (folder,) = {path.parent for path in prefix.rglob("penstock.pc")}
    for name in ("penstock", "mpi"):
        words = good("pkg-config", "--cflags", "--libs", name, variables={"PKG_CONFIG_PATH": folder}).split()
        good("cc", programs / "hello.c", "-o", work / f"hello_{name}", *words)
        hello(work / f"hello_{name}")
    good("cmake", "-S", programs, "-B", work / "find_mpi", variables={"PATH": f"{prefix}/bin:{os.environ['PATH']}"})
    good("cmake", "--build", work / "find_mpi")
    hello(work / "find_mpi/hello_c")
    hello(work / "find_mpi/hello_cxx", "C++")
    good("cmake", "-S", SOURCE / "tests/house/find_penstock", "-B", work / "find_penstock", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DHELLO={programs}")
    good("cmake", "--build", work / "find_penstock")
    hello(work / "find_penstock/hello_c")
    if (prefix / "bin/penstock").exists():
        test.assertRegex(good(prefix / "bin/penstock", "info"), r"Penstock")


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(WORK, ignore_errors=True)
        cls.out = WORK / "dist"
        good(SOURCE / "scripts/package", BUILD, cls.out, seconds=800)
        cls.archive = cls.only("*.tar.gz")

    @classmethod
    def only(cls, pattern):
        found = list(cls.out.glob(pattern))
        if len(found) != 1:
            raise AssertionError(f"{pattern}: {found}")
        return found[0]

    @classmethod
    def debs(cls):
        return {part: cls.only(f"{deb}_*.deb") for part, (deb, _) in PARTS.items()}

    @classmethod
    def rpms(cls):
        return {part: cls.only(f"{rpm}-[0-9]*.rpm") for part, (_, rpm) in PARTS.items()}

    def unpacked_debs(self):
        out = {}
        for part, path in self.debs().items():
            folder = WORK / "deb" / part
            if not folder.exists():
                folder.mkdir(parents=True)
                good("dpkg-deb", "-x", path, folder)
            out[part] = files_below(folder)
        return out

    def test_the_archive_runs_from_any_folder(self):
        first, second = WORK / "a place", WORK / "second"
        first.mkdir()
        good("tar", "-xzf", self.archive, "-C", first)
        (top,) = first.iterdir()
        shutil.move(top, second)
        use(self, second, WORK / "used_archive")

    def test_the_archive_names_no_folder_of_the_build(self):
        folder = WORK / "looked"
        folder.mkdir()
        good("tar", "-xzf", self.archive, "-C", folder)
        for path in folder.rglob("*"):
            if path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
                paths = re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", good("readelf", "-d", path))
                self.assertEqual([part for part in ":".join(paths).split(":") if part and not part.startswith("$ORIGIN")], [], path)
            elif path.is_file() and path.stat().st_size < 1 << 20:
                self.assertNotIn(str(BUILD).encode(), path.read_bytes(), path)

    def test_what_each_part_has(self):
        files = self.unpacked_debs()
        places = {"penstock": ["bin/mpiexec", "bin/mpirun", "bin/oshrun", "lib/libmpi_abi.so.1", "lib/libmpi_abi.so.0", "lib/libpenstock.so",
                               "lib/penstock/libpenstock_audit.so", "lib/penstock/abi/mpich/libmpi.so.12", "lib/penstock/abi/mpich/libmpich.so.12",
                               "lib/penstock/abi/openmpi/libmpi.so.40", "lib/penstock/abi/openmpi/libmpi_cxx.so.40",
                               "share/man/man1/mpiexec.1", "share/man/man1/oshrun.1", "share/man/man7/penstock-tunables.7", "share/doc/penstock/LICENSE",
                               "share/modulefiles/penstock/0.1.0", "share/modulefiles/penstock/0.1.0.lua"],
                  "dev": ["bin/mpicc", "bin/mpicxx", "bin/oshcc", "bin/oshcxx", "bin/oshc++", "include/mpi.h", "include/shmem.h",
                          "include/pshmem.h", "include/mpp/shmem.h", "include/mpp/shmemx.h", "lib/libmpi_abi.so",
                          "lib/cmake/penstock/penstock-config.cmake", "lib/pkgconfig/mpi.pc", "lib/pkgconfig/penstock.pc",
                          "share/man/man3/MPI_Send.3", "share/man/man1/oshcc.1", "share/man/man3/shmem_int_put.3"],
                  "tools": ["bin/penstock", "bin/penstock-bench", "lib/penstock/python/penstock/compare.py", "lib/penstock/pins/mpich.txt",
                            "share/penstock/bench/build_for"]}
        for part, names in places.items():
            for name in names:
                self.assertIn(f"{PREFIX}/{name}", files[part])
        for part in files:
            outside = [name for name in files[part] if not name.startswith((f"{PREFIX}/", "usr/share/doc/"))]
            self.assertEqual(outside, [], part)
        everything = [name for names in files.values() for name in names]
        self.assertEqual(len(everything), len(set(everything)))
        with_archive = WORK / "compared"
        good("mkdir", "-p", with_archive)
        good("tar", "-xzf", self.archive, "-C", with_archive, "--strip-components=1")
        self.assertEqual([f"{PREFIX}/{name}" for name in files_below(with_archive)], sorted(everything))

    def test_what_packages_ask_for_and_offer(self):
        for part, path in self.debs().items():
            text = good("dpkg-deb", "-I", path)
            depends = re.search(r"^ Depends: (.*)$", text, re.MULTILINE)[1]
            if part == "penstock":
                self.assertRegex(depends, r"libc6 \(>= 2\.\d+\)")
            else:
                self.assertRegex(depends, r"(^|, )penstock \(= 0\.1\.0\)")
            self.assertNotRegex(depends, "mpi|cuda|nvidia")
            self.assertNotIn("Provides:", text)
        for part, path in self.rpms().items():
            asked = good("rpm", "-qp", "--nosignature", "--requires", path)
            offered = good("rpm", "-qp", "--nosignature", "--provides", path).split("\n")
            self.assertNotRegex(asked, "libmpi|libpenstock|libcuda")
            self.assertEqual([line for line in offered if line and not line.startswith("penstock")], [])
            if part != "penstock":
                self.assertIn("penstock = 0.1.0", asked)

    def test_rpm_has_the_files_of_deb(self):
        files = self.unpacked_debs()
        for part, path in self.rpms().items():
            listed = good("rpm", "-qpl", "--nosignature", path).split()
            ours = [f"/{name}" for name in files[part]]
            self.assertEqual(sorted(set(ours) - set(listed)), [], part)

    def test_installed_by_dpkg_and_removed(self):
        """dpkg installs into a root whose list of packages names those of this machine, so that it checks our dependencies."""
        root = WORK / "dpkg"
        for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "usr/bin", "etc/alternatives", "var/lib/dpkg/alternatives", "var/log"):
            (root / folder).mkdir(parents=True)
        shutil.copy("/var/lib/dpkg/status", root / "var/lib/dpkg/status")
        before = files_below(root)
        dpkg = ("dpkg", f"--root={root}", "--force-script-chrootless", "--no-triggers")
        good(*dpkg, "-i", *self.debs().values())
        self.assertEqual(os.readlink(root / "usr/bin/mpiexec"), "/etc/alternatives/mpiexec")
        self.assertEqual(os.readlink(root / "etc/alternatives/mpirun"), f"/{PREFIX}/bin/mpirun")
        self.assertEqual(os.readlink(root / "etc/alternatives/mpi"), f"/{PREFIX}/bin/mpicc")
        use(self, root / PREFIX, WORK / "used_deb")
        good(*dpkg, "--purge", "penstock-tools", "penstock-dev", "penstock")
        left = [name for name in set(files_below(root)) - set(before) if not re.match(r"var/(lib/dpkg|log|cache)/", name)]
        self.assertEqual(left, [])
        self.assertFalse((root / "opt/penstock").exists())

    def test_installed_by_rpm_and_removed(self):
        root = WORK / "rpm"
        root.mkdir()
        rpm = ("rpm", f"--root={root}", "--nosignature")
        # rpm does not know this machine's packages; it checks what our packages need of each other.
        good(*rpm, "-i", "--nodeps", "--noscripts", *self.rpms().values())
        use(self, root / PREFIX, WORK / "used_rpm")
        good(*rpm, "-e", "--noscripts", *(rpm_name for _, rpm_name in PARTS.values()))
        left = [name for name in files_below(root) if not re.match(r"(var|usr)/lib/(sysimage/)?rpm/|root/\.rpmdb", name) and "__pycache__" not in name]
        self.assertEqual(left, [])

    def test_a_kind_that_is_not_there(self):
        done = run(SOURCE / "scripts/package", BUILD, WORK / "none", variables={"PACKAGES": "SNAP"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no kind 'SNAP' of package: TGZ, DEB, RPM", done.stdout)


if __name__ == "__main__":
    SOURCE, BUILD, WORK = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
    unittest.main(verbosity=2)
