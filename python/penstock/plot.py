"""penstock plot: pictures and one page of what penstock bench, compare, stencil and startup, and scripts/gpu wrote.

  penstock plot host.json --out pictures                  a PNG for each case, and pictures/index.html
  penstock plot before.json after.json --out pictures     both in the same pictures, a line each
  penstock plot nccl.json --out report --title "8 x H200"

A comparison also shows ratios: above 1 Penstock is better; of many cases or several numbers of ranks as a map of colours. The page has
everything in it, so it can be sent alone. Needs
matplotlib: that of the running Python, else that of PENSTOCK_PLOT or ~/.local/share/penstock/plot (in a source tree .local/plot).

Exit status: 0, 1 if a file cannot be drawn, 2 for wrong arguments, 3 without matplotlib.
"""
import argparse
import importlib
import pathlib
import sys

from penstock import heat, hinting, pack, page, places, series, startup, stencil
from penstock.figures import SHOWN

NO_MATPLOTLIB = 3
# Documents with a picture of their own: how they are read, the module that draws them, the text below, and what they show.
OWN = {series.STENCIL: (series.read_stencil, "penstock.stencil_picture", stencil.report, "Stencil2D"),
       series.STARTUP: (series.read_startup, "penstock.startup_picture", startup.report, "Start and memory"),
       series.PACK: (series.read_pack, "penstock.pack_picture", pack.report, "Datatypes")}


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
            print(f"plot: {folder} does not fit {sys.executable} ({error}): remove it, and fetch it anew: {places.fetch_plot(folder)}",
                  file=sys.stderr)
            return None
    print(f"plot: no matplotlib for {sys.executable}: install it (pip install matplotlib, or Debian's python3-matplotlib), or fetch it into a "
          f"folder of its own: {places.fetch_plot(folder)}", file=sys.stderr)
    return None


def file_name(wanted, taken):
    """A name of its own in the folder."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    taken.add(name)
    return f"{name}.png"


def read(files):
    """(sources, cases, others, panels): cases merged, others as (schema, Source, contents), panels of heat. Raises BadFile."""
    documents, others, compared = [], [], []
    for path in files:
        for document in series.load(path):
            schema = series.schema_of(document)
            if schema in OWN:
                others.append((schema, *OWN[schema][0](path, document)))
            else:
                documents.append(series.read_document(path, document))
                compared += [document] if schema == series.COMPARE else []
    cases = series.merge(documents)
    if not others and not any(case.series for case in cases):
        raise series.BadFile("no figures in " + ", ".join(files))
    return [source for source, _ in documents] + [source for _, source, _ in others], cases, others, heat.panels(compared)


def about(sources):
    """Machine, date and, of files that say it, commit and peers: the line below a picture's title. A machine stands once."""
    groups = {}
    for one in sources:
        told = one.provenance
        key = (told.get("machine", one.machine), ", ".join(told.get("peers", [])))
        dates, commits = groups.setdefault(key, ({}, {}))
        dates[one.began[:10]] = commits[told.get("commit")] = None
    return "; ".join(map(origin, groups.items()))


def origin(group):
    (machine, peers), (dates, commits) = group
    commits = [one for one in commits if one]
    words = [machine, *dates] + [f"commit{'s' * (len(commits) > 1)} {', '.join(commits)}"] * bool(commits)
    return ", ".join(words + [f"beside {peers}"] * bool(peers))


def rivals(sources):
    """Names the libraries that Penstock was compared with, as words of a title."""
    others = [SHOWN.get(name, name) for name in dict.fromkeys(name for one in sources for name in one.rivals)]
    return f"the best of {', '.join(others)}" if len(others) > 1 else "".join(others) or "nobody"


def draw_others(args, others, taken):
    """Sections of the page: (title, picture, text)."""
    sections = []
    for schema, source, contents in others:
        _, module, text, title = OWN[schema]
        name = pathlib.Path(source.file).stem
        path = args.out / file_name(name, taken)
        importlib.import_module(module).picture(contents, about([source]), path)
        sections.append((f"{title}, {name}", path, text(contents)))
    return sections


def draw_overview(args, pictures, cases, panels, sources):
    """All comparisons in one picture: its file, or None where there is none."""
    if heat.is_wanted(panels):
        path = args.out / "heat.png"
        importlib.import_module("penstock.heat_picture").picture(panels, rivals(sources), about(sources), path)
        return path
    path = args.out / "ratios.png"
    return path if pictures.ratio_picture(cases, rivals(sources), about(sources), path) else None


def draw(args, pictures, sources, cases, others, panels):
    args.out.mkdir(parents=True, exist_ok=True)
    taken, drawn = {"ratios", "heat"}, {}
    for index, case in enumerate(cases):
        path = args.out / file_name(case.name, taken)
        if pictures.case_picture(case, about(sources), path):
            drawn[index] = path
    overview = draw_overview(args, pictures, cases, panels, sources)
    sections = draw_others(args, others, taken)
    page.write(args.out / "index.html", args.title, sources, cases, drawn, overview, sections)
    return len(drawn) + (overview is not None) + len(sections)


def main():
    parser = hinting.Parser(prog="penstock plot", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.json", help="of penstock bench, compare, stencil or startup --json, or pack.json of scripts/gpu")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR", help="where pictures and index.html go")
    parser.add_argument("--title", default="Penstock: measurements", help="of the page")
    args = parser.parse_args()
    pictures = load_pictures()
    if pictures is None:
        return NO_MATPLOTLIB
    try:
        sources, cases, others, panels = read(args.files)
        count = draw(args, pictures, sources, cases, others, panels)
    except (series.BadFile, OSError) as error:
        print(f"plot: {error}", file=sys.stderr)
        return 1
    print(f"{count} pictures and {args.out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
