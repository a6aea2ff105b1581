#!/usr/bin/env python3
"""Jobs on several hosts, which are namespaces of this machine with TCP between them, under Hydra.

usage: hosts_test.py PEERS MPI_TEST WINDOW_TEST STRESS VICTIM BENCH WHERE SHMEM_ROUTINES [unittest options]
"""
import pathlib
import re
import subprocess
import sys
import threading
import time
import unittest

import bed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "launch"))
import where

TOOLS = {}
# These tests assume one host.
ONE_HOST = "Comms.SplitTypeShared:Hardware.SplitsGoBy*:Inter.Split:ShmParts.OtherLengths*"


class Hosts(unittest.TestCase):
    def run_on(self, hosts, *arguments, timeout=100, **settings):
        with bed.Bed(hosts) as made:
            job = made.hydra(TOOLS["hydra"], *arguments, **settings)
            out, err = job.communicate(timeout=timeout)
            return job.returncode, out, err

    def test_which_rank_is_on_which_host(self):
        """Ranks fill one host after the other, and those of a host share memory."""
        for hosts, per_host in ((2, 2), (3, 1), (3, 4)):
            with bed.Bed(hosts) as made:
                job = made.hydra(TOOLS["hydra"], TOOLS["where"], per_host=per_host)
                out, err = job.communicate(timeout=60)
            self.assertEqual(job.returncode, 0, out + err)
            names = [f"n{i + 1}" for i in range(hosts) for _ in range(per_host)]
            rows = where.rows(out)
            self.assertEqual([row[0] for row in rows], names)
            self.assertEqual([row[1:4] for row in rows], where.together(names))

    def test_mpi_test_on_two_hosts(self):
        code, out, err = self.run_on(2, TOOLS["mpi_test"], f"--gtest_filter=-{ONE_HOST}", PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-2000:])
        self.assertIn("[  PASSED  ]", out)
        self.assertIn("network: UCX", err)
        print([line for line in out.splitlines() if "PASSED" in line][0])

    def test_messages_and_collectives_on_two_hosts(self):
        code, out, err = self.run_on(2, TOOLS["mpi_test"], "--gtest_filter=P2p*:Coll*:Comms.Split", PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-2000:])
        self.assertIn("network: UCX", err)

    def test_mpi_test_on_four_hosts(self):
        filters = "--gtest_filter=P2p*:Probes*:Coll*:Datatypes*:MakeTypes*:Packing*:Requests*:Persistent*:Comms.Split:Sessions*"
        code, out, err = self.run_on(4, TOOLS["mpi_test"], filters)
        self.assertEqual(code, 0, out[-3000:] + err[-2000:])
        print([line for line in out.splitlines() if "PASSED" in line][0])

    # Random programs of epochs and calls are checked against a model; the test also checks which values ranks may see of each
    # other. Each host has two ranks.
    def test_windows_on_two_hosts(self):
        filters = "--gtest_filter=RandomWindows*:WindowLitmus*:-WindowLitmus.TargetsThatCallNothing"
        code, out, err = self.run_on(2, TOOLS["window_test"], filters, timeout=240, PENSTOCK_LOG="info", WINDOW_ROUNDS="12")
        self.assertEqual(code, 0, out[-3000:] + err[-2000:])
        self.assertIn("[  PASSED  ]", out)
        self.assertIn("network: UCX", err)
        print([line for line in out.splitlines() if "PASSED" in line or "WINDOW_SEED" in line])

    def test_stress_on_three_hosts(self):
        code, out, err = self.run_on(3, TOOLS["stress"], "--seconds", "4", "--seed", "3")
        self.assertEqual(code, 0, out + err[-2000:])
        self.assertIn("messages, every byte right", out)
        print(out.splitlines()[-1])

    def test_every_routine_of_openshmem(self):
        code, out, err = self.run_on(2, TOOLS["shmem"], PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-2000:])
        self.assertIn("routines x types, 0 missing", out)
        self.assertIn("network: UCX", err)
        print(out.splitlines()[-1])

    # The programs use memory of PEs of the same host and of the other, which are in one team.
    def program_of_openshmem(self, name):
        code, out, err = self.run_on(2, self.of_openshmem(name), PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-2000:])
        self.assertIn("network: UCX", err)

    def test_openshmem_basic(self):
        self.program_of_openshmem("basic")

    def test_openshmem_team(self):
        self.program_of_openshmem("team")

    def test_openshmem_lock(self):
        self.program_of_openshmem("lock")

    def test_openshmem_statics(self):
        self.program_of_openshmem("statics")

    def test_openshmem_and_mpi_at_random(self):
        for threads, per_host in (("1", 2), ("3", 1)):
            with self.subTest(threads=threads), bed.Bed(2) as made:
                job = made.hydra(TOOLS["hydra"], self.of_openshmem("stress"), "--seconds", "2", "--seed", threads, "--threads", threads,
                                 per_host=per_host, PENSTOCK_LOG="info")
                out, err = job.communicate(timeout=100)
                self.assertEqual(job.returncode, 0, out[-3000:] + err[-2000:])
                self.assertIn("calls of MPI and OpenSHMEM, all right", out)
                self.assertIn("network: UCX", err)
                print(out.splitlines()[-1])

    @staticmethod
    def of_openshmem(name):
        """Returns the path of another program of tests/shmem: they lie beside each other."""
        return str(pathlib.Path(TOOLS["shmem"]).with_name(f"shmem_{name}"))

    # The wheel has a newer UCX than the one whose headers the plug-in was built with.
    def test_the_wheels_ucx(self):
        filters = f"--gtest_filter=P2p*:Requests*:Persistent*:Datatypes*:-{ONE_HOST}"
        code, out, err = self.run_on(2, TOOLS["mpi_test"], filters, PENSTOCK_UCX_LIB=TOOLS["wheel"], PENSTOCK_LOG="info")
        self.assertEqual(code, 0, out[-3000:] + err[-2000:])
        self.assertIn("network: UCX 1.22", err)
        print([line for line in out.splitlines() if "PASSED" in line][0])

    def test_a_rail_that_is_not_there(self):
        code, out, err = self.run_on(2, TOOLS["mpi_test"], "--gtest_filter=P2p.MessagesDoNotOvertake", PENSTOCK_NET_DEVICES="eth7")
        self.assertNotEqual(code, 0)
        self.assertIn("eth7", out + err)

    # The kernel reports the algorithm while the job runs: reno is in every kernel, and no system's default.
    def test_congestion_control(self):
        with bed.Bed(2) as made:
            job = made.hydra(TOOLS["hydra"], TOOLS["bench"], "latency", "--sizes", "8", "--seconds", "5", per_host=1,
                             PENSTOCK_NET_CONGESTION="reno")
            seen = []
            while job.poll() is None and not (seen and all("reno" in line.split() for line in seen)):
                shown = subprocess.run([*made.entering_words(), "ss", "-HtinpO"], capture_output=True, text=True, check=True).stdout
                seen = [line for line in shown.splitlines() if "penstock-bench" in line and "10.99.0.2" in line]
            self.assertIsNone(job.poll(), "\n".join(seen))
            out, err = job.communicate(timeout=60)
        self.assertEqual(job.returncode, 0, out + err)

    def test_a_congestion_control_that_is_not_there(self):
        code, out, err = self.run_on(2, TOOLS["mpi_test"], "--gtest_filter=P2p.MessagesDoNotOvertake", PENSTOCK_NET_CONGESTION="nagle")
        self.assertNotEqual(code, 0)
        self.assertIn("PENSTOCK_NET_CONGESTION=nagle", out + err)

    # Each rank is in a container of its own on one host, under another launcher: only the network is
    # left, and no option is needed.
    def test_ranks_in_pid_namespaces_of_their_own(self):
        apart = ("unshare", "--pid", "--fork", "--mount-proc", "--ipc")
        with bed.Bed(1) as made:
            job = made.hydra(TOOLS["hydra"], *apart, TOOLS["mpi_test"], "--gtest_filter=P2p*:Coll*", per_host=3, PENSTOCK_LOG="info")
            out, err = job.communicate(timeout=100)
        self.assertEqual(job.returncode, 0, out[-3000:] + err[-2000:])
        self.assertIn("network: UCX", err)
        print([line for line in out.splitlines() if "PASSED" in line][0])

    # If there is no network, the job ends with an error that says what to do, and does not hang.
    def test_no_network(self):
        code, out, err = self.run_on(2, TOOLS["mpi_test"], "--gtest_filter=P2p.MessagesDoNotOvertake",
                                     PENSTOCK_UCX_LIB="/none/libucp.so.0")
        self.assertNotEqual(code, 0)
        self.assertIn("on another host", out + err)
        self.assertIn("libucx0", out + err)

    # The launcher does not end the other ranks; the network reports the loss to them.
    def test_a_rank_that_dies(self):
        with bed.Bed(2) as made:
            job = made.hydra(TOOLS["hydra"], TOOLS["victim"], "segfault", "3", options=("-disable-auto-cleanup",))
            start = time.monotonic()
            out, err = job.communicate(timeout=60)
            took = time.monotonic() - start
        self.assertNotEqual(job.returncode, 0)
        self.assertIn("rank 3 is lost", err, out)
        print(f"ended {took:.1f} s after the start of the job")


