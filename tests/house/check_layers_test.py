#!/usr/bin/env python3
"""scripts/check_layers finds each kind of violation in a small tree, and nothing in a clean one."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_layers"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPT.parent))
LOADER = importlib.machinery.SourceFileLoader("check_layers", str(SCRIPT))
check_layers = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_layers", LOADER))
LOADER.exec_module(check_layers)
units = check_layers.units


def write(root, files):
    for name, text in files.items():
        path = pathlib.Path(root) / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def run(files, *options):
    with tempfile.TemporaryDirectory() as root:
        write(root, files)
        done = subprocess.run([sys.executable, SCRIPT, *options, root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


def graph_of(files):
    with tempfile.TemporaryDirectory() as root:
        write(root, files)
        src = pathlib.Path(root) / "src"
        return units.graph(src, units.sources_below(src))


def ring(folder, names):
    """Units in a circle: the source of each includes the header of the next."""
    texts = {f"{folder}/{name}.hpp": "" for name in names}
    following = [*names[1:], names[0]]
    return texts | {f"{folder}/{name}.cpp": f'#include "{folder}/{goal}.hpp"\n' for name, goal in zip(names, following)}


class CheckLayers(unittest.TestCase):
    def assert_violation(self, files, text):
        code, output = run(files)
        self.assertEqual(code, 1, output)
        self.assertIn(text, output)
        self.assertIn(" 1 violations", output)

    def test_clean_tree_passes(self):
        code, output = run({
            "api/send.cpp": '#include <mpi.h>\n#include "core/comm.hpp"\n#include "boot/boot.hpp"\n',
            "core/comm.hpp": '#include "coll/schedule.hpp"\n#include "core/group.hpp"\n#include "base/status.hpp"\n',
            "boot/boot.cpp": '#include "base/status.hpp"\nconst char* r = getenv("PMI_RANK");\n',
            "base/config.cpp": 'const char* v = getenv("X");\n',
            "kernels/sync/sync.hpp": '#include <cuda_runtime.h>\ninline void f() { asm volatile("membar.sys;"); }\n',
            "kernels/pack/pack.cu": '#include "kernels/sync/sync.hpp"\n',
        })
        self.assertEqual(code, 0, output)

    def test_includes_go_one_way(self):
        self.assert_violation({"base/log.cpp": '#include "boot/boot.hpp"\n'}, "src/base/log.cpp:1: base may not include boot")
        self.assert_violation({"proto/p2p.cpp": 'int x;\n#include "core/comm.hpp"\n'},
                              "src/proto/p2p.cpp:2: proto may not include core")
        self.assert_violation({"shmem/heap.cpp": '#include "core/comm.hpp"\n'}, "shmem may not include core")
        self.assert_violation({"boot/pmi/pmi.cpp": '#include "observe/counters.hpp"\n'}, "boot may not include observe")

    def test_circles_of_folders(self):
        circle = {
            "coll/select/select.hpp": '#include "coll/team.hpp"\n#include "coll/device/call.hpp"\n',
            "coll/device/call.hpp": '#include "coll/hierarchical_device/hosts.hpp"\n',
            "coll/hierarchical_device/hosts.cpp": '#include "coll/select/select.hpp"\n',
            "coll/tree/tree.hpp": '#include "coll/select/select.hpp"\n',
        }
        self.assert_violation(circle, "src/coll/device/call.hpp:1: folders of coll include each other in a circle: "
                              "device, hierarchical_device, select (at coll/device/call.hpp:1, ")
        self.assert_violation({"core/comm.hpp": '#include "core/reorder/graph.hpp"\n',
                               "core/reorder/graph.cpp": '#include "core/comm.hpp"\n'}, "in a circle: ., reorder")

    def test_what_makes_no_circle(self):
        code, output = run({
            "coll/select/select.hpp": '#include "coll/device/call.hpp"\n',
            "coll/device/call.hpp": '#include "coll/team.hpp"\n',
            "coll/device/call_test.cpp": '#include "coll/select/select.hpp"\n',
            "coll/testing/job.hpp": '#include "coll/select/select.hpp"\n',
            "coll/team.hpp": '#include "base/status.hpp"\n',
            "transport/list.cpp": '#include "transport/shm/shm.hpp"\n',
            "transport/shm/shm.hpp": '#include "transport/transport.hpp"\n',
        })
        self.assertEqual(code, 0, output)

    def test_circles_of_units(self):
        self.assert_violation(ring("core", "abcd"), "src/core/a.cpp:1: 4 units of core include each other in a circle: "
                              "core/a, core/b, core/c, core/d; ")
        code, output = run(ring("core", "abc"))
        self.assertEqual(code, 0, output)

    def test_circle_of_units_over_headers_and_sources(self):
        files = ring("proto/p2p", "abcd") | {"proto/p2p/d.cpp": "", "proto/p2p/d.hpp": '#include "proto/p2p/a.hpp"\n'}
        self.assert_violation(files, "4 units of proto/p2p")

    def test_tests_and_registrations_make_no_circle_of_units(self):
        files = ring("core", "abcd") | {"core/d.cpp": "", "core/d_test.cpp": '#include "core/a.hpp"\n'}
        self.assertEqual(run(files)[0], 0)
        shm = {f"transport/{name}.hpp": f'#include "transport/{goal}.hpp"\n' for name, goal in (("a", "b"), ("b", "c"), ("c", "list"))}
        files = shm | {"transport/list.hpp": "", "transport/list.cpp": '#include "transport/a.hpp"\n'}
        self.assertEqual(run(files)[0], 0)

    def test_a_known_circle_may_shrink_and_its_row_goes_with_it(self):
        four, two = graph_of(ring("core", "abcd")), graph_of(ring("core", "ab"))
        for known, wrong in ((3, 1), (4, 0), (5, 0)):
            self.assertEqual(len(list(check_layers.check_units(four, {"core": known}))), wrong)
        self.assertIn("(known: 3)", next(iter(check_layers.check_units(four, {"core": 3})))[2])
        self.assertIn("take its row out", next(iter(check_layers.check_units(two, {"core": 4})))[2])
        self.assertEqual(check_layers.fallen(four, {"core": 5}), [("core", 4)])
        self.assertEqual(check_layers.fallen(four, {"core": 4}), [])
        # A circle that moved into a folder of its own is still that of its row.
        moved = graph_of(ring("core/stream", "abcd"))
        self.assertEqual(list(check_layers.check_units(moved, {"core": 4})), [])
        self.assertEqual(len(list(check_layers.check_units(moved, {"core": 4, "core/stream": 3}))), 2)
        # Two circles in one folder count together.
        both = graph_of(ring("core", "abcd") | ring("core", "efgh"))
        self.assertEqual([len(list(check_layers.check_units(both, {"core": n}))) for n in (7, 8)], [1, 0])

    def test_units_have_the_parts_that_they_alone_include(self):
        parts = {"core/a.cpp": '#include "core/list.inc"\n#include "core/both.inc"\n', "core/list.inc": '#include "core/b.hpp"\n',
                 "core/b.cu": '#include "core/both.inc"\n', "core/b.hpp": "", "core/both.inc": ""}
        self.assertEqual({unit: sorted(goals) for unit, goals in graph_of(parts).items()},
                         {"core/a": ["core/b", "core/both.inc"], "core/b": ["core/both.inc"], "core/both.inc": []})

    def test_sources_without_a_header_belong_to_what_they_define(self):
        files = {"core/a.hpp": "class A final : public B {\n};\n[[nodiscard]] Status check(int a);\n", "core/b.hpp": "int far_off();\n",
                 "core/io/c.hpp": "class Part {\n};\n"}

        def owner_of(text):
            includes = '#include "core/b.hpp"\n#include "core/a.hpp"\n#include "core/io/c.hpp"\n'
            return [u for u, goals in graph_of(files | {"core/x.cpp": includes + text}).items() if "core/io/c" in goals]

        self.assertEqual(owner_of("Status A::begin(int a) {\n  return far_off();\n}\n"), ["core/a"])
        self.assertEqual(owner_of("A::~A() = default;\n"), ["core/a"])
        self.assertEqual(owner_of("Status check(int a) {\n}\n"), ["core/a"])
        self.assertEqual(owner_of("int far_off() {\n}\nA::A() : a_(1) {\n}\nStatus check(int a) {\n}\n"), ["core/a"])
        self.assertEqual(owner_of("int far_off() {\n}\nA::A() {\n}\n"), ["core/a"])
        # Headers of another folder, functions that only the source has, calls and comments give a source no owner.
        for text in ("void Part::go() {\n}\n", "namespace {\nint x() {\n}\nStatus check(int a) {\n}\n}  // namespace\n", "int y() {\n  check(1);\n}\n",
                     "// int far_off() is there\n"):
            self.assertEqual(owner_of(text), ["core/x"], text)

    def test_a_source_without_a_header_closes_a_circle(self):
        files = ring("core", "abcd")
        files["core/d.hpp"] = "class D {\n};\n"
        files["core/d_life.cpp"] = "#include \"core/d.hpp\"\n" + files.pop("core/d.cpp") + "void D::begin() {\n}\n"
        self.assert_violation(files, "4 units of core include each other in a circle: core/a, core/b, core/c, core/d")

    def test_includes_to_cut(self):
        files = ring("core", "abcdef")
        files["core/c.cpp"] += '#include "core/a.hpp"\n'
        files["core/d.cpp"] += '#include "core/a.hpp"\n'
        edges = graph_of(files)
        (circle,) = units.circles(edges, 3)
        order, cut = units.cuts(edges, circle, 3)
        self.assertEqual(sorted(order), sorted(circle))
        # Without c -> d only a, b and c remain in a circle, which is small enough.
        self.assertEqual(len(cut), 1, cut)
        for unit, goal, _ in cut:
            del edges[unit][goal]
        self.assertEqual(units.circles(edges, 3), [])
        code, output = run(files, "--circles")
        self.assertEqual(code, 0, output)
        self.assertIn("core: 6 units, 8 includes among them", output)

    def test_relative_include(self):
        self.assert_violation({"core/comm/comm.cpp": '#include "../base/log.hpp"\n'}, "include by the path below src/")

    def test_getenv(self):
        self.assert_violation({"core/init.cpp": 'auto v = std::getenv("HOME");\n'}, "getenv only in")

    def test_words_in_comments_and_strings_are_no_code(self):
        code, output = run({"core/a.cpp": '// getenv(x) and asm\n/* asm\n getenv( */ const char* s = "getenv(asm";\n'})
        self.assertEqual(code, 0, output)

    def test_gpu_code_stays_below(self):
        self.assert_violation({"core/a.cpp": "#include <cuda.h>\n"}, "CUDA headers only in")
        self.assert_violation({"accel/a.cu": "int x;\n"}, "CUDA sources live in kernels/")
        self.assert_violation({"kernels/pack/p.cu": 'void f() { asm("x"); }\n'}, "PTX (asm) only in")

    def test_mpi_header_stays_above(self):
        self.assert_violation({"proto/p2p.cpp": '#include "mpi.h"\n'}, "mpi.h only in")
        code, output = run({"proto/p2p_test.cpp": '#include "mpi.h"\n'})
        self.assertEqual(code, 0, output)

    def test_unknown_folder_and_empty_tree(self):
        self.assert_violation({"misc/a.cpp": "int x;\n"}, "src/misc is no layer")
        code, output = run({})
        self.assertEqual(code, 1, output)


if __name__ == "__main__":
    unittest.main()
