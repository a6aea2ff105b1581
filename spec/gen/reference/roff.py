"""Pages as manual pages."""
from reference.page import NAMES, Code, Paragraph, See, Terms

# These characters would be a request, or print as another character ("-" as a hyphen, for instance).
ESCAPES = str.maketrans({"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", '"': "\\(dq", "^": "\\(ha", "~": "\\(ti"})


def escaped(text):
    return text.translate(ESCAPES)


def line(text):
    """A line of text with its names in bold. No line becomes a request by accident."""
    out = ""
    for i, piece in enumerate(text.split("`")):  # every second one stood between two of them
        parts = [piece] if i % 2 else NAMES.split(piece)
        out += "".join(f"\\fB{escaped(part)}\\fP" if (i + k) % 2 else escaped(part) for k, part in enumerate(parts))
    return ("\\&" if out.startswith((".", "'")) else "") + out + "\n"


def code(text):
    return ".PP\n.nf\n" + "".join("\\&" + escaped(each) + "\n" for each in text.rstrip("\n").split("\n")) + ".fi\n"


def terms(block):
    out = ""
    for term, qualifier, text in block.rows:
        out += ".TP\n\\fB" + escaped(term) + "\\fP" + (f" ({escaped(qualifier)})" if qualifier else "") + "\n" + (line(text) if text else "\\&\n")
    return out


def see(block):
    last = len(block.pages) - 1
    return ".PP\n" + "".join(f".BR {escaped(name)} ({section}){',' if i < last else ''}\n" for i, (name, section) in enumerate(block.pages))


def rendered(block):
    if isinstance(block, Paragraph):
        return ".PP\n" + line(block.text)
    return {Code: lambda: code(block.text), Terms: lambda: terms(block), See: lambda: see(block)}[type(block)]()


def page(page, version):
    names = ", ".join([page.name, *page.aliases])
    out = f'.TH {escaped(page.name)} {page.section} "" "Penstock {version}" "Penstock"\n'
    out += f".SH NAME\n{escaped(names)} \\- {escaped(page.summary)}\n"
    for heading, blocks in page.parts:
        text = "".join(map(rendered, blocks))
        out += f'.SH "{escaped(heading.upper())}"\n' + text.removeprefix(".PP\n")
    return out


def files(pages, version):
    """(path below the manual's folder, text) of pages and of the links to them."""
    for each in pages:
        yield f"man{each.section}/{each.name}.{each.section}", page(each, version)
        for alias in [*each.aliases, *each.links]:
            yield f"man{each.section}/{alias}.{each.section}", f".so man{each.section}/{each.name}.{each.section}\n"
