#!/usr/bin/env python3
"""scripts/release in a clone of this repository, whose scripts for packages and the wheel are stand-ins: what it refuses, what it makes.

usage: release_test.py SOURCE [unittest arguments]

That what it makes can be installed is shown by scripts/fresh_root --release, by hand."""
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

SOURCE = None
VERSION = None
STANDINS = {"setup": "exit 0", "build": "exit 0", "package": 'touch "$2/penstock-VERSION-linux-x86_64.tar.gz" "$2/penstock_VERSION_amd64.deb" '
                                                             '"$2/penstock-VERSION-1.x86_64.rpm"',
            "wheel": 'touch "$1/penstock-VERSION-py3-none-manylinux_2_28_x86_64.whl"'}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=200, check=False, **options)


class Release(unittest.TestCase):
    """Has one clone for all tests: each begins with the same commit, and without the files of
    other commits and untracked ones."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="penstock-release-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.clone, cls.out = pathlib.Path(cls.folder.name) / "clone", pathlib.Path(cls.folder.name) / "out"
        cls.prepare()
        cls.first = cls.git("rev-parse", "HEAD").strip()

    @classmethod
    def prepare(cls):
        cls.git("clone", "-q", "--depth", "1", SOURCE.as_uri(), cls.clone, cwd=SOURCE)
        # The clone gets these files as the working tree has them, which may be ahead of the last commit.
        for name in ("scripts/release", "scripts/common.sh", "CMakeLists.txt", "cmake/revision.txt"):
            (cls.clone / name).write_text((SOURCE / name).read_text())
        (cls.clone / cls.notes()).write_text("# Notes\n")
        for name, text in STANDINS.items():
            (cls.clone / "scripts" / name).write_text("#!/bin/sh\n" + text.replace("VERSION", VERSION) + "\n")
        (cls.clone / "scripts/release").chmod(0o755)
        cls.commit()

    def setUp(self):
        self.git("reset", "-q", "--hard", self.first)
        self.git("clean", "-q", "-f", "-d", "-x")
        for tag in self.git("tag").split():
            self.git("tag", "-d", tag)
        shutil.rmtree(self.out, ignore_errors=True)

    @staticmethod
    def notes():
        return f"docs/users/release-{VERSION}.md"

    @classmethod
    def git(cls, *words, cwd=None):
        done = run("git", "-c", "user.name=a", "-c", "user.email=a@b", *words, cwd=cwd or cls.clone)
        if done.returncode != 0:
            raise AssertionError(done.stdout)
        return done.stdout

    @classmethod
    def commit(cls):
        cls.git("add", "-A")
        cls.git("commit", "-q", "--allow-empty", "-m", "One")

    def release(self, expect=0):
        done = run(self.clone / "scripts/release", self.out)
        self.assertEqual(done.returncode, expect, done.stdout)
        return done.stdout

    def test_what_it_makes(self):
        self.release()
        sums = dict(reversed(line.split("  ")) for line in (self.out / "SHA256SUMS").read_text().splitlines())
        source = f"penstock-{VERSION}.tar.gz"
        self.assertEqual(sorted(sums), sorted([source, f"release-{VERSION}.md", f"penstock-{VERSION}-linux-x86_64.tar.gz", f"penstock_{VERSION}_amd64.deb",
                                               f"penstock-{VERSION}-1.x86_64.rpm", f"penstock-{VERSION}-py3-none-manylinux_2_28_x86_64.whl"]))
        for name, wanted in sums.items():
            self.assertEqual(hashlib.sha256((self.out / name).read_bytes()).hexdigest(), wanted, name)
        with tarfile.open(self.out / source) as archive:
            listed = set(archive.getnames())
            revision = archive.extractfile(f"penstock-{VERSION}/cmake/revision.txt").read().decode()
        tracked = {f"penstock-{VERSION}/{name}" for name in self.git("ls-files").split("\n") if name}
        self.assertEqual(tracked - listed, set())
        self.assertIn(self.git("rev-parse", "--short=7", "HEAD").strip(), revision)
        self.release()  # the same commit gives the same bytes
        self.assertIn(sums[source], (self.out / "SHA256SUMS").read_text())

    def test_what_it_refuses(self):
        self.git("tag", f"v{VERSION}")
        self.commit()
        self.assertIn(f"the tag v{VERSION} names another commit", self.release(expect=1))
        self.git("tag", "-d", f"v{VERSION}")
        (self.clone / "README.md").write_text("changed\n")
        self.assertIn("the working tree differs from the last commit", self.release(expect=1))
        self.git("rm", "-q", "-f", self.notes())
        self.commit()
        self.assertIn(f"{self.notes()} is missing", self.release(expect=1))
        self.assertFalse(self.out.exists())

    def test_a_part_of_another_version_is_no_release(self):
        (self.clone / "scripts/wheel").write_text('#!/bin/sh\ntouch "$1/penstock-9.9.9-py3-none-any.whl"\n')
        self.commit()
        self.assertIn(f"does not have the version {VERSION} in its name", self.release(expect=1))
        self.assertFalse((self.out / "SHA256SUMS").exists())

    def test_the_version_has_its_notes(self):
        self.assertTrue((SOURCE / self.notes()).exists())


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
    VERSION = re.search(r"project\(penstock VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
    unittest.main(verbosity=2)
