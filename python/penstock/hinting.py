"""Command lines: a parser whose complaint about an option that there is not names the nearest."""
import argparse
import difflib
import itertools
import sys


class Parser(argparse.ArgumentParser):
    given = ()

    def parse_known_args(self, args=None, namespace=None):
        self.given = sys.argv[1:] if args is None else list(args)
        return super().parse_known_args(args, namespace)

    def error(self, message):
        super().error(message + self.hint())

    def hint(self):
        options = itertools.takewhile(lambda word: word != "--", self.given)
        for name in (word.split("=")[0] for word in options if word.startswith("--")):
            if any(known.startswith(name) for known in self._option_string_actions):
                continue  # argparse takes the beginning of a name, too
            near = difflib.get_close_matches(name, self._option_string_actions, 1)
            if near:
                return f"; there is no option {name}, and the nearest is {near[0]}"
        return ""
