#!/usr/bin/env python3
"""mpiexec's options: several programs, folders, binding, GPUs, input for all, other launchers' words, Ctrl-Z."""
import os
import pathlib
import pty
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob, mpiexec


class Programs(unittest.TestCase):
    """Tests several programs as one job."""

    def test_each_has_its_count_arguments_and_number(self):
        done = mpiexec("-n", 2, "sh", "-c", "echo a $0 $PMI_RANK/$PMI_SIZE $PENSTOCK_APP_NUMBER", "x", ":",
                       "sh", "-c", "echo b $PMI_RANK/$PMI_SIZE $PENSTOCK_APP_NUMBER", ":", "-np", 2, "echo", "c")
        self.assertEqual(sorted(done.stdout.splitlines()), ["a x 0/5 0", "a x 1/5 0", "b 2/5 1", "c", "c"], done.stderr)

    def test_each_has_its_environment_and_folder(self):
        show = "echo $A,$B,$C $(pwd)"
        with tempfile.TemporaryDirectory() as folder:
            done = mpiexec("-genv", "C", "every", "-x", "A=1", "--wdir", folder, "sh", "-c", show, ":", "-x", "B=2", "-wdir", "/",
                           "sh", "-c", show, ":", "-x", "C=own", "sh", "-c", show, cwd="/usr")
            self.assertEqual(sorted(done.stdout.splitlines()), sorted([f"1,,every {folder}", ",2,every /", ",,own /usr"]), done.stderr)

    def test_mistakes_are_named(self):
        for line, said in ((["true", ":"], "program"), ([":", "true"], "program"), (["true", ":", "--timeout", "3", "true"], "go first"),
                           (["--wdir", "/no-such-folder", "true"], "--wdir /no-such-folder: No such file"),
                           (["-n", "60000", "true", ":", "-n", "60000", "true"], "more than 100000 ranks")):
            done = mpiexec(*line)
            self.assertNotEqual(done.returncode, 0, line)
            self.assertRegex(done.stderr, said)

    def test_a_missing_program_of_a_later_part_ends_the_others(self):
        done = mpiexec("sleep", "1000", ":", "no-such-program")
        self.assertEqual(done.returncode, 127)
        self.assertIn("cannot run 'no-such-program'", done.stderr)


