"""Tables of the predefined handles of an ABI whose handles are integers: MPICH's."""
from face_abi import BUILT_IN_SIZE, HANDLES

HALF = {"Datatype": 256}  # how many rows a half of a kind's table has, where it is not OTHER_HALF
OTHER_HALF = 16
FIRST_PAIR, PAIRS = 0x8C000000, 5


def handles(face, kind):
    """(name, the ABI's value, Penstock's value) of all built-in handles of a kind."""
    yield from face.pairs(*HANDLES[kind])
    if kind == "Datatype":
        yield from ((name, *values) for name, values in face.table["datatypes_beyond_the_standard"].items())


def signed(value):
    return value - (1 << 32) if value >= 1 << 31 else value


def handle_table(face, kind):
    half = HALF.get(kind, OTHER_HALF)
    rows = [None] * (2 * half)
    for name, theirs, ours in handles(face, kind):
        if FIRST_PAIR <= theirs < FIRST_PAIR + PAIRS:
            continue
        if theirs >= 1 << 31:
            raise ValueError(f"{name}: {theirs:#x} looks like a handle of ours")
        row = (theirs >> 30) * half + (theirs & (half - 1))
        if rows[row] not in (None, (theirs, ours)):
            raise ValueError(f"{name}: the row of {theirs:#x} is taken")
        rows[row] = (theirs, ours)
    written = ", ".join("{}" if row is None else f"{{{row[0]:#x}, {row[1]:#x}}}" for row in rows)
    return f"inline constexpr std::array<Known, {2 * half}> k{kind}s = {{{{{written}}}}};\n"


def pair_table(face):
    pairs = {theirs - FIRST_PAIR: ours for _, theirs, ours in handles(face, "Datatype")
             if FIRST_PAIR <= theirs < FIRST_PAIR + PAIRS}
    listed = ", ".join(f"{pairs[i]:#x}" for i in range(PAIRS))
    return (f"inline constexpr unsigned kFirstPair = {FIRST_PAIR:#x};\n"
            f"inline constexpr std::array<int, {PAIRS}> kPairs = {{{listed}}};\n")


def built_in_table(face):
    """The ABI's number of each built-in handle of Penstock; 0 if there is none."""
    numbers = [0] * BUILT_IN_SIZE
    for kind in HANDLES:
        for name, theirs, ours in handles(face, kind):
            if numbers[ours] not in (0, signed(theirs)):
                raise ValueError(f"{name}: {ours:#x} is taken")
            numbers[ours] = signed(theirs)
    return f"inline constexpr std::array<int, {BUILT_IN_SIZE}> kBuiltIn = {{{', '.join(map(str, numbers))}}};\n"


def tables(face):
    return "".join([handle_table(face, kind) for kind in HANDLES] + [pair_table(face), built_in_table(face)])
