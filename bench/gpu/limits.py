#!/usr/bin/env python3
"""Measures the rates that a GPU allows at a block and stride: kernels made for one block size each, with nothing to look up.

  bench/gpu/limits.py                          a table: blocks of 4 B to 1 MiB, gaps as long as blocks
  bench/gpu/limits.py --blocks 8,64 --json F   some blocks; figures as JSON too
  bench/gpu/limits.py --payload 16M            less than the cache holds

Blocks are gathered into one piece of memory (pack) and scattered out of it (unpack), inside the first GPU and between it and
the second one: `push pack` reads blocks here and writes one piece there, `pull pack` reads blocks there. `engine`: cudaMemcpy2D
in place of a kernel, from blocks of 256 B on. GB/s of payload, by events of the device; the median of the launches. Needs CuPy.
"""
import argparse
import json
import statistics
import sys

# A thread moves UNROLL elements, and neighbouring threads move neighbouring elements. A block's number
# of elements is a power of two.
SOURCE = r"""
#define UNROLL 4
extern "C" __global__ void move(ELEMENT* to, const ELEMENT* from, unsigned long long elements) {
  const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x * UNROLL;
  for (unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x * UNROLL + threadIdx.x; first < elements; first += step) {
    ELEMENT value[UNROLL];
    #pragma unroll
    for (int k = 0; k < UNROLL; ++k) {
      const unsigned long long i = first + k * blockDim.x;
      value[k] = from[PACK ? GAP(i) : i];
    }
    #pragma unroll
    for (int k = 0; k < UNROLL; ++k) {
      const unsigned long long i = first + k * blockDim.x;
      to[PACK ? i : GAP(i)] = value[k];
    }
  }
}
"""
SIZES = {4: "unsigned", 8: "uint2", 16: "uint4"}
THREADS, LAUNCHES = 256, 30
WAYS = ("pack", "unpack")
LEAST_FOR_ENGINE = 256


def bytes_of(text):
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    return int(text[:-1]) * units[text[-1]] if text[-1:] in units else int(text)


def kernel(cupy, block, way):
    """Returns the kernel for this block (0: the data have no gaps) and its element size."""
    element = min(block or 16, 16)
    shift = (block // element).bit_length() - 1 if block else 0
    gap = f"((((i) >> {shift}) << {shift + 1}) | ((i) & {(1 << shift) - 1}ull))" if block else "(i)"
    words = f"#define ELEMENT {SIZES[element]}\n#define PACK {int(way == 'pack')}\n#define GAP(i) {gap}\n"
    return cupy.RawKernel(words + SOURCE, "move"), element


def rate(cupy, block, way, payload, to, source):
    """Returns the GB/s at which the current device packs or unpacks between two pieces of memory."""
    move, element = kernel(cupy, block, way)
    grid = cupy.cuda.Device().attributes["MultiProcessorCount"] * 8
    return timed(cupy, payload, lambda: move((grid,), (THREADS,), (to, source, cupy.uint64(payload // element))))


def engine_rate(cupy, block, payload, to, source):
    """Measures blocks that the copy engine gathers in the same way."""
    runtime = cupy.cuda.runtime
    stream = cupy.cuda.get_current_stream().ptr
    return timed(cupy, payload, lambda: runtime.memcpy2DAsync(to.data.ptr, block, source.data.ptr, 2 * block, block, payload // block,
                                                              runtime.memcpyDeviceToDevice, stream))


def timed(cupy, payload, launch):
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    times = []
    for _ in range(LAUNCHES):
        begin.record()
        launch()
        end.record()
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(begin, end))
    return payload / statistics.median(times[3:]) / 1e6


def measure(cupy, blocks, payload):
    gpus = cupy.cuda.runtime.getDeviceCount()
    memory = []
    for gpu in range(min(gpus, 2)):
        with cupy.cuda.Device(gpu):
            memory.append([cupy.zeros(2 * payload, dtype=cupy.uint8) for _ in range(2)])
            if gpus > 1:
                cupy.cuda.runtime.deviceEnablePeerAccess(1 - gpu)
    rows = []
    with cupy.cuda.Device(0):
        here, other = memory[0]
        for block in (0, *blocks):
            found = {way: rate(cupy, block, way, payload, other, here) for way in WAYS}
            for way in WAYS if gpus > 1 else ():
                found[f"push {way}"] = rate(cupy, block, way, payload, memory[1][0], here)
                found[f"pull {way}"] = rate(cupy, block, way, payload, here, memory[1][0])
            if block >= LEAST_FOR_ENGINE:
                found["engine pack"] = engine_rate(cupy, block, payload, other, here)
            if block >= LEAST_FOR_ENGINE and gpus > 1:
                found["engine push pack"] = engine_rate(cupy, block, payload, memory[1][0], here)
            rows.append({"block": block or None, "GB/s": {name: round(value, 1) for name, value in found.items()}})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", default="4,8,16,32,64,128,256,1K,4K,64K,1M", help="powers of two, from 4 on")
    parser.add_argument("--payload", default="64M", help="bytes that are moved (default: 64M, with its gaps more than caches hold)")
    parser.add_argument("--json", help="write the figures to this file")
    args = parser.parse_args()
    try:
        import cupy
    except ImportError as missing:
        print(f"limits: {missing}; install CuPy (pip install cupy-cuda13x)", file=sys.stderr)
        return 1
    blocks, payload = [bytes_of(text) for text in args.blocks.split(",")], bytes_of(args.payload)
    if any(block < 4 or block & (block - 1) for block in blocks) or payload % (THREADS * 4 * 16) or payload < max(blocks):
        parser.error(f"blocks are powers of two from 4 on, the payload is a multiple of {THREADS * 64} and of every block")
    rows = measure(cupy, blocks, payload)
    columns = list(rows[-1]["GB/s"])
    print(f"{'block':>8}" + "".join(f"{name:>18}" for name in columns))
    for row in rows:
        cells = [f"{row['GB/s'][name]:.1f}" if name in row["GB/s"] else "-" for name in columns]
        print(f"{row['block'] or 'none':>8}" + "".join(f"{cell:>18}" for cell in cells))
    if args.json:
        with open(args.json, "w") as file:
            json.dump({"payload": payload, "rows": rows}, file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
