// MPI_Pack and related calls: they copy a buffer of any memory kind to and from a string of bytes of any memory kind.
#pragma once

#include "base/status.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// Returns the layout of a byte.
[[nodiscard]] const proto::Layout& byte_layout();

// The packed string of a call: `size` bytes, of which the next one is at `*position`. Each call advances *position, or fails
// and leaves it unchanged.
struct PackedString {
  void* address = nullptr;
  MPI_Count size = 0;
  MPI_Count position = 0;
};

// These pack and unpack `count` elements of `datatype` at `address`. They return kTruncate if the string is
// too short, kArg for a position outside it.
[[nodiscard]] Status pack(proto::Engine& engine, const void* address, MPI_Count count, const Datatype& datatype,
                          PackedString* out);
[[nodiscard]] Status unpack(proto::Engine& engine, PackedString* in, void* address, MPI_Count count, const Datatype& datatype);
// Computes the packed size. Returns kCount for a negative count, kArg if the size is more than 2^63.
[[nodiscard]] Status packed_size(MPI_Count count, const Datatype& datatype, MPI_Count* bytes);

// These work in the same way in external32.
[[nodiscard]] Status pack_external(proto::Engine& engine, const void* address, MPI_Count count, const Datatype& datatype,
                                   PackedString* out);
[[nodiscard]] Status unpack_external(proto::Engine& engine, PackedString* in, void* address, MPI_Count count,
                                     const Datatype& datatype);
[[nodiscard]] Status external_packed_size(MPI_Count count, const Datatype& datatype, MPI_Count* bytes);

}  // namespace penstock::core
