#!/usr/bin/env python3
"""The tables of spec/ and what reads them: totals, refusals, and that a stale file is seen."""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "spec/gen"))
import abi  # noqa: E402
import entries  # noqa: E402
import face  # noqa: E402
import face_abi  # noqa: E402
import face_calls  # noqa: E402

KINDS = abi.load_kinds()


def function(row, chapter="point_to_point", name="Example"):
    return abi.parse_function(name, chapter, row, KINDS, {})


class Tables(unittest.TestCase):
    def setUp(self):
        self.abi = abi.Abi()

    def test_totals(self):
        self.assertEqual(len(self.abi.functions), 503)
        self.assertEqual(sum(f.has_twin for f in self.abi.functions), 161)
        self.assertEqual(len(set(self.abi.exported_names())), 2 * 664)

    def test_every_error_class_has_a_text(self):
        self.assertEqual(set(self.abi.constants["error_classes"]["values"]), set(self.abi.error_texts))

    def test_what_gives_no_error_code_has_a_body(self):
        bare = [f.name for f in self.abi.functions if f.result != "int" and self.abi.flags(f) is None]
        self.assertEqual(bare, [])


class Rows(unittest.TestCase):
    def test_prototypes_of_both_forms(self):
        row = function("buf >buffer, count, datatype, source rank, tag, comm, status >status")
        self.assertEqual(row.prototype("MPI_", False),
                         "int MPI_Example(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, "
                         "MPI_Status *status)")
        self.assertIn("MPI_Count count", row.prototype("MPI_", True))

    def test_unknown_kind_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no kind 'bogus'"):
            function("a bogus")

    def test_what_entries_cannot_widen_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no view for an array"):
            entries.entry_params(function("counts[n] >count"), {})

    def test_views_of_what_comes_in_two_forms(self):
        self.assertEqual(entries.entry_params(function("user_fn function(User_function+)"), {}),
                         "EitherFunction<MPI_User_function, MPI_User_function_c> user_fn")
        self.assertEqual(entries.entry_params(function("position &elements"), {}), "CountInOut position")
        self.assertEqual(entries.entry_params(function("more >count large"), {}), "MPI_Count *more")

    def test_a_body_may_be_told_the_form(self):
        class Forms:
            @staticmethod
            def flags(_):
                return {"form": True}
        row = function("count, oldtype datatype, newtype >datatype")
        self.assertEqual(entries.entry_params(row, {"form": True}),
                         "MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form")
        self.assertIn("oldtype, newtype, api::Form::kSmall)", face.definition(Forms, row, "PMPI_", False))
        self.assertIn("oldtype, newtype, api::Form::kLarge)", face.definition(Forms, row, "PMPI_", True))

    def test_datatypes_not_looked_at_are_not_resolved(self):
        row = function("sendbuf buffer, sendcount count, sendtype datatype, recvbuf >buffer@root, recvcount count@root, "
                       "recvtype datatype@root, root rank, comm", "collectives")
        text = entries.definition(row, {})
        self.assertIn("if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {", text)
        self.assertIn("if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount", text)
        self.assertIn("body::Example(call, sendbuf, sendcount, sendtype_object, recvbuf", text)

    def test_missing_body_raises_on_its_communicator(self):
        class NoBodies:
            @staticmethod
            def flags(_):
                return None
        text = face.definition(NoBodies, function("base &buffer, comm, win >win"), "PMPI_", False)
        self.assertIn("api::unsupported(api::Function::kExample, comm)", text)


class Faces(unittest.TestCase):
    def test_calls_of_the_same_text_are_written_once(self):
        texts = {"one": {"MPI_A": "a", "MPI_B": "b", "MPI_C": "c"}, "two": {"MPI_A": "a", "MPI_B": "other"}}
        same, rest = face_calls.shared(("one", "two"), texts.get)
        self.assertEqual(same, {"MPI_A": "a"})
        self.assertEqual(rest, [("one", {"MPI_B": "b", "MPI_C": "c"}), ("two", {"MPI_B": "other"})])

    def test_nearly_all_calls_of_our_faces_are_shared(self):
        faces = [face_abi.Face(abi.Abi(), name, name, "lib") for name in ("mpich", "openmpi")]
        for texts_of in (face_calls.declarations, face_calls.definitions):
            same, rest = face_calls.shared(faces, texts_of)
            self.assertGreater(len(same), 500)
            for one, texts in rest:
                # Texts that only one face has are extensions, functions that the other face implements by hand, or functions
                # that return files: a file is a pointer of its own kind in MPICH's ABI.
                other = faces[1 - faces.index(one)]
                rest_of = {n.removeprefix("MPI_") for n in texts if not n.startswith("MPIX_")}
                self.assertEqual(rest_of - set(other.hand) - {"File_open", "File_close"}, set())


class Generating(unittest.TestCase):
    def test_the_same_every_time(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            for folder in (one, two):
                subprocess.run([sys.executable, ROOT / "spec/gen/generate.py", "--out", folder], check=True)
            made = sorted(p.relative_to(one) for p in pathlib.Path(one).rglob("*") if p.is_file())
            self.assertGreater(len(made), 5)
            for path in made:
                self.assertEqual((pathlib.Path(one) / path).read_text(), (pathlib.Path(two) / path).read_text())

    def test_every_generated_file_is_marked_as_such(self):
        loader = importlib.machinery.SourceFileLoader("generate", str(ROOT / "scripts/generate"))
        generate = importlib.util.module_from_spec(importlib.util.spec_from_loader("generate", loader))
        loader.exec_module(generate)
        with tempfile.TemporaryDirectory() as folder:
            generate.run_all(pathlib.Path(folder))
            made = sorted(p.relative_to(folder).as_posix() for p in pathlib.Path(folder).rglob("*") if p.is_file())
        written = subprocess.run(["git", "check-attr", "linguist-generated", "--", "spec/gen/output.py", *made], cwd=ROOT, check=True,
                                 capture_output=True, text=True).stdout.splitlines()
        self.assertEqual([line for line in written if not line.endswith(": set")], ["spec/gen/output.py: linguist-generated: unset"])


if __name__ == "__main__":
    unittest.main()