class HardwareQueues(unittest.TestCase):
    """Tests that ranks get as many hardware queues with MPS as without it."""

    NAME = "CUDA_DEVICE_MAX_CONNECTIONS"

    def queues(self, folder, *words, **set_before):
        env = {name: value for name, value in os.environ.items() if name != self.NAME}
        done = mpiexec(*words, "sh", "-c", f"echo ${{{self.NAME}-none}}", env=dict(env, CUDA_MPS_PIPE_DIRECTORY=folder, **set_before))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return set(done.stdout.splitlines())

    def test_they_are_asked_for_where_nobody_else_does(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as control:
            self.assertEqual(self.queues(folder, "-n", 2), {"none"})
            control.bind(f"{folder}/control")
            self.assertEqual(self.queues(folder, "-n", 2), {"8"})
            self.assertEqual(self.queues(folder, "-n", 9), {"none"}, "clients share one stock of them")
            self.assertEqual(self.queues(folder, "-n", 2, **{self.NAME: "32"}), {"32"})
            self.assertEqual(self.queues(folder, "-n", 2, "-x", f"{self.NAME}=1"), {"1"})
            self.assertEqual(self.queues("/none", "-n", 2, "-x", f"CUDA_MPS_PIPE_DIRECTORY={folder}"), {"8"})


class Portable(unittest.TestCase):
    """Tests the options of the standard's portable mpiexec."""

    def test_soft(self):
        self.assertEqual(mpiexec("-n", 5, "-soft", "2:8:2", "echo", "x").stdout.count("x"), 4)
        self.assertEqual(mpiexec("-soft", "1,3", "echo", "x").stdout.count("x"), 3)
        done = mpiexec("-n", 2, "-soft", "3:9", "echo", "x")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--soft 3:9: it allows no number of ranks from 1 to 2", done.stderr)

    def test_arch(self):
        machine = os.uname().machine
        self.assertEqual(mpiexec("-arch", machine, "true").returncode, 0)
        done = mpiexec("-arch", "pdp11", "true")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"--arch pdp11: this machine is {machine}", done.stderr)

    def test_file(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("-n 2 echo x\n")
            file.flush()
            self.assertEqual(mpiexec("-file", file.name).stdout, "x\nx\n")

    def test_programs_are_found_in_folders_and_on_the_paths_of_ranks(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("one", "two"):
                program = pathlib.Path(folder) / name / "portable-program"
                program.parent.mkdir()
                program.write_text(f"#!/bin/sh\necho {name} $*\n")
                program.chmod(0o755)
            one, two, path = f"{folder}/one", f"{folder}/two", os.environ["PATH"]
            for line, said in ((["-path", one], "one a"), (["-path", f"{folder}:{two}:{one}"], "two a"), (["-env", "PATH", f"{two}:{path}"], "two a"),
                               (["-x", f"PATH={one}:{path}"], "one a"), (["-genv", "PATH", f"{one}:{path}"], "one a"),
                               (["-path", one, "-x", f"PATH={two}:{path}"], "one a"), (["-wdir", folder, "-path", "two"], "two a"),
                               (["-wdir", folder, "-x", f"PATH=two:{path}"], "two a")):
                done = mpiexec("-n", 2, *line, "portable-program", "a")
                self.assertEqual(done.stdout, f"{said}\n{said}\n", (line, done.stderr))
            both = mpiexec("-path", one, "portable-program", ":", "-path", two, "portable-program")
            self.assertEqual(sorted(both.stdout.split()), ["one", "two"], both.stderr)
        done = mpiexec("-env", "PATH", "/nonexistent", "true")
        self.assertEqual(done.returncode, 127, "the launcher's own PATH is not the ranks'")


class OtherLaunchersWords(unittest.TestCase):
    def test_harmless_ones_are_noted(self):
        done = mpiexec("--oversubscribe", "--allow-run-as-root", "-ppn", 2, "--mca", "btl", "self", "-n", 2, "echo", "ran")
        self.assertEqual((done.returncode, done.stdout), (0, "ran\nran\n"))
        self.assertEqual(done.stderr.count("has no effect"), 4)

    def test_slurms_words(self):
        self.assertEqual(sorted(mpiexec("--ntasks=2", "--label", "echo", "x").stdout.splitlines()), ["[0] x", "[1] x"])
        self.assertEqual(mpiexec("--ntasks-per-node", 3, "--chdir", "/", "pwd").stdout, "/\n" * 3)
        for line, said in ((["--nodes", 2], "--hosts names the machines"), (["--export", "ALL"], "-x NAME"), (["--time=1"], "--timeout SECONDS"),
                           (["--cpu-bind=cores"], "--bind-to")):
            done = mpiexec(*line, "true")
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)

    def test_mistyped_names_get_the_nearest(self):
        for word, near in (("--oversubscibe", "--oversubscribe"), ("--timestmap-output", "--timestamp-output"), ("--hsots", "--hosts"),
                           ("--lable", "--label")):
            done = mpiexec(word, "true")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"there is no option {word}; the nearest is {near}", done.stderr)

    def test_numbers_that_are_none(self):
        for line, said in ((["--timeout", "abc"], "--timeout: 'abc' is no number of seconds"), (["--timeout", "-1"], "--timeout: -1 is not above 0"),
                           (["--timeout", "0"], "--timeout: 0 is not above 0"), (["--timeout", "nan"], "--timeout: 'nan' is no number of seconds"),
                           (["--timeout", "1e300"], "--timeout: 1e300 is more than 1000000000 seconds"), (["--timeout", ""], "--timeout: '' is no number"),
                           (["-n", "abc"], "-n: Value abc not in range 1 to 100000"), (["--ppn", "0"], "--ppn: Value 0 not in range 1 to 100000"),
                           (["--cpus-per-rank", "x"], "--cpus-per-rank: Value x not in range 1 to"),
                           (["--gpus-per-rank", "1.5"], "--gpus-per-rank: Value 1.5 not")):
            done = mpiexec(*line, "true")
            self.assertEqual(done.returncode, 2, line)
            self.assertRegex(done.stderr.splitlines()[0], said)
            self.assertLess(len(done.stderr.splitlines()[0]), 120)

    def test_open_mpis_words(self):
        self.assertEqual(mpiexec("--pernode", "echo", "x").stdout, "x\n")
        done = mpiexec("-n", 2, "--display", "map,bind", "echo", "x")
        self.assertEqual(done.stdout, "x\nx\n")
        self.assertIn("ranks are", done.stderr)
        self.assertIn("'mpa' is none of map", mpiexec("--display", "mpa", "true").stderr)

    def test_one_dash_and_equals_signs(self):
        done = mpiexec("--np=2", "-bind-to", "none", "-l", "sh", "-c", "echo $0", "--np=3")
        self.assertEqual(sorted(done.stdout.splitlines()), ["[0] --np=3", "[1] --np=3"], done.stderr)


