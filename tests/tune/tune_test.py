#!/usr/bin/env python3
"""Tuning tables and `penstock tune`, as their users meet them.

usage: tune_test.py BIN FAKECUDA [unittest arguments]    FAKECUDA: the folder of the stand-in driver, or 'none'
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from random import Random

BIN = pathlib.Path()
FAKECUDA = "none"
MACHINES = pathlib.Path(__file__).resolve().parent / "machines"
HEAD = "schema 1\nname t\nhardware *\n"
TUNED = ("PENSTOCK_", "MV2_")


class Home(unittest.TestCase):
    """A home folder without tables, and commands that see no other."""

    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="penstock-tune-"))
        self.addCleanup(shutil.rmtree, self.home)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(TUNED)}
        self.environment = dict(kept, XDG_CONFIG_HOME=str(self.home))

    def run_it(self, program, *words, **variables):
        environment = dict(self.environment, **{name: str(value) for name, value in variables.items()})
        return subprocess.run([BIN / program, *map(str, words)], env=environment, capture_output=True, text=True, timeout=200)

    def penstock(self, *words, **variables):
        return self.run_it("penstock", *words, **variables)

    def job(self, *words, ranks=2, **variables):
        return self.run_it("mpiexec", "--timeout", 100, "-n", ranks, *words, **variables)

    def latency(self, ranks=2, **variables):
        return self.job(BIN / "penstock-bench", "latency", "--sizes", "8", "--seconds", "0.01", ranks=ranks, **variables)

    def tunables(self, **variables):
        done = self.penstock("info", "--tunables", "--json", **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = json.loads(done.stdout)
        return page, {row["name"]: row for row in page["tunables"]}

    def found_table(self):
        """Returns the place where this machine's own table is looked for."""
        page, _ = self.tunables()
        return self.home / "penstock/tune" / f"{page['hardware']}.conf"

    def write_found(self, text):
        path = self.found_table()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def write(self, name, text):
        path = self.home / name
        path.write_text(text)
        return path


class Hardware(Home):
    def test_recorded_machines_have_their_keys_and_built_in_tables(self):
        wanted = {
            "vm-2core": ("intel-6.167_2cpus_nogpu", "PENSTOCK_COST_CMA", "table host (built in)"),
            "h200-1gpu": ("intel-6.207_16cpus_1x10de.2335", "PENSTOCK_COST_CMA", "default"),
            "h200-4gpu": ("intel-6.207_64cpus_4x10de.2335", "PENSTOCK_COST_GPU_COPY", "table h200-nvlink-4 (built in)"),
            "h200-8gpu": ("intel-6.207_128cpus_8x10de.2335", "PENSTOCK_COST_GPU_COPY", "table h200-nvlink-8 (built in)"),
            "grace": ("arm-0x41.0xd4f_72cpus_1x10de.2342", "PENSTOCK_COST_GPU_COPY", "default"),
        }
        self.assertEqual(set(wanted), {path.name for path in MACHINES.iterdir()})
        for name, (key, tunable, origin) in wanted.items():
            page, rows = self.tunables(PENSTOCK_MACHINE_ROOT=MACHINES / name)
            self.assertEqual((page["hardware"], rows[tunable]["origin"]), (key, origin), name)


