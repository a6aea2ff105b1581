#!/usr/bin/env python3
"""The headers of OpenSHMEM compile alone and together, in each language, and declare what the standard has in them.

usage: headers_test.py BIN_DIR"""
import pathlib
import subprocess
import sys
import tempfile

HEADERS = ("shmem.h", "pshmem.h", "mpp/shmem.h", "shmemx.h", "mpp/shmemx.h")
USES = {"pshmem.h": "pshmem_init(); pshmem_finalize();", "shmemx.h": "shmem_free(shmemx_malloc_device(8));",
        "mpp/shmemx.h": "shmem_free(shmemx_malloc_device(8));"}
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic-errors", "-fsyntax-only")
# C11 accepts the deprecated types of these two, too.
SHORTS = ("#include <shmem.h>\n%s word;\nint use(void);\nint use(void) { "
          "shmem_wait_until(&word, SHMEM_CMP_EQ, 1); return shmem_test(&word, SHMEM_CMP_EQ, 1); }\n")


def sources():
    for header in HEADERS:
        yield header, f"#include <{header}>\nvoid use(void);\nvoid use(void) {{ shmem_init(); {USES.get(header, '')} }}\n"
    for order in (HEADERS, HEADERS[::-1]):
        yield ", ".join(order), "".join(f"#include <{header}>\n" for header in order) + "void use(void);\nvoid use(void) { pshmem_init(); }\n"


def compiled(compiler, options, text, folder, suffix):
    source = pathlib.Path(folder, "source" + suffix)
    source.write_text(text)
    done = subprocess.run([compiler, *options, *STRICT, source], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr


def main():
    bin_dir, failures, count = pathlib.Path(sys.argv[1]), 0, 0
    ways = (("oshcc", "-std=c99", ".c"), ("oshcc", "-std=c11", ".c"), ("oshcxx", "-std=c++17", ".cpp"))
    cases = [(what, text, *how) for what, text in sources() for how in ways]
    cases += [(f"C11 selects by {name}", SHORTS % name, "oshcc", "-std=c11", ".c") for name in ("short", "unsigned short", "long")]
    with tempfile.TemporaryDirectory() as folder:
        for what, text, compiler, standard, suffix in cases:
            count += 1
            said = compiled(bin_dir / compiler, [standard], text, folder, suffix)
            if said:
                failures += 1
                print(f"{what} ({compiler} {standard}):\n{said}")
    print(f"{count} cases, {failures} failures")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
