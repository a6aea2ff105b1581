"""Runs the cases on every library in turns, and collects their rows."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from penstock import figures
from penstock.figures import OURS

END_SECONDS = 5       # for a job to end after SIGTERM
TRIAL = ["latency", "--sizes", "8", "--seconds", "0.01"]
SCHEMA = "penstock-bench/1"


class RunFailed(Exception):
    """A run brought no figures. `died`: by a signal or with the message of a fault, not by the time limit."""

    def __init__(self, text, died=False):
        super().__init__(text)
        self.died = died


def ending(code, text):
    """The end of a failed run in one line: how, and the last that it said."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    how = f"signal {-code}" if code < 0 else f"signal {code - 128}" if 128 < code < 160 else f"exit code {code}"
    return f"ended with {how}" + (f": {' / '.join(lines[-3:])[-300:]}" if lines else "")


FAULTS = ("segmentation fault", "bad address", "signal 11", "signal 7", "bus error", "signal: 11", "exit code: 139",
          "exit code: 135", "efault")


def faulted(code, text):
    lower = text.lower()
    return code in (-11, -7, 139, 135) or any(word in lower for word in FAULTS)


def run_job(command, environment, seconds):
    """One command to its end: (exit code, output). Nothing of it lives on. RunFailed after so many seconds."""
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", start_new_session=True) as job:
        try:
            text, _ = job.communicate(timeout=seconds)
            return job.returncode, text
        except subprocess.TimeoutExpired as error:
            raise RunFailed(f"still running after {seconds:g} s") from error
        finally:
            end_group(job)


