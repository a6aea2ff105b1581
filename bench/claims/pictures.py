"""The pictures of README.md and docs/performance: of which files each is drawn, and whether it still fits them.

matplotlib is needed to draw alone. A PNG carries the names and hashes of its files in a text chunk.
"""
import binascii
import hashlib
import json
import os
import pathlib
import struct
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
KEY, HEAD = b"Penstock-Sources", b"\x89PNG\r\n\x1a\n"
PEERS = "ratio to NCCL (above 1: better)"
GPU_CASES = "allreduce", "reduce", "bcast", "reduce_scatter_block", "allgather", "alltoall", "gather", "scatter"
X2, X4, COLL4 = ("h200-x2-p2p",), ("h200-x4-p2p",), ("h200-x4-compare",)
HOST, HOST_COLL, COLL2 = ("host-2cores-bound",), ("host-2cores-coll-compare",), ("h200-x2-compare",)

# name: (how it is drawn, files, more words)
PICTURES = {
    "overview": ("overview", X4 + COLL2 + COLL4 + HOST, ()),
    "h200-x2-busbw": ("bandwidth", COLL2, (2,)),
    "h200-x4-busbw": ("bandwidth", COLL4, (4,)),
    "h200-x2-coll-ratios": ("ratios", COLL2, ()), "h200-x4-coll-ratios": ("ratios", COLL4, ()),
    "h200-x2-ratios": ("ratios", X2, ()), "h200-x4-p2p-ratios": ("ratios", X4, ()), "h200-x8-p2p-ratios": ("ratios", ("h200-x8-p2p",), ()),
    "h200-x2-latency": ("case", X2, ("latency",)), "h200-x2-bw": ("case", X2, ("bw",)), "h200-x2-allreduce": ("case", COLL2, ("allreduce",)),
    "h200-x2-ways-reduce": ("case", ("h200-x2-ways",), ("reduce",)),
    "h200-x4-p2p-latency": ("case", X4, ("latency",)), "h200-x4-p2p-bw": ("case", X4, ("bw",)),
    "host-ratios": ("ratios", HOST, ()), "host-latency": ("case", HOST, ("latency",)), "host-bw": ("case", HOST, ("bw",)),
    "host-mr": ("case", ("host-2cores-compare",), ("mr",)), "host-coll-heat": ("heat", HOST_COLL, ()),
    "hosts-ratios": ("hosts", ("hosts-reno", "hosts-wheel", "hosts-ofi", "hosts-bbr"), ()),
    "h200-x2-stencil": ("stencil", ("h200-x2-stencil",), (0,)), "h200-x2-stencil-2": ("stencil", ("h200-x2-stencil",), (1,)),
    "h200-x4-stencil": ("stencil", ("h200-x4-stencil",), (0,)), "h200-x8-stencil": ("stencil", ("h200-x8-stencil",), (0,)),
    "h200-x8-stencil-2": ("stencil", ("h200-x8-stencil",), (1,)),
    "h200-x2-pack": ("pack", ("h200-x2-pack",), ()), "startup": ("startup", ("startup",), ()),
}


def digest(folder, names):
    """Returns the text of the chunk: each file and the beginning of its hash."""
    return " ".join(f"{name}:{hashlib.sha256((folder / f'{name}.json').read_bytes()).hexdigest()[:16]}" for name in names)


def stamp(path):
    """Returns the text chunk of a PNG, or None if it has none."""
    data = path.read_bytes()
    place = len(HEAD)
    while place + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"tEXt" and body.startswith(KEY + b"\0"):
            return body[len(KEY) + 1:].decode("latin-1")
        place += 12 + length
    return None


def put_stamp(path, text):
    """Inserts the text chunk behind the first chunk, which is the header."""
    data, body = path.read_bytes(), KEY + b"\0" + text.encode("latin-1")
    end = len(HEAD) + 12 + struct.unpack(">I", data[len(HEAD):len(HEAD) + 4])[0]
    chunk = struct.pack(">I", len(body)) + b"tEXt" + body + struct.pack(">I", binascii.crc32(b"tEXt" + body))
    path.write_bytes(data[:end] + chunk + data[end:])


def faults(folder):
    """Pictures that are missing, older than their files, or of nobody knows what."""
    found = []
    for name, (_, files, _) in PICTURES.items():
        path = folder / f"{name}.png"
        if not path.exists():
            found.append(f"docs/performance/{name}.png is missing: bench/claims/claims --pictures")
        elif stamp(path) != digest(folder, files):
            found.append(f"docs/performance/{name}.png is of other files than {', '.join(files)} are now: bench/claims/claims --pictures")
    stray = {path.stem for path in folder.glob("*.png")} - set(PICTURES)
    return found + [f"docs/performance/{name}.png: bench/claims/pictures.py does not say how it is drawn" for name in sorted(stray)]


