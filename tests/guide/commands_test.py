#!/usr/bin/env python3
"""Runs the commands of the guide that are marked `run`, page by page, each page in an empty folder.

usage: commands_test.py BUILD PYTHON NVCC [unittest arguments, such as Guide.test_quick_start]

Every command has to end with status 0, or the one that its mark names, and the lines that the page shows below it have to be in
what it prints, in any order. tests/guide/README.md explains the marks."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import page as guide

sys.path.insert(0, str(guide.TOP / "tests/common"))
import harness

BUILD = PYTHON = NVCC = None
SECONDS = 300
HERE = pathlib.Path(__file__).resolve().parent
# {option of a block: its folder of libraries}; "" stands for a block without options.
LIBRARIES = {"standin": "{build}/fakecuda", "mpi4py": "{build}/lib", "": ""}


def environment(folder):
    paths = [BUILD / "bin", NVCC.parent, *map(pathlib.Path, os.environ["PATH"].split(":"))]
    return harness.clean_environment(PATH=":".join(map(str, paths)), HOME=folder, PAGER="cat", SOURCES=guide.TOP)


def expected(line, figures):
    """Returns the pattern for a line of the page: `...` matches any text, blanks count once; with
    `figures` any number matches any other."""
    text = re.escape(" ".join(line.split())).replace(re.escape("..."), ".*").replace("\\ ", " ")
    return re.compile((re.sub(r"\d+(\\\.\d+)?", r"[\\d.]+", text) if figures else text) + "$")


def missing(lines, printed, figures):
    """Returns the first of `lines` that has no line of its own in the output. Several ranks print in any order."""
    rest = [" ".join(line.split()) for line in printed.splitlines()]
    for line in lines:
        if line.strip() not in ("", "..."):
            found = next((said for said in rest if expected(line, figures).match(said)), None)
            if found is None:
                return line
            rest.remove(found)
    return None


class Page:
    """The commands of one page as one bash script, so that `cd` and `export` hold for those below."""

    def __init__(self, path, folder):
        self.path, self.folder, self.kept = path, folder, folder / ".kept"
        self.commands, self.script = [], []
        self.kept.mkdir()
        for block in guide.blocks(path):
            if block.mark == "file":
                self.add_file(block)
            elif block.mark == "run":
                self.add_commands(block)

    def add_file(self, block):
        file = self.kept / f"file-{block.line}"
        file.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        self.script.append(f"mkdir -p $(dirname {block.words}) && cp {file} {block.words}")

    def add_commands(self, block):
        libraries = next(value for key, value in LIBRARIES.items() if key in block.options or not key).format(build=BUILD)
        self.script.append(f"export LD_LIBRARY_PATH={libraries}" if libraries else "unset LD_LIBRARY_PATH")
        if "mpi4py" in block.options:
            self.script.append(f"PATH={PYTHON.parent}:$PATH")
        for command, lines in block.commands():
            out = self.kept / f"out-{len(self.commands)}"
            self.script.append(f"{{\n{command}\n}} >{out} 2>&1 </dev/null; echo $? >{out}.status")
            self.commands.append((block, command, lines, out))

    def run(self):
        """Runs the script; returns a list of what went wrong."""
        if not self.commands:
            return []
        script = self.kept / "script"
        script.write_text("\n".join(self.script) + "\n", encoding="utf-8")
        try:
            done = subprocess.run(["bash", script], cwd=self.folder, env=environment(self.folder), timeout=SECONDS,
                                  capture_output=True, text=True)
            said = [done.stderr] if done.returncode else []
        except subprocess.TimeoutExpired:
            said = [f"{self.path.name}: not over after {SECONDS} s"]
        return said + [wrong for row in self.commands if (wrong := self.judge(*row))]

    def judge(self, block, command, lines, out):
        printed = out.read_text(errors="replace") if out.exists() else ""
        status = pathlib.Path(f"{out}.status")
        if not status.exists():
            return f"{block.where}: $ {command}\nwas not run to its end\n{printed}"
        wanted = block.status if command == block.commands()[-1][0] else 0
        if int(status.read_text()) != wanted:
            return f"{block.where}: $ {command}\nstatus {status.read_text().strip()}, not {wanted}\n{printed}"
        lost = missing(lines, printed, "figures" in block.options)
        return lost and f"{block.where}: $ {command}\nthe page shows\n    {lost}\nwhich is not in\n{printed}"


class Guide(unittest.TestCase):
    """Has one test for each page; main() adds them."""

    @classmethod
    def setUpClass(cls):
        cls.program = tempfile.TemporaryDirectory(prefix="penstock-guide-")
        cls.stock = pathlib.Path(cls.program.name) / "program"
        subprocess.run([BUILD / "bin/mpicc", "-g", HERE / "program.c", "-o", cls.stock], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.program.cleanup()

    def check(self, path):
        with tempfile.TemporaryDirectory(prefix="penstock-guide-") as folder:
            folder = pathlib.Path(folder)
            shutil.copy(self.stock, folder / "program")
            shutil.copy(HERE / "program.c", folder)
            wrong = Page(path, folder).run()
            self.assertFalse(wrong, "\n" + "\n".join(map(str, wrong)))


class Judged(unittest.TestCase):
    """Checks that the test of the pages finds faults."""

    def page(self, text):
        self.folder = tempfile.TemporaryDirectory(prefix="penstock-guide-")
        self.addCleanup(self.folder.cleanup)
        path = guide.USERS / "judged-in-a-test.md"
        run = pathlib.Path(self.folder.name) / "run"
        run.mkdir()
        block = guide.Block(path, 1, "console", "run", text.partition("|")[0], text.partition("|")[2].split("|"))
        page = Page.__new__(Page)
        page.path, page.folder, page.kept, page.commands, page.script = path, run, run / ".kept", [], []
        page.kept.mkdir()
        page.add_commands(block)
        return page.run()

    def test_what_is_right(self):
        for text in ("|$ echo one   two|one two", "figures|$ echo took 3.5 us|took 17 us", "status 3|$ true|$ (exit 3)",
                     "|$ echo a; echo b; echo c|a|c", "|$ cd /|$ pwd|/", "|$ echo to rank 7, of 9|to rank ..., of 9"):
            self.assertEqual(self.page(text), [], text)

    def test_what_is_wrong(self):
        for text, words in (("|$ false", "status 1, not 0"), ("|$ echo one|two", "the page shows"),
                            ("|$ echo 3|4", "the page shows"),
                            ("status 3|$ true", "status 0, not 3"), ("|$ echo a; echo b|a|a", "the page shows"),
                            ("|$ no-such-command-here", "status 127")):
            wrong = self.page(text)
            self.assertEqual(len(wrong), 1, text)
            self.assertIn(words, wrong[0])


def main():
    global BUILD, PYTHON, NVCC
    BUILD, PYTHON, NVCC = (pathlib.Path(sys.argv.pop(1)).absolute() for _ in range(3))
    if not PYTHON.exists():
        sys.exit(f"{PYTHON} is missing: run scripts/peers mpi4py (make check does), then try again")
    for path in guide.pages():
        setattr(Guide, "test_" + path.stem.replace("-", "_"), lambda self, path=path: self.check(path))
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
