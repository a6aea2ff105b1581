"""Makes the tables and sentences of the blocks of bench/claims/claims from the JSON files in docs/performance."""
import json
import re
import statistics

from penstock import figures, heat

UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
NEEDED = ("commit", "machine", "peers")  # the provenance of every document has these
UNKNOWN = "not recorded"
# These patterns find what belongs only to the machine that measured: its folders, and names of hosts and of registries.
FOLDER = re.compile(r"(?<![\w.:/])(?:~|\$HOME)?/(?:[\w.+-]+/)*(?=[\w.+-])")
ADDRESS = re.compile(r"\w+://\S+|\b(?:[\w-]+\.)+(?:internal|local|lan|corp|cluster|com|net|org|io|ai|cloud)\b(?::\d+)?(?:/\S*)?"
                     r"|\blocalhost:\d+\S*", re.IGNORECASE)


class BadClaim(Exception):
    """A block has words that cannot be followed; the text names the reason."""


def size_of(word):
    return int(word[:-1]) * UNITS[word[-1]] if word[-1:] in UNITS else int(word)


def without_folders(text):
    return FOLDER.sub("", text)


def private(value):
    """Returns [(what names the machine that measured, the remedy)] over all texts of a document."""
    if isinstance(value, str):
        remedy = "a folder of the machine that measured: bench/claims/claims --strip"
        return ([(found[0] + value[found.end():].split()[0], remedy) for found in FOLDER.finditer(value)] +
                [(found[0], "an address: take it out of the file") for found in ADDRESS.finditer(value)])
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return [found for one in inner for found in private(one)]


class Data:
    """The files of one folder; each is read once."""

    def __init__(self, folder):
        self.folder, self.read = folder, {}

    def documents(self, name):
        """Returns the documents of one file. A file that is one document is a list of one."""
        if name not in self.read:
            path = self.folder / f"{name}.json"
            try:
                found = json.loads(path.read_text(encoding="utf-8"))
            except OSError as error:
                raise BadClaim(f"{path}: {error.strerror}") from error
            except ValueError as error:
                raise BadClaim(f"{path} is no JSON: {error}") from error
            self.read[name] = found if isinstance(found, list) else [found]
        return self.read[name]

    def chosen(self, words):
        """Documents of FILE[@RANKS]+..."""
        found = []
        for word in words.split("+"):
            name, _, ranks = word.partition("@")
            found += [one for one in self.documents(name) if not ranks or one["options"]["ranks"] == int(ranks)]
        if not found:
            raise BadClaim(f"nothing in {words}")
        return found

    def cases(self, words, wanted):
        """Returns the [(document, case)] of comparisons, in the order of `wanted`."""
        known = [(one, case) for one in self.chosen(words) for case in one["cases"]]
        if wanted == "all":
            return known
        found = [pair for name in wanted.split(",") for pair in known if pair[1]["case"] == name]
        if {case["case"] for _, case in found} != set(wanted.split(",")):
            raise BadClaim(f"{words} has not all of {wanted}")
        return found

    def names(self):
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def strip(self):
        """Takes the folders out of every file, and leaves the names of what was in them: [name of a file that changed]"""
        changed = []
        for name in self.names():
            path = self.folder / f"{name}.json"
            text = path.read_text(encoding="utf-8")
            bare = without_folders(text)
            if bare != text:
                path.write_text(bare, encoding="utf-8")
                changed.append(path.name)
        return changed

    def faults(self):
        """Files that name what only the machine that measured has, or do not say what they are of."""
        named = [f"docs/performance/{name}.json: {found}: {remedy}" for name in self.names()
                 for found, remedy in dict.fromkeys(private(self.documents(name)))]
        lacking = [f"docs/performance/{name}.json: its provenance lacks {key} (write \"{UNKNOWN}\" where it is not known)"
                   for name in self.names() for one in self.documents(name) for key in NEEDED if key not in one.get("provenance", {})]
        return named + lacking


def label(document, case):
    """Returns a case's name, with the datatype and its block if it is not contiguous."""
    options = document["options"]
    block = f" of {figures.size_name(size_of(options['block']))}" if options.get("block") else ""
    return case["case"] if options["datatype"] == "contiguous" else f"{case['case']} {options['datatype']}{block}"


def strong(ratio):
    """Returns a table cell, in bold if the ratio is printed as less than 1.00."""
    return heat.strong(ratio) if ratio is not None and round(ratio, 2) < 1 else heat.cell(ratio)


def rated(data, words, wanted):
    """Returns [(case, bytes, ratio)]."""
    return [(label(one, case), row["bytes"], row["ratio"]) for one, case in data.cases(words, wanted) for row in case["rows"]
            if row["ratio"] is not None]


def date_of(document):
    return (document.get("began") or document["provenance"].get("date") or document.get("date") or UNKNOWN)[:10].replace("T", " ")


def run(data, words):
    """Returns machine, commit, date and peers of all documents."""
    def tell(document):
        told = document["provenance"]
        beside = f", beside {' and '.join(told['peers'])}" if told["peers"] else ""
        return f"{told['machine']}, commit {told['commit']}, {date_of(document)}{beside}"
    return "; ".join(dict.fromkeys(map(tell, data.chosen(words))))