class Artist:
    """Draws by the modules of `penstock plot`."""

    def __init__(self, folder):
        os.environ.setdefault("PENSTOCK_PLOT", str(TOP / ".local/plot"))
        from penstock import plot
        self.pictures = plot.load_pictures()
        self.folder = folder

    def document(self, name):
        found = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
        return found if isinstance(found, list) else [found]

    def sources(self, files):
        """Returns (words of the title, line below it, cases)."""
        from penstock import plot, series
        read = [series.read_document(name, one) for name in files for one in self.document(name)]
        sources = [source for source, _ in read]
        return plot.rivals(sources), plot.about(sources), series.merge(read)

    def ratios(self, files, path):
        peers, about, cases = self.sources(files)
        self.pictures.ratio_picture(cases, peers, about, path)

    def case(self, files, path, wanted):
        _, about, cases = self.sources(files)
        self.pictures.case_picture(next(one for one in cases if one.name == wanted), about, path)

    def heat(self, files, path):
        from penstock import heat, heat_picture
        heat_picture.picture(heat.panels([one for name in files for one in self.document(name)]), *self.sources(files)[:2], path)

    def other(self, module, reader, files, path, index=0):
        import importlib

        from penstock import plot, series
        source, contents = getattr(series, reader)(files[0], self.document(files[0])[index])
        importlib.import_module(f"penstock.{module}").picture(contents, plot.about([source]), path)

    def stencil(self, files, path, index):
        self.other("stencil_picture", "read_stencil", files, path, index)

    def pack(self, files, path):
        self.other("pack_picture", "read_pack", files, path)

    def startup(self, files, path):
        self.other("startup_picture", "read_startup", files, path)

    def rows(self, files):
        return {case["case"]: case["rows"] for name in files for one in self.document(name) for case in one["cases"]}

    def bandwidth(self, files, path, ranks):
        from penstock import overview_picture
        rows = self.rows(files)
        overview_picture.bandwidth_panels(f"Collectives of GPU memory, {ranks} GPUs (higher is better)", self.sources(files)[1], ranks,
                                          {case: rows[case] for case in GPU_CASES}, path)

    def panel(self, title, label, files, names=None, ranks=None):
        """Returns one panel of a picture: (title, about, axis, {line: {bytes: ratio}})."""
        from penstock import plot, series
        documents = [one for name in files for one in self.document(name) if ranks in (None, one["options"]["ranks"])]
        about = plot.about([series.read_document("", one)[0] for one in documents])
        cases = {case["case"]: {row["bytes"]: row["ratio"] for row in case["rows"] if row["ratio"]}
                 for one in documents for case in one["cases"]}
        return title, about, label, {name: cases[name] for name in names or cases if len(cases[name]) > 1}

    def overview(self, _, path):
        from penstock import overview_picture
        host = "ratio to the better of MPICH and Open MPI"
        panels = [self.panel("Messages between GPUs, four GPUs", PEERS, X4),
                  self.panel("Collectives of GPU memory, two GPUs", PEERS, COLL2, GPU_CASES),
                  self.panel("Collectives of GPU memory, four GPUs", PEERS, COLL4, GPU_CASES),
                  self.panel("Messages of host memory, two ranks on two cores", host, HOST)]
        overview_picture.ratio_panels("Penstock beside NCCL and beside other MPI libraries: ratios, above 1 Penstock is better", panels, path)

    def hosts(self, files, path):
        from penstock import overview_picture
        titles = "reno, MPICH over UCX", "reno, Penstock over UCX 1.22", "reno, MPICH over OFI", "BBR, MPICH over UCX"
        panels = [self.panel(title, "ratio to MPICH (above 1: better)", (name,)) for title, name in zip(titles, files)]
        overview_picture.ratio_panels("Two network namespaces of one machine, TCP: Penstock beside MPICH", panels, path)


def draw(folder, every):
    """Draws what does not fit its files, or everything. The exit status."""
    artist = Artist(folder)
    if artist.pictures is None:
        return 3
    for name, (how, files, words) in PICTURES.items():
        path, wanted = folder / f"{name}.png", digest(folder, files)
        if every or not path.exists() or stamp(path) != wanted:
            getattr(artist, how)(files, path, *words)
            put_stamp(path, wanted)
            print(path.name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit("bench/claims/pictures.py is a part of bench/claims/claims")
