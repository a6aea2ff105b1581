#!/usr/bin/env python3
"""Builds the site of docs/ with scripts/docs and looks at every page of it: links, anchors, pictures, and that nothing comes
from a network.

usage: site_test.py WORK_DIR PROGRAMS [unittest arguments]

Needs .local/docs: scripts/docs --fetch."""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import urllib.parse

import page as guide

WORK = PROGRAMS = None
# The resources that a browser fetches when it shows the page; it follows the other links when somebody clicks.
FETCHED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Html(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids, self.text = [], set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value is not None:
                self.links.append((tag, name, value))

    def handle_data(self, data):
        self.text.append(data)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(WORK, ignore_errors=True)
        command = [guide.TOP / "scripts/docs", "--offline", "--output", WORK, "--programs", PROGRAMS]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            raise AssertionError(f"scripts/docs failed:\n{done.stdout}\n{done.stderr}")
        cls.pages = {path: Html(path) for path in sorted(WORK.rglob("*.html")) if path.name != "404.html"}

    def test_every_page_is_there(self):
        for path in guide.pages(guide.DOCS):
            made = path.relative_to(guide.DOCS).with_suffix(".html")
            self.assertIn(WORK / (made.with_name("index.html") if path.name == "README.md" else made), self.pages)

    def test_the_reference_is_there(self):
        for name in ("index", "tunables", "functions/MPI_Send", "commands/mpiexec"):
            self.assertIn(WORK / f"reference/{name}.html", self.pages)

    def test_every_link_leads_to_a_file_and_an_anchor(self):
        wrong = [f"{path.relative_to(WORK)}: {value}" for path, page in self.pages.items() for tag, name, value in page.links
                 if not self.leads_somewhere(path, value)]
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def leads_somewhere(self, path, value):
        parts = urllib.parse.urlsplit(value)
        if parts.scheme in ("http", "https"):
            return bool(re.match(r"[\w.-]+\.\w+$", parts.netloc))
        if parts.scheme in ("data", "javascript"):
            return True
        there = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        there = there / "index.html" if there.is_dir() else there
        return there.exists() and (not parts.fragment or there not in self.pages
                                   or urllib.parse.unquote(parts.fragment) in self.pages[there].ids | {"__comments"})

    def test_nothing_comes_from_a_network(self):
        wrong = [f"{path.relative_to(WORK)}: {value}" for path, page in self.pages.items() for tag, name, value in page.links
                 if (tag, name) in FETCHED and urllib.parse.urlsplit(value).netloc]
        for path in WORK.rglob("*.css"):
            found = re.findall(r"(?:url\(|@import\s+)\W*https?:[^);]*", path.read_text(encoding="utf-8"))
            wrong += [f"{path.name}: {text}" for text in found]
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_no_mark_is_left(self):
        for path in self.pages:
            left = re.search(r"(<|&lt;)!-- (run|norun|file)\b.*|Not run by the tests|class=.norun", path.read_text(encoding="utf-8"))
            self.assertIsNone(left, path)

    def test_no_markdown_is_left(self):
        """A table or a block that the generator did not recognise shows its markup."""
        for path, page in self.pages.items():
            left = re.search(r"^(\|---|```).*", "".join(page.text), flags=re.MULTILINE)
            self.assertIsNone(left, path)


if __name__ == "__main__":
    WORK, PROGRAMS = pathlib.Path(sys.argv.pop(1)).resolve(), sys.argv.pop(1)
    unittest.main(verbosity=2)
