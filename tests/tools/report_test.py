#!/usr/bin/env python3
"""penstock report: what the file holds, what is masked in it, and a command that fails or hangs.

usage: report_test.py BUILD"""
import json
import pathlib
import shutil
import stat
import sys
import tarfile
import tempfile
import unittest

import tool
from tool import penstock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from penstock import masks  # noqa: E402  (after the path to it)

# These values are made up for this test; they have the forms that services give out.
TOKENS = ("ghp_" + "abcdEFGH1234" * 3, "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "aB3dE5fG7hI9jK1lM3nO5pQ7", "0123456789abcdef" * 2)
HARMLESS = ("/opt/gcc-12.2.0-abcdefghijklmnopqrstuvwxyz234567/bin:/usr/bin", "GPU-8f3a2b1c-1234-5678-9abc-def012345678",
            "OpenMPI/4.1.5-GCC-12.3.0:CUDA/12.1.1", "tcp4://127.0.0.1:4000", "mlx5_0:1,mlx5_1:1")


class Masks(unittest.TestCase):
    def test_values(self):
        for token in TOKENS:
            self.assertNotIn(token, masks.masked_value("PENSTOCK_X", f"a {token} b"))
        for value in HARMLESS:
            self.assertEqual(masks.masked_value("UCX_X", value), value)
        self.assertEqual(masks.masked_value("SLURM_JWT", "short"), masks.MASK)
        self.assertEqual(masks.masked_value("PENSTOCK_JOB_KEY_FD", "7"), "7")

    def test_texts(self):
        text = masks.masked(f"at https://me:pw12@host/x password: hunter2, token={TOKENS[1]} keys=3")
        for secret in ("pw12", "hunter2", TOKENS[1]):
            self.assertNotIn(secret, text)
        self.assertIn("https://me:", text)
        self.assertIn("keys=3", text)

    def test_variables_are_chosen_by_name(self):
        lines = masks.environment_lines({"HOME": "/home/me", "AWS_REGION": "x", "NCCL_DEBUG": "INFO", "PATH": "/bin", "UCX_TLS": "tcp\nshm"})
        self.assertEqual(lines, ["NCCL_DEBUG=INFO", "PATH=/bin", "UCX_TLS=tcp\\nshm"])


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-report-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.file = self.folder / "r.tar.gz"

    def report(self, *words, **variables):
        """Returns (what the program said, {name: text})."""
        done = penstock("report", "--out", self.file, "--quick", *words, **variables)
        with tarfile.open(self.file) as archive:
            return done, {member.name.removeprefix("r/"): archive.extractfile(member).read().decode() for member in archive.getmembers()}

    def test_holds_what_a_bug_report_needs(self):
        conf = self.folder / "mine.conf"
        conf.write_text(f"SPIN_US = 5\nNET_DEVICES = {TOKENS[0]}\n", encoding="utf-8")
        done, held = self.report(PENSTOCK_CONF=conf, PENSTOCK_NET_LIB=TOKENS[2], NCCL_DEBUG="INFO", HOME_SECRET="x", PENSTOCK_CUDA=0)
        self.assertEqual(set(held), {"info.txt", "info.json", "tunables.json", "doctor.json", "topology.json", "environment.txt",
                                     "system.txt", "settings/0-mine.conf"} | ({"nvidia-smi.txt"} if shutil.which("nvidia-smi") else set()))
        self.assertIn("glibc", held["info.txt"])
        self.assertEqual(json.loads(held["doctor.json"])["schema"], "penstock-doctor/1")
        self.assertIn("NCCL_DEBUG=INFO\n", held["environment.txt"])
        self.assertNotIn("HOME_SECRET", held["environment.txt"])
        self.assertNotIn(TOKENS[2], held["environment.txt"])
        self.assertIn("SPIN_US = 5\n", held["settings/0-mine.conf"])
        self.assertNotIn(TOKENS[0], held["settings/0-mine.conf"])
        self.assertIn("limit memlock: ", held["system.txt"])
        for name in held:
            self.assertIn(name, done.stdout)
        self.assertIn(str(self.file), done.stdout)
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)

    def test_runs_a_command_with_explanations(self):
        _, held = self.report("--json", "--", "mpiexec", "-n", 2, tool.BUILD / "bin/chooser", 8, "", "", PATH="/usr/bin:/bin")
        self.assertIn("exit status 0", held["command.txt"])
        for wanted in ("penstock: allreduce of 32 B on 2 ranks", "what moved in this job of 2 ranks", "right"):
            self.assertIn(wanted, held["command.txt"])
        self.assertIn("libmpi_abi.so.1 => ", held["linked.txt"])

    def test_a_command_that_fails_or_hangs(self):
        done, held = self.report("--json", "--", "sh", "-c", "echo words; exit 3")
        self.assertEqual(json.loads(done.stdout)["ended"], "exit status 3")
        self.assertIn("words", held["command.txt"])
        for seconds in ("0.5", "5", "50"):  # a busy machine may not have begun by the first of them
            done, held = self.report("--json", "--timeout", seconds, "--", "sh", "-c", "echo begun; sleep 1000")
            self.assertEqual(json.loads(done.stdout)["ended"], f"ended after --timeout {seconds} s")
            if "begun" in held["command.txt"]:
                break
        self.assertIn("begun", held["command.txt"])
        done, _ = self.report("--json", "--", "/nowhere/program")
        self.assertIn("did not start", json.loads(done.stdout)["ended"])

    def test_wrong_words(self):
        self.assertIn("there is no such folder", penstock("report", "--out", "/nowhere/at/all.tar.gz", expect=2).stderr)
        self.assertIn("--timeout is above 0", penstock("report", "--timeout", "0", expect=2).stderr)
        self.assertIn("penstock report -- mpiexec -n 4 ./program", penstock("report", "--help").stdout)


if __name__ == "__main__":
    tool.main()
