"""Hooks by which MkDocs changes the pages of docs/: marks in front of code blocks, links that leave docs/, the reference.

Loaded by mkdocs.yml. tests/guide/README.md explains the marks."""
import os
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

MARK = re.compile(r"^<!-- (run|norun|file)(?:: *(.*?))? -->\n(```[^\n]*)\n(.*?^```\n)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\][]+)\]\((\.\.?/[^)\s#]*|[\w.-]+(?:/[^)\s#]*)?)(#[^)\s]*)?\)")


def marked(match):
    """Puts its name above a file, and removes how the tests use a command, which readers need not see."""
    kind, words, fence, body = match.groups()
    return f'{fence} title="{words}"\n{body}' if kind == "file" else f"{fence}\n{body}"


def leaves(target, page):
    """Returns the file of the sources that a link of this page names, if it lies outside docs/."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), target))
    return path[3:] if path.startswith("../") else None


def on_page_markdown(markdown, page, config, files):
    def link(match):
        outside = leaves(match.group(2), page)
        if outside is None:
            return match.group(0)
        path = f"`{outside}`"
        return path if match.group(1) == path else f"{match.group(1)} ({path} of the sources)"

    return LINK.sub(link, MARK.sub(marked, markdown))


def reference_folder():
    return pathlib.Path(os.environ["PENSTOCK_DOCS_REFERENCE"])


def on_files(files, config):
    folder = reference_folder()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            files.append(File.generated(config, f"reference/{path.relative_to(folder)}", abs_src_path=str(path)))
    return files


def on_config(config):
    """Adds the section Reference: its first page, the pages directly beside that one, and those of the programs."""
    folder = reference_folder()
    pages = [path for path in sorted(folder.glob("*.md")) if path.name != "index.md"] + sorted(folder.glob("commands/*.md"))
    config.nav.append({"Reference": ["reference/index.md", *(f"reference/{path.relative_to(folder)}" for path in pages)]})
    return config
