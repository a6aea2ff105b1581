"""Reads the JSON files of penstock bench and penstock compare as lines to draw: one Series a library or file and case."""
import dataclasses
import json
import pathlib
import re

from penstock.figures import OURS

BENCH, COMPARE, STENCIL = "penstock-bench/1", "penstock-compare/1", "penstock-stencil/1"
PACK, STARTUP = "penstock-pack/1", "penstock-startup/1"


class BadFile(Exception):
    """A file that cannot be drawn; the text names it and says why."""


@dataclasses.dataclass
class Series:
    name: str                 # of the library, as the legend shows it
    source: str               # the file it comes from, without its ending
    setting: str              # ranks and memory
    values: dict              # bytes -> median
    p99: dict                 # bytes -> 99th percentile, where known
    ratios: dict              # bytes -> ratio to the best peer; of our own series of a comparison alone
    overlap: dict             # bytes -> per cent, of non-blocking collectives


@dataclasses.dataclass
class Case:
    name: str
    unit: str
    better: str
    series: list
    notes: list               # lines: who has no figures, and why
    geomean: float | None = None

    def sizes(self):
        return sorted({size for one in self.series for size in one.values})


@dataclasses.dataclass
class Source:
    """One file, for the head of the page."""

    file: str
    machine: str
    began: str
    libraries: list
    command: str
    provenance: dict = dataclasses.field(default_factory=dict)   # commit, machine, peers (with versions), as far as known
    rivals: list = dataclasses.field(default_factory=list)       # names of the libraries that were measured beside ours


def load(path):
    """The documents of a file, one or a list of them. Raises BadFile."""
    try:
        found = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise BadFile(f"{path} is no JSON: {error}") from error
    return found if isinstance(found, list) else [found]


def schema_of(document):
    return document.get("schema") if isinstance(document, dict) else None


def read_document(path, document):
    """(Source, cases) of a bench or a comparison. Raises BadFile."""
    schema = schema_of(document)
    if schema not in (BENCH, COMPARE):
        raise BadFile(f"{path} is of schema {schema!r}: plot draws {BENCH}, {COMPARE}, {STENCIL}, {STARTUP} and {PACK} (penstock "
                      "bench, compare, stencil and startup --json, and pack.json of scripts/gpu)")
    try:
        return read_bench(path, document) if schema == BENCH else read_compare(path, document)
    except (KeyError, TypeError) as error:
        raise BadFile(f"{path} is broken: {error!r}") from error


def provenance(document):
    """Returns what a file kept in docs/performance says of itself; for others it is made of the libraries and the commit."""
    if "provenance" in document:
        return document["provenance"]
    peers = [re.split(r", | \(", " ".join(library["library"].split()))[0] for library in rivals(document) if library["library"]]
    found = re.search(r"\(configured at ([^)]+)\)", document.get("library", ""))
    commit = document.get("commit") or (found[1] if found else None)
    return ({"commit": commit} if commit else {}) | ({"peers": peers} if peers else {})


def rivals(document):
    """Libraries of a comparison that were measured, but ours."""
    return [one for one in document.get("libraries", []) if one["state"] == "measured" and one["name"] != OURS]


def machine(document):
    device = "" if document["where"] == "host" else f", {document['where']}"
    return f"{document['host']}, {document['cores']} cores{device}"


def setting(ranks, memory, options):
    sides = ":".join(dict.fromkeys(memory))
    more = [word for word in ("fresh", "cold", "reversed") if options.get(word)]
    kind = options.get("datatype") or "contiguous"
    block = f" of {options['block']} B" if options.get("block") else ""
    return ", ".join([f"{ranks} ranks", f"{sides} memory"] + ([kind + block] if kind != "contiguous" else []) + more)


def read_bench(path, document):
    stem = pathlib.Path(path).stem
    told = setting(document["ranks"], document["options"]["memory"], document["options"])
    cases = []
    for case in document["cases"]:
        if "unsupported" in case:
            cases.append(Case(case["case"], "", "", [], [f"{document['label']}: unsupported: {case['unsupported']}"]))
            continue
        def column(key, rows=case["rows"]):
            return {row["bytes"]: row[key] for row in rows if row.get(key) is not None}

        one = Series(document["label"], stem, told, column("value"), column("p99"), {}, column("overlap_percent"))
        cases.append(Case(case["case"], case["unit"], case["better"], [one], []))
    about = Source(str(path), machine(document), document["began"], [f"{document['label']}: {document['library']}"],
                   " ".join(map(str, document["command"])), provenance(document))
    return about, cases