class OtherMachines(unittest.TestCase):
    """The launchers here print how they were called; Slurm's supports PMIx if `pmix`."""
    SCRIPT = '#!/bin/sh\n[ "$1" = --mpi=list ] && { echo "none pmi2 {mpi}"; exit; }\nprintf "%s\\n" "${0##*/}" "$@"; exit 5\n'

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-launchers-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_with(self, launchers, *arguments, pmix=True, **variables):
        for name in launchers:
            path = self.folder / name
            path.write_text(self.SCRIPT.replace("{mpi}", "pmix" if pmix else "cray"))
            path.chmod(0o755)
        environment = {name: value for name, value in os.environ.items() if name != "SLURM_JOB_ID"}
        return mpiexec(*arguments, env=dict(environment, PATH=str(self.folder), **variables))

    def words(self, done):
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("mpiexec: handing over to ", done.stderr)
        return done.stdout.split("\n")[:-1]

    def test_prterun(self):
        done = self.run_with(("prterun",), "-n", 6, "--hosts", "a,b:4", "-x", "A=1 2", "--wdir", "/w", "--timeout", 2.5,
                             "--tag-output", "--stdin", "none", "--bind-to", "socket", "./p", "-n", ":", "-n", 1, "./q")
        words = [word for word in self.words(done) if word != "--allow-run-as-root"]
        watched = [harness.TOOLS["mpiexec"], "--watch-stacks", "2.5", "--"]  # the launcher ends the job when stacks have been shown
        self.assertEqual(words, ["prterun", "--host", "a:4,b:4", "--timeout", "18", "--output", "tag", "--stdin", "none", "--bind-to", "package",
                                 "-n", "6", "--wdir", "/w", "-x", "A=1 2", *watched, "./p", "-n", ":", "-n", "1", *watched, "./q"])

    def test_hydra(self):
        hosts = self.folder / "hosts"
        hosts.write_text("# ours\na slots=3\n\nb:5 # the larger\n")
        done = self.run_with(("mpiexec.hydra",), "-f", hosts, "-n", 8, "-genv", "A", "1", "-l", "--gpus-per-rank", 1, "./p")
        self.assertEqual(self.words(done), ["mpiexec.hydra", "-hosts", "a:3,b:5", "-l", "-n", "8", "-env", "A", "1",
                                            harness.TOOLS["mpiexec"], "--take-placement", "--gpus-per-rank", "1", "--", "./p"])

    def test_a_limit_by_variable_goes_over_too(self):
        done = self.run_with(("prterun",), "-n", 2, "--hosts", "a,b", "./p", MPIEXEC_TIMEOUT="5")
        self.assertIn(("--timeout", "20"), list(zip(self.words(done), self.words(done)[1:])))

    def test_slurm_in_its_allocation(self):
        for pmix in (True, False):
            done = self.run_with(("srun", "prterun"), "-n", 4, "-hosts", "a,b", "-ppn", 2, "./p", pmix=pmix, SLURM_JOB_ID="7")
            self.assertEqual(self.words(done), ["srun", "--mpi=pmix" if pmix else "--mpi=pmi2", "--nodelist=a,b", "--nodes=2", "-n", "4",
                                                "--ntasks-per-node=2", "--input=0", "./p"])
        self.assertEqual(self.words(self.run_with(("srun", "prterun", "mpiexec.hydra"), "--hosts", "a", "./p"))[0], "mpiexec.hydra")

    def test_who_is_asked_for(self):
        done = self.run_with(("prterun", "mpiexec.hydra"), "--launcher", "prterun", "--hosts", "a", "./p")
        self.assertEqual(self.words(done)[0], "prterun")
        done = self.run_with(("prterun",), "--launcher", self.folder / "prterun", "--hosts", "a", "./p")
        self.assertEqual(self.words(done)[0], "prterun")

    def test_this_machine_needs_nobody(self):
        for name in ("localhost", socket.gethostname()):
            done = self.run_with((), "--hosts", name, "--ppn", 2, "-n", 2, "/bin/echo", "ran")
            self.assertEqual((done.returncode, done.stdout), (0, "ran\nran\n"), done.stderr)
            self.assertIn("--ppn has no effect", done.stderr)

    def test_mistakes_are_named(self):
        for launchers, line, said in (
                ((), ("--hosts", "a", "./p"), "nobody to start them elsewhere: install PRRTE"),
                ((), ("--launcher", "srun", "--hosts", "a", "./p"), "no such program on PATH"),
                ((), ("--launcher", "ssh", "--hosts", "a", "./p"), "it is srun, prterun, hydra"),
                (("prterun",), ("--hosts", "a,,b", "./p"), "'' names no host"),
                (("prterun",), ("--hosts", "a:none", "./p"), "'none' is no number of ranks"),
                (("prterun",), ("--hostfile", "/none/hosts", "./p"), "/none/hosts: the file cannot be read"),
                (("prterun",), ("--hosts", "a", "--outfile-pattern", "o.%r", "./p"), "prterun cannot be told --outfile-pattern"),
                (("srun",), ("--launcher", "srun", "--hosts", "a", "--merge-stderr-to-stdout", "./p"), "srun cannot be told --merge-stderr-to-stdout"),
                (("mpiexec.hydra",), ("--launcher", "hydra", "--hosts", "a", "--stdin", "all", "./p"), "mpiexec.hydra cannot be told --stdin"),
                (("srun",), ("--launcher", "srun", "--hosts", "a:2", "./p"), "srun cannot be told how many ranks each single host gets"),
                (("srun",), ("--launcher", "srun", "--hosts", "a", "./p", ":", "./q"), "srun cannot be told of several programs")):
            with self.subTest(line=line):
                done = self.run_with(launchers, *line)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(said, done.stderr)
                shutil.rmtree(self.folder)
                self.folder.mkdir()