class Info(Home):
    def test_where_values_come_from(self):
        path = self.write_found(HEAD + "PENSTOCK_SPIN_US = 7\nPENSTOCK_EAGER_LIMIT = 4K\nMV2_CUDA_IPC = 0\n")
        page, rows = self.tunables(MV2_IBA_EAGER_THRESHOLD="2K", PENSTOCK_CUDA="0")
        self.assertIn(f"tuning table {path} (t)", page["tables"])
        for name, value, origin in (("PENSTOCK_SPIN_US", "7", f"{path}:4"),
                                    ("PENSTOCK_EAGER_LIMIT", "2K", "environment MV2_IBA_EAGER_THRESHOLD"),
                                    ("PENSTOCK_CUDA_IPC", "0", f"{path}:6"), ("PENSTOCK_CUDA", "0", "environment PENSTOCK_CUDA"),
                                    ("PENSTOCK_LOG", "warn", "default")):
            self.assertEqual((rows[name]["value"], rows[name]["origin"]), (value, origin))

    def test_text_fits_128_columns_and_a_word_filters(self):
        done = self.penstock("info", "--tunables", PENSTOCK_TUNE_FILE="none")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLessEqual(max(len(line) for line in done.stdout.splitlines()), 128)
        few = self.penstock("info", "--tunables", "eager")
        self.assertIn("PENSTOCK_EAGER_LIMIT", few.stdout)
        self.assertNotIn("PENSTOCK_HOST_ID", few.stdout)
        none = self.penstock("info", "--tunables", "zebra")
        self.assertEqual((none.returncode, none.stdout), (1, ""))
        self.assertIn("zebra", none.stderr)

    def test_names_of_the_mvapich_documents(self):
        """Each name is listed with its replacement; if one is set it is explained, with a
        warning if it means something else."""
        page, rows = self.tunables(MV2_CUDA_BLOCK_SIZE="64K", MV2_USE_SMP_GDR="0", MV2_USE_GPUDIRECT_GDRCOPY_LIMIT="32768")
        old = {row["name"]: row for row in page["mvapich"]}
        self.assertEqual((old["MV2_CUDA_BLOCK_SIZE"]["ours"], old["MV2_CUDA_BLOCK_SIZE"]["effect"]), ("PENSTOCK_STAGING_SLOT_SIZE", "same"))
        self.assertEqual((rows["PENSTOCK_STAGING_SLOT_SIZE"]["value"], rows["PENSTOCK_STAGING_SLOT_SIZE"]["origin"]),
                         ("64K", "environment MV2_CUDA_BLOCK_SIZE"))
        self.assertEqual(len(page["old_names_set"]), 2)
        self.assertEqual(["MV2_USE_GPUDIRECT_GDRCOPY_LIMIT" in line for line in page["warnings"]], [True])
        shown = self.penstock("info", "--tunables", "gdrcopy").stdout
        self.assertRegex(shown, r"MV2_USE_GPUDIRECT_GDRCOPY_LIMIT +PENSTOCK_[A-Z_]+_LIMIT\n")
        self.assertIn("Also called MV2_CUDA_BLOCK_SIZE.", self.penstock("info", "--tunables", "staging_slot").stdout)

    def test_a_job_explains_old_names_at_level_info(self):
        said = self.latency(MV2_USE_SMP_GDR="0", PENSTOCK_LOG="info").stderr
        self.assertEqual(said.count("MV2_USE_SMP_GDR=0 is not needed. No adapter takes part"), 1, said)
        self.assertNotIn("MV2_COMM_WORLD", said)
        self.assertNotIn("MV2_USE_SMP_GDR", self.latency(MV2_USE_SMP_GDR="0").stderr)

    def test_rows_of_collectives_and_who_wins(self):
        path = self.write("rows.conf", HEAD + "coll allreduce ring ranks<=4 bytes<=32K\ncoll bcast pipeline crowded\n")
        done = self.penstock("info", "--coll", "allreduce", "--ranks", 4, "--json", PENSTOCK_TUNE_FILE=path)
        self.assertEqual(done.returncode, 0, done.stderr)
        [allreduce] = json.loads(done.stdout)["collectives"]
        self.assertEqual((allreduce["rows"][0]["origin"], allreduce["rows"][0]["conditions"]),
                         (f"{path}:4", "ranks<=4 bytes<=32K commutative elements>=ranks"))
        chosen = {row["bytes"]: (row["algorithm"], row["origin"]) for row in allreduce["chosen"]}
        self.assertNotEqual(chosen[8][1], f"{path}:4")  # one element on four ranks
        self.assertEqual(chosen[4096], ("ring", f"{path}:4"))
        self.assertEqual(chosen[256 * 1024][1], "compiled in")
        text = self.penstock("info", "--coll", "bcast", "--ranks", 64, "--bytes", 65536, PENSTOCK_TUNE_FILE=path)
        self.assertRegex(text.stdout, rf"1\. pipeline +crowded +wins for 64K +{re.escape(str(path))}:5")
        self.assertRegex(text.stdout, r"no: a row above takes it first +compiled in")
        self.assertEqual(self.penstock("info", "--coll", "frobnicate").returncode, 2)


