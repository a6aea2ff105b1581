#!/usr/bin/env python3
"""Tests the shells' completions: bash by its own completion in a shell without a terminal, zsh and fish if they are here."""
import pathlib
import shutil
import tempfile
import unittest

import tool
from tool import harness, penstock

# Completes the last word of a line as bash would, and prints the offers.
ASK = r"""
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function_name=$(complete -p "$1" | sed -n 's/.*-F \([^ ]*\).*/\1/p')
"$function_name" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


class Completion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-completion-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        penstock("completion", "--write", cls.folder)

    def offered(self, *words):
        file = self.folder / f"bash-completion/completions/{words[0]}"
        done = harness.run("bash", "--norc", "-c", ASK, "ask", file, *words)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_commands(self):
        for command in ("bench", "compare", "info", "doctor", "report", "peers", "completion"):
            self.assertIn(command, self.offered("penstock", ""))
        self.assertEqual(self.offered("penstock", "do"), ["doctor"])

    def test_options_of_a_command(self):
        self.assertEqual(self.offered("penstock", "info", "--top"), ["--topology"])
        self.assertEqual(self.offered("penstock", "compare", "--gat"), ["--gate"])
        self.assertEqual(self.offered("penstock", "bench", "--memo"), ["--memory"])
        self.assertEqual(self.offered("penstock", "doctor", "--ro"), ["--root"])

    def test_values(self):
        self.assertEqual(self.offered("penstock", "info", "--namespaces", ""), ["one", "split", "both"])
        self.assertEqual(self.offered("penstock", "doctor", "--only", "num"), ["numa-balancing"])
        self.assertEqual(self.offered("mpiexec", "--bind-to", "n"), ["none", "numa"])
        self.assertEqual(self.offered("penstock", "compare", "--json", ""), [])  # bash itself completes files

    def test_launcher(self):
        for program in ("mpiexec", "mpirun"):
            self.assertEqual(self.offered(program, "--time"), ["--timeout"])
        self.assertIn("-perhost", self.offered("mpiexec", "-p"))
        self.assertIn("true", self.offered("mpiexec", "-n", "2", "tru"))
        # Words behind the program belong to it; behind a colon they belong to mpiexec again.
        self.assertEqual(self.offered("mpiexec", "-n", "2", "./program", "--time"), [])
        self.assertEqual(self.offered("mpiexec", "-n", "2", "./program", ":", "--time"), ["--timeout"])

    def test_every_option_of_every_help_is_offered(self):
        for words in (["mpiexec"], ["penstock", "info"], ["penstock", "tune"], ["penstock", "simulate"], ["penstock", "plot"]):
            text = harness.run(tool.BUILD / "bin" / words[0], *words[1:], "--help", env=tool.environment()).stdout
            options = {word.strip(",") for line in text.splitlines() if line.startswith("  -") for word in line.split()[:1]}
            offered = set(self.offered(*words, "-"))
            self.assertTrue(options)
            for option in options:
                self.assertIn(option.split(",")[0], offered, words)

    def test_other_shells_read_theirs(self):
        here = [shell for shell in ("zsh", "fish") if shutil.which(shell)]
        if not here:
            self.skipTest("neither zsh nor fish is on this machine")
        files = {"zsh": "zsh/site-functions/_penstock", "fish": "fish/vendor_completions.d/penstock.fish"}
        for shell in here:
            done = harness.run(shell, "-n", self.folder / files[shell])
            self.assertEqual((done.returncode, done.stderr), (0, ""), shell)

    def test_eval_and_wrong_words(self):
        text = penstock("completion", "bash").stdout
        self.assertEqual(text, (self.folder / "bash-completion/completions/mpiexec").read_text(encoding="utf-8"))
        self.assertIn("name a shell", penstock("completion", expect=2).stderr)


if __name__ == "__main__":
    tool.main()
