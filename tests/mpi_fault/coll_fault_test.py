#!/usr/bin/env python3
"""Driver calls fail in collectives of GPU memory: right data, or an error on every rank, and the next call goes well.

coll_fault_test.py MPIEXEC MPI_FAULT_COLL DRIVER_ENTRIES [--every | --few] [TEST...]

--every: more calls of each entry point, on both ranks. --few: a sample, the same each time, in which each entry point fails.
"""
import collections
import concurrent.futures
import re
import unittest

import fault_test
from fault_test import NOT_SUPPORTED, UNKNOWN, Run, entry_points

CALLS = ("allreduce", "reduce", "bcast", "allgather", "alltoall", "scan", "reduce_scatter_block")
SHORT, LONG = (64, 100 << 10), 40_000_000
BY_KERNELS = "kernels of all GPUs"
ACROSS = ("allreduce", "reduce", "bcast", "allgather", "reduce_scatter_block")
BY_HOSTS = "kernels inside each of"
STAGED = "by way of memory of the library's own"
OUT_OF_MEMORY, NO_PEER, ILLEGAL_ADDRESS = 2, 217, 700  # CUresult
NAMES = {UNKNOWN: "CUDA_ERROR_UNKNOWN", OUT_OF_MEMORY: "CUDA_ERROR_OUT_OF_MEMORY",
         NO_PEER: "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
         NOT_SUPPORTED: "CUDA_ERROR_NOT_SUPPORTED", ILLEGAL_ADDRESS: "CUDA_ERROR_ILLEGAL_ADDRESS"}
# The calls by which a process finds its GPUs, once: if one fails the process has none, and MPI cannot use device memory.
DISCOVERY = {"cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetUuid", "cuDeviceGetAttribute",
             "cuDriverGetVersion"}
# Only the exchange about GPUs makes these calls, and no collective of host memory may fail because of it.
OF_THE_LOOK = {"cuMemAlloc", "cuPointerSetAttribute", "cuIpcGetMemHandle", "cuIpcOpenMemHandle"}
REFUSALS = (("cuMemAlloc", OUT_OF_MEMORY), ("cuMemHostAlloc", OUT_OF_MEMORY), ("cuIpcGetMemHandle", NOT_SUPPORTED),
            ("cuIpcOpenMemHandle", NO_PEER), ("cuIpcOpenMemHandle", OUT_OF_MEMORY), ("cuCtxEnablePeerAccess", NO_PEER))

Outcome = collections.namedtuple("Outcome", "kind rank struck outcome text")
Failing = collections.namedtuple("Failing", "rank entry nth result", defaults=(UNKNOWN,))


def start(ranks, words, hosts=1):
    """Starts a job. "new" device memory always goes through the library's own memory, however often it is used; other memory
    is mapped at once. Several hosts: data go between them in several pieces."""
    kind, memory, *rest = words
    one_shot = {} if memory == "device" else {"PENSTOCK_COLL_ONE_SHOT": "0"}
    split = {"PENSTOCK_SIMULATED_HOSTS": str(hosts), "PENSTOCK_COLL_CHUNK": "16K"} if hosts > 1 else {}
    environment = {"PENSTOCK_EXPLAIN": "1", "PENSTOCK_FAKECUDA_DELAY_US": "20", "PENSTOCK_FAKECUDA_DEVICES": str(ranks),
                   "PENSTOCK_MAP_AFTER_US": "1000000000" if memory == "new" else "0", **one_shot, **split}
    return Run(ranks, [kind, "device" if memory == "new" else memory, *rest], environment)


def outcomes(run, *kinds):
    """Returns the outcomes by trial; those of one kind."""
    trials = collections.defaultdict(list)
    for row in run.rows:
        if row[0] in kinds:
            trials[int(row[1])].append(Outcome(row[0], int(row[2]), row[3] == "1", row[4], "|".join(row[5:])))
    return trials


def ended_well(run, ranks):
    problems = [f"exit code {run.code}"] if run.code else []
    if len(run.of("end")) != ranks:
        problems.append(f"{len(run.of('end'))} of {ranks} ranks came to their end, in trial {(run.of('trial') or [''])[-1]}")
    for kind in ("lost", "late"):
        problems += ["|".join([kind, *row]) for row in run.of(kind)]
    return problems


