#!/usr/bin/env python3
"""Draws demo/penstock.png, the demo's input: a dam, its penstock and a turbine, in 512 x 512 shades of grey.

    demo/make_picture.py [OUTPUT]

Needs nothing but Python. The picture is committed; run this only to change it. Each pixel is the mean of 2 x 2 samples.
"""

import math
import pathlib
import struct
import sys
import zlib

SIZE = 512
SAMPLES = 2

# The pipe's centre line, from the lake through the dam to the turbine.
PIPE = [(196, 236), (258, 262), (318, 330), (362, 384), (402, 400)]
TURBINE = (424, 402)


def distance_to_segment(x, y, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy), t


def sky(x, y):
    sun = math.hypot(x - 404, y - 92)
    if sun < 40:
        return 1.0
    ray = 0.5 + 0.5 * math.cos(12 * math.atan2(y - 92, x - 404))
    glow = max(0.0, 1 - sun / 190)
    shade = 0.62 + 0.18 * (y / 260) + 0.25 * glow * glow
    if 50 < sun < 74 and ray > 0.8:
        shade = 0.98
    return min(shade, 1.0)


def mountains(x, y):
    """Returns the shade of a ridge, or None where there is sky."""
    near = 196 - 62 * abs(math.sin(x / 61 + 0.6)) - 16 * abs(math.sin(x / 17.0))
    far = 150 - 66 * abs(math.sin(x / 97 + 2.1)) - 8 * abs(math.sin(x / 11.0))
    if y > near:
        return 0.34 + 0.10 * ((x * 3 + y * 5) // 26 % 2)
    if y > far:
        return 0.95 if y < far + 14 else 0.52
    return None


def lake(x, y):
    wave = math.sin(y / 3.1 + 2.2 * math.sin(x / 23)) * 0.10
    return 0.30 + wave + 0.22 * max(0.0, 1 - (y - 200) / 90)


def dam(x, y):
    """Returns the shade of the dam, or None outside it. The wall leans: its face on the lake is upright, the other slopes."""
    if not 186 < y < 440 or x < 214 or x > 246 + (y - 186) * 0.30:
        return None
    if y < 200:
        return 0.92 if int(x - 214) // 8 % 2 == 0 else 0.55
    joint = (int(y) % 24 < 2) or (int(x + (12 if int(y) // 24 % 2 else 0)) % 32 < 2)
    return 0.60 if joint else 0.80


def ground(x, y):
    stratum = math.sin((y + 18 * math.sin(x / 70) + 0.2 * x) / 7)
    return 0.22 + 0.07 * stratum


def pipe(x, y):
    best, along = min((distance_to_segment(x, y, a, b)[0], i + distance_to_segment(x, y, a, b)[1])
                      for i, (a, b) in enumerate(zip(PIPE, PIPE[1:])))
    if best > 19:
        return None
    if best > 14:
        return 0.06
    if int(along * 9) % 3 == 0 and best > 9:
        return 0.35
    return 0.55 + 0.42 * math.cos(best / 14 * 1.4) - 0.1


def turbine(x, y):
    dx, dy = x - TURBINE[0], y - TURBINE[1]
    radius, angle = math.hypot(dx, dy), math.atan2(dy, dx)
    if radius > 58:
        return None
    if radius > 51:
        return 0.04
    if radius < 10:
        return 0.05
    if radius < 15:
        return 0.95
    swirl = math.cos(9 * (angle + radius / 46))
    return 0.97 if swirl > 0.15 else 0.14


def tail_water(x, y):
    if y < 456 or x < 330:
        return None
    return 0.48 + 0.24 * math.sin((x + 8 * math.sin(y / 5)) / 6) * math.exp(-(y - 456) / 60)


LETTERS = {
    "P": ("####.", "#...#", "#...#", "####.", "#....", "#....", "#...."),
    "E": ("#####", "#....", "#....", "####.", "#....", "#....", "#####"),
    "N": ("#...#", "##..#", "#.#.#", "#.#.#", "#..##", "#...#", "#...#"),
    "S": (".####", "#....", "#....", ".###.", "....#", "....#", "####."),
    "T": ("#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."),
    "O": (".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."),
    "C": (".####", "#....", "#....", "#....", "#....", "#....", ".####"),
    "K": ("#...#", "#..#.", "#.#..", "##...", "#.#..", "#..#.", "#...#"),
}


def lettering(x, y, left=24, top=462, cell=5):
    column, row = int((x - left) // cell), int((y - top) // cell)
    if not 0 <= row < 7 or column < 0:
        return None
    letter, column = divmod(column, 6)
    word = "PENSTOCK"
    if letter >= len(word) or column == 5:
        return None
    return 1.0 if LETTERS[word[letter]][row][column] == "#" else None


def shade(x, y):
    for layer in (lettering, turbine, pipe, dam):
        value = layer(x, y)
        if value is not None:
            return value
    if x < 232 and 206 < y < 400 - (232 - x) * 0.55:
        return lake(x, y)
    if y > 206 and (x < 232 or y > 300 + 90 * math.exp(-(x - 246) / 60)):
        value = tail_water(x, y)
        return ground(x, y) if value is None else value
    ridge = mountains(x, y)
    if ridge is not None:
        return ridge
    return sky(x, y)


def pixel(column, row):
    total = sum(shade(column + (i + 0.5) / SAMPLES, row + (j + 0.5) / SAMPLES) for i in range(SAMPLES) for j in range(SAMPLES))
    return max(0, min(255, round(255 * total / SAMPLES**2)))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows):
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 0, 0, 0, 0)
    # Filter 2 (difference to the row above) suits these shapes.
    above, lines = bytes(SIZE), []
    for row in rows:
        lines.append(b"\2" + bytes((a - b) & 255 for a, b in zip(row, above)))
        above = row
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b"")


def main():
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("penstock.png")
    output.write_bytes(png([bytes(pixel(x, y) for x in range(SIZE)) for y in range(SIZE)]))
    print(f"{output}: {output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
