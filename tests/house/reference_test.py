#!/usr/bin/env python3
"""The pages of scripts/reference: nothing is missing, what they say of options and variables is what the programs know, and the
manual is free of errors.

usage: reference_test.py BUILD"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "spec/gen"))
import abi as description  # noqa: E402  (the path comes first)
import mpiexec  # noqa: E402  (the path comes first)
import tunables  # noqa: E402  (the path comes first)
from reference import functions, shmem, variables  # noqa: E402  (the path comes first)
from shmem_extensions import Extensions  # noqa: E402  (the path comes first)
from shmem_routines import Spec  # noqa: E402  (the path comes first)

BUILD = None
MOST_FOR_USERS = 10
VALUES = {"N": "1", "FOLDER": "/tmp", "FOLDER[:nocopy]": "/tmp", "NAME": "name", "NAME[=VALUE]": "A=1", "NAME[:RANKS],...": "localhost",
          "SECONDS": "1", "COMMAND": "env", "tag,merge,dir=FOLDER": "tag"}


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=200)


def prototypes():
    """Returns {name: (names of the arguments, whether it has a body)} of mpi.h's functions."""
    text = (ROOT / "include/mpi.h").read_text()
    found = {}
    for name, arguments, rest in re.findall(r"^\w+ \*?(MPI_\w+)\(([^;]*)\);(.*)$", text, re.MULTILINE):
        words = re.findall(r"(\w+)(?:\[\w*\])*(?:,|$)", " ".join(arguments.split()))
        found[name] = ([word for word in words if word != "void"], "no body" not in rest)
    return found


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory(prefix="penstock-reference-")
        cls.addClassCleanup(made.cleanup)
        cls.man, cls.markdown = pathlib.Path(made.name) / "man", pathlib.Path(made.name) / "markdown"
        done = run(sys.executable, "-B", ROOT / "scripts/reference", "--man", cls.man, "--markdown", cls.markdown, "--programs", BUILD / "bin")
        if done.returncode != 0 or "no page of" in done.stdout:
            raise AssertionError(done.stdout + done.stderr)

    def text(self, path):
        """Returns a manual page without its marks."""
        text = (self.man / path).read_text()
        if link := re.match(r"\.so (\S+)", text):
            return self.text(link[1])
        return re.sub(r"\\f[BIPR]", "", text).replace("\\-", "-").replace("\\(aq", "'").replace("\\&", "")

    def test_every_function_has_a_page_that_explains_its_arguments(self):
        known = prototypes()
        self.assertEqual(len(known), 664)
        for name, (arguments, has_body) in known.items():
            with self.subTest(function=name):
                text = self.text(f"man3/{name}.3")
                self.assertIn(f"{name}(", text)
                self.assertEqual("NO BODY" not in text, has_body)
                listed = re.findall(r"^\.TP\n(\w+) \((?:in|out)[^\n]*\)\n(.+)$", text, re.MULTILINE)
                self.assertLessEqual(set(arguments), {argument for argument, _ in listed})
                self.assertTrue((self.markdown / "functions" / f"{name.removesuffix('_c')}.md").exists())

    def test_every_routine_of_openshmem_has_a_page_that_explains_its_arguments(self):
        spec = Spec()
        routines = [*spec.routines, *Extensions(spec).routines]
        self.assertEqual(len(spec.routines), 1788)
        for routine in routines:
            with self.subTest(routine=routine.name):
                text = self.text(f"man3/{routine.name}.3")
                shown = routine.name.replace(f"_{routine.type}_", "_TYPENAME_") if routine.type else routine.name
                self.assertIn(f"{shown}(", text)
                if routine.type:
                    self.assertRegex(text, rf"\b{routine.type} \(")
                self.assertLessEqual({word for _, word in routine.arguments if word}, set(re.findall(r"^\.TP\n(\w+)\n.", text, re.MULTILINE)))
                self.assertEqual(routine.result != "void", ".SH \"RETURN VALUE\"" in text)

    def test_pages_of_openshmem_have_all_that_a_page_needs(self):
        text = self.text("man3/shmem_int_wait_until_any.3")
        for heading in ("SYNOPSIS", "TYPES", "DESCRIPTION", "ARGUMENTS", "RETURN VALUE", "SEE ALSO", "SOURCE"):
            self.assertIn(f'.SH "{heading}"', text)
        self.assertIn("size_t shmem_TYPENAME_wait_until_any(TYPE *ivars, size_t nelems,", text)
        self.assertIn("const int *status, int cmp, TYPE cmp_value);", " ".join(text.split()))
        self.assertIn("OpenSHMEM 1.6, Point-To-Point Synchronization Routines.", text)
        self.assertTrue((self.markdown / "openshmem/shmem_wait_until_any.md").exists())

    def test_the_manual_has_no_errors(self):
        pages = sorted(path for path in self.man.glob("man*/*") if not path.read_text().startswith(".so "))
        done = run("groff", "-man", "-ww", "-z", "-K", "utf8", *pages)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_links_lead_somewhere(self):
        for path in self.markdown.rglob("*.md"):
            for target in set(re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text())):
                self.assertTrue((path.parent / target).exists(), f"{path}: {target}")

    def test_mpiexec_knows_the_options_of_its_page_and_no_others(self):
        shown = set(re.findall(r"(?<![\w-])--?([A-Za-z][\w-]*)", "\n".join(re.findall(r"^\.TP\n(-.*)$", self.text("man1/mpiexec.1"), re.MULTILINE))))
        known = set(re.findall(r'^Known\{"([^"]+)"', (ROOT / "tools/mpiexec/gen/known.inc").read_text(), re.MULTILINE))
        self.assertEqual(shown, known)
        self.assertEqual(self.text("man1/mpirun.1"), self.text("man1/mpiexec.1"))
        self.assertEqual(self.text("man1/oshrun.1"), self.text("man1/mpiexec.1"))

    def test_mpiexec_takes_the_options_of_its_page(self):
        program = BUILD / "bin/mpiexec"
        for row in mpiexec.load()["options"]:
            value = row.get("value")
            if row["name"] in ("--version", "--configfile"):
                continue
            words = [] if value is None else [VALUES.get(value, value.split("|")[0])]
            with self.subTest(option=row["name"]):
                done = run(program, row["name"], *words, "--help")
                self.assertEqual((done.returncode, done.stdout[:6]), (0, "Usage:"), done.stderr)
        self.assertIn("there is no option", run(program, "--no-such-option", "--help").stderr)

    def test_every_program_has_a_page(self):
        commands = set(re.findall(r"^  (\w+) +\S", run(BUILD / "bin/penstock", "--help").stdout, re.MULTILINE)) - {"penstock"}
        self.assertIn("doctor", commands)
        for name in [f"penstock-{command}" for command in commands] + ["penstock", "mpicc", "mpicxx", "mpic++", "mpifort", "mpif90", "mpif77",
                                                                       "oshcc", "oshcxx", "oshc++", "oshCC", "oshrun"]:
            self.assertIn(".SH \"SYNOPSIS\"", self.text(f"man1/{name}.1"))
        self.assertRegex(self.text("man1/mpicc.1"), r"Runs the C compiler with .*\n\.TP\n-show, --showme\nPrint the command")
        self.assertRegex(self.text("man1/penstock-doctor.1"), r"\.TP\n-h, --help\nPrint [^$]*\.SH \"EXAMPLES\"\n\.nf\npenstock doctor\n")

    def test_every_variable_is_explained(self):
        text = self.text("man7/penstock-tunables.7")
        rows = tunables.load()["tunables"]
        self.assertEqual({row["name"] for row in rows}, set(re.findall(r"^\.TP\n(PENSTOCK_\w+) \(", text, re.MULTILINE)))
        first = {row["name"] for row in rows if row["level"] == 1}
        self.assertLessEqual(len(first), MOST_FOR_USERS)
        self.assertEqual(first, set(re.findall(r"^\.TP\n(PENSTOCK_\w+) \(", text.split("LEVEL 2")[0], re.MULTILINE)))

    def test_penstock_info_shows_levels(self):
        levels = {row["name"]: row["level"] for row in tunables.load()["tunables"]}
        for most in (1, 2, 3):
            done = run(BUILD / "bin/penstock", "info", "--tunables", "--level", most, "--json")
            shown = {row["name"]: row["level"] for row in json.loads(done.stdout)["tunables"]}
            self.assertEqual(shown, {name: level for name, level in levels.items() if level <= most})


