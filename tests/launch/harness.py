"""What the launch tests share: running mpiexec, killing things, and looking for what was left behind."""
import os
import pathlib
import signal
import subprocess
import time

TOOLS = {}  # name -> path of the programs under test; filled by the command line

# The limit that the launcher promises between a death and the end of the job.
END_LIMIT_SECONDS = 2.0


def mpiexec(*arguments, **options):
    """Runs mpiexec to its end."""
    options.setdefault("timeout", 100)
    return subprocess.run([TOOLS["mpiexec"], *map(str, arguments)], capture_output=True, text=True, **options)


def launcher_files():
    """Files that a job could leave, wherever they lie."""
    found = set()
    for folder in ("/dev/shm", "/tmp"):
        found.update(f"{folder}/{name}" for name in os.listdir(folder) if "penstock" in name.lower() or name.startswith("job-"))
    return found


def processes_of(launcher_pid):
    """Living processes of the job that mpiexec with this pid started, by the mark in their environment."""
    mark = f"PENSTOCK_JOB_ID=job-{launcher_pid}-".encode()
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            environment = (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if mark in environment and state != "Z":
            found.append(int(folder.name))
    return found


def read_of(pid, name):
    """A file of /proc about a process; nothing if that has ended, as what ranks start may at any time."""
    try:
        return pathlib.Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def ranks_of(launcher_pid):
    """Pids of the ranks themselves: the launcher's children that carry its mark."""
    return [pid for pid in processes_of(launcher_pid)
            if read_of(pid, "stat").rpartition(b")")[2].split()[1:2] == [str(launcher_pid).encode()]]


class RunningJob:
    """A job in the background. Use as a context manager; checks at the end that nothing is left."""

    def __init__(self, *arguments, **options):
        self.files_before = launcher_files()
        self.process = subprocess.Popen([TOOLS["mpiexec"], *map(str, arguments)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, **options)
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def wait_for_lines(self, count):
        """Reads so many lines of the job's output: the ranks' way to say that they are ready."""
        while len(self.lines) < count:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"output ended after {self.lines}; stderr: {self.process.stderr.read()}")
            self.lines.append(line.rstrip("\n"))
        return self.lines

    def pid_of_rank(self, rank, wait=False):
        """`wait`: the job may still be starting."""
        deadline = time.monotonic() + (60 if wait else 0)
        while True:
            for pid in processes_of(self.process.pid):
                if f"PMI_RANK={rank}\0".encode() in read_of(pid, "environ"):
                    return pid
            if time.monotonic() >= deadline:
                raise AssertionError(f"no process of rank {rank}")

    def finish(self, since):
        """Waits for mpiexec and for every process of the job. Returns (exit code, stderr, seconds after `since`)."""
        _, errors = self.process.communicate(timeout=60)
        while processes_of(self.process.pid) and time.monotonic() - since < 30:
            time.sleep(0.01)
        self.seconds = seconds = time.monotonic() - since
        left = processes_of(self.process.pid)
        if left:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"processes left behind: {left}")
        # Other jobs on this machine come and go: a file of theirs goes too.
        new_files = {name for name in launcher_files() - self.files_before if f"job-{self.process.pid}-" in name}
        if new_files:
            raise AssertionError(f"files left behind: {new_files}")
        return self.process.returncode, errors, seconds
