#!/usr/bin/env python3
"""The resources that a job leaves open to other processes of this machine: no listening socket, nothing with a
name, and descriptors only of the kinds known here. A developer who adds a listening socket adds here that a
stranger gets nothing from it.

usage: sockets_test.py MPIEXEC VICTIM"""
import os
import pathlib
import re
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob

RANKS = 3
LISTENING_TCP = "0A"
ACCEPTS = 0x10000  # __SO_ACCEPTCON, the flag of listening sockets in /proc/net/unix
KNOWN = (r"/dev/null", r"pipe:\[\d+\]", r"socket:\[\d+\]", r"anon_inode:\[?(eventpoll|signalfd|timerfd|pidfd|eventfd)\]?",
         r"/memfd:penstock[a-z-]* \(deleted\)", r"/proc/\d+(/fd)?", r"/dev/pts/\d+")


def descriptors(pid):
    found = {}
    for entry in os.listdir(f"/proc/{pid}/fd"):
        try:
            found[int(entry)] = os.readlink(f"/proc/{pid}/fd/{entry}")
        # A descriptor may be closed meanwhile; one of our own is that of the directory that this function reads.
        except FileNotFoundError:
            pass
    return found


def listening(inodes):
    """Returns the lines of /proc/net for sockets that take connections, among these."""
    found = []
    for line in pathlib.Path("/proc/net/unix").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[6] in inodes and (int(fields[3], 16) & ACCEPTS or len(fields) > 7):
            found.append(line)
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        path = pathlib.Path(f"/proc/net/{table}")
        for line in path.read_text().splitlines()[1:] if path.exists() else ():
            fields = line.split()
            if fields[9] in inodes and (fields[3] == LISTENING_TCP or not table.startswith("tcp")):
                found.append(f"{table}: {line}")
    return found


# This socket passes descriptors of GPU memory between ranks: it takes datagrams, each with the receiver's
# key and its sender's credentials.
FD_CHANNEL = re.compile(r"[0-9a-f]+: \d+ \d+ \d+ 0002 \d+ +\d+ @penstock-[0-9a-f]{22}@?")


class Job(unittest.TestCase):
    settings = {}

    def setUp(self):
        self.job = RunningJob("-n", RANKS, harness.TOOLS["victim"], "wait", env=dict(os.environ, **self.settings))
        self.job.wait_for_lines(RANKS)
        self.inherited = set(descriptors(os.getpid()).values())
        self.pids = [self.job.process.pid, *harness.processes_of(self.job.process.pid)]
        self.assertGreater(len(self.pids), RANKS)

    def tearDown(self):
        since = time.monotonic()
        self.job.process.terminate()
        self.assertEqual(self.job.finish(since)[0], 128 + signal.SIGTERM)
        self.job.__exit__()

    def named(self):
        targets = [target for pid in self.pids for target in descriptors(pid).values()]
        inodes = {match[1] for target in targets if (match := re.fullmatch(r"socket:\[(\d+)\]", target))}
        self.assertGreaterEqual(len(inodes), RANKS)  # each rank's connection to the launcher: a socket pair without a name
        return listening(inodes)


class WithoutGpus(Job):
    settings = {"PENSTOCK_CUDA": "0"}

    def test_nothing_listens_and_nothing_has_a_name(self):
        self.assertEqual(self.named(), [])


class Sockets(Job):
    def test_nothing_has_a_name_but_one_fd_channel_of_each_rank(self):
        found = self.named()
        self.assertLessEqual(len(found), RANKS, found)
        for line in found:
            self.assertRegex(line, FD_CHANNEL)

    def test_the_look_at_proc_would_find_a_listener(self):
        import socket
        for family, address in ((socket.AF_UNIX, "\0penstock-test-%d" % os.getpid()), (socket.AF_INET, ("127.0.0.1", 0))):
            with socket.socket(family, socket.SOCK_STREAM) as listener:
                listener.bind(address)
                listener.listen()
                inode = re.fullmatch(r"socket:\[(\d+)\]", descriptors(os.getpid())[listener.fileno()])[1]
                self.assertEqual(len(listening({inode})), 1)

    def test_every_descriptor_is_of_a_known_kind(self):
        for pid in self.pids:
            for number, target in descriptors(pid).items():
                known = target in self.inherited or any(re.fullmatch(pattern, target) for pattern in KNOWN)
                self.assertTrue(known, f"process {pid} has descriptor {number}: {target}")

    def test_another_user_gets_nothing_through_proc(self):
        if os.geteuid() != 0:
            self.skipTest("becoming another user needs root")
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            got = []
            for pid in self.pids:
                for what in (f"/proc/{pid}/fd", f"/proc/{pid}/environ", f"/proc/{pid}/mem", f"/proc/{pid}/map_files"):
                    try:
                        got += os.listdir(what) if what.endswith(("fd", "files")) else [open(what, "rb").read(1)]
                    except OSError:
                        pass
            os.write(write_end, str(len(got)).encode())
            os._exit(0)
        os.close(write_end)
        self.assertEqual(os.read(read_end, 100), b"0")
        os.close(read_end)
        os.waitpid(child, 0)


if __name__ == "__main__":
    harness.main("mpiexec", "victim")