def read_compare(path, document):
    stem, names = pathlib.Path(path).stem, document["names"]
    told = setting(document["options"]["ranks"], document["options"]["memory"], document["options"])
    measured = [library["name"] for library in document["libraries"] if library["state"] == "measured"]
    cases = []
    for case in document["cases"]:
        found = []
        for name in measured:
            def column(key, who=name, rows=case["rows"]):
                return {row["bytes"]: row[key][who] for row in rows if who in row[key]}

            ratios = {row["bytes"]: row["ratio"] for row in case["rows"] if name == OURS and row["ratio"] is not None}
            if column("values"):
                found.append(Series(names.get(name, name), stem, told, column("values"), column("p99"), ratios, {}))
        notes = [f"{names.get(name, name)}: {why}" for name, why in case["notes"].items()]
        cases.append(Case(case["case"], case["unit"], case["better"], found, notes, case["geomean"]))
    libraries = [f"{library['name']}: {library['library'] or library['state'] + ': ' + library.get('why', '')}"
                 for library in document["libraries"]]
    command = "penstock compare " + " ".join(map(str, document["command"]))
    return Source(str(path), machine(document), document["began"], libraries, command, provenance(document),
                  [library["name"] for library in rivals(document)]), cases


def read_stencil(path, document):
    """(Source, runs). Raises BadFile."""
    runs = document.get("runs")
    if not runs:
        raise BadFile(f"no figures in {path}")
    try:
        libraries = list(dict.fromkeys(run["library"] for run in runs))
        command = "penstock stencil " + " ".join(map(str, document["command"]))
        return Source(str(path), machine(runs[0]), document["began"], libraries, command, provenance(document)), runs
    except (KeyError, TypeError) as error:
        raise BadFile(f"{path} is broken: {error!r}") from error


def read_pack(path, document):
    """(Source, document) of how fast datatypes are packed. Raises BadFile."""
    try:
        if not any(row["values"] for row in document["rates"]):
            raise BadFile(f"no figures in {path}")
        return Source(str(path), machine(document), document["began"], [document["library"]], document["command"],
                      provenance(document)), document
    except (KeyError, TypeError) as error:
        raise BadFile(f"{path} is broken: {error!r}") from error


def read_startup(path, document):
    """(Source, document) of how long jobs take to start. Raises BadFile."""
    try:
        if not document["rows"]:
            raise BadFile(f"no figures in {path}")
        command = "penstock startup " + " ".join(map(str, document["command"]))
        return Source(str(path), machine(document), document["began"], [document["library"]], command,
                      provenance(document)), document
    except (KeyError, TypeError) as error:
        raise BadFile(f"{path} is broken: {error!r}") from error


def merge(documents):
    """Cases of the same name, unit and direction become one picture. Names in its legend differ: by what the series have
    apart, the setting before the file."""
    merged = {}
    for _, cases in documents:
        for case in cases:
            key = (case.name, case.unit, case.better) if case.series else next(
                (known for known in merged if known[0] == case.name), (case.name, case.unit, case.better))
            if key not in merged:
                merged[key] = Case(*key, [], [], case.geomean)
            elif case.geomean is not None:
                merged[key].geomean = None  # of several comparisons there is no one mean
            merged[key].series += case.series
            merged[key].notes += case.notes
    for case in merged.values():
        for extra in ("setting", "source"):
            tell_apart(case.series, extra)
    return list(merged.values())


def tell_apart(series, extra):
    names = [one.name for one in series]
    for one in series:
        twins = [other for other in series if names.count(other.name) > 1 and other.name == one.name]
        if len({getattr(other, extra) for other in twins}) > 1:
            one.shown = f"{one.name}, {getattr(one, extra)}"
    for one in series:
        one.name = one.__dict__.pop("shown", one.name)
