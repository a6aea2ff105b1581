#!/usr/bin/env python3
"""Makes include/mpi.h, include/mpix_stream.h, mpix_device.h, src/api/gen/, src/mpi_t/gen/ and docs/users/functions.md from spec/.

usage: generate.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import abi as description  # noqa: E402
import coverage  # noqa: E402
import entries  # noqa: E402
import face  # noqa: E402
import header  # noqa: E402
import output  # noqa: E402
import tests  # noqa: E402


def outputs():
    abi = description.Abi()
    yield "include/mpi.h", header.emit(abi)
    yield "include/mpix_stream.h", header.emit_extensions(abi)
    yield "include/mpix_device.h", header.emit_device(abi)
    yield "src/api/gen/functions.hpp", entries.functions_hpp(abi)
    yield "src/api/gen/functions.cpp", entries.functions_cpp(abi)
    yield "src/api/gen/bodies.hpp", entries.bodies_hpp(abi)
    yield "src/api/gen/entry.hpp", entries.entry_hpp(abi)
    yield "src/api/gen/entry.cpp", entries.entry_cpp(abi)
    yield "src/mpi_t/gen/calls.hpp", entries.tool_calls_hpp(abi)
    yield "src/api/gen/face_mpi_abi.cpp", face.mpi_abi(abi)
    yield "tests/abi/gen/dummy_face.cpp", face.dummy(abi)
    yield "tests/abi/gen/bodyless.inc", tests.bodyless(abi)
    yield "docs/users/functions.md", coverage.page(abi)


if __name__ == "__main__":
    output.write(__doc__, outputs)
