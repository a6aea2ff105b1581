// These arguments describe bytes that lie by a list to the kernels, with the tables that lie on the device.
#pragma once

#include <cstdint>

#include "accel/queue/flag.hpp"
#include "kernels/copy/strided_arguments.hpp"

namespace penstock::kernels {

inline constexpr int kMaxListLoops = 17;

// ListDivisor divides by a constant, in 32-bit arithmetic for dividends below 2^31 if `fast` has been made, else by a division.
struct ListDivisor {
  std::uint64_t value = 1;
  Divisor fast;
  std::uint32_t reserved = 0;
};

enum class ListKind : std::uint32_t {
  kShape,   // one strided shape
  kPlaces,  // the shape at each of a list of places
  kPieces,  // contiguous pieces of any lengths
};

// ListRun has the bytes that one shape or one list describes, relative to the buffer's address.
struct ListRun {
  std::uint64_t start = 0;  // packed bytes of the runs before it
  std::int64_t offset = 0;  // added to all places
  ListKind kind = ListKind::kShape;
  std::int32_t dims = 0;    // dimensions of the shape; 0: contiguous
  std::uint64_t first = 0;  // its first place, or piece
  std::uint64_t index = 0;  // kPieces: its first entry of the index
  std::uint32_t shift = 0;  // kPieces: packed bytes of an entry, as a power of two
  std::uint32_t reserved = 0;
  std::int64_t stride[kMaxSideDims] = {};
  ListDivisor each;   // packed bytes of the shape
  ListDivisor block;  // contiguous bytes of the shape
  ListDivisor count[kMaxSideDims];
};

// ListTables has the addresses of the tables of a list. Entries have 8 bytes, or 4 if all fit (`narrow`). For pieces there is
// one more start than pieces, which ends each run. In the index of a run, entry i is the piece that has packed byte i << shift;
// one more entry ends it.
struct ListTables {
  std::uint64_t runs = 0;     // ListRun
  std::uint64_t places = 0;   // signed
  std::uint64_t offsets = 0;  // of pieces; signed
  std::uint64_t starts = 0;   // of pieces; packed bytes of the run
  std::uint64_t index = 0;    // of 4 bytes
};

struct ListLoop {
  ListDivisor count;  // unused in the last loop, which does not end within a launch
  std::int64_t stride = 0;
  std::uint64_t start = 0;  // first repetition of the launch; for the last loop it is in the base
};

// ListSide is one side of a launch: its packed byte p is byte `skip` + p of the repetition in which it starts.
struct ListSide {
  std::uint64_t base = 0;
  std::uint64_t skip = 0;
  ListDivisor bytes;  // packed bytes of all runs, once
  ListTables tables;
  ListRun only;  // used if there is one run
  std::uint32_t runs = 0;
  std::uint32_t narrow = 0;
  std::uint32_t wide = 0;  // some divisions need 64 bits
  std::int32_t depth = 0;  // loops, at least one
  ListLoop loop[kMaxListLoops];
};

struct ListArguments {
  ListSide listed_destination;
  ListSide listed_source;
  StridedSide destination;  // used if that side is no list
  StridedSide source;
  std::uint32_t destination_is_list = 0;
  std::uint32_t source_is_list = 0;
  std::uint32_t elements = 0;  // below 2^30
  std::uint32_t reserved = 0;
  accel::Finish finish;
};
static_assert(sizeof(ListArguments) <= 4096);

}  // namespace penstock::kernels