class Silence(unittest.TestCase):
    """Cut connections are detected: most of the time is spent waiting for that."""

    # A rank that waits for data that were on their way gets an error after a quarter of a minute.
    def cut(self, rail=0, rails=1, timeout=60, **settings):
        with bed.Bed(2) as made:
            if rails > 1:
                made.add_rails(rails, "400mbit")
            job = made.hydra(TOOLS["hydra"], TOOLS["victim"], "wait", **settings)
            ready = [job.stdout.readline() for _ in range(4)]
            self.assertTrue(all("ready" in line for line in ready), ready)
            made.link("n2", "down", rail)
            start = time.monotonic()
            # The launcher's own connection may be cut as well: this test does not check how the job ends.
            watchdog = threading.Timer(timeout, job.kill)
            watchdog.start()
            lost = next((line for line in job.stderr if re.search("the connection to rank [0-3] is lost", line)), None)
            took = time.monotonic() - start
            watchdog.cancel()
            job.kill()
            job.communicate()
        self.assertIsNotNone(lost, f"nobody heard of it in {took:.0f} s")
        print(f"told {took:.1f} s after the cut")
        return took

    def test_a_cable_that_is_cut(self):
        self.cut(PENSTOCK_UCX_LIB=TOOLS["wheel"])

    # The system's UCX may leave silent connections to the kernel, which tries for a quarter of an hour.
    def test_a_cable_that_is_cut_under_the_systems_ucx(self):
        took = self.cut(PENSTOCK_NET_SILENCE="6")
        self.assertLess(took, 40)

    def test_a_rail_that_is_cut(self):
        self.cut(rail=1, rails=2, PENSTOCK_NET_RAILS="2", PENSTOCK_UCX_LIB=TOOLS["wheel"])


