"""The page: every case as picture and table in one HTML file that needs nothing else, not even scripts."""
import base64
import html

from penstock.figures import number, ratio_text, size_name

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; margin: .5rem 0; }
th, td { padding: .15rem .8rem; text-align: right; border-bottom: 1px solid #eee; } th { border-bottom: 1px solid #888; }
td.behind { background: #fbe3d6; } td:first-child, th:first-child { text-align: left; }
pre { overflow-x: auto; font-size: 12px; }
img { max-width: 100%; height: auto; } .note, code { color: #555; font-size: 13px; } code { overflow-wrap: anywhere; }
"""


def write(path, title, sources, cases, pictures, overview, sections=()):
    """`pictures`: index of a case -> PNG; `overview`: a PNG or None; `sections`: (title, PNG, text) of other things."""
    body = [f"<h1>{html.escape(title)}</h1>", sources_table(sources)]
    if overview:
        body += ["<h2>Ratios</h2>", image(overview, "ratio to the best peer by case and size")]
    if cases:
        body += [contents(cases)] + [section(index, case, pictures.get(index)) for index, case in enumerate(cases)]
    body += [f"<h2>{html.escape(name)}</h2>\n{image(png, name)}\n<pre>{html.escape(text)}</pre>" for name, png, text in sections]
    text = (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n")
    path.write_text(text, encoding="utf-8")


def sources_table(sources):
    rows = "".join(f"<tr><td>{html.escape(one.file)}</td><td>{html.escape(one.machine)}</td><td>{html.escape(one.began)}</td></tr>"
                   for one in sources)
    lines = "".join(f"<li>{html.escape(text)}</li>" for text in dict.fromkeys(t for one in sources for t in one.libraries))
    commands = "".join(f"<p><code>{html.escape(one.command)}</code></p>" for one in sources)
    return f"<table><tr><th>file</th><th>machine</th><th>began (UTC)</th></tr>{rows}</table>\n<ul>{lines}</ul>\n{commands}"


def contents(cases):
    rows = "".join(f'<tr><td><a href="#case-{index}">{html.escape(case.name)}</a></td>'
                   f'<td>{"" if case.geomean is None else ratio_text(case.geomean)}</td></tr>' for index, case in enumerate(cases))
    return f"<table><tr><th>case</th><th>geometric mean to the best peer</th></tr>{rows}</table>"


def image(png, text):
    data = base64.b64encode(png.read_bytes()).decode("ascii")
    return f'<img alt="{html.escape(text)}" src="data:image/png;base64,{data}">'


def section(index, case, picture):
    unit = f", {case.unit}" if case.unit else ""
    parts = [f'<h2 id="case-{index}">{html.escape(case.name + unit)}</h2>']
    if picture:
        parts.append(image(picture, f"{case.name}: a line for each of {', '.join(one.name for one in case.series)}"))
    if case.series:
        parts.append(figures_table(case))
    parts += [f'<p class="note">{html.escape(text)}</p>' for text in case.notes]
    return "\n".join(parts)


def figures_table(case):
    compared = [one for one in case.series if one.ratios]
    head = "".join(f"<th>{html.escape(one.name)}</th>" for one in case.series)
    head += "".join(f"<th>ratio{' of ' + html.escape(one.name) if len(compared) > 1 else ''}</th>" for one in compared)
    rows = []
    for size in case.sizes():
        cells = "".join(f"<td>{number(one.values.get(size))}</td>" for one in case.series)
        cells += "".join(ratio_cell(one.ratios.get(size)) for one in compared)
        rows.append(f"<tr><td>{size_name(size)}</td>{cells}</tr>")
    return f"<table><tr><th>size</th>{head}</tr>{''.join(rows)}</table>"


def ratio_cell(ratio):
    if ratio is None:
        return "<td>-</td>"
    return f'<td{" class=behind" if ratio < 1 else ""}>{ratio_text(ratio)}</td>'
