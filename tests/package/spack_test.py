#!/usr/bin/env python3
"""The recipe for Spack, over a small stand-in for the names that it takes of Spack: what it asks CMake for exists there.

usage: spack_test.py SOURCE [unittest arguments]"""
import itertools
import os
import pathlib
import re
import sys
import types
import unittest

SOURCE = None


class Recorder:
    """Records the directives of a recipe: (name, words, options) of each call."""

    def __init__(self):
        self.calls = []

    def directive(self, name):
        return lambda *words, **options: self.calls.append((name, words, options))

    def of(self, name):
        return [(words, options) for called, words, options in self.calls if called == name]


class Folder(str):
    """Stands for a prefix of Spack."""

    def __getattr__(self, name):
        return Folder(f"{self}/{name}")


class Spec:
    """Stands for a concrete spec, with the parts that a recipe uses."""

    def __init__(self, prefix, **variants):
        self.prefix = Folder(prefix)
        self.variants = {name: types.SimpleNamespace(value=value) for name, value in variants.items()}

    def satisfies(self, text):
        return bool(self.variants[text[1:]].value) == (text[0] == "+")

    def __getitem__(self, name):
        return Spec(f"/spack/{name}")


class Package:
    """Stands for a package, with the functions that the build systems provide."""

    def __init__(self, spec):
        self.spec, self.prefix = spec, spec.prefix

    def define(self, name, value):
        return f"-D{name}={ {True: 'ON', False: 'OFF'}[value] if isinstance(value, bool) else value}"

    def define_from_variant(self, name, variant):
        return self.define(name, bool(self.spec.variants[variant].value))


class Environment(dict):
    def set(self, name, value):
        self[name] = value

    def prepend_path(self, name, value):
        self[name] = value


def load(recorder):
    """Returns the recipe's class."""
    names = types.ModuleType("spack.package")
    for directive in ("license", "version", "variant", "provides", "depends_on", "conflicts", "filter_compiler_wrappers"):
        setattr(names, directive, recorder.directive(directive))
    for decorator in ("run_after", "on_package_attributes"):
        setattr(names, decorator, lambda *_, **__: lambda function: function)
    for function in ("Executable", "find_libraries", "working_dir"):
        setattr(names, function, None)
    systems = {name: types.ModuleType(f"spack_repo.builtin.build_systems.{name}") for name in ("cmake", "cuda")}
    systems["cmake"].CMakePackage = type("CMakePackage", (Package,), {})
    systems["cuda"].CudaPackage = type("CudaPackage", (), {})
    modules = {"spack": types.ModuleType("spack"), "spack.package": names, "spack_repo": types.ModuleType("spack_repo"),
               "spack_repo.builtin": types.ModuleType("builtin"), "spack_repo.builtin.build_systems": types.ModuleType("systems"),
               **{module.__name__: module for module in systems.values()}}
    recipe = types.ModuleType("recipe")
    sys.modules.update(modules)
    try:
        path = SOURCE / "packaging/spack/spack_repo/penstock/packages/penstock/package.py"
        recipe.__file__ = str(path)
        exec(compile(path.read_text(), str(path), "exec"), recipe.__dict__)
    finally:
        for name in modules:
            del sys.modules[name]
    return recipe.Penstock