class Selects(Home):
    """Tests that a job follows the rows of an accepted table."""
    # These algorithms fit any call.
    FIT = {"bcast": ("binomial", "knomial4", "knomial8", "scatter_ring", "pipeline"),
           "allgather": ("ring", "pairwise", "bruck"), "alltoall": ("pairwise", "bruck4", "bruck8", "linear"),
           "gather": ("linear", "binomial", "knomial4"), "scatter": ("linear", "binomial", "knomial8")}
    SIZES = {"": 1, "K": 1 << 10, "M": 1 << 20}

    def draw(self, random, name):
        """Returns a table of rows in any order: the file, and [(its line, collective, algorithm, most ranks, most bytes)]."""
        lines, rows = HEAD.splitlines(), []
        for _ in range(25):
            collective = random.choice(sorted(self.FIT))
            row = [collective, random.choice(self.FIT[collective]), float("inf"), float("inf")]
            text = f"coll {row[0]} {row[1]}"
            if random.random() < 0.6:
                row[2] = random.choice((1, 2, 3, 4, 8))
                text += f" ranks<={row[2]}"
            if random.random() < 0.8:
                number, suffix = random.choice((1, 8, 64, 100)), random.choice("KM" if random.random() < 0.7 else ["", "K"])
                row[3] = number * self.SIZES[suffix]
                text += f"\tbytes<={number}{suffix}"
            lines += ["# what follows", ""][:random.randrange(3)] + [text + random.choice(("", "  # so"))]
            rows.append((len(lines), *row))
        return self.write(name, "\n".join(lines) + "\n"), rows

    @staticmethod
    def first_that_fits(rows, collective, ranks, size):
        return next(((algorithm, line) for line, of, algorithm, most, limit in rows
                     if of == collective and ranks <= most and size <= limit), None)

    def test_what_a_table_says_is_chosen(self):
        random, tabled = Random(20261124), 0
        for number in range(6):
            path, rows = self.draw(random, f"{number}.conf")
            for ranks in (2, 4, 7):
                done = self.penstock("info", "--coll", "--ranks", ranks, "--json", PENSTOCK_TUNE_FILE=path)
                self.assertEqual(done.returncode, 0, done.stderr)
                for one in json.loads(done.stdout)["collectives"]:
                    for chosen in one["chosen"]:
                        said = self.first_that_fits(rows, one["collective"], ranks, chosen["bytes"])
                        got = (chosen["algorithm"], chosen["origin"])
                        if said is None:
                            self.assertFalse(got[1].startswith(str(path)), (path.read_text(), one["collective"], chosen))
                        else:
                            self.assertEqual(got, (said[0], f"{path}:{said[1]}"), (path.read_text(), one["collective"], chosen))
                            tabled += 1
        self.assertGreater(tabled, 100)

    def test_a_job_calls_what_a_table_says(self):
        path, rows = self.draw(Random(7), "job.conf")
        done = self.job(BIN / "penstock-bench", ",".join(self.FIT), "--sizes", "8,4096,65536", "--seconds", "0.0005", ranks=3,
                        PENSTOCK_TUNE_FILE=path, PENSTOCK_EXPLAIN=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = re.findall(r"\b(\w+) of (\d+) B on 3 ranks: (\w+): the first row that fits \((.*?)\)", done.stderr)
        tabled = 0
        for collective, size, algorithm, origin in told:
            said = self.first_that_fits(rows, collective, 3, int(size))
            if said is not None:
                self.assertEqual((algorithm, origin), (said[0], f"{path}:{said[1]}"), (path.read_text(), collective, size))
                tabled += 1
        self.assertGreaterEqual(tabled, 5, done.stderr)


class Refusals(Home):
    def test_a_broken_table_stops_a_job_with_its_line(self):
        path = self.write_found(HEAD + "PENSTOCK_SPIN_US = soon\n")
        for done in (self.latency(), self.penstock("info", "--tunables")):
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"{path}:4: PENSTOCK_SPIN_US=soon", done.stderr)
        named = self.write("named.conf", HEAD + "\ncoll allreduce rng\n")
        done = self.latency(PENSTOCK_TUNE_FILE=named)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"{named}:5: allreduce has no algorithm 'rng'; there are", done.stderr)
        done = self.latency(PENSTOCK_TUNE_FILE="none")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_foreign_table_is_refused_where_named_and_ignored_where_found(self):
        foreign = "schema 1\nname t\nhardware sparc*\nPENSTOCK_SPIN_US = 7\n"
        named = self.write("named.conf", foreign)
        done = self.latency(PENSTOCK_TUNE_FILE=named)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"{named}:3: the table is for the hardware sparc*", done.stderr)
        found = self.write_found(foreign)
        done = self.latency()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count(f"{found}:3: "), 1, done.stderr)
        self.assertIn("it is ignored", done.stderr)

    def test_ranks_that_select_differently_are_named(self):
        for rank, algorithm in enumerate(("binomial", "pipeline")):
            self.write(f"{rank}.conf", HEAD + f"coll bcast {algorithm}\n")
        script = f'PENSTOCK_TUNE_FILE={self.home}/$PMI_RANK.conf exec {BIN}/penstock-bench latency --sizes 8 --seconds 0.01'
        done = self.job("sh", "-c", script)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"rank 1 selects algorithms of collectives by {self.home}/1.conf:4, rank 0 by {self.home}/0.conf:4", done.stderr)


