#!/usr/bin/env python3
"""Packages in a new Debian 12, beside its own MPIs, and the steps of packaging/Dockerfile and packaging/penstock.def, run there.

usage: fresh_root_test.py SOURCE BUILD WORK [unittest arguments]

Needs root and debootstrap; packages come from where this machine's do. The root is made once; each test has a copy of it, with mounts
and processes of its own, that is removed afterwards."""
import glob
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

SOURCE = BUILD = WORK = None
SUITE = "bookworm"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
INSIDE = """
mount -t proc proc /proc && mkdir -p /dev/shm && mount -t tmpfs -o mode=1777,size=512m shm /dev/shm || exit 125
exec sh -ec "$1"
"""
HELLO = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int rank, sum, length;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Get_library_version(text, &length);
  if (rank == 0) printf("sum %d by %.8s\n", sum, text);
  return MPI_Finalize();
}
"""


def run(*command, seconds=600, **options):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds,
                          check=False, **options)


def good(*command, **options):
    done = run(*command, **options)
    if done.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))}: exit status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def mirror():
    """Returns the first address of Debian's main archive in this machine's lists."""
    for path in [*glob.glob("/etc/apt/sources.list.d/*"), "/etc/apt/sources.list"]:
        text = pathlib.Path(path).read_text() if os.path.exists(path) else ""
        for found in re.findall(r"^(?:deb(?: \[.*?\])? |URIs: *)(\S+/debian/?)(?:\s|$)", text, re.MULTILINE):
            return found
    raise AssertionError("no list of apt's here names Debian's archive")


def must_have_debootstrap():
    if os.getuid() != 0 or shutil.which("debootstrap") is None:
        raise AssertionError("this needs root and debootstrap: apt-get install debootstrap")


def make_root(root, suite, packages):
    """Makes a root in which apt has this machine's settings: proxies, certificates, resolver."""
    good("debootstrap", "--variant=minbase", "--include=" + ",".join(packages), suite, root, mirror(), seconds=900)
    for pattern in ("/etc/apt/apt.conf.d/*", "/etc/resolv.conf", "/usr/local/share/ca-certificates/*", "/etc/ssl/certs/ca-certificates.crt"):
        for name in glob.glob(pattern):
            path = pathlib.Path(name)
            if path.is_file() and (path.parent.name != "apt.conf.d" or "Acquire::" in path.read_text()):
                target = root / name[1:]
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)


def make_root_once(root, suite, packages):
    if not (root / ".whole").exists():
        shutil.rmtree(root, ignore_errors=True)
        make_root(root, suite, packages)
        (root / ".whole").touch()


def entering(root):
    """Returns the words before a script that runs in the root, with mounts and processes of its own."""
    return ["unshare", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "--propagation", "private", "chroot", root, "/bin/sh", "-c",
            INSIDE, "inside"]