class Recipe(unittest.TestCase):
    def setUp(self):
        self.recorder = Recorder()
        self.package = load(self.recorder)

    def test_its_version_is_that_of_the_sources(self):
        version = re.search(r"project\(penstock VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertEqual(self.recorder.of("version"), [(("main",), {"branch": "main"}), ((version,), {"tag": f"v{version}", "preferred": True})])
        self.assertEqual(self.package.url, f"{SOURCE.as_uri()}/dist/penstock-{version}.tar.gz")

    def test_where_its_sources_are(self):
        self.assertEqual(self.package.git, SOURCE.as_uri())
        os.environ.update(PENSTOCK_GIT="ssh://somewhere/penstock", PENSTOCK_RELEASES="file:///archives")
        self.addCleanup(lambda: [os.environ.pop(name) for name in ("PENSTOCK_GIT", "PENSTOCK_RELEASES")])
        package = load(Recorder())
        self.assertEqual(package.git, "ssh://somewhere/penstock")
        self.assertRegex(package.url, r"^file:///archives/penstock-[0-9.]+\.tar\.gz$")

    def test_every_wrapper_of_a_compiler_is_filtered(self):
        """The list is that of tools/wrappers; the script that reports that there is no Fortran runs no compiler."""
        text = (SOURCE / "tools/wrappers/CMakeLists.txt").read_text()
        made = set(re.findall(r"penstock_wrapper\((\w+) wrapper\.in", text))
        for names in re.findall(r"foreach\(name (.*)\)\n  penstock_wrapper\(\$\{name\} wrapper\.in", text):
            made |= set(names.split())
        self.assertEqual(made, {"mpicc", "mpicxx", "mpic++", "oshcc", "oshcxx", "oshc++", "oshCC"})
        ((words, options),) = self.recorder.of("filter_compiler_wrappers")
        self.assertEqual((set(words), options), (made, {"relative_root": "bin"}))

    def test_conditions_name_variants(self):
        variants = {words[0] for words, _ in self.recorder.of("variant")} | {"cuda", "cuda_arch"}
        conditions = [options["when"] for name in ("depends_on", "conflicts", "provides") for _, options in self.recorder.of(name) if "when" in options]
        self.assertTrue(conditions)
        for condition in conditions:
            self.assertIn(condition.lstrip("+~"), variants)

    def test_it_provides_mpi_where_somebody_says_so(self):
        """The recipe provides MPI only with +c_only, for as long as the library says that it has neither Fortran nor files."""
        self.assertEqual(self.recorder.of("provides"), [(("mpi@:5.0",), {"when": "+c_only"})])
        self.assertFalse(dict((words[0], options) for words, options in self.recorder.of("variant"))["c_only"]["default"])
        self.assertIn("no Fortran bindings yet", (SOURCE / "tools/wrappers/mpifort.in").read_text())

    def test_cmake_knows_what_it_sets(self):
        text = "".join(path.read_text() for path in [SOURCE / "CMakeLists.txt", *(SOURCE / "cmake").glob("*.cmake"),
                                                      *(SOURCE / "src").rglob("CMakeLists.txt")])
        known = {f"PENSTOCK_{name}" for name in re.findall(r"penstock_choice\((\w+)", text)}
        known |= set(re.findall(r"(?:set|option|find_program|find_path)\((\w+)", text))
        for cuda, ucx, pmix, tools in itertools.product((True, False), repeat=4):
            spec = Spec("/prefix", cuda=cuda, ucx=ucx, pmix=pmix, tools=tools, cuda_arch=("90", "100a") if cuda else ("none",))
            args = self.package(spec).cmake_args()
            given = dict(re.fullmatch(r"-D(\w+)=(.*)", arg).groups() for arg in args)
            self.assertEqual(set(given) - known, set())
            self.assertEqual(given["PENSTOCK_CUDA"], "ON" if cuda else "OFF")
            self.assertEqual(given.get("PENSTOCK_CUDA_ARCHS"), "90;100" if cuda else None)
            self.assertEqual("PENSTOCK_NVCC" in given, cuda)

    def test_dependents_get_the_wrappers(self):
        spec = Spec("/prefix", cuda=False, ucx=True, pmix=True, tools=True, cuda_arch=("none",))
        package = self.package(spec)
        environment = Environment()
        package.setup_run_environment(environment)
        package.setup_dependent_package(None, None)
        self.assertEqual((environment["MPICC"], spec.mpicxx), ("/prefix/bin/mpicc", "/prefix/bin/mpicxx"))


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
