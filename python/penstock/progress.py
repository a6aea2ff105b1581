"""How far a long measurement is: a bar with the time left on a terminal, a line now and then elsewhere. On stderr."""
import sys
import time

BAR_WIDTH = 30
LINE_SECONDS = 20  # between two lines where there is no terminal


def duration(seconds):
    minutes, rest = divmod(int(seconds + 0.5), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


class Progress:
    def __init__(self, name, steps, stream=None):
        self.name, self.steps, self.done = name, max(steps, 1), 0
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self.began = self.said = time.monotonic()

    def show(self, what):
        """`what` is about to be done; `step` when it is."""
        if self.terminal:
            full = BAR_WIDTH * self.done // self.steps
            line = f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {self.done}/{self.steps} {what}, {self.left()}"
            self.stream.write(f"\r\033[K{self.name}: {line[:110]}")
            self.stream.flush()
        elif self.done == 0 or time.monotonic() - self.said > LINE_SECONDS:
            self.said = time.monotonic()
            print(f"[{self.name}] {self.done} of {self.steps} runs, {what}, {self.left()}", file=self.stream, flush=True)

    def left(self):
        if self.done == 0:
            return "time left is known after the first run"
        spent = time.monotonic() - self.began
        return f"{duration(spent / self.done * (self.steps - self.done))} left"

    def step(self, count=1):
        self.done = min(self.done + count, self.steps)

    def more(self, count):
        """Further work has turned up."""
        self.steps += count

    def say(self, text):
        """A line that stays."""
        self.clear()
        print(f"[{self.name}] {text}", file=self.stream, flush=True)

    def clear(self):
        if self.terminal:
            self.stream.write("\r\033[K")
            self.stream.flush()
