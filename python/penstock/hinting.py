"""Command lines: a parser whose complaint about an option that there is not names the nearest."""
import argparse
import difflib
import re


class Parser(argparse.ArgumentParser):
    def error(self, message):
        wrong = re.search(r"unrecognized arguments: (?:[^-]\S* )*(-[^\s=]+)", message)
        near = difflib.get_close_matches(wrong[1], self._option_string_actions, 1) if wrong else []
        super().error(message + (f"; the nearest is {near[0]}" if near else ""))
