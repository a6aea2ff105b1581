"""The include graph of units, its circles and a small set of edges whose removal opens them; scripts/check_layers and scripts/house use it.

A unit is x.hpp with x.cpp (or x.cu, x.cuh), and each .inc file that only this unit includes. A .cpp without a header of its own
belongs to the unit whose header declares what the .cpp defines: of the headers in its folder, the one that declares most of its
functions and of the classes whose members it defines (of equal ones, the first by name). Where no header there declares any, the
.cpp is a unit by itself. Unit tests, benches and the folders called `testing` belong to no unit. The lists of registrations, and
the sources that choose an implementation, are left out too: they include what is above them by design.
"""
import pathlib
import random
import re

SOURCES = {".c", ".cc", ".cpp", ".h", ".hpp", ".inc", ".cu", ".cuh"}
HEADERS = {".h", ".hpp", ".cuh"}
REGISTRATIONS = {"transport/list.cpp", "boot/connect.cpp", "accel/create.cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
UNNAMED = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.S | re.M)
# A definition or declaration begins at the left margin: `Type name(` or `Type Class::name(`.
FUNCTION = re.compile(r"^(?=\S)(?!using\b|typedef\b|return\b)(?:[\w:<>,&*\[\] ]*[ &*])?((?:\w+::)*)~?(\w+)\(", re.M)
CLASS = re.compile(r"^\s*(?:class|struct) (?:PENSTOCK_\w+ )?(\w+)(?: final)?(?: :[^;{]*)? ?\{", re.M)


def is_test(path):
    return path.stem.endswith(("_test", "_bench"))


def sources_below(src):
    """Returns all sources of the layers, in order."""
    return [p for p in sorted(src.rglob("*")) if p.suffix in SOURCES and p.is_file() and len(p.relative_to(src).parts) > 1]


def quoted_includes(path):
    """Returns the (target, line) of each #include "target" of the file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match and match[1] == '"':
            yield match[2], number


def without_noise(text):
    """Returns the text with comments and strings blanked and line breaks kept."""
    return NOISE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def defined_in(text):
    """Returns the names of the functions that a source defines for others, and of the classes whose members it defines."""
    found = set()
    for qualifiers, name in FUNCTION.findall(without_noise(UNNAMED.sub("", text))):
        found.update(qualifiers.split("::")[:-1] if qualifiers else [name])
    return found


def declared_in(text):
    """Returns the names of the functions that a header declares, and of the classes that it defines."""
    code = without_noise(text)
    return {name for qualifiers, name in FUNCTION.findall(code) if not qualifiers} | set(CLASS.findall(code))


def owner_of(text, declared):
    """Returns the header, of {header: the names that it declares}, that has most of what the source
    defines, or None if none has any."""
    defined = defined_in(text)
    best = max(sorted(declared), key=lambda header: len(defined & declared[header]), default=None)
    return best if best and defined & declared[best] else None


def owners(own):
    """Returns {source: header} for the sources without a header of their own whose definitions a
    header of their folder declares."""
    headers, found = {}, {}
    for name, path in own.items():
        if path.suffix in HEADERS:
            headers.setdefault(path.parent, {})[name] = declared_in(path.read_text(encoding="utf-8"))
    for name, path in own.items():
        if path.suffix in HEADERS or path.suffix == ".inc" or any(path.with_suffix(suffix).is_file() for suffix in HEADERS):
            continue
        owner = owner_of(path.read_text(encoding="utf-8"), headers.get(path.parent, {}))
        if owner and name not in REGISTRATIONS:
            found[name] = owner
    return found


def units_of(includes, owned=None):
    """Returns {file: unit} for {file: [(included file, line)]}; an .inc file that one unit alone includes is a part of that
    unit.

    `owned` has the header of each source that has none of its own name."""
    unit = {name: str(pathlib.PurePath((owned or {}).get(name, name)).with_suffix("")) for name in includes}
    parts = {name: name for name in includes if name.endswith(".inc")}
    unit.update(parts)
    changed = True
    while changed:
        changed = False
        for part in parts:
            users = {unit[name] for name, found in includes.items() if any(goal == part for goal, _ in found)} - {unit[part]}
            if unit[part] == part and len(users) == 1:
                unit[part], changed = users.pop(), True
    return unit


def graph(src, files):
    """Returns {unit: {included unit: [(file, line)]}} over the files that belong to units, with names relative to src."""
    names = {p.relative_to(src).as_posix(): p for p in files}
    own = {n: p for n, p in names.items() if not is_test(p) and "testing" not in pathlib.PurePath(n).parts}
    includes = {n: [] if n in REGISTRATIONS else [(g, at) for g, at in quoted_includes(p) if g in own] for n, p in own.items()}
    unit = units_of(includes, owners(own))
    edges = {}
    for name, found in includes.items():
        goals = edges.setdefault(unit[name], {})
        for goal, number in found:
            if unit[goal] != unit[name]:
                goals.setdefault(unit[goal], []).append((name, number))
    return edges


def components(edges):
    """Returns the strongly connected components of {node: {node: ...}} as sets, by Tarjan's algorithm without recursion."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in edges:
        if root in index:
            continue
        work = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, goals = work[-1]
            goal = next((g for g in goals if g not in index or g in on_stack), None)
            if goal is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    found.append(set(stack[at:]))
                    on_stack -= found[-1]
                    del stack[at:]
            elif goal in index:
                low[node] = min(low[node], index[goal])
            else:
                index[goal] = low[goal] = len(index)
                stack.append(goal)
                on_stack.add(goal)
                work.append((goal, iter(edges.get(goal, ()))))
    return found