class Tune(Home):
    QUICK = ("tune", "--quick", "--seconds", "0.5")

    def test_help_has_examples(self):
        done = self.penstock("tune", "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("penstock tune --dry-run", done.stdout)
        self.assertEqual(self.penstock("tune", "--only", "sound").returncode, 2)

    def test_writes_a_table_that_the_next_job_loads(self):
        done = self.penstock(*self.QUICK, "--only", "host,coll", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        path = self.found_table()
        self.assertEqual((said["file"], said["written"]), (str(path), True))
        text = path.read_text()
        for row in said["rows"]:
            self.assertIn(row["row"] + "\n", text)
        for what in ("PENSTOCK_COST_CMA", "allreduce of", "network"):
            self.assertIn(what, text)
        page, rows = self.tunables()
        self.assertIn(f"tuning table {path} (tuned)", page["tables"])
        for row in said["rows"]:
            name, _, value = row["row"].partition(" = ")
            if value:
                self.assertEqual((rows[name]["value"], rows[name]["origin"].rpartition(":")[0]), (value, str(path)))
        job = self.latency(PENSTOCK_LOG="info")
        self.assertEqual(job.returncode, 0, job.stderr)
        self.assertEqual(job.stderr.count(f"tuning table {path}"), 1, job.stderr)

        again = self.penstock(*self.QUICK, "--only", "host")
        self.assertEqual(again.returncode, 1)
        self.assertIn(f"{path} exists; --force replaces it", again.stderr)
        self.assertEqual(path.read_text(), text)
        shown = self.penstock(*self.QUICK, "--only", "coll", "--dry-run")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("schema 1\n", shown.stdout)
        self.assertEqual(path.read_text(), text)
        forced = self.penstock(*self.QUICK, "--only", "coll", "--force")
        self.assertEqual(forced.returncode, 0, forced.stderr)
        self.assertEqual((path.parent / (path.name + ".bak")).read_text(), text)
        self.assertEqual(sorted(os.listdir(path.parent)), [path.name, path.name + ".bak"])

    def test_measures_a_network(self):
        launch = f"{BIN}/mpiexec -n {{ranks}}"
        done = self.penstock(*self.QUICK, "--only", "net", "--launch", launch, "--json", PENSTOCK_SIMULATED_HOSTS="2")
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        raw = said["raw"]
        self.assertEqual([row["candidate"] for row in raw["messages between hosts"][:2]],
                         ["PENSTOCK_NET_MESSAGE = 129K", "PENSTOCK_NET_MESSAGE = 17K"])
        self.assertIn("streams of host memory", raw)
        self.assertTrue(all(len(row["us"]) == 3 and min(row["us"]) > 0 for rows in raw.values() for row in rows), raw)
        self.assertNotIn("--launch", " ".join(said["skipped"]))
        for words, said in ((("--only", "net"), "--launch COMMAND"), (("--launch", "srun"), "{ranks}"),
                            (("--only", "net", "--launch", "false {ranks}"), "failed (exit status 1)")):
            done = self.penstock(*self.QUICK, *words, "--dry-run")
            self.assertNotEqual(done.returncode, 0, words)
            self.assertIn(said, done.stderr)

    def test_measures_gpu_memory(self):
        if FAKECUDA == "none":
            self.skipTest("built without the stand-in driver")
        out = self.home / "gpu.conf"
        done = self.penstock(*self.QUICK, "--only", "device", "--out", out, "--json", LD_LIBRARY_PATH=FAKECUDA)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        text = "\n".join(said["measured"])
        for name in ("PENSTOCK_COST_GPU_COPY", "PENSTOCK_COST_GPU_SMALL", "PENSTOCK_COST_GPU_STRIDED", "PENSTOCK_COST_PINNED",
                     "PENSTOCK_COST_PAGEABLE", "PENSTOCK_COST_BOUNCE", "mapping an allocation",
                     "small copies: PENSTOCK_RESIDENT_LIMIT = 64K takes", "copies that gather: PENSTOCK_KERNEL_COPY_LIMIT = 8M takes",
                     "large messages, pulled or pushed: PENSTOCK_COST_GPU_PUSH = "):
            self.assertIn(name, text)
        for part in ("device copies", "bounce buffers"):
            times = [row["us"] for row in said["raw"][part] if "us" in row]
            self.assertTrue(times and all(us > 0 for row in times for us in row), said["raw"][part])
        pushed = [row["candidate"] for row in said["raw"]["large messages, pulled or pushed"]]
        self.assertEqual(len([one for one in pushed if one.startswith("PENSTOCK_COST_GPU_PUSH = ")]), 2)
        _, rows = self.tunables(PENSTOCK_TUNE_FILE=out)
        costs = [row["row"].split(" = ")[0] for row in said["rows"] if row["row"].startswith("PENSTOCK_COST")]
        self.assertTrue(costs, "the stand-in is no H200")
        for name in costs:
            self.assertTrue(rows[name]["origin"].startswith(f"{out}:"), rows[name])

    def test_measures_collectives_of_gpu_memory(self):
        """The strategy in force waits for several operations on a device that takes 400 us for
        each; one kernel has to beat it."""
        if FAKECUDA == "none":
            self.skipTest("built without the stand-in driver")
        out = self.home / "gpu.conf"
        slow = {"LD_LIBRARY_PATH": FAKECUDA, "PENSTOCK_FAKECUDA_DEVICES": "2", "PENSTOCK_FAKECUDA_DELAY_US": "400"}
        done = self.penstock(*self.QUICK, "--only", "gpu", "--out", out, "--json", **slow,
                             PENSTOCK_COLL_ALGORITHM="gpu allreduce=workspace")
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual(len([line for line in said["measured"] if " of 2 GPUs, mapped memory (new memory): 4K " in line]), 10)
        for state in ("mapped", "new"):
            cases = said["raw"]["gpu collectives"][state]
            self.assertEqual(len(cases), 10)
            for case in cases:
                tried = {(row["algorithm"], row["bytes"], row["round"]) for row in case["rows"] if row["checked"]}
                self.assertEqual(len(tried), 6 * 2 * 3, case["case"])
        rows = [row["row"] for row in said["rows"] if row["row"].startswith("gpu allreduce ")]
        self.assertTrue(rows, said["measured"])
        self.assertTrue(all(" ranks<=2" in row for row in rows), rows)
        self.assertNotIn("workspace", rows[0])
        info = self.penstock("info", "--coll", "allreduce", "--ranks", 2, "--json", PENSTOCK_TUNE_FILE=out, **slow)
        self.assertEqual(info.returncode, 0, info.stderr)
        self.assertIn(f"{out}:", info.stdout)

    def test_without_gpus_it_says_so(self):
        done = self.penstock(*self.QUICK, "--only", "device,gpu", "--dry-run", PENSTOCK_CUDA="0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not measured: GPUs: there is none", done.stdout)
        self.assertIn("not measured: collectives of GPU memory: there are no two GPUs", done.stdout)

    def test_an_interrupt_leaves_no_file_and_no_job(self):
        path = self.found_table()
        tune = subprocess.Popen([BIN / "penstock", "tune", "--only", "host", "--seconds", "60"], env=self.environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            children = pathlib.Path(f"/proc/{tune.pid}/task/{tune.pid}/children")
            limit = time.monotonic() + 60
            job = ""
            while not job and time.monotonic() < limit and tune.poll() is None:
                job = children.read_text().strip()
            self.assertTrue(job, "no job was started")
            tune.send_signal(signal.SIGINT)
            self.assertEqual(tune.wait(timeout=60), -signal.SIGINT)
            while pathlib.Path(f"/proc/{job}").exists() and time.monotonic() < limit:
                os.sched_yield()
            self.assertFalse(pathlib.Path(f"/proc/{job}").exists(), "its job lives on")
        finally:
            tune.kill()
            tune.wait()
        self.assertFalse(path.parent.exists())


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv[1]).resolve()
    FAKECUDA = sys.argv[2]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
