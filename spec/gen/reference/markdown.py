"""Pages as Markdown, with links between them."""
import html
import os
import re

from reference.page import NAMES, Code, Paragraph, See, Terms, lowered

BAR = "&#124;"
LONGEST = 32  # of what is kept on one line


class Writer:
    """Writes pages with links to each other. `more` has the pages that explain further names."""

    def __init__(self, pages, more):
        self.paths = dict(more)
        for page in pages:
            path = os.path.join(page.folder, page.name + ".md")
            for name in [page.name, *page.aliases, *page.links]:
                self.paths[name] = path

    def link(self, name, here, text=None, whole=False):
        shown = code(text or name, whole)
        path = self.paths.get(name)
        return shown if path in (None, here) else f"[{shown}]({os.path.relpath(path, os.path.dirname(here))})"

    def prose(self, text, here):
        out = ""
        for i, piece in enumerate(text.split("`")):  # every second one stood between two of them
            parts = NAMES.split(piece)
            out += code(piece) if i % 2 else "".join(self.link(part.split("=")[0], here, part) if k % 2 else escaped(part)
                                                      for k, part in enumerate(parts))
        return out

    def term(self, text, here):
        """The first cell of a row: names with commas between each by themselves, so that lines break between them alone."""
        names = re.split(r", (?=-)", text)
        return ", ".join(self.link(name, here, whole=len(name) <= LONGEST) for name in names)

    def terms(self, block, here):
        columns = [name for name in block.columns if name]
        out = "| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|\n"
        for term, qualifier, text in block.rows:
            cells = [self.term(term, here)] + ([qualifier] if block.columns[1] else []) + [self.prose(text, here)]
            out += "| " + " | ".join(cell.replace("|", BAR) for cell in cells) + " |\n"
        return out

    def rendered(self, block, here):
        if isinstance(block, Paragraph):
            return self.prose(block.text, here) + "\n"
        if isinstance(block, Code):
            language = "c" if block.text.startswith("#include") else ""
            return f"```{language}\n{block.text.rstrip()}\n```\n"
        if isinstance(block, Terms):
            return self.terms(block, here)
        assert isinstance(block, See)
        return ", ".join(self.link(name, here) for name, _ in block.pages) + "\n"

    def page(self, page):
        here = os.path.join(page.folder, page.name + ".md")
        out = f"# {page.title or page.name}\n\n{self.prose(page.summary[:1].upper() + page.summary[1:], here)}.\n"
        for heading, blocks in page.parts:
            if isinstance(blocks[0], Paragraph) and lowered(blocks[0].text) == page.summary:
                blocks = blocks[1:]  # it has just been said
            if not blocks:
                continue
            out += f"\n## {heading}\n\n" + "\n".join(self.rendered(block, here) for block in blocks)
        return here, out


def code(text, whole=False):
    """A name as it is typed; `whole`: on one line. A bar would end a cell of a table, also between backticks."""
    if not whole and "|" not in text:
        return f"`{text}`"
    style = ' style="white-space: nowrap"' if whole else ""
    return f"<code{style}>{html.escape(text, quote=False).replace('|', BAR)}</code>"


def escaped(text):
    return re.sub(r"([*_<\[\]])", r"\\\1", text)