class Files(unittest.TestCase):
    def test_settings_files_have_a_page_where_there_are_any(self):
        data = tunables.load()
        rows = [row for row in data["tunables"] if row["name"] != "PENSTOCK_CONF"]
        self.assertEqual([page.name for page in variables.pages(dict(data, tunables=rows))], ["penstock-tunables"])
        rows.append(dict(rows[0], name="PENSTOCK_CONF"))
        self.assertEqual([page.name for page in variables.pages(dict(data, tunables=rows))], ["penstock-tunables", "penstock.conf"])


class Described(unittest.TestCase):
    """Tests that a function that is not described is found."""

    def complaints(self, change):
        told = {name: description.load(f"reference/{name}.yaml") for name in functions.CHAPTERS + ("texts", "arguments")}
        change(told)
        load, functions.description.load = functions.description.load, lambda name: told[pathlib.Path(name).stem]
        try:
            return functions.Descriptions(abi).complaints
        finally:
            functions.description.load = load

    def test_all_is_described(self):
        self.assertEqual(self.complaints(lambda told: None), [])

    def test_a_function_or_an_argument_that_is_not(self):
        self.assertEqual(self.complaints(lambda told: told["files"][0]["functions"].pop("File_close")),
                         ["File_close: not described", "arguments.yaml: nothing has File_close.fh"])
        self.assertIn("Bcast: the argument root is not described", self.complaints(lambda told: told["arguments"].pop("root")))

    def test_a_routine_of_openshmem_or_an_argument_that_is_not(self):
        def complaints(change):
            told = description.load("reference/openshmem.yaml")
            change(told)
            load, shmem.description.load = shmem.description.load, lambda name: told
            try:
                return shmem.Descriptions().complaints
            finally:
                shmem.description.load = load

        self.assertEqual(complaints(lambda told: None), [])
        self.assertEqual(complaints(lambda told: told["families"][0]["routines"].pop("global_exit")),
                         ["shmem_global_exit: not described", "openshmem.yaml: nothing has the argument global_exit.status"])
        self.assertIn("shmem_wait_until: the argument cmp is not described", complaints(lambda told: told["arguments"].pop("cmp")))
        self.assertIn("shmem_my_pe: say what it returns, if it returns something", complaints(lambda told: told["families"][1]["returns"].pop("my_pe")))

    def test_words_that_nothing_explains(self):
        self.assertEqual(self.complaints(lambda told: told["files"][0].update(completion="someday", errors=["none"])),
                         ["the family of File_open: texts.yaml has no completion someday", "the family of File_open: texts.yaml has no error none"])


abi = description.Abi()

if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