def problems_of(trial, ranks, failing, names, on_host=False):
    """Checks a collective in which a call may have failed: right on all ranks, or an error on all; if the data may have gone
    over the host, or to another host before, an error at least on the rank of the failure."""
    said = {outcome.outcome for outcome in trial}
    problems = [f"{len(trial)} of {ranks} ranks said something"] if len(trial) != ranks else []
    problems += [f"rank {outcome.rank}: wrong data without an error" for outcome in trial if outcome.outcome == "wrong"]
    there = {outcome.outcome for outcome in trial if outcome.rank == failing.rank}
    if "error" in said and "right" in (there if on_host else said):
        problems.append("an error on some ranks only: " + str(trial))
    for outcome in trial:
        clear = names if outcome.rank == failing.rank else r"\brank \d+\b"
        if outcome.outcome == "error" and not re.search(clear, outcome.text):
            problems.append(f"rank {outcome.rank}: an error without its cause: {outcome.text}")
    if "error" in said and not any(outcome.struck for outcome in trial):
        problems.append("an error though nothing failed")
    return problems


def all_right(trials):
    return [f"trial {number}: rank {each.rank}: {each.outcome} {each.text}"
            for number, trial in trials.items() for each in trial if each.outcome != "right"]


class Score:
    """Counts the failures that were tried, and their results."""

    def __init__(self):
        self.entries, self.failures, self.errors, self.skipped, self.problems = set(), 0, 0, 0, []

    def add(self, run, problems):
        self.problems += [f"{run.title}: {line}" for line in problems]

    def strike(self, entry, trial):
        self.entries.add(entry)
        self.failures += 1
        self.errors += any(outcome.outcome == "error" for outcome in trial)

    def conclude(self, test, what):
        print(f"coll: {len(self.entries)} entry points, {self.failures} failures of theirs, {self.skipped} skipped; {what}: "
              f"{self.errors} gave errors, the others none")
        test.assertEqual(self.problems, [], "\n" + "\n".join(self.problems[:40]))
        test.assertGreater(self.failures, 0)
        test.assertEqual(self.skipped, 0)


def names_of(failing):
    entry = "" if failing.entry == "async" else f"{failing.entry} failed: "
    return f"{entry}{NAMES[failing.result]}"


def is_told(run, entry):
    """Returns True if the log names the call that the rank went on without; a fallback for the rank's own work is reported
    once, whichever entry point fails first."""
    rank = int(run.of("trial")[0][1])
    return run.lines_of_log(rank, entry) or any("(said once)" in line for line in run.lines_of_log(rank, ""))


def judge_sweep(score, run, ranks, calls, hosts):
    problems = ended_well(run, ranks)
    failed, again = outcomes(run, "fail"), outcomes(run, "again")
    problems += all_right(outcomes(run, "warm")) + all_right(outcomes(run, "clean"))
    silent = collections.Counter()
    for number, rank, entry, nth, call in run.of("trial"):
        failing, trial = Failing(int(rank), entry, int(nth)), failed[int(number)]
        found = problems_of(trial, ranks, failing, names_of(failing), on_host=hosts > 1)
        found += ["afterwards: " + line for line in all_right({number: again[int(number)]})]
        problems += [f"{call}, {entry} number {nth}: {line}" for line in found]
        if any(outcome.struck for outcome in trial):
            score.strike(entry, trial)
            silent[entry] += all(outcome.outcome == "right" for outcome in trial)
    problems += [f"nobody was told of {entry}" for entry in silent if silent[entry] and not is_told(run, entry)]
    how = BY_KERNELS if hosts == 1 else BY_HOSTS
    problems += [f"{call} does not go by kernels" for call in calls if not re.search(rf"{call} of .*{how}", run.stderr)]
    score.add(run, problems)


def calls_of_job(kind, memory, ranks):
    """Returns how often each rank calls each entry point in a job without a failure."""
    run = start(ranks, [kind, memory, 0, "none", 0, 0])
    problems = ended_well(run, ranks) + all_right(outcomes(run, "warm")) + all_right(outcomes(run, "first"))
    problems += all_right(outcomes(run, "after"))
    return run, problems


