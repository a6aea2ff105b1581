#!/usr/bin/env python3
"""mpiexec with ordinary programs: arguments, output, input, environment, signals."""
import os
import pathlib
import pty
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob, mpiexec


class Arguments(unittest.TestCase):
    def test_one_rank_without_n(self):
        done = mpiexec("sh", "-c", "echo $PMI_RANK of $PMI_SIZE")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "0 of 1\n", ""))

    def test_program_keeps_its_own_options(self):
        done = mpiexec("-n", 2, "echo", "-n", "3", "--np", "-env")
        self.assertEqual(done.stdout.count("3 --np -env"), 2)

    def test_variables(self):
        script = 'echo "$A|$B|$C|$D"'
        done = mpiexec("-x", "A=1", "-x", "B", "-env", "C", "x y", "-x", "D=p=q", "sh", "-c", script, env=dict(os.environ, B="b"))
        self.assertEqual(done.stdout, "1|b|x y|p=q\n", done.stderr)

    def test_unset_variable_is_refused(self):
        done = mpiexec("-x", "PENSTOCK_TEST_SURELY_UNSET", "true")
        self.assertEqual(done.returncode, 2)
        self.assertIn("PENSTOCK_TEST_SURELY_UNSET=VALUE", done.stderr)

    def test_help_and_version(self):
        self.assertIn("mpiexec -n 4 ./stencil", mpiexec("--help").stdout)
        self.assertRegex(mpiexec("--version").stdout, r"mpiexec \(Penstock\) \d+\.\d+")

    def test_wrong_lines(self):
        for line, said in ((["-n", "0", "true"], "-n"), (["-n", "x", "true"], "-n"), (["--nosuch", "true"], "--nosuch"),
                           ([], "program"), (["-n", "2"], "program"), (["-env", "A"], "-env")):
            done = mpiexec(*line)
            self.assertEqual(done.returncode, 2, line)
            self.assertIn(said, done.stderr)

    def test_program_not_found(self):
        done = mpiexec("-n", 3, "no-such-program")
        self.assertEqual(done.returncode, 127)
        self.assertIn("cannot run 'no-such-program': no such program in PATH; a program in this folder is ./no-such-program", done.stderr)
        self.assertEqual(mpiexec("./no-such-program").returncode, 127)

    def test_program_not_executable(self):
        with tempfile.NamedTemporaryFile() as file:
            done = mpiexec(file.name)
        self.assertEqual(done.returncode, 126)
        self.assertIn("Permission denied", done.stderr)


class Environment(unittest.TestCase):
    def test_rank_variables(self):
        names = ["PMI_RANK", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_RANK",
                 "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"]
        sizes = ["PMI_SIZE", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_SIZE",
                 "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"]
        done = mpiexec("-n", 3, "sh", "-c", "echo " + " ".join("$" + name for name in names + sizes))
        self.assertEqual(sorted(done.stdout.splitlines()), [" ".join([str(r)] * 6 + ["3"] * 6) for r in range(3)])

    def test_only_the_promised_descriptors(self):
        script = "ls /proc/self/fd | sort -n | tr '\\n' ' '; " \
                 "echo / $PMI_FD $PENSTOCK_JOB_KEY_FD $PENSTOCK_SEGMENTS_FD $PENSTOCK_CHANNEL_FD"
        for line in mpiexec("-n", 4, "bash", "-c", script).stdout.splitlines():
            have, _, promised = line.partition("/")
            # ls itself has /proc/self/fd open, at the lowest free number.
            extra = set(have.split()) - {"0", "1", "2"} - set(promised.split())
            self.assertLessEqual(len(extra), 1, line)

    def test_job_key_is_shared_sealed_and_new_for_every_job(self):
        script = ("import os; fd = int(os.environ['PENSTOCK_JOB_KEY_FD']); print(os.pread(fd, 99, 0).hex())\n"
                  "try: os.pwrite(fd, b'x', 0)\n"
                  "except PermissionError: pass\n"
                  "else: print('written')")
        first = mpiexec("-n", 3, sys.executable, "-c", script).stdout.splitlines()
        self.assertEqual(len(first), 3)
        self.assertEqual(len(set(first)), 1)
        self.assertRegex(first[0], "^[0-9a-f]{32}$")
        self.assertNotEqual(first[0], mpiexec(sys.executable, "-c", script).stdout.strip())