def span(values):
    low, high = min(values), max(values)
    return figures.ratio_text(low) if low == high else f"{figures.ratio_text(low)} to {figures.ratio_text(high)}"


def range_of(data, words, wanted):
    return span([ratio for _, _, ratio in rated(data, words, wanted)])


def means(data, words, wanted):
    return span([case["geomean"] for _, case in data.cases(words, wanted)])


def below(data, words, wanted):
    """Cells that would be printed as less than 1.00."""
    cells = rated(data, words, wanted)
    behind = [one for one in cells if round(one[2], 2) < 1]
    parts = {}
    for case, size, ratio in behind:
        parts.setdefault(case, []).append((f"{figures.size_name(size)} " if size else "") + figures.ratio_text(ratio))
    told = "; ".join(f"{case}: {', '.join(found)}" for case, found in parts.items())
    return f"{told} ({len(behind)} of {len(cells)})" if behind else f"none of {len(cells)}"


def count(data, words, wanted):
    """Returns how many cells would be printed as less than 1.00, and the number of all cells."""
    cells = rated(data, words, wanted)
    return f"{sum(round(ratio, 2) < 1 for _, _, ratio in cells)} of {len(cells)}"


def quickest(data, words, wanted, sizes):
    """Compares the best rounds of each library over all documents, and therefore with the peer that is best then."""
    parts, asked = [], [size_of(word) for word in sizes.split(",")]
    for name in dict.fromkeys(case["case"] for _, case in data.cases(words, wanted)):
        cases = [case for _, case in data.cases(words, name)]
        better, pick = cases[0]["better"], min if cases[0]["better"] == "lower" else max
        found = []
        for size in asked:
            rounds = {}
            for row in (row for case in cases for row in case["rows"] if row["bytes"] == size):
                for library, values in row["rounds"].items():
                    rounds.setdefault(library, []).extend(values)
            best = {library: pick(values) for library, values in rounds.items()}
            ratio = min(figures.ratio(best[figures.OURS], theirs, better) for library, theirs in best.items() if library != figures.OURS)
            found.append(f"{figures.size_name(size)} {figures.ratio_text(ratio)}")
        parts.append(f"{name}: {', '.join(found)}")
    return "; ".join(parts)


def locks(data, words):
    """Shows lock_contention: locks of all ranks a second, and the rank that had fewest over the mean."""
    found = next(row for _, case in data.cases(words, "lock_contention") for row in case["rows"])
    return "; ".join(f"{figures.SHOWN.get(name, name)} {figures.number(value)} locks/s, least/mean {figures.ratio_text(found['fairness'][name])}"
                     for name, value in found["values"].items())


def grid(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1), *("| " + " | ".join(one) + " |" for one in lines)])


def columns(data, words, wanted, sizes):
    """Sizes of the table: those that are asked for and that there are."""
    there = {row["bytes"] for _, case in data.cases(words, wanted) for row in case["rows"]}
    return [size for size in (sorted(there) if sizes == "all" else map(size_of, sizes.split(","))) if size in there]


def ratios(data, words, wanted, sizes):
    chosen = columns(data, words, wanted, sizes)
    lines = []
    for one, case in data.cases(words, wanted):
        found = {row["bytes"]: row["ratio"] for row in case["rows"]}
        lines.append([label(one, case), *(strong(found.get(size)) for size in chosen), strong(case["geomean"])])
    return grid(["ratio", *map(figures.size_name, chosen), "mean"], lines)


def values(data, words, wanted, sizes):
    chosen = columns(data, words, wanted, sizes)
    lines = []
    for _, case in data.cases(words, wanted):
        found = {row["bytes"]: row["values"] for row in case["rows"]}
        for name in dict.fromkeys(name for row in case["rows"] for name in row["values"]):
            lines.append([f"{case['case']}, {case['unit']}, {figures.SHOWN.get(name, name)}",
                          *(figures.number(found.get(size, {}).get(name)) for size in chosen)])
    return grid(["", *map(figures.size_name, chosen)], lines)


def bus(data, words, wanted, sizes):
    chosen = columns(data, words, wanted, sizes)
    lines = []
    for document, case in data.cases(words, wanted):
        found, ranks = {row["bytes"]: row["values"] for row in case["rows"]}, document["options"]["ranks"]
        for name in case["rows"][0]["values"]:
            rates = {size: figures.bus_bandwidth(case["case"], ranks, size, found[size][name]) for size in chosen if size in found}
            lines.append([f"{case['case']}, {figures.SHOWN.get(name, name)}", *(figures.number(rates.get(size)) for size in chosen)])
    return grid(["GB/s of the bus", *map(figures.size_name, chosen)], lines)


def fact(data, words, name):
    found = data.chosen(words)[0]["facts"]
    if name not in found:
        raise BadClaim(f"{words} has no fact {name}")
    return found[name]


