"""One rank of tests/suites/check_mpi4py: runs modules of mpi4py's own test suite and writes what happens to a file, a line of
JSON an event, so that a job that hangs or dies has told how far it came.

record.py TESTS FOLDER ARGUMENT...   TESTS: mpi4py's folder of tests; FOLDER: gets RANK.jsonl; the rest is for its main.py
"""
import faulthandler
import json
import os
import pathlib
import signal
import sys
import unittest


class Recorder(unittest.TestResult):
    """Writes every outcome of every test as one line."""

    out = None

    def note(self, event, test, **more):
        Recorder.out.write(json.dumps({"event": event, "test": test.id(), **more}) + "\n")
        Recorder.out.flush()

    def startTest(self, test):
        super().startTest(test)
        self.note("start", test)

    def stopTest(self, test):
        super().stopTest(test)
        self.note("stop", test)

    def addError(self, test, error):
        super().addError(test, error)
        self.note("failed", test, message=self.errors[-1][1])

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.note("failed", test, message=self.failures[-1][1])

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            known = self.failures if issubclass(error[0], test.failureException) else self.errors
            self.note("failed", test, part=str(subtest), message=known[-1][1])

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note("skipped", test, message=reason)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.note("failed", test, message="expected to fail, and passed")


class Runner:
    """A test runner for unittest.main, without output of its own."""

    def run(self, suite):
        result = Recorder()
        suite(result)
        Recorder.out.write(json.dumps({"event": "end", "tests": result.testsRun}) + "\n")
        Recorder.out.flush()
        return result


def main():
    tests, folder, *arguments = sys.argv[1:]
    sys.dont_write_bytecode = True
    rank = os.environ.get("PMI_RANK", "0")
    # The descriptor stays open until the very end.
    stacks = os.open(pathlib.Path(folder) / f"{rank}.stack", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    faulthandler.enable()
    faulthandler.register(signal.SIGUSR1, stacks)
    with open(pathlib.Path(folder) / f"{rank}.jsonl", "w", encoding="utf-8") as Recorder.out:
        Recorder.out.write(json.dumps({"event": "begin", "pid": os.getpid()}) + "\n")
        Recorder.out.flush()
        sys.path.insert(0, tests)
        suite = __import__("main")
        suite.TestProgram(module=None, argv=["main.py", "-q", "--no-builddir", *arguments], testRunner=Runner())


# A process that a test spawns imports this file under another name.
if __name__ == "__main__":
    main()