class Output(unittest.TestCase):
    # The launcher waits for a line's rest half a second, or two for that of a full buffer. On a busy machine the rest may be read
    # later, but not in each of some jobs.
    JOBS = 1 if harness.JUDGES_SECONDS else 5

    def test_lines_stay_whole_and_in_order(self):
        # Every line is written in several pieces, and all ranks write at once to one pipe.
        script = ("import os, sys\n"
                  "r = int(os.environ['PMI_RANK'])\n"
                  "for i in range(200):\n"
                  "    for piece in (f'<{r} ', f'{i} ', 'x' * ((r * 37 + i) % 300), '>\\n'):\n"
                  "        os.write(1 + i % 2, piece.encode())\n")
        for _ in range(self.JOBS):
            done = subprocess.run([harness.TOOLS["mpiexec"], "-n", "16", sys.executable, "-c", script], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=harness.HANG_SECONDS)
            if all(re.fullmatch(r"<\d+ \d+ x*>", line) for line in done.stdout.splitlines()):
                break
        seen = {}
        for line in done.stdout.splitlines():
            match = re.fullmatch(r"<(\d+) (\d+) (x*)>", line)
            self.assertIsNotNone(match, line[:100])
            rank, number = int(match[1]), int(match[2])
            self.assertEqual(len(match[3]), (rank * 37 + number) % 300)
            seen.setdefault((rank, number % 2), []).append(number)
        self.assertEqual(len(seen), 32)
        for (_, stream), numbers in seen.items():
            self.assertEqual(numbers, list(range(stream, 200, 2)))

    def test_last_line_without_newline(self):
        done = mpiexec("-n", 3, "sh", "-c", "printf 'rank %s' $PMI_RANK")
        self.assertEqual(sorted(re.findall("rank [0-9]", done.stdout)), ["rank 0", "rank 1", "rank 2"])
        self.assertEqual(len(done.stdout), 18, "nothing is added")

    def test_a_prompt_of_one_of_several_ranks_appears(self):
        script = "test $PMI_RANK = 1 || { printf 'name? '; read name; echo hello $name; }"
        for options, prompt, answer in (([], b"name? ", "hello you\n"), (["-l"], b"[0] name? ", "hello you\n")):
            with RunningJob("-n", 2, *options, "sh", "-c", script, stdin=subprocess.PIPE) as job:
                self.assertEqual(os.read(job.process.stdout.fileno(), 100), prompt)
                self.assertEqual(job.process.communicate("you\n")[0], answer)

    def test_a_progress_bar_appears_as_it_goes(self):
        script = ("test $PMI_RANK = 1 || for percent in 0 50 100; do printf \"\\r$percent%%\"; read ok; done")
        with RunningJob("-n", 2, "sh", "-c", script, stdin=subprocess.PIPE) as job:
            for percent in (0, 50, 100):
                self.assertEqual(os.read(job.process.stdout.fileno(), 100), f"\r{percent}%".encode())
                job.process.stdin.write("ok\n")
                job.process.stdin.flush()
            self.assertEqual(job.process.wait(60), 0)

    def test_bytes_of_one_rank_arrive_as_written(self):
        script = ("import os, random, sys\n"
                  "if os.environ['PMI_RANK'] == '0': sys.stdout.buffer.write(random.Random(7).randbytes(3000000))\n")
        done = subprocess.run([harness.TOOLS["mpiexec"], "-n", "3", sys.executable, "-c", script], stdout=subprocess.PIPE, timeout=100)
        self.assertTrue(done.stdout == random.Random(7).randbytes(3000000))

    def test_a_line_above_a_mebibyte_is_not_cut(self):
        script = "import os; print('z' * 3000000) if os.environ['PMI_RANK'] == '1' else None"
        done = mpiexec("-n", 2, sys.executable, "-c", script)
        self.assertTrue(done.stdout == "z" * 3000000 + "\n")

    def test_a_full_disk_is_named(self):
        for ranks, command in ((1, ["echo", "x"]), (2, ["echo", "x"]), (2, ["yes"])):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([harness.TOOLS["mpiexec"], "-n", str(ranks), *command], stdout=full, stderr=subprocess.PIPE,
                                      text=True, timeout=100)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, "mpiexec: writing to stdout: No space left on device .errno 28.; make room there, or send")

    def test_full_disks_of_other_kinds(self):
        with open("/dev/full", "wb") as full:
            self.assertEqual(subprocess.run([harness.TOOLS["mpiexec"], "-n", "2", "sh", "-c", "echo x >&2"], stderr=full, timeout=100).returncode, 1)
            self.assertEqual(subprocess.run([harness.TOOLS["mpiexec"], "--help"], stdout=full, stderr=subprocess.DEVNULL, timeout=100).returncode, 1)
        done = mpiexec("-n", 2, "--outfile-pattern", "/dev/full", "echo", "x")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, "writing the output of a rank to /dev/full: No space left on device .errno 28.; make room there")

    def test_the_limit_of_file_sizes_is_named(self):
        for limit, option, said in ((1, "", "writing to stdout: File too large .errno 27.; raise the limit of a file's size"),
                                    (1, "--outfile-pattern file.%r", "to file.[01]: File too large .errno 27.; raise the limit of a file"),
                                    (0, "", "File too large .errno 27.; raise the limit of a file's size .ulimit -f.")):
            with tempfile.TemporaryDirectory() as folder:
                line = f"ulimit -f {limit}; exec {harness.TOOLS['mpiexec']} -n 2 {option} seq 10000 > out"
                done = subprocess.run(["bash", "-c", line], cwd=folder, stderr=subprocess.PIPE, text=True, timeout=100)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, said)

    def test_ranks_have_the_signal_of_the_limit_as_it_was(self):
        script = "ulimit -f 0; trap - XFSZ; echo x > file"
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(mpiexec("-n", 1, "bash", "-c", script, cwd=folder).returncode, 128 + signal.SIGXFSZ)

    def test_one_rank_is_passed_through_at_once(self):
        with RunningJob("sh", "-c", "printf 'name? '; read name; echo hello $name", stdin=subprocess.PIPE) as job:
            self.assertEqual(os.read(job.process.stdout.fileno(), 100), b"name? ")
            self.assertEqual(job.process.communicate("you\n")[0], "hello you\n")

    def test_stderr_stays_apart_and_tags(self):
        done = mpiexec("-n", 2, "--tag-output", "sh", "-c", "echo out; echo err >&2")
        self.assertEqual(sorted(done.stdout.splitlines()), ["[0] out", "[1] out"])
        self.assertEqual(sorted(done.stderr.splitlines()), ["[0] err", "[1] err"])

    def test_much_output_to_a_slow_reader(self):
        """Output arrives in whole lines, although full buffers end in the middle of one: the launcher waits two
        seconds for the rest of such a line."""
        count, text = 20000, "y" * 250
        script = ("import os, sys\nsys.stdout.reconfigure(line_buffering=False, write_through=False)\n"
                  f"for i in range({count}): print(os.environ['PMI_RANK'], i, {text!r})")
        wanted = [[f"{rank} {i} {text}" for i in range(count)] for rank in range(4)]
        for _ in range(self.JOBS):
            with RunningJob("-n", 4, sys.executable, "-c", script) as job:
                job.wait_for_lines(1)
                time.sleep(0.5)  # the reader is slow: more than the pipes and the launcher's limit piles up
                output = job.process.stdout.read()
            lines = job.lines + output.splitlines()
            self.assertEqual(len("".join(lines)), sum(len("".join(mine)) for mine in wanted), "nothing is added or left out")
            got = [[line for line in lines if line.startswith(f"{rank} ")] for rank in range(4)]
            if got == wanted:
                break
        for mine, others in zip(got, wanted):
            self.assertEqual(mine, others)

    def test_reader_that_goes_away_ends_the_job(self):
        with RunningJob("-n", 2, "yes") as job:
            job.wait_for_lines(5)
            job.process.stdout.close()
            self.assertEqual(job.process.wait(harness.HANG_SECONDS), 128 + signal.SIGPIPE)
            self.assertIn("writing to stdout", job.process.stderr.read())
            self.assertEqual(harness.processes_of(job.process.pid), [])
            job.process.stdout = None


