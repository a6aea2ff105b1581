#!/usr/bin/env python3
"""penstock-bench on other libraries: the same program on MPICH's standard ABI, the same sources compiled for Open MPI.

peers_test.py BIN_DIR SOURCE_DIR   needs scripts/peers mpich and scripts/peers openmpi; without them it fails and says so
"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from judge import GROUPS, REDUCTIONS, SINGLE, Judge, all_cases

BIN = SOURCE = pathlib.Path()
peers_of = None  # penstock.libraries, which compiles the program for the compare command
SIZES = (8, 20480)
WORDS = ("--sizes", ",".join(map(str, SIZES)), "--seconds", "0.0005")


def peer(name, program):
    folder = SOURCE / ".local/peers" / name
    if not (folder / "bin" / program).exists():
        raise AssertionError(f"no {folder}/bin/{program}: run scripts/peers {name}")
    return folder


class Peers(unittest.TestCase, Judge):
    def test_the_same_program_on_mpich(self):
        mpich = peer("mpich", "mpiexec.hydra")
        launch, environment = [mpich / "bin/mpiexec.hydra", "-n", 2], {"LD_LIBRARY_PATH": str(mpich / "lib")}
        done, document = harness.run_json(*launch, BIN / "penstock-bench", "all", *WORDS, variables=environment, stdin=harness.QUIET,
                                          timeout=200)
        self.succeeded(done)
        self.assertIn("MPICH", document["library"])
        self.assertEqual(document["label"], "mpich")
        self.judge(document, all_cases(), SIZES)
        done, document = harness.run_json(*launch, BIN / "penstock-bench", "p2p,rma", "--datatype", "indexed", *WORDS,
                                          variables=environment, stdin=harness.QUIET, timeout=200)
        self.succeeded(done)
        self.judge(document, (GROUPS["p2p"] + " " + GROUPS["rma"]).split(), SIZES, unsupported=SINGLE)

    def test_a_wrong_byte_of_a_one_sided_call_is_found(self):
        mpich = peer("mpich", "mpiexec.hydra")
        done, _ = harness.run_json(mpich / "bin/mpiexec.hydra", "-n", 2, BIN / "penstock-bench", "rma", "--plant-error", "--sizes", 8,
                                   "--seconds", "0.0005", variables={"LD_LIBRARY_PATH": mpich / "lib"}, stdin=harness.QUIET, timeout=200)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout.count("WRONG DATA"), len(GROUPS["rma"].split()))

    def test_the_same_sources_on_open_mpi(self):
        openmpi = peer("openmpi", "mpiexec")
        library = peers_of.OpenMpi(BIN.parent)
        environment = library.variables()
        library.compile()  # by bench/build_for, once for each state
        program = library.program
        launch = [openmpi / "bin/mpiexec", "--oversubscribe", "--bind-to", "none", "-n", 2]
        cases = "p2p,put_lat,get_acc_lat,fop_lat,cas_lat,acc_bw,put_bibw,put_mr,bcast,allreduce,alltoallw,iscan"
        done, document = harness.run_json(*launch, program, cases, *WORDS, variables=environment, timeout=200)
        self.succeeded(done)
        self.assertIn("Open MPI", document["library"])
        self.assertEqual(document["label"], "openmpi")
        names = GROUPS["p2p"].split() + cases.split(",")[1:]
        self.judge(document, names, SIZES)
        self.assertTrue(REDUCTIONS & set(names))


if __name__ == "__main__":
    BIN, SOURCE = map(pathlib.Path, sys.argv[1:3])
    sys.path.insert(0, str(SOURCE / "python"))
    from penstock import libraries as peers_of
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