def cpus():
    return ",".join(map(str, sorted(os.sched_getaffinity(0))))


def cores_here():
    """Returns for each core that this process may use its processors, as a list with commas."""
    siblings = {}
    for cpu in sorted(os.sched_getaffinity(0)):
        core = pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text()
        siblings.setdefault(core, []).append(str(cpu))
    return [",".join(threads) for threads in siblings.values()]


class Placement(unittest.TestCase):
    SHOW = "import os; print(os.environ['PMI_RANK'], ','.join(map(str, sorted(os.sched_getaffinity(0)))))"

    def bound(self, *arguments):
        done = mpiexec(*arguments, sys.executable, "-c", self.SHOW)
        self.assertEqual(done.returncode, 0, done.stderr)
        by_rank = sorted((line.split() for line in done.stdout.splitlines()), key=lambda words: int(words[0]))
        return [words[1] for words in by_rank]

    def test_ranks_share_out_the_cores_unless_told_otherwise(self):
        cores = cores_here()
        self.assertEqual(self.bound("-n", 1), [cpus()])
        self.assertEqual(self.bound("-n", len(cores) + 1), [cpus()] * (len(cores) + 1))
        self.assertEqual(self.bound("-n", 2, "--bind-to", "none"), [cpus()] * 2)
        if len(cores) > 1:
            first, second = (set(found.split(",")) for found in self.bound("-n", 2))
            self.assertFalse(first & second, "two ranks on one core")
            self.assertEqual(first | second, set(cpus().split(",")), "a core that no rank may use")

    def test_processors_that_are_named(self):
        allowed = cpus().split(",")
        first, last = allowed[0], allowed[-1]
        both = f"{first},{last}" if first != last else first
        self.assertEqual(self.bound("-n", 3, "-bind-to", f"user:{first},{last}"), [first, last, cpus()])
        self.assertEqual(self.bound("-n", 2, "-bind-to", f"user:{first}+{last},{first}"), [both, first])
        self.assertEqual(self.bound("-n", 3, "--cpu-list", last), [last] * 3)
        self.assertEqual(self.bound("-n", 1, "--cpu-list", first), [first])
        self.assertEqual(self.bound("-n", 2, "--cpu-list", last, "--bind-to", "core:overload-allowed"), [last] * 2)
        for line in (["--bind-to", "user:9999"], ["--cpu-list", "9999"]):
            done = mpiexec(*line, "true")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("processor 9999 is not among those that mpiexec may use", done.stderr)

    def test_cores(self):
        cores = cores_here()
        ranks = len(cores) + 1
        self.assertEqual(self.bound("-n", ranks, "--bind-to", "core"), cores + cores[:1])

    def test_sockets_and_nodes_are_within_what_is_allowed(self):
        for resource in ("socket", "numa"):
            for found in self.bound("-n", 3, "--bind-to", resource):
                self.assertLessEqual(set(found.split(",")), set(cpus().split(",")))

    def test_gpus_are_shared_out(self):
        show = ["sh", "-c", "echo $PMI_RANK $CUDA_VISIBLE_DEVICES"]
        visible = dict(os.environ, CUDA_VISIBLE_DEVICES="3,GPU-ab,MIG-c")
        done = mpiexec("-n", 3, "--gpus-per-rank", 1, *show, env=visible)
        self.assertEqual(sorted(done.stdout.splitlines()), ["0 3", "1 GPU-ab", "2 MIG-c"], done.stderr)
        self.assertEqual(mpiexec("-n", 1, *show, env=visible).stdout, "0 3,GPU-ab,MIG-c\n")
        done = mpiexec("-n", 2, "--gpus-per-rank", 2, *show, env=visible)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--gpus-per-rank 2 for 2 ranks needs 4 GPUs, and 3 stand in CUDA_VISIBLE_DEVICES", done.stderr)