class Input(unittest.TestCase):
    SCRIPT = "read line && echo $PMI_RANK got $line || echo $PMI_RANK got nothing"

    def test_pipe_goes_to_rank_0(self):
        done = mpiexec("-n", 3, "sh", "-c", self.SCRIPT, input="words\n")
        self.assertEqual(sorted(done.stdout.splitlines()), ["0 got words", "1 got nothing", "2 got nothing"])

    def test_file_goes_to_rank_0(self):
        with tempfile.TemporaryFile("w+") as file:
            file.write("from file\n")
            file.flush()
            file.seek(0)
            done = mpiexec("-n", 2, "sh", "-c", self.SCRIPT, stdin=file)
        self.assertEqual(sorted(done.stdout.splitlines()), ["0 got from file", "1 got nothing"])

    def test_terminal_goes_to_rank_0(self):
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(harness.TOOLS["mpiexec"], ["mpiexec", "-n", "2", "sh", "-c", "read line; echo $PMI_RANK got $line"])
        os.write(terminal, b"typed\n")
        said = b""
        while b"0 got typed" not in said:
            said += os.read(terminal, 1000)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
        os.close(terminal)

    def test_control_c_at_a_terminal(self):
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(harness.TOOLS["mpiexec"], ["mpiexec", "-n", "2", "sh", "-c", "echo ready; sleep 1000"])
        said = b""
        while said.count(b"ready") < 2:
            said += os.read(terminal, 1000)
        os.write(terminal, b"\x03")
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 128 + signal.SIGINT)
        self.assertEqual(harness.processes_of(pid), [])
        os.close(terminal)