def circles(edges, allowed):
    """Returns the components of more than `allowed` nodes, the largest first."""
    return sorted((c for c in components(edges) if len(c) > allowed), key=lambda c: (-len(c), sorted(c)))


def home_of(circle):
    """Returns the innermost folder that holds all members."""
    parts = [pathlib.PurePath(name).parent.parts for name in circle]
    common = []
    for level in zip(*parts):
        if len(set(level)) > 1:
            break
        common.append(level[0])
    return "/".join(common) or "."


def inside(edges, members):
    """Returns the edges among the members alone."""
    return {node: {g: at for g, at in edges.get(node, {}).items() if g in members} for node in sorted(members)}


def best_order(edges, rounds=300, seed=1):
    """Returns an order of the nodes with few edges that lead backwards: each node is moved to its best place until nothing
    improves, from many shuffled orders. The random numbers are seeded, so that the answer stays the same."""
    chance = random.Random(seed)
    nodes = sorted(edges)
    goes, comes = {n: set(edges[n]) for n in nodes}, {n: {m for m in nodes if n in edges[m]} for n in nodes}
    best, fewest = nodes, None
    order = nodes[:]
    for _ in range(rounds):
        improved = True
        while improved:
            improved = False
            for node in chance.sample(nodes, len(nodes)):
                at = order.index(node)
                order.remove(node)
                # Cost of place p: edges of the node to nodes before p, and edges to it from nodes at or behind p.
                cost = len(comes[node])
                costs = [cost]
                for other in order:
                    cost += (other in goes[node]) - (other in comes[node])
                    costs.append(cost)
                least = min(costs)
                improved = improved or least < costs[at]
                order.insert(at if least == costs[at] else costs.index(least), node)
        cost = sum(order.index(g) < i for i, n in enumerate(order) for g in goes[n])
        if fewest is None or cost < fewest:
            best, fewest = order[:], cost
        order = best[:]
        for _ in range(chance.randint(2, max(2, len(nodes) // 3))):
            order.insert(chance.randrange(len(order)), order.pop(chance.randrange(len(order))))
    return best


def opened(among, order, allowed):
    """Returns the edges that lead backwards in the order, except those that may stay without a
    circle of more than `allowed`."""
    place = {node: i for i, node in enumerate(order)}
    back = [(n, g) for n in order for g in among[n] if place[g] < place[n]]
    kept = {n: {g: at for g, at in among[n].items() if (n, g) not in back} for n in among}
    cut = []
    for node, goal in sorted(back, key=lambda e: place[e[0]] - place[e[1]]):
        kept[node][goal] = among[node][goal]
        if circles(kept, allowed):
            del kept[node][goal]
            cut.append((node, goal, among[node][goal]))
    return sorted(cut)


def cuts(edges, circle, allowed, tries=20):
    """Returns ([members from the top down], [(from, to, [(file, line)])]): edges whose removal leaves no circle of
    more than `allowed`.

    Each of them is needed for that. Their number is the smallest that some searches find, not a proven minimum."""
    among = inside(edges, circle)
    found = [(order, opened(among, order, allowed)) for order in (best_order(among, seed=s) for s in range(tries))]
    return min(found, key=lambda f: len(f[1]))