class Rails(unittest.TestCase):
    """Tests the gain of several cables: which of them carry the bytes, and how much faster that is. The cables are slow, so
    that they keep no machine busy."""
    CABLE = "100mbit"
    TRIES = 3

    def measure(self, made, case="bw", per_host=1, **settings):
        """Returns the bandwidth of messages of 1 MiB between two hosts, in MB/s, and the share of each cable in the
        bytes that the first host sends."""
        before = made.sent("n1")
        words = (case, "--sizes", "1M", "--window", "4", "--seconds", "0.5")
        job = made.hydra(TOOLS["hydra"], TOOLS["bench"], *words, per_host=per_host, **settings)
        out, err = job.communicate(timeout=90)
        self.assertEqual(job.returncode, 0, out + err)
        sent = {cable: count - before[cable] for cable, count in made.sent("n1").items()}
        shares = {cable: count / sum(sent.values()) for cable, count in sent.items()}
        return float(next(line for line in out.splitlines() if line[:1].isdigit()).split()[1]), shares

    def compare(self, made, what, least, one_rail, two_rails, **options):
        """Checks that two rails are at least `least` times as fast as one, at the best of some tries.
        Returns the shares of the last try."""
        tried = []
        for _ in range(self.TRIES):
            one, shares = self.measure(made, **options, **one_rail)
            cable = one_rail["PENSTOCK_NET_DEVICES"]
            self.assertGreater(shares[cable], 0.95, shares)
            two, shares = self.measure(made, **options, **two_rails)
            tried.append(two / one)
            print(f"{what}: {one:.1f} MB/s by one rail, {two:.1f} by two: {two / one:.2f} times; shares {shares}")
            if two > least * one:
                break
        self.assertGreater(max(tried), least, what)
        return shares

    def check_halves(self, shares):
        for cable, share in shares.items():
            self.assertTrue(0.4 < share < 0.6, f"{cable} of {shares}")

    # An old UCX joins devices in the order in which each host's kernel lists them, so that both connections may use one cable: two
    # rails are then as fast as one.
    def test_rails(self):
        with bed.Bed(2) as made:
            made.add_rails(2, self.CABLE)
            wheel = {"PENSTOCK_UCX_LIB": TOOLS["wheel"]}
            self.check_halves(self.compare(made, "the wheel's UCX", 1.8, {"PENSTOCK_NET_DEVICES": "eth1", **wheel},
                                           {"PENSTOCK_NET_RAILS": "2", **wheel}))
            self.compare(made, "the system's UCX", 0.9, {"PENSTOCK_NET_DEVICES": "eth1"}, {"PENSTOCK_NET_RAILS": "2"})

    # Two pairs of ranks have one rail each: together they are as fast as two rails.
    def test_ranks_bound_to_rails(self):
        with bed.Bed(2) as made:
            made.add_rails(2, self.CABLE)
            self.check_halves(self.compare(made, "two pairs", 1.8, {"PENSTOCK_NET_DEVICES": "eth0"}, {"PENSTOCK_NET_BIND": "rank"},
                                           case="mbw_mr", per_host=2))


if __name__ == "__main__":
    for name in ("peers", "mpi_test", "window_test", "stress", "victim", "bench", "where", "shmem"):
        TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    TOOLS["hydra"] = f"{TOOLS['peers']}/mpich/bin/mpiexec.hydra"
    TOOLS["wheel"] = f"{TOOLS['peers']}/ucx/libucx/lib/libucp.so.0"
    for peer, file in (("mpich", TOOLS["hydra"]), ("ucx", TOOLS["wheel"])):
        if not pathlib.Path(file).exists():
            sys.exit(f"there is no {file}: run scripts/peers {peer} (make check does), then try again")
    try:
        with bed.Bed(1):
            pass
    except (bed.Forbidden, OSError) as why:
        print(f"SKIPPED: hosts need network, mount and UTS namespaces, which this machine does not allow ({why})")
        sys.exit(77)
    unittest.main(verbosity=2)
