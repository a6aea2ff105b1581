"""What the tests of the program `penstock` share: running it, with and without the stand-in driver."""
import json
import os
import pathlib
import subprocess
import sys

BUILD = pathlib.Path()  # of the build tree; set by main()


def main(unittest):
    """usage of every test here: NAME_test.py BUILD [TEST...]"""
    global BUILD
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)


def environment(standin=False, **more):
    """This process's, without what would change an answer."""
    changing = ("LD_PRELOAD", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES")
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("PENSTOCK_", "MV2_")) and name not in changing}
    # A table of whoever runs the tests must not be found.
    clean["XDG_CONFIG_HOME"] = "/nonexistent"
    if standin:
        clean["LD_LIBRARY_PATH"] = str(BUILD / "fakecuda")
    clean.update({name: str(value) for name, value in more.items()})
    return clean


def penstock(*words, standin=False, prefix=(), expect=0, **more):
    """Runs `penstock WORD...` to its end; its exit status must be `expect` (None: any)."""
    done = subprocess.run([*map(str, prefix), str(BUILD / "bin/penstock"), *map(str, words)], capture_output=True, text=True,
                          timeout=120, env=environment(standin, **more))
    if expect is not None and done.returncode != expect:
        raise AssertionError(f"penstock {' '.join(map(str, words))}: exit status {done.returncode}, not {expect}\n"
                             f"{done.stdout}\n{done.stderr}")
    return done


def penstock_json(*words, **options):
    return json.loads(penstock(*words, "--json", **options).stdout)


def has_standin():
    return (BUILD / "fakecuda/libcuda.so.1").exists()
