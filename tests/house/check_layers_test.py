#!/usr/bin/env python3
"""scripts/check_layers finds each kind of violation in a small tree, and nothing in a clean one."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_layers"


def run(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root) / "src" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


class CheckLayers(unittest.TestCase):
    def assert_violation(self, files, text):
        code, output = run(files)
        self.assertEqual(code, 1, output)
        self.assertIn(text, output)
        self.assertIn(" 1 violations", output)

    def test_clean_tree_passes(self):
        code, output = run({
            "api/send.cpp": '#include <mpi.h>\n#include "core/comm/comm.hpp"\n#include "boot/boot.hpp"\n',
            "core/comm/comm.hpp": '#include "coll/schedule.hpp"\n#include "core/comm/group.hpp"\n#include "base/status.hpp"\n',
            "boot/boot.cpp": '#include "base/status.hpp"\nconst char* r = getenv("PMI_RANK");\n',
            "base/config.cpp": 'const char* v = getenv("X");\n',
            "kernels/sync/sync.hpp": '#include <cuda_runtime.h>\ninline void f() { asm volatile("membar.sys;"); }\n',
            "kernels/pack/pack.cu": '#include "kernels/sync/sync.hpp"\n',
        })
        self.assertEqual(code, 0, output)

    def test_includes_go_one_way(self):
        self.assert_violation({"base/log.cpp": '#include "boot/boot.hpp"\n'}, "src/base/log.cpp:1: base may not include boot")
        self.assert_violation({"proto/p2p.cpp": 'int x;\n#include "core/comm/comm.hpp"\n'},
                              "src/proto/p2p.cpp:2: proto may not include core")
        self.assert_violation({"shmem/heap.cpp": '#include "core/comm/comm.hpp"\n'}, "shmem may not include core")
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
        self.assert_violation({"core/comm/comm.hpp": '#include "core/reorder/graph.hpp"\n',
                               "core/reorder/graph.cpp": '#include "core/comm/comm.hpp"\n'}, "in a circle: ., reorder")

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