def cases_of(run, ranks, entry):
    """Yields on two ranks every call and the first, alternately; on three ranks the middle one. --every: all of these on all
    ranks. --few: one of them, on two ranks."""
    number = entry_points().index(entry)
    turn = number % 2
    if fault_test.FEW:
        if ranks == 2 and run.calls(turn, entry):
            yield Failing(turn, entry, number // 2 % 2)
        return
    for rank in (ranks - 1,) if ranks > 2 else (0, 1) if fault_test.EVERY else (turn,):
        calls = run.calls(rank, entry)
        middle = (calls + 1) // 2
        chosen = {0, 1, middle} if fault_test.EVERY else {middle} if ranks > 2 else {0, 1}
        yield from (Failing(rank, entry, nth) for nth in sorted(chosen) if calls)


def judge_job(score, run, kind, memory, ranks, failing):
    struck = run.calls(failing.rank, failing.entry) >= max(failing.nth, 1)
    problems = ended_well(run, ranks)
    trials = outcomes(run, "warm" if kind == "open" else kind)
    for number, trial in trials.items():
        found = problems_of(trial, ranks, failing, names_of(failing), on_host=memory not in ("device", "new"))
        problems += [f"trial {number}: {line}" for line in found]
    if kind == "open" and failing.entry in OF_THE_LOOK:
        problems += ["while meeting: " + line for line in all_right(trials)]
    after = outcomes(run, "after")
    if kind == "open" and failing.entry in DISCOVERY:
        for number, trial in after.items():
            seen = [outcome._replace(struck=True) for outcome in trial]
            problems += [f"trial {number}: {line}" for line in problems_of(seen, ranks, failing, names_of(failing))]
    else:
        problems += ["afterwards: " + line for line in all_right(after)]
    if struck:
        told = any(each.outcome == "error" for trial in [*trials.values(), *after.values()] for each in trial)
        score.strike(failing.entry, [Outcome(kind, failing.rank, True, "error" if told else "right", "")])
        if not told and failing.entry != "async" and not run.lines_of_log(failing.rank, failing.entry):
            problems.append("nobody was told")
    score.add(run, problems)


def some(cases, every):
    """Returns all cases; with --few only every n-th."""
    return list(cases)[::every] if fault_test.FEW else list(cases)


def sweep(test, what, jobs, hosts=1):
    score = Score()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda job: start(job[0], ["sweep", *job[1:]], hosts), jobs))
    for job, run in zip(jobs, runs):
        judge_sweep(score, run, job[0], [word for word in job if word in CALLS], hosts)
    score.conclude(test, what)


def fail_jobs(test, kind, what, cases_of_ranks, memory="device"):
    score, jobs = Score(), []
    for ranks in (2,) if fault_test.FEW else (2, 3):
        clean, problems = calls_of_job(kind, memory, ranks)
        score.add(clean, problems)
        if not clean.stderr.count(BY_KERNELS if memory == "device" else STAGED) >= len(CALLS):
            score.add(clean, ["the collectives do not go by kernels"])
        jobs += [(ranks, failing) for failing in cases_of_ranks(clean, ranks)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda job: start(job[0], [kind, memory, *job[1]]), jobs))
    for (ranks, failing), run in zip(jobs, runs):
        judge_job(score, run, kind, memory, ranks, failing)
    score.conclude(test, what)


class Collectives(unittest.TestCase):
    def test_each_call_of_a_short_collective(self):
        sweep(self, "short", some(((ranks, "device", rank, bytes_, "blocking", "started", *CALLS)
                                   for ranks in (2, 3) for rank in (0, ranks - 1) for bytes_ in SHORT), 7))

    def test_each_call_of_a_persistent_collective(self):
        """Each call fails, from making the request to freeing it; long collectives start as graphs."""
        sweep(self, "persistent", some(((ranks, "device", ranks - 1, bytes_, "persistent", *CALLS)
                                        for ranks in (2, 3) for bytes_ in SHORT), 3)
              + some(((2, "device", rank, LONG, "persistent", "alltoall") for rank in (0, 1)), 2))

    def test_the_first_collectives(self):
        """Modules, queues and their memory are made once."""
        fail_jobs(self, "first", "in the first collectives", lambda clean, ranks: [
            failing for entry in entry_points() for failing in cases_of(clean, ranks, entry)])

    def test_the_meeting_about_gpus(self):
        """A communicator whose GPUs cannot access each other goes over the host; a rank that cannot map memory reports it."""
        fail_jobs(self, "open", "while switched on", lambda clean, ranks: [
            failing for entry in some(entry_points(), 3) for failing in cases_of(clean, ranks, entry)])

    def test_what_gpus_refuse(self):
        for kind in ("first", "open"):
            fail_jobs(self, kind, f"refused ({kind})", lambda clean, ranks: [
                Failing(rank, entry, 0, result) for entry, result in REFUSALS for rank in some((ranks - 1, 0), 2)
                if clean.calls(rank, entry)])

    def test_an_operation_fails_on_the_device(self):
        """The context is unusable afterwards; host messages still work, and every rank gets an error."""
        fail_jobs(self, "first", "on the device", lambda clean, ranks: some((
            Failing(rank, "async", nth, ILLEGAL_ADDRESS) for rank in (0, ranks - 1) for nth in (1, 2, 3, 5, 9)), 4))


