#!/usr/bin/env python3
"""Each driver entry point fails in an MPI job of two ranks: a clear error or a warned fallback, on both sides, nothing lost.

fault_test.py MPIEXEC MPI_FAULT DRIVER_ENTRIES [--every | --few] [TEST...]

--every: each call of each entry point in turn (minutes). --few: a sample, the same each time: each entry point on either rank.
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import TOOLS

EVERY = FEW = False
UNKNOWN, NOT_SUPPORTED = 999, 801  # CUresult
NOBODY_TOLD = "nobody was told"

# Driver calls that no MPI call of the application makes (cuMemAllocManaged: only a window on managed memory does). The test of
# the public GPU helper makes them fail.
HELPER = {"cuInit", "cuCtxSynchronize", "cuMemAllocManaged", "cuMemAllocAsync", "cuMemFreeAsync",
          "cuMemsetD8Async", "cuMemcpy2DAsync", "cuStreamCreate", "cuLaunchCooperativeKernel",
          "cuOccupancyMaxActiveBlocksPerMultiprocessor"}
# The library has a fallback for these, at any time: data are right and a line names the entry point.
FALLBACK = {
    "cuDriverGetVersion": "only printed",
    "cuDeviceCanAccessPeer": "staging instead of mapping",
    "cuCtxEnablePeerAccess": "staging instead of one kernel",
    "cuIpcGetMemHandle": "staging instead of an export",
    "cuIpcOpenMemHandle": "staging instead of a mapping",
    "cuIpcCloseMemHandle": "the mapping is forgotten",
    "cuMemRetainAllocationHandle": "staging instead of an export", "cuMemExportToShareableHandle": "the same",
    "cuMemRelease": "the same, or staging instead of a mapping",
    "cuMemImportFromShareableHandle": "staging instead of a mapping", "cuMemAddressReserve": "the same",
    "cuMemMap": "the same", "cuMemSetAccess": "the same", "cuMemUnmap": "the mapping is forgotten",
    "cuMemAddressFree": "the mapping is forgotten",
    "cuMemGetAllocationGranularity": "no bounce buffers: staging", "cuMemCreate": "the same",
    "cuMemHostRegister": "staging memory that is not pinned",
    "cuMemPrefetchAsync": "pages move one by one", "cuMemRangeGetAttributes": "pages move one by one",
    "cuCtxGetDevice": "no device to work with on host memory: the other side moves the data",
    # these calls are made at the end of the job
    "cuMemHostUnregister": "", "cuStreamSynchronize": "", "cuStreamDestroy": "", "cuMemFreeHost": "", "cuMemFree": "", "cuEventDestroy": "",
    "cuModuleUnload": "", "cuDevicePrimaryCtxRelease": "",
}
# Events order managed memory that is brought to a GPU, where they have a fallback; in the second mode they also order the
# application's default stream, where they have none. All modes are tried.
EVENTS = {"cuEventCreate", "cuEventRecord", "cuStreamWaitEvent"}
# CUresult: out of memory, no peer access, not supported, the device is gone.
REFUSALS = (("cuMemAlloc", 2), ("cuMemHostAlloc", 2), ("cuMemHostRegister", 2), ("cuIpcGetMemHandle", NOT_SUPPORTED),
            ("cuIpcOpenMemHandle", 217), ("cuIpcOpenMemHandle", 2), ("cuCtxEnablePeerAccess", 217),
            ("cuMemExportToShareableHandle", NOT_SUPPORTED), ("cuMemImportFromShareableHandle", 2), ("cuMemMap", 2),
            ("cuMemcpyAsync", 46), ("cuLaunchKernel", 46), ("cuStreamCreateWithPriority", 46))
# A job that has not ended after this time hangs: the longest, of 40 MB in each call, takes a dozen seconds on two processors.
JOB_SECONDS = 300
# The cache of mappings is small, so that mappings close while the job runs; delays make waiting calls ask the driver.
ENVIRONMENT = dict(os.environ, PENSTOCK_IPC_CACHE_BYTES="64K", PENSTOCK_FAKECUDA_DELAY_US="100", PENSTOCK_LOG="info")
# Events are used if the application relies on a default stream; chunks of memory are made for ranks in other PID namespaces.
MODES = ({}, {"PENSTOCK_SYNC_STREAM": "legacy", "PENSTOCK_KERNEL_COPY_LIMIT": "0", "PENSTOCK_MAP_AFTER_US": "0"},
         {"PENSTOCK_PID_NAMESPACE": "each"})


class Run:
    """One job and its output."""

    def __init__(self, ranks, words, environment):
        self.title = " ".join(map(str, words)) + "".join(f" {k}={v}" for k, v in environment.items())
        done = harness.mpiexec("--timeout", JOB_SECONDS, "-n", ranks, TOOLS["program"], *words, env={**ENVIRONMENT, **environment},
                               timeout=JOB_SECONDS + harness.HANG_SECONDS)
        self.code, self.stdout, self.stderr = done.returncode, done.stdout, done.stderr
        self.rows = [line.split("|") for line in self.stdout.splitlines()]

    def of(self, kind):
        return [row[1:] for row in self.rows if row[0] == kind]

    def calls(self, rank, entry):
        return sum(int(row[2]) for row in self.of("calls") if row[0] == str(rank) and row[1] == entry)

    def lines_of_log(self, rank, entry):
        return [line for line in self.stderr.splitlines()
                if re.match(rf"penstock\[{rank}\] (warn|error|info): ", line) and f"{entry} failed" in line]


def entry_points():
    return re.findall(r"^PENSTOCK_DRIVER_ENTRY\((\w+),", pathlib.Path(TOOLS["entries"]).read_text(), re.MULTILINE)


def ended_well(run, ranks):
    """Checks the conditions that must hold for any failure; returns the violated ones."""
    problems = []
    if run.code != 0:
        problems.append(f"exit code {run.code}")
    if len(run.of("end")) != ranks:
        problems.append(f"{len(run.of('end'))} of {ranks} ranks came to their end")
    for kind in ("wrong", "untold", "lost"):
        problems += ["|".join([kind, *row]) for row in run.of(kind)]
    # A failure must not make a rank send messages that its peer cannot interpret.
    problems += [line for line in run.stderr.splitlines() if "are all ranks of the job running the same" in line]
    return problems


def judge(run, rank, entry, always, mode):
    """Returns the problems of a job in which `entry` failed on `rank`, once or every time."""
    falls_back = entry in FALLBACK or (entry in EVENTS and "PENSTOCK_SYNC_STREAM" not in mode)
    problems = ended_well(run, 2)
    named = "cuPointerGetAttributes" if entry.startswith("cuGetError") else entry
    clear = [row for row in run.of("error") if row[0] == str(rank) and f"{named} failed" in row[4]]
    logged = run.lines_of_log(rank, named)
    for row in run.of("error"):
        told = f"rank {rank} could not move its part of a message (GPU driver error)" in row[4]
        at_home = row[0] == str(rank) and f"{named} failed: CUDA_ERROR_UNKNOWN" in row[4]
        at_home = at_home or (row[0] == str(rank) and f"{named} failed: error {UNKNOWN}" in row[4])
        if not told and not at_home:
            problems.append("an error without its cause: " + "|".join(row))
        if row[3] != "1":
            problems.append("an error of another class than MPI_ERR_OTHER: " + "|".join(row))
    if not clear and not logged:
        problems.append(NOBODY_TOLD)
    if always and falls_back and run.of("error"):
        problems.append("there is a fallback, but: " + "|".join(run.of("error")[0]))
    if always and not falls_back and not clear:
        problems.append("no MPI call gave an error")
    if entry == "cuGetErrorName" and clear and "cuGetErrorName failed too" not in clear[0][4]:
        problems.append("cuGetErrorName's own failure is not told")
    if entry == "cuGetErrorString" and clear and "cuGetErrorString failed too" not in clear[0][4]:
        problems.append("cuGetErrorString's own failure is not told")
    return problems


Case = collections.namedtuple("Case", "entry rank nth mode steps", defaults=((),))


def try_case(case):
    run = Run(2, ["fail", case.rank, case.entry, case.nth, UNKNOWN, *case.steps], case.mode)
    # How often some entry points are called depends on time: a later call may not have been made.
    if case.nth > 1 and run.calls(case.rank, case.entry) < case.nth:
        return run, ended_well(run, 2), False
    return run, judge(run, case.rank, case.entry, case.nth == 0, case.mode), True


def cases_of(entry, counts):
    """Returns the first call, a later one, the last one, every one; on both ranks. None if MPI never calls the entry point."""
    if entry.startswith("cuGetError"):
        return [Case(entry, rank, 0, MODES[0]) for rank in (0, 1)]
    cases = []
    for mode, count in counts:
        used = [count.calls(rank, entry) for rank in (0, 1)]
        if not max(used) or (cases and not EVERY and (FEW or entry not in EVENTS)):
            continue
        if FEW:
            turn = entry_points().index(entry) % 2
            first, *other = [rank for rank in (turn, 1 - turn) if used[rank]]
            cases.append(Case(entry, first, 0, mode))
            cases += [Case(entry, rank, (used[rank] + 2) // 3, mode) for rank in other]
            continue
        for rank, calls in enumerate(used):
            sample = {1, (calls + 2) // 3, calls} if rank == 0 else {1, (calls + 1) // 2}
            chosen = range(1, calls + 1) if EVERY else sorted(sample)
            cases += [Case(entry, rank, nth, mode) for nth in [0, *chosen] if calls]
    return cases


def problems_of_a_lost_device(run, rank, told):
    problems = ended_well(run, 2)
    for at in (0, 1):
        clear = "CUDA_ERROR_ILLEGAL_ADDRESS" if at == rank else f"rank {rank} could not move its part of a message"
        errors = [row[4] for row in run.of("error") if row[0] == str(at)]
        problems += [f"rank {at}: {text}" for text in errors if clear not in text]
        if at in told and not errors:
            problems.append(f"rank {at} was not told")
    return problems


def count_calls(steps, mode):
    """Runs a job without a failure. Memory of pools, and GPUs that a rank does not see, are staged: the
    log says that, and nothing else."""
    run = Run(2, ["count", *steps], mode)
    problems = ended_well(run, 2) + ["|".join(row) for row in run.of("error")]
    problems += [line for line in run.stderr.splitlines() if "warn:" in line and "through staging buffers" not in line]
    return run, problems


def describe(run, lines):
    return [f"{run.title}: {line}; stderr ends with: {run.stderr[-300:]}" for line in lines]


def check_refusals(test, steps):
    for number, (entry, result) in enumerate(REFUSALS):
        for rank in (number % 2,) if FEW else (0, 1):
            run = Run(2, ["fail", rank, entry, 0, result, *steps], {})
            test.assertEqual(ended_well(run, 2), [], run.title + run.stdout + run.stderr)
            clear = [row for row in run.of("error") if row[0] == str(rank) and f"{entry} failed: CUDA_ERROR" in row[4]]
            if run.calls(rank, entry):
                test.assertTrue(clear or run.lines_of_log(rank, entry), f"{run.title}: nobody was told\n{run.stderr}")
            if entry in FALLBACK:
                test.assertEqual(run.of("error"), [], run.title)


class Faults(unittest.TestCase):
    def test_each_entry_point_fails(self):
        counts = []
        for mode in MODES:
            count, problems = count_calls((), mode)
            self.assertEqual(problems, [], count.stderr)
            counts.append((mode, count))
        # Only persistent collectives call these; coll_fault_test.py makes them fail.
        graphs = [entry for entry in entry_points() if entry.startswith("cuGraph")]
        self.assertEqual([entry for entry in graphs if cases_of(entry, counts)], [])
        # Only windows between two GPUs call this; accel_fault_test.cpp makes it fail.
        windows = ["cuDeviceGetP2PAttribute"]
        self.assertEqual([entry for entry in windows if cases_of(entry, counts)], [])
        # Only communication on streams of the application calls these; accel_fault_test.cpp makes them fail.
        streams = ["cuStreamWaitValue32", "cuStreamBatchMemOp", "cuStreamGetCtx", "cuStreamGetCaptureInfo", "cuUserObjectCreate", "cuStreamBeginCapture",
                   "cuStreamEndCapture"]
        self.assertEqual([entry for entry in streams if cases_of(entry, counts)], [])
        # Only OpenSHMEM's heap on GPUs calls this; tests/shmem/device_heap.c makes it fail.
        heaps = ["cuDeviceTotalMem"]
        self.assertEqual([entry for entry in heaps if cases_of(entry, counts)], [])
        elsewhere = graphs + windows + streams + heaps
        entries, good, jobs, failures = [entry for entry in entry_points() if entry not in elsewhere], 0, 0, []
        self.assertGreater(len(entries), 40)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for entry in entries:
                cases = cases_of(entry, counts)
                if entry in HELPER:
                    self.assertEqual(cases, [], f"MPI calls ask for {entry} now: take it off the helper's list")
                    results = [self.try_helper(entry)]
                else:
                    results = list(pool.map(try_case, cases))
                problems = [line for run, lines, _ in results for line in describe(run, lines)]
                struck = sum(1 for _, _, hit in results if hit)
                jobs += len(results)
                if struck and not problems:
                    good += 1
                else:
                    failures += problems or [f"{entry}: no MPI call of this test uses it"]
        print(f"{good} entry points, {len(entries) - good} skipped; {jobs} jobs")
        self.assertEqual(failures, [], "\n" + "\n".join(failures))
        self.assertEqual(good, len(entries))

    def try_helper(self, entry):
        run = Run(1, ["helper", entry], {})
        problems = ended_well(run, 1)
        said = run.of("helper")[0][1] if run.of("helper") else ""
        if not said.startswith(f"{entry} failed: CUDA_ERROR_UNKNOWN"):
            problems.append(f"the helper said: '{said}'")
        return run, problems, True

    def test_a_kernel_stands_in_for_stream_memory_operations(self):
        run = Run(2, ["fail", 0, "cuStreamWriteValue32", 0, NOT_SUPPORTED], {})
        self.assertEqual(ended_well(run, 2), [], run.stderr)
        self.assertEqual(run.of("error"), [])

    def test_what_gpus_refuse(self):
        """Out of memory, no peer access, no IPC, a lost device: the library takes a slower path and reports
        it, or the error names the cause."""
        check_refusals(self, ())

    def test_a_failure_on_the_device(self):
        """An operation that a stream executes fails: the context is unusable afterwards, host messages still work."""
        for rank in (0, 1):
            run = Run(2, ["device", rank, 1], {})
            self.assertEqual(problems_of_a_lost_device(run, rank, (0, 1)), [], run.stdout + run.stderr)

    def test_a_stray_host_access(self):
        """Reading device memory on the host ends the job with the signal, and mpiexec names the rank."""
        # A sanitizer's handler would turn the signal into an exit code.
        handlers = {f"{tool}_OPTIONS": os.environ.get(f"{tool}_OPTIONS", "") + ":handle_segv=0" for tool in ("ASAN", "TSAN")}
        run = Run(2, ["stray"], handlers)
        self.assertEqual(run.code, 139, run.stderr)
        self.assertRegex(run.stderr, r"(?m)^mpiexec: rank 1 \(pid \d+, \S+\) was killed by signal 11 \(Segmentation fault\); "
                                     r"ended the other 1 rank")
        self.assertEqual(run.of("read"), [])


# Lists have the least memory and replace one another; messages have many pieces and are mapped at once.
LIST_MODES = ({}, {"PENSTOCK_LIST_CACHE_BYTES": "28K", "PENSTOCK_STAGING_SLOT_SIZE": "4K", "PENSTOCK_MAP_AFTER_US": "0"},
              {"PENSTOCK_PID_NAMESPACE": "each"})
LISTS = ("lists",)
BLOCK_BY_BLOCK = "are copied block by block, slowly"
# Driver calls of lists and of the kernels that read them: these fail in every mode, on both ranks; other calls in one mode.
OF_LISTS = {"cuMemAlloc", "cuMemFree", "cuMemcpyAsync", "cuModuleLoadData", "cuModuleGetFunction", "cuFuncGetAttribute",
            "cuLaunchKernel", "cuStreamWriteValue32", "cuStreamQuery"}


def some_of(calls, most):
    """Returns `most` of the calls, from the first to the last; all with --every."""
    most = calls if EVERY else min(calls, most)
    return sorted({1 + i * (calls - 1) // max(most - 1, 1) for i in range(most)})


def list_cases(counts):
    for mode, count in counts[:1] if FEW else counts:
        for number, entry in enumerate(entry_points()):
            own = entry in OF_LISTS
            if entry.startswith("cuGetError") or (mode and not own and not EVERY) or (FEW and not own):
                continue
            for rank in (0, 1) if own or EVERY else (number % 2,):
                calls = count.calls(rank, entry)
                yield from (Case(entry, rank, nth, mode, LISTS) for nth in [0, *some_of(calls, 4 if own else 2)] if calls)


class Lists(unittest.TestCase):
    """Tests messages of indexed and struct types, whose lists the library copies to the devices."""

    def test_each_call_fails(self):
        counts = []
        for mode in LIST_MODES[:1] if FEW else LIST_MODES:
            count, problems = count_calls(LISTS, mode)
            self.assertEqual(problems, [], count.stderr)
            counts.append((mode, count))
        cases = list(list_cases(counts))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(try_case, cases))
        struck = [(case, run) for case, (run, _, hit) in zip(cases, results) if hit]
        failures = [line for run, lines, _ in results for line in describe(run, lines)]
        entries = {case.entry for case, _ in struck}
        slower = {case.entry for case, run in struck if BLOCK_BY_BLOCK in run.stderr and not run.of("error")}
        print(f"lists: {len(entries)} entry points, {len(struck)} failures of theirs; without lists after those of {sorted(slower)}")
        self.assertEqual(failures, [], "\n" + "\n".join(failures))
        # A list without memory, and one that does not arrive, only cost time; a kernel that does not start is an error.
        if not FEW:
            self.assertGreaterEqual(slower, {"cuMemAlloc", "cuMemcpyAsync"})
        self.assertIn("cuLaunchKernel", {row[4].split(" failed")[0].split()[-1] for _, run in struck for row in run.of("error")})

    def test_what_gpus_refuse(self):
        check_refusals(self, LISTS)

    def test_an_operation_fails_on_the_device(self):
        """The copy of a list fails, the kernel that reads it, or a later operation; a sender may have
        finished before the receiver fails."""
        struck = 0
        for rank in (0, 1):
            operations = Run(2, ["device", rank, 1 << 30, *LISTS], {}).calls(rank, "async")
            self.assertGreaterEqual(operations, 4)
            for nth in (1 + rank, operations) if FEW else range(1, operations + 1):
                run = Run(2, ["device", rank, nth, *LISTS], {})
                hit = run.calls(rank, "async") >= nth
                problems = problems_of_a_lost_device(run, rank, (rank,) if hit else ())
                self.assertEqual(problems, [], run.title + run.stdout + run.stderr)
                struck += 1 if hit else 0
        print(f"lists: {struck} operations failed on a device")


def main():
    global EVERY, FEW
    EVERY, FEW = "--every" in sys.argv, "--few" in sys.argv
    sys.argv = [word for word in sys.argv if word not in ("--every", "--few")]
    harness.main("mpiexec", "program", "entries")


if __name__ == "__main__":
    main()