def end_group(job):
    """Launchers end their ranks when they are asked to; what is left after that is killed."""
    if job.poll() is None:
        os.killpg(job.pid, signal.SIGTERM)
        try:
            job.wait(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(job.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Measurement:
    """The rounds of one comparison. `options`: ranks, words (options of penstock-bench), bind, timeout."""

    def __init__(self, libraries, cases, options, progress):
        self.libraries, self.cases, self.options, self.progress = libraries, cases, options, progress
        self.rows = {case: {} for case in cases}   # case -> size -> library -> rows, one a round
        self.units = {}                            # case -> (unit, better)
        self.notes = {case: {} for case in cases}  # case -> library -> why it has no figures
        self.where = self.host = None
        self.order = []                            # (round, library) as they ran

    # One process: every case asked for, or RunFailed.
    def run(self, library, cases, words):
        with tempfile.TemporaryDirectory(prefix="penstock-compare-") as folder:
            file = pathlib.Path(folder, "run.json")
            command = library.command(self.options.ranks, [",".join(cases), *words, "--label", library.name, "--json", str(file)],
                                      self.options.bind)
            try:
                code, text = run_job(command, library.environment, self.options.timeout)
            except OSError as error:
                raise RunFailed(f"cannot start {command[0]}: {error}") from error
            if code != 0:
                raise RunFailed(ending(code, text), faulted(code, text))
            try:
                return self.accept(library, json.loads(file.read_text(encoding="utf-8")))
            except (OSError, ValueError, KeyError) as error:
                raise RunFailed(f"wrote no usable JSON: {error!r}") from error

    def accept(self, library, result):
        """Checks that the figures are what and whose they are meant to be."""
        if result["schema"] != SCHEMA:
            raise RunFailed(f"wrote schema {result['schema']}, not {SCHEMA}: build it from the same sources")
        if library.expects and not result["library"].startswith(library.expects):
            raise RunFailed(f"ran on \"{result['library']}\" in place of {library.expects}: see LD_LIBRARY_PATH")
        library.version = result["library"]
        if library.name == OURS:
            self.where, self.host = result["where"], result["host"]
        return {case["case"]: case for case in result["cases"]}

    def trials(self):
        """Libraries that may know nothing of GPU memory show whether they do. RunFailed if ours cannot use it either."""
        doubtful = [library for library in self.libraries if library.host_only and not library.state]
        if self.options.memory == {"host"} or not doubtful:
            return
        words = [*TRIAL[1:], *self.options.buffers]
        self.run(next(library for library in self.libraries if library.name == OURS), TRIAL[:1], words)
        for library in doubtful:
            try:
                self.run(library, TRIAL[:1], words)
            except RunFailed as error:
                library.drop("not CUDA-aware" if error.died else "failed", f"its trial run with GPU memory {error}")

    def round(self, turn, plan):
        """Every library once. `plan`: case -> words that set its sizes. The order is rotated each round."""
        live = [library for library in self.libraries if not library.state]
        shift = turn % len(live)
        for library in live[shift:] + live[:shift]:
            self.progress.show(f"round {turn + 1}, {library.name}")
            self.order.append((turn, library.name))
            self.one(library, turn, plan)
            self.progress.step()

    def one(self, library, turn, plan):
        """Cases of one set of sizes share a process. One that fails takes its companions with it: they run alone then."""
        groups = {}
        for case, words in plan.items():
            if library.name not in self.notes[case]:
                groups.setdefault(tuple(words), []).append(case)
        for words, cases in groups.items():
            try:
                self.add(library, self.run(library, cases, [*words, *self.options.words]))
                continue
            except RunFailed as error:
                if len(cases) == 1:
                    self.give_up(library, cases[0], turn, error)
                    continue
            for case in cases:
                try:
                    self.add(library, self.run(library, [case], [*words, *self.options.words]))
                except RunFailed as error:
                    self.give_up(library, case, turn, error)

    def give_up(self, library, case, turn, error):
        """Figures of earlier rounds go too: a case that fails now and then is not to be trusted."""
        self.notes[case][library.name] = f"failed in round {turn + 1}: {error}"
        for runs in self.rows[case].values():
            runs.pop(library.name, None)
        self.progress.say(f"{library.name}: {case} {self.notes[case][library.name]}")

    def add(self, library, found):
        """All that a run found, or RunFailed and nothing."""
        found = {name: case for name, case in found.items() if name in self.rows}
        for name, case in found.items():
            if "unsupported" not in case:
                self.check(library, name, case)
        for name, case in found.items():
            if "unsupported" in case:
                self.notes[name][library.name] = f"unsupported: {case['unsupported']}"
                continue
            self.units[name] = (case["unit"], case["better"])
            for row in case["rows"]:
                self.rows[name].setdefault(row["bytes"], {}).setdefault(library.name, []).append(row)

    def check(self, library, name, case):
        known = self.units.get(name, (case["unit"], case["better"]))
        if known != (case["unit"], case["better"]):
            raise RunFailed(f"{library.name} gives {name} in {case['unit']}, the others in {known[0]}")
        for row in case["rows"]:
            if not row.get("checked", True):
                raise RunFailed(f"the data of {row['bytes']} bytes arrived wrong or was not checked")

    def summaries(self):
        """The cases of the result, with figures and what follows from them."""
        return [figures.summarize_case({
            "case": case, "unit": self.units.get(case, ("", ""))[0], "better": self.units.get(case, ("", ""))[1],
            "rows": [figures.summarize_row(size, self.rows[case][size], self.units[case][1])
                     for size in sorted(self.rows[case]) if any(self.rows[case][size].values())],
            "notes": self.notes[case]}) for case in self.cases]


def repeat(measurement, rounds, plan, deadline=None):
    """Returns how many rounds were made: fewer than `rounds` where the next would end after the deadline, or where none of
    our own cases runs. At least one is made."""
    began = time.monotonic()
    for turn in range(rounds):
        now = time.monotonic()
        if turn > 0 and deadline is not None and now + (now - began) / turn > deadline:
            return turn
        measurement.round(turn, plan)
        if all(OURS in measurement.notes[case] for case in plan):
            return turn + 1
    return rounds


def confirm(measurement, sizes, rounds):
    """Measures doubtful sizes (case -> sizes) again; their new figures count. The old ratios are kept as "before"."""
    before = {case["case"]: {row["bytes"]: row["ratio"] for row in case["rows"]} for case in measurement.summaries()}
    fresh = Measurement(measurement.libraries, list(sizes), measurement.options, measurement.progress)
    fresh.notes = {case: dict(measurement.notes[case]) for case in sizes}
    plan = {case: ["--sizes", ",".join(map(str, wanted))] if wanted != [0] else [] for case, wanted in sizes.items()}
    repeat(fresh, rounds, plan)
    for case in sizes:
        measurement.notes[case].update(fresh.notes[case])
        for size, runs in fresh.rows[case].items():
            measurement.rows[case][size] = runs
    return {case: {size: before[case].get(size) for size in wanted} for case, wanted in sizes.items()}
