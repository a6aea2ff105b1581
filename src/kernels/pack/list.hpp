// One kernel copies data that lie by a list: pack, unpack, and list to list, also to or from a mapped peer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/copy/strided.hpp"
#include "kernels/pack/list_arguments.hpp"

namespace penstock::kernels {

struct ListRepeat {
  std::uint64_t count = 1;
  std::int64_t stride = 0;
};

// List describes one side of a copy: runs of bytes, all of them repeated. Its pointers are read only during calls, except for
// the tables, which the kernels read.
struct List {
  std::uint64_t base = 0;   // the buffer's address
  std::uint64_t bytes = 0;  // packed bytes of all runs, once
  std::uint64_t bits = 0;   // all lengths and distances in and between runs, or'ed together
  std::uint32_t runs = 0;
  bool narrow = false;
  ListRun only;       // used if there is one run
  ListTables tables;  // in memory of the copying device; none if the only run is a shape
  std::int32_t depth = 0;
  ListRepeat repeat[kMaxListLoops];  // the innermost loop first; the last loop repeats the buffer's elements

  [[nodiscard]] std::uint64_t packed_bytes() const noexcept;
};

// CopySide describes a side: by a list if there is one, else by the shape.
struct CopySide {
  const List* list = nullptr;
  Strided shape;
};

[[nodiscard]] ListDivisor make_list_divisor(std::uint64_t value) noexcept;

// Returns the largest element (16 to 1 bytes) that a copy of [first, first + bytes) may move at once.
[[nodiscard]] unsigned list_element(const CopySide& to, const CopySide& from, std::uint64_t first,
                                    std::uint64_t bytes) noexcept;
// Makes the arguments for elements from `first` on, as many as one launch can take and at most `elements`; the result contains
// the number.
[[nodiscard]] ListArguments make_list_piece(const CopySide& to, const CopySide& from, unsigned element, std::uint64_t first,
                                            std::uint64_t elements) noexcept;

// Copies as copy_strided() does, if at least one side is a list. Block and grid shapes are those of Config.
Status copy_list(const Config& config, accel::Queue& queue, const CopySide& to, const CopySide& from, std::uint64_t first,
                 std::uint64_t bytes, accel::Ticket* out);

}  // namespace penstock::kernels