def share(data, words):
    """Shows penstock-hosts: the share of host memory's speed that GPU memory reaches between hosts."""
    rows = {(row["case"], row["pair"], row["bytes"]): statistics.median(row["values"]) for row in data.chosen(words)[0]["rows"]}
    pairs = list(dict.fromkeys(pair for _, pair, _ in rows if pair != "host:host"))
    lines = []
    for case, unit, better in (("latency", "us", "lower"), ("bw", "MB/s", "higher")):
        for size in sorted({size for one, _, size in rows if one == case}):
            host = rows[case, "host:host", size]
            cells = [rows[case, pair, size] for pair in pairs]
            lines.append([f"{case}, {figures.size_name(size)}, {unit}", figures.number(host),
                          *(f"{figures.number(one)} ({figures.ratio_text(figures.ratio(one, host, better))})" for one in cells)])
    return grid(["", "host to host", *(pair.replace(":", " to ") for pair in pairs)], lines)


def disturbed(data, words, *calls):
    """Shows penstock-interference: the slowest hundredth of the program's own GPU calls without messages, and beside them."""
    told = {"idle": "without messages", "off": "resident kernel off", "on": "on"}
    parts = []
    for call in calls:
        found = {}
        for one in data.chosen(words):
            found.setdefault(one["run"], []).append(next(row["p99"] for row in one["calls"] if row["call"] == call))
        parts.append(f"{call}: " + ", ".join(f"{told[run]} {figures.number(max(found[run]))} us" for run in told))
    return "; ".join(parts)


def startup(data, words):
    mib = 1 << 20
    lines = [[str(row["ranks"]), *(figures.number(row["median"][one]) for one in ("start_ms", "init_ms", "end_ms")),
              *(f"{row['median'][one] / mib:.2f}" for one in ("pss_init", "pss_traffic"))] for row in data.chosen(words)[0]["rows"]]
    return grid(["ranks", "start (ms)", "MPI_Init (ms)", "MPI_Finalize (ms)", "MiB of a rank after MPI_Init", "after messages to all"],
                lines)


def stencil(data, words):
    lines = []
    for one in data.chosen(words):
        for found in one["runs"]:
            took = {version["version"]: version["median"]["total"] for version in found["versions"]}
            lines.append([f"{found['grid']}, {found['cells']}, {found['type']}",
                          *(f"{took[name]:.0f}" for name in ("plain", "pipelined", "datatype")),
                          strong(took["plain"] / took["datatype"]), strong(took["pipelined"] / took["datatype"])])
    return grid(["grid, cells a rank, type", "by hand, us", "by hand in pieces, us", "datatypes, us", "ratio to the first", "to the second"],
                lines)


def rebuild(data, words):
    """Shows h100-rebuild: geometric means by case, and cells below 0.97."""
    document, lines = data.chosen(words)[0], []
    for memory in ("device", "host"):
        for case in dict.fromkeys(row["case"] for row in document[memory]):
            found = {row["bytes"]: row["ratio"] for row in document[memory] if row["case"] == case}
            worst = min(found, key=found.get)
            lines.append([f"{case}, {memory} memory", strong(figures.geometric_mean(found.values())),
                          f"{figures.size_name(worst)} {strong(found[worst])}"])
    return grid(["later library to earlier", "mean", "worst cell"], lines)


def clients(data, words):
    """Shows check_clients: every program and its answer; the ratio is above 1 where it takes less time with ours."""
    lines = [[row["program"], f"`{row['package']}` {row['version']}", row["abi"], row["result"],
              strong(row["ratio"]) if "ratio" in row else "-"] for row in data.chosen(words)[0]["programs"]]
    head = ["program", "package, version", "ABI", "result", "ratio"]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *lines])


def face(data, words):
    """Shows faces_cost: each call through the standard ABI, through the other, and the median difference."""
    document = data.chosen(words)[0]
    lines = [[row["call"]] + [f"{row[which]:.1f}" for which in ("standard_ns", "face_ns", "more_ns")] for row in document["calls"]]
    return grid(["ns a call", "standard ABI", f"{document['abi']} ABI", "more"], lines)


def sources(data):
    lines = []
    for name in data.names():
        for document in data.documents(name)[:1]:
            told = document["provenance"]
            peers = ", ".join(told["peers"]) or "-"
            lines.append([f"[{name}](performance/{name}.json)", told["machine"], told["commit"], date_of(document), peers,
                          told.get("note", "")])
    return grid(["file", "machine", "commit", "date", "peers", "note"], lines).replace("---:", "---")


COMMANDS = {"run": run, "range": range_of, "means": means, "below": below, "count": count, "quickest": quickest, "locks": locks,
            "ratios": ratios, "values": values,
            "bus": bus, "fact": fact, "share": share, "disturbed": disturbed, "startup": startup, "stencil": stencil, "rebuild": rebuild,
            "clients": clients, "face": face, "sources": sources}


def render(words, data):
    """Returns the text of a block, or raises BadClaim."""
    name, *rest = words.split()
    if name not in COMMANDS:
        raise BadClaim(f"\"{words}\": no such kind of block; there are {', '.join(COMMANDS)}")
    try:
        return COMMANDS[name](data, *rest)
    except (KeyError, TypeError, ValueError) as error:
        raise BadClaim(f"\"{words}\" does not fit its file, or has a word too many or too few: {error!r}") from error