class Signals(unittest.TestCase):
    TRAP = "trap 'echo caught' {}; echo ready; while true; do sleep 0.05; done"

    def test_user_signals_reach_every_rank(self):
        for name in ("USR1", "USR2"):
            with RunningJob("-n", 3, "sh", "-c", self.TRAP.format(name)) as job:
                job.wait_for_lines(3)
                job.process.send_signal(getattr(signal, "SIG" + name))
                self.assertEqual(job.wait_for_lines(6)[3:], ["caught"] * 3)
                job.process.terminate()
                since = time.monotonic()
                code, errors, _ = job.finish(since)
                self.assertEqual(code, 128 + signal.SIGTERM)
                self.assertIn("killed by signal 15 (Terminated), as mpiexec was", errors)

    def test_hangup_is_forwarded(self):
        with RunningJob("-n", 2, "sh", "-c", "trap 'exit 9' HUP; echo ready; while true; do sleep 0.05; done") as job:
            job.wait_for_lines(2)
            since = time.monotonic()
            job.process.send_signal(signal.SIGHUP)
            code, errors, _ = job.finish(since)
            self.assertEqual(code, 9, errors)

    def test_second_interrupt_kills(self):
        with RunningJob("-n", 3, "sh", "-c", self.TRAP.format("INT TERM")) as job:
            job.wait_for_lines(3)
            job.process.send_signal(signal.SIGINT)
            self.assertEqual(job.wait_for_lines(6)[3:], ["caught"] * 3)
            since = time.monotonic()
            job.process.send_signal(signal.SIGINT)
            code, errors, seconds = job.finish_soon(since)
            self.assertEqual(code, 128 + signal.SIGINT)
            self.assertIn("signal 2 (Interrupt) came twice", errors)

    def test_timeout(self):
        since = time.monotonic()
        done = mpiexec("-n", 2, "--timeout", "0.5", "sleep", "1000")
        self.assertEqual(done.returncode, 124)
        self.assertIn("longer than --timeout 0.5; ended the 2 ranks", done.stderr)
        self.assertGreaterEqual(time.monotonic() - since, 0.5)

    def test_timeout_of_the_environment(self):
        limited = {**os.environ, "MPIEXEC_TIMEOUT": "0.5"}
        said = mpiexec("-n", 2, "sleep", "1000", env=limited).stderr
        self.assertIn("the job ran longer than MPIEXEC_TIMEOUT=0.5", said)
        self.assertNotIn("--timeout", said)
        self.assertEqual(mpiexec("-n", 2, "sleep", "1000", env=limited).returncode, 124)
        done = mpiexec("--timeout", "0.6", "-n", 2, "sleep", "1000", env={**os.environ, "MPIEXEC_TIMEOUT": "1000"})
        self.assertEqual(done.returncode, 124, "the option goes first")
        self.assertIn("longer than --timeout 0.6", done.stderr)
        for no_limit in ("0", "-1", ""):
            self.assertEqual(mpiexec("-n", 2, "true", env={**os.environ, "MPIEXEC_TIMEOUT": no_limit}).returncode, 0)
        done = mpiexec("-n", 2, "true", env={**os.environ, "MPIEXEC_TIMEOUT": "soon"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("MPIEXEC_TIMEOUT", done.stderr)


class FewDescriptors(unittest.TestCase):
    def run_with(self, soft, hard, *arguments):
        line = f"ulimit -Sn {soft}; ulimit -Hn {hard}; exec \"$@\""
        return subprocess.run(["bash", "-c", line, "bash", harness.TOOLS["mpiexec"], *map(str, arguments)], capture_output=True,
                              text=True, timeout=100)

    def test_64_are_enough_for_four_ranks(self):
        done = self.run_with(64, 64, "-n", 4, "bash", "-c", "echo out; echo err >&2; ulimit -n")
        self.assertEqual((done.returncode, sorted(done.stdout.split()), done.stderr), (0, ["64"] * 4 + ["out"] * 4, "err\n" * 4))

    def test_the_soft_limit_is_raised_and_given_back(self):
        done = self.run_with(64, 200, "-n", 20, "bash", "-c", "ulimit -n")
        self.assertEqual((done.returncode, done.stdout), (0, "64\n" * 20), done.stderr)

    def test_too_few_are_named(self):
        done = self.run_with(64, 64, "-n", 40, "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("40 ranks need 188 open files in mpiexec, and the hard limit is 64; raise it (ulimit -Hn) or start fewer ranks", done.stderr)

    def test_all_that_a_rank_may_have_counts(self):
        # The launcher's own figure says how many ranks the limit allows; the job has that many, with
        # everything that uses descriptors.
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_with(77, 77, "-n", 7, "--stdin", "all", "--outfile-pattern", f"{folder}/o.%r", "--errfile-pattern", f"{folder}/e.%r",
                                 "--timeout", 100, "bash", "-c", "echo out; echo err >&2")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(list(pathlib.Path(folder).iterdir())), 14)


class Many(unittest.TestCase):
    def test_256_ranks(self):
        done = mpiexec("-n", 256, "sh", "-c", "echo $PMI_RANK")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(map(int, done.stdout.split())), list(range(256)))


if __name__ == "__main__":
    harness.main("mpiexec")
