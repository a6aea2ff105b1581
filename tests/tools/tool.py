"""The functions that tests of the program `penstock` share: they run it, with and without the stand-in driver."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

BUILD = pathlib.Path()  # the build tree; set by main()


def main():
    """usage of every test here: NAME_test.py BUILD [TEST...]"""
    global BUILD
    BUILD = pathlib.Path(sys.argv[1]).resolve()
    harness.main("build")


def environment(standin=False, **more):
    return harness.clean_environment(**({"LD_LIBRARY_PATH": BUILD / "fakecuda"} if standin else {}), **more)


def penstock(*words, standin=False, prefix=(), expect=0, **more):
    """Runs `penstock WORD...` to its end; its exit status must be `expect` (None: any)."""
    done = harness.run(*prefix, BUILD / "bin/penstock", *words, timeout=120, env=environment(standin, **more))
    if expect is not None and done.returncode != expect:
        raise AssertionError(f"penstock {' '.join(map(str, words))}: exit status {done.returncode}, not {expect}\n"
                             f"{done.stdout}\n{done.stderr}")
    return done


def penstock_json(*words, **options):
    return json.loads(penstock(*words, "--json", **options).stdout)


def has_standin():
    return (BUILD / "fakecuda/libcuda.so.1").exists()