class Root(unittest.TestCase):
    """Each test has a copy of the root, with the packages in /dist."""

    @classmethod
    def setUpClass(cls):
        must_have_debootstrap()
        WORK.mkdir(parents=True, exist_ok=True)
        cls.first = WORK / "root"
        make_root_once(cls.first, SUITE, ["ca-certificates"])
        cls.dist = WORK / "sources/dist"
        if not list(cls.dist.glob("penstock_*.deb")):
            good(SOURCE / "scripts/package", BUILD, cls.dist, env={**os.environ, "PACKAGES": "DEB"})
        shutil.copytree(SOURCE / "packaging", WORK / "sources/packaging", dirs_exist_ok=True)

    def setUp(self):
        self.root = WORK / self.id().split(".")[-1]
        shutil.rmtree(self.root, ignore_errors=True)
        good("cp", "-a", self.first, self.root)
        self.addCleanup(shutil.rmtree, self.root, True)
        self.environment = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8",
                            "DEBIAN_FRONTEND": "noninteractive",
                            **{name: value for name, value in os.environ.items() if name.lower() in ("http_proxy", "https_proxy", "no_proxy")}}
        (self.root / "root/hello.c").write_text(HELLO)

    def inside(self, script):
        return good(*entering(self.root), script, env=self.environment)

    def copy_in(self, words):
        """Executes COPY SOURCE... FOLDER/."""
        *sources, target = words
        folder = self.root / target.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        for pattern in sources:
            found = glob.glob(str(WORK / "sources" / pattern))
            self.assertTrue(found, pattern)
            for name in found:
                shutil.copy(name, folder)

    def is_ours(self):
        self.assertEqual(self.inside("cd /root && mpicc hello.c -o hello && mpiexec -n 2 ./hello"), "sum 1 by Penstock\n")

    def test_packages_beside_debians_mpis(self):
        self.copy_in(["dist/*.deb", "/dist/"])
        self.inside("apt-get update -qq && apt-get install -y -qq --no-install-recommends mpich openmpi-bin libopenmpi-dev gcc libc6-dev")
        chosen = "for name in mpirun mpi; do update-alternatives --query $name | grep ^Value; done; readlink -f /usr/bin/mpiexec /usr/bin/mpicc"
        before, files = self.inside(chosen), self.inside("find / -xdev \\( -type f -o -type l \\) ! -path '/proc/*' ! -path '/var/*' | sort")
        self.inside("apt-get install -y -qq --no-install-recommends /dist/*.deb")
        self.assertEqual(self.inside(chosen), before)  # the system's own MPI stays the default until somebody chooses
        self.inside("update-alternatives --set mpirun /opt/penstock/bin/mpirun && update-alternatives --set mpi /opt/penstock/bin/mpicc")
        self.is_ours()
        theirs = self.inside("cd /root && mpicc.openmpi hello.c -o theirs && ldd ./theirs | grep libmpi.so.40 && mpiexec -n 2 ./theirs")
        self.assertIn("sum 1 by Penstock\n", theirs)
        self.inside("rm -f /root/hello /root/theirs && apt-get purge -y -qq 'penstock*'")
        self.assertEqual(self.inside(chosen), before)
        self.assertEqual(self.inside("find / -xdev \\( -type f -o -type l \\) ! -path '/proc/*' ! -path '/var/*' ! -path '/dist/*' | sort").split(),
                         [line for line in files.split() if not line.startswith("/dist/")])

    def test_steps_of_the_dockerfile(self):
        """This root stands for FROM; COPY, RUN and ENV are executed, and CMD is started."""
        text = (SOURCE / "packaging/Dockerfile").read_text().replace("\\\n", " ")
        command, done = None, []
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            if not line or word.startswith("#"):
                continue
            done.append(word)
            if word == "FROM":
                self.assertEqual(rest, "debian:12-slim")
            elif word == "COPY":
                self.copy_in(rest.split())
            elif word == "RUN":
                self.inside(rest)
            elif word == "ENV":
                self.environment.update(part.split("=", 1) for part in shlex.split(rest))
            elif word == "CMD":
                command = rest
            else:
                self.fail(f"a step that this test does not know: {line}")
        self.assertEqual(set(done), {"FROM", "COPY", "RUN", "ENV", "CMD"})
        self.assertIn("Penstock", self.inside(" ".join(re.findall(r'"(.*?)"', command))))
        self.is_ours()

    def test_steps_of_the_apptainer_definition(self):
        text = (SOURCE / "packaging/penstock.def").read_text()
        parts = dict(re.findall(r"^%(\w+)\n(.*?)(?=^%|\Z)", text, re.MULTILINE | re.DOTALL))
        self.assertEqual(set(parts), {"files", "post", "environment", "test", "runscript"})
        self.assertIn("\nFrom: debian:12-slim\n", text)
        for line in parts["files"].split("\n"):
            if line.strip():
                self.copy_in(line.split())
        self.inside(parts["post"])
        self.inside(parts["environment"] + parts["test"])
        self.assertIn("Penstock", self.inside(parts["environment"] + "set -- penstock info\n" + parts["runscript"]))


if __name__ == "__main__":
    SOURCE, BUILD, WORK = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
    unittest.main(verbosity=2)