class Input(unittest.TestCase):
    COUNT = "import os, sys; data = sys.stdin.buffer.read(); print(os.environ['PMI_RANK'], len(data), data[:5].decode())"

    def test_rank_of_choice_and_none(self):
        for who, expected in (("2", ["0 0", "1 0", "2 6 words"]), ("none", ["0 0", "1 0", "2 0"])):
            done = mpiexec("-n", 3, "--stdin", who, sys.executable, "-c", self.COUNT, input="words\n")
            self.assertEqual([line.strip() for line in sorted(done.stdout.splitlines())], expected, done.stderr)

    def test_all_by_pipe(self):
        text = "hello" + "y" * 1000000
        done = mpiexec("-n", 3, "--stdin", "all", sys.executable, "-c", self.COUNT, input=text)
        self.assertEqual(sorted(done.stdout.splitlines()), [f"{r} 1000005 hello" for r in range(3)], done.stderr)

    def test_all_by_pipe_where_one_does_not_read(self):
        script = "test $PMI_RANK = 1 && exit 0; exec wc -c"
        done = mpiexec("-n", 3, "--stdin", "all", "sh", "-c", script, input="x" * 1000000)
        self.assertEqual((done.returncode, done.stdout), (0, "1000000\n1000000\n"), done.stderr)

    def test_all_by_file_from_its_position(self):
        with tempfile.TemporaryFile("w+") as file:
            file.write("skip hello")
            file.flush()
            os.lseek(file.fileno(), 5, os.SEEK_SET)
            done = mpiexec("-n", 2, "--stdin", "all", sys.executable, "-c", self.COUNT, stdin=file)
        self.assertEqual(sorted(done.stdout.splitlines()), ["0 5 hello", "1 5 hello"], done.stderr)

    def test_wrong_rank(self):
        for who in ("3", "-1", "some"):
            done = mpiexec("-n", 3, f"--stdin={who}", "true")
            self.assertEqual(done.returncode, 2)
            self.assertIn("--stdin", done.stderr)