class StagedCollectives(unittest.TestCase):
    """Tests collectives whose data go through the library's own memory, because peers cannot map the
    program's or are not to map it yet."""

    def test_each_call_of_a_collective(self):
        sweep(self, "staged", some(((ranks, memory, ranks - 1, bytes_, "blocking", "started", *CALLS)
                                    for ranks, memory in ((2, "pool"), (3, "managed"), (3, "new")) for bytes_ in SHORT), 3))

    def test_each_call_of_a_persistent_collective(self):
        sweep(self, "staged, persistent", some(((ranks, memory, 0, SHORT[1], "persistent", *CALLS)
                                                for ranks, memory in ((2, "managed"), (3, "pool"))), 2))

    def test_the_first_collectives(self):
        fail_jobs(self, "first", "in the first staged collectives", lambda clean, ranks: [
            failing for entry in some(entry_points(), 3) for failing in cases_of(clean, ranks, entry)], "pool")

    def test_the_first_collectives_of_new_memory(self):
        """The memory is mapped if there is no room on the device."""
        fail_jobs(self, "first", "in the first collectives of new memory", lambda clean, ranks: [
            failing for entry in ("cuMemAlloc", "cuIpcGetMemHandle", "cuIpcOpenMemHandle", "cuLaunchKernel", "cuMemcpyAsync")
            for failing in cases_of(clean, ranks, entry)], "new")

    def test_no_room_on_the_device(self):
        """A rank without room reports it, once, and all ranks go over the host."""
        fail_jobs(self, "first", "without room", lambda clean, ranks: [
            Failing(rank, "cuMemAlloc", nth, OUT_OF_MEMORY)
            for rank in (0, ranks - 1) for nth in some((0, 1, 2), 3)], "managed")

    def test_an_operation_fails_on_the_device(self):
        fail_jobs(self, "first", "on the device, staged", lambda clean, ranks: some((
            Failing(rank, "async", nth, ILLEGAL_ADDRESS) for rank in (0, ranks - 1) for nth in (1, 2, 3, 5, 9)), 6), "pool")


class CollectivesAcrossHosts(unittest.TestCase):
    """There are two simulated hosts; a failure of one need not reach the other, which may have all its data by then."""

    def test_each_call_of_a_collective(self):
        sweep(self, "across hosts", some(((ranks, "device", rank, bytes_, "blocking", "started", *ACROSS)
                                          for ranks in (2, 4) for rank in (0, ranks - 1) for bytes_ in SHORT), 5), hosts=2)

    def test_each_call_of_a_staged_collective(self):
        sweep(self, "across hosts, staged", some(((3, "pool", rank, SHORT[1], "blocking", *ACROSS) for rank in (0, 2)), 2),
              hosts=2)


class LongCollectives(unittest.TestCase):
    def sweep_long(self, ranks):
        """The copy engine, or kernels that run for long, move the data."""
        sweep(self, f"long, {ranks} ranks", [(ranks, "device", number % ranks, LONG, ("blocking", "started")[number % 2], call)
                                               for number, call in enumerate(CALLS)])

    def test_each_call_of_a_long_collective_of_two(self):
        self.sweep_long(2)

    def test_each_call_of_a_long_collective_of_three(self):
        self.sweep_long(3)

    def test_each_call_of_a_long_persistent_collective(self):
        sweep(self, "long, persistent", [(2, "device", number % 2, LONG, "persistent", call) for number, call in enumerate(CALLS)])


if __name__ == "__main__":
    fault_test.main()
