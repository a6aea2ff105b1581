#!/usr/bin/env python3
"""scripts/house counts classes, functions, files, circles, routines and commits of a small tree, and writes its table into a page."""

import importlib.machinery
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/house"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPT.parent))
LOADER = importlib.machinery.SourceFileLoader("house", str(SCRIPT))
house = importlib.util.module_from_spec(importlib.util.spec_from_loader("house", LOADER))
LOADER.exec_module(house)

CLASS = """
namespace penstock::core {
template <typename T>
class Comm final : public Base<T> {
 public:
  explicit Comm(int size) : size_(size) {}
  [[nodiscard]] int size() const noexcept { return size_; }
  Status send(const void* data, std::uint64_t bytes);
  struct Part { int a; int b; void f(); };
 private:
  enum class Kind { kOne, kTwo };
  int size_ = 0, rank_ = 0;
  std::vector<Part> parts_;
};
}  // namespace penstock::core
"""


def tree(folder):
    top = pathlib.Path(folder)
    files = {
        "src/core/comm.hpp": CLASS,
        "src/core/comm.cpp": "int quick() { return 1; }\nint slow() {\n" + "  quick();\n" * 70 + "  return 0;\n}\nclass CallCheck;\n",
        "src/core/comm_test.cpp": "class Test { int a; };\n",
        "src/core/gen/calls.cpp": "class Made { int a; };\n",
        "tests/long.cpp": "int x;\n" * 401,
        "include/made.h": "/* Do not edit. */\n" + "int x();\n" * 900,
        "CONTRIBUTING.md": f"before\n{house.BEGIN}\nold\n{house.END}\nbehind\n",
    }
    for name, text in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text)
    for number in range(4):
        (top / f"src/core/u{number}.hpp").write_text(f'#include "core/u{(number + 1) % 4}.hpp"\n')

    def git(*words):
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *who, *words], cwd=top, check=True, capture_output=True)

    git("init", "--quiet")
    git("add", "-A")
    git("commit", "--quiet", "-m", "all: begin\n\nThere was nothing.")
    git("commit", "--quiet", "--allow-empty", "-m", "x" * 80)
    return top


class House(unittest.TestCase):
    def test_classes(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "comm.hpp").write_text(CLASS)
            found = {c["name"]: (c["methods"], c["members"]) for c in house.classes(house.tags_of(["comm.hpp"], folder))}
        self.assertEqual(found, {"core::Comm": (3, 3), "core::Comm::Part": (1, 2)})

    def test_a_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            counts = house.take(10, tree(folder))
        self.assertEqual([f["name"] for f in counts["functions"]["largest"][:2]], ["slow", "Comm"])
        self.assertEqual((counts["functions"]["above_limit"], counts["functions"]["largest"][0]["lines"]), (1, 73))
        self.assertEqual(counts["long_files"], ["tests/long.cpp 401"])
        self.assertEqual([(c["home"], len(c["units"])) for c in counts["circles"]], [("core", 4)])
        self.assertEqual(counts["agree"], ["CallCheck of PENSTOCK_CHECK"])
        self.assertEqual(counts["commits"], {"looked_at": 2, "with_body": 1, "long_subjects": ["x" * 80]})
        # Tests and generated files do not count.
        self.assertEqual({c["name"] for c in counts["members"]["largest"]}, {"core::Comm", "core::Comm::Part"})

    def test_the_program_writes_its_table(self):
        with tempfile.TemporaryDirectory() as folder:
            top = tree(folder)
            done = subprocess.run([sys.executable, SCRIPT, "--top", top, "--json", "-", "--write"], capture_output=True, text=True, check=True)
            page = (top / "CONTRIBUTING.md").read_text()
        self.assertEqual(json.loads(done.stdout)["functions"]["count"], 4)
        self.assertTrue(page.startswith("before\n") and page.endswith("behind\n"), page)
        self.assertIn("| functions above 60 lines | 1 | of 4, ", page)
        self.assertNotIn("old", page)


if __name__ == "__main__":
    unittest.main()
