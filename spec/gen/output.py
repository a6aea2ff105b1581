"""Writes the files of every generator of this folder."""
import argparse
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def write(doc, outputs):
    """The main function of a generator. `doc` explains it; outputs() gives pairs of a path in the project and its text.
    A file that is right already is not touched."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT, help="write below this directory instead of the project")
    out = parser.parse_args().out
    for name, text in outputs():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