class Stopping(unittest.TestCase):
    def wait_for_state(self, pids, states):
        deadline = time.monotonic() + harness.HANG_SECONDS
        while time.monotonic() < deadline:
            now = [pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] for pid in pids]
            if all(state in states for state in now):
                return
            time.sleep(0.01)
        self.fail(f"processes {pids} are {now} instead of {states}")

    def test_control_z_and_fg_reach_the_ranks(self):
        with RunningJob("-n", 3, "sh", "-c", "echo ready; while true; do sleep 0.05; done") as job:
            job.wait_for_lines(3)
            ranks = harness.ranks_of(job.process.pid)
            self.assertEqual(len(ranks), 3)
            job.process.send_signal(signal.SIGTSTP)
            # A shell that has just started a child waits for its exec; it is stopped, too.
            self.wait_for_state([job.process.pid, *ranks], "TD")
            job.process.send_signal(signal.SIGCONT)
            self.wait_for_state([job.process.pid, *ranks], "SRD")
            since = time.monotonic()
            job.process.terminate()
            code, _, seconds = job.finish_soon(since)
            self.assertEqual(code, 128 + signal.SIGTERM)

    def test_a_shell_with_job_control_stops_and_continues_it(self):
        pid, terminal = pty.fork()
        if pid == 0:
            os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
        os.write(terminal, f"PS1=; {harness.TOOLS['mpiexec']} -n 2 sh -c 'echo re''ady; read line; echo go''t $line'\n".encode())
        self.read_until(terminal, b"ready", 2)
        os.write(terminal, b"\x1a")
        self.read_until(terminal, b"Stopped", 1)
        os.write(terminal, b"fg\n")
        self.read_until(terminal, b"mpiexec", 1)
        os.write(terminal, b"typed\n")
        self.read_until(terminal, b"got typed", 1)
        # The word "exit" would not do: the job would read it if it still reads.
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)

    def read_until(self, terminal, wanted, count):
        said = b""
        deadline = time.monotonic() + harness.HANG_SECONDS
        while said.count(wanted) < count:
            ready, _, _ = select.select([terminal], [], [], max(0, deadline - time.monotonic()))
            self.assertTrue(ready, f"no {wanted!r} in what the terminal shows: {said!r}")
            said += os.read(terminal, 1000)


if __name__ == "__main__":
    harness.main("mpiexec")
