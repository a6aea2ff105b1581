"""penstock plot: pictures and one page of what penstock bench, compare and stencil wrote.

  penstock plot host.json --out pictures                  a PNG for each case, and pictures/index.html
  penstock plot before.json after.json --out pictures     both in the same pictures, a line each
  penstock plot nccl.json --out report --title "8 x H200"

A comparison also shows ratios: above 1 Penstock is better. The page has everything in it, so it can be sent alone. Needs
matplotlib: that of the running Python, else what `scripts/peers plot` fetched.

Exit status: 0, 1 if a file cannot be drawn, 2 for wrong arguments, 3 without matplotlib.
"""
import argparse
import importlib
import pathlib
import sys

from penstock import page, places, series, stencil

NO_MATPLOTLIB = 3


def load_pictures():
    """The module that draws, or None: says why not."""
    try:
        return importlib.import_module("penstock.pictures")
    except ImportError:
        pass
    folder = places.plot_folder(places.build_folder())
    if folder.is_dir():
        sys.path.append(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] in ("matplotlib", "numpy")]:
            del sys.modules[name]
        try:
            return importlib.import_module("penstock.pictures")
        except ImportError as error:
            print(f"plot: {folder} does not fit {sys.executable} ({error}): remove it, and fetch it anew with scripts/peers plot",
                  file=sys.stderr)
            return None
    print("plot: no matplotlib: run scripts/peers plot in the source tree, or install it for "
          f"{sys.executable} (python3-matplotlib, or pip install matplotlib)", file=sys.stderr)
    return None


def file_name(wanted, taken):
    """A name of its own in the folder."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    taken.add(name)
    return f"{name}.png"


def read(files):
    """(sources, cases, stencils): cases merged, stencils as (Source, runs). Raises BadFile."""
    documents, stencils = [], []
    for path in files:
        for document in series.load(path):
            if series.schema_of(document) == series.STENCIL:
                stencils.append(series.read_stencil(path, document))
            else:
                documents.append(series.read_document(path, document))
    cases = series.merge(documents)
    if not stencils and not any(case.series for case in cases):
        raise series.BadFile("no figures in " + ", ".join(files))
    return [source for source, _ in [*documents, *stencils]], cases, stencils


def about(sources):
    return "; ".join(dict.fromkeys(f"{one.machine}, {one.began[:10]}" for one in sources))


def draw_stencils(args, stencils, taken):
    """Sections of the page: (title, picture, text)."""
    sections = []
    for source, runs in stencils:
        stencil_picture = importlib.import_module("penstock.stencil_picture")
        name = pathlib.Path(source.file).stem
        path = args.out / file_name(name, taken)
        stencil_picture.picture(runs, about([source]), path)
        sections.append((f"Stencil2D, {name}", path, stencil.report(runs)))
    return sections


def draw(args, pictures, sources, cases, stencils):
    args.out.mkdir(parents=True, exist_ok=True)
    taken, drawn = {"ratios"}, {}
    for index, case in enumerate(cases):
        path = args.out / file_name(case.name, taken)
        if pictures.case_picture(case, about(sources), path):
            drawn[index] = path
    overview = args.out / "ratios.png"
    found = pictures.ratio_picture(cases, about(sources), overview)
    sections = draw_stencils(args, stencils, taken)
    page.write(args.out / "index.html", args.title, sources, cases, drawn, overview if found else None, sections)
    return len(drawn) + found + len(sections)


def main():
    parser = argparse.ArgumentParser(prog="penstock plot", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.json", help="of penstock bench, compare or stencil --json")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR", help="where pictures and index.html go")
    parser.add_argument("--title", default="Penstock: measurements", help="of the page")
    args = parser.parse_args()
    try:
        sources, cases, stencils = read(args.files)
        pictures = load_pictures()
        if pictures is None:
            return NO_MATPLOTLIB
        count = draw(args, pictures, sources, cases, stencils)
    except (series.BadFile, OSError) as error:
        print(f"plot: {error}", file=sys.stderr)
        return 1
    print(f"{count} pictures and {args.out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
