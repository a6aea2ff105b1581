#!/usr/bin/env python3
"""Which C++ sources clang-tidy looks at, one a line; how they were chosen goes to standard error.

  scripts/lint_files.py build/ci                    what changed since the base (at most 120 of those sources), and at
                                                    most 40 sources that include it
  scripts/lint_files.py --share 3/8 build/ci        every eighth of all sources, from the fourth on
  scripts/lint_files.py --everything build/ci
  scripts/lint_files.py --tests build/ci            also unit tests, tests/, tools/, demo/ and bench/, which are not clean yet

Without --tests the sources are those of the library: what is below src/, its unit tests left out.

The base of a change is $LINT_BASE; else where HEAD left its upstream or origin/main, if it has commits of its own; else, as on a
main branch that holds what was just landed, the newest of its commits that is a day older than HEAD; else, in a history of less than
a day, the twentieth before HEAD, or all there is. The same commit gives the same base on every machine. Changes that are not
committed count. Who includes a header is what ninja noted when it built that tree.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
MOST_CHANGED = 120  # this takes four minutes on two cores; a landing may change all sources
MOST_INCLUDERS = 40
DAY = 24 * 3600
COMMITS = 20
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # git's name for the empty tree
CHECKS = ".clang-tidy"


def say(text):
    print(f"[lint] {text}", file=sys.stderr)


def git(*words, top=TOP):
    """Its output, or None where it fails."""
    done = subprocess.run(["git", *words], cwd=top, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def base_of(top=TOP):
    """Returns (commit, why)."""
    named = os.environ.get("LINT_BASE")
    if named:
        commit = git("rev-parse", "--verify", "--quiet", f"{named}^{{commit}}", top=top)
        if not commit:
            sys.exit(f"lint: LINT_BASE={named} is no commit of this repository")
        return commit, f"LINT_BASE={named}"
    head = git("rev-parse", "--verify", "--quiet", "HEAD", top=top)
    if not head:
        return EMPTY_TREE, "no commit yet"
    for name in ("@{upstream}", "origin/main"):
        base = git("merge-base", "HEAD", name, top=top)
        if base and base != head:
            return base, f"where HEAD left {name}"
    before = int(git("log", "-1", "--format=%ct", top=top)) - DAY
    day = git("rev-list", "-1", f"--before={before}", "HEAD", top=top)
    if day:
        return day, "a day before HEAD"
    last = git("rev-list", f"--max-count={COMMITS + 1}", "HEAD", top=top).split()
    return (last[-1], f"{COMMITS} commits before HEAD") if len(last) > COMMITS else (EMPTY_TREE, "all of a short history")


def changed_since(base, top=TOP):
    tracked = git("diff", "--name-only", "--diff-filter=d", base, top=top) or ""
    new = git("ls-files", "--others", "--exclude-standard", top=top) or ""
    return set(tracked.splitlines()) | set(new.splitlines())


def of_library(name):
    return name.startswith("src/") and not name.endswith("_test.cpp")


def all_sources(build, top=TOP):
    """Lists the sources that the build compiles, so that the answer does not depend on stray files."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    names = {c["file"].removeprefix(f"{top}/") for c in commands if c["file"].startswith(f"{top}/")}
    return sorted(n for n in names if n.endswith(".cpp") and "/gen/" not in n and not n.startswith("build/"))


def includes_of(text, build, top, sources):
    """Returns {source: files of the repository that it includes}, from what `ninja -t deps` prints."""
    found, files = {}, []
    for line in [*text.splitlines(), "end:"]:
        if line.startswith(" "):
            path = os.path.normpath(os.path.join(build, line.strip()))
            if path.startswith(f"{top}/"):
                files.append(path.removeprefix(f"{top}/"))
            continue
        for source in {name for name in files if name in sources}:
            found.setdefault(source, set()).update(files)
        files = []
    return found


def evenly(names, most):
    """Returns at most `most` of the names, evenly from first to last."""
    return names if len(names) <= most else [names[i * len(names) // most] for i in range(most)]


def choose(changed, sources, includes):
    """Returns (changed sources, sources that include something that changed)."""
    own = [name for name in sources if name in changed]
    headers = changed - set(sources)
    return own, [name for name in sources if name not in changed and (includes.get(name, set()) & headers or CHECKS in changed)]


def changed_sources(build, sources):
    base, why = base_of()
    text = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True).stdout
    includes = includes_of(text, str(build), str(TOP), set(sources))
    if not includes:
        say(f"ninja has noted no includes in {build}: only what changed itself")
    own, others = choose(changed_since(base), sources, includes)
    say(f"base {base[:10]} ({why}): {len(own)} sources changed, {len(others)} include something that changed")
    now = evenly(own, MOST_CHANGED) + evenly(others, MOST_INCLUDERS)
    if len(now) < len(own) + len(others):
        say(f"{len(now)} of those {len(own) + len(others)} now; the others are the second tier's (scripts/lint --everything)")
    return sorted(now)


def part(word):
    number, _, parts = word.partition("/")
    if not (number.isdigit() and parts.isdigit() and int(number) < int(parts)):
        raise argparse.ArgumentTypeError(f"wanted K/N with K from 0 to N - 1, not '{word}'")
    return int(number), int(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_DIR")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--everything", action="store_true", help="all sources")
    parser.add_argument("--tests", action="store_true", help="sources of tests, tools, demo and benchmarks, too")
    how.add_argument("--share", type=part, metavar="K/N", help="one of N shares of all sources, from 0 on")
    args = parser.parse_args()
    build = args.build.resolve()
    sources = [name for name in all_sources(build) if args.tests or of_library(name)]
    if not sources:
        sys.exit(f"lint: {build}/compile_commands.json names no source of ours")
    if args.share:
        number, parts = args.share
        sources = sources[number::parts]
    elif not args.everything:
        sources = changed_sources(build, sources)
    print("".join(name + "\n" for name in sources), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
