// One kernel moves what lies by a list: pack, unpack, and list to list, also to or from a mapped peer.
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

// Runs of bytes, all of them again and again: how one side of a copy lies. What it points to is read during calls alone, but
// for the tables, which the kernels read.
struct List {
  std::uint64_t base = 0;   // the buffer's address
  std::uint64_t bytes = 0;  // packed bytes of all runs, once
  std::uint64_t bits = 0;   // all lengths and distances within a run, and between runs, or'ed together
  std::uint32_t runs = 0;
  bool narrow = false;
  ListRun only;       // where there is one run
  ListTables tables;  // in memory of the device that copies; none where the only run is a shape
  std::int32_t depth = 0;
  ListRepeat repeat[kMaxListLoops];  // the innermost loop first; the last one is the elements of the buffer

  [[nodiscard]] std::uint64_t packed_bytes() const noexcept;
};

// How one side lies: by a list where there is one, else as the shape.
struct CopySide {
  const List* list = nullptr;
  Strided shape;
};

[[nodiscard]] ListDivisor make_list_divisor(std::uint64_t value) noexcept;

// The largest element (16 to 1 bytes) that a copy of [first, first + bytes) may move at once.
[[nodiscard]] unsigned list_element(const CopySide& to, const CopySide& from, std::uint64_t first,
                                    std::uint64_t bytes) noexcept;
// Arguments for elements from `first` on, as many as one launch can take, at most `elements`; the number is in the result.
[[nodiscard]] ListArguments make_list_piece(const CopySide& to, const CopySide& from, unsigned element, std::uint64_t first,
                                            std::uint64_t elements) noexcept;

// As copy_strided(), where at least one side is a list. Block and grid shapes are those of Config.
Status copy_list(const Config& config, accel::Queue& queue, const CopySide& to, const CopySide& from, std::uint64_t first,
                 std::uint64_t bytes, accel::Ticket* out);

}  // namespace penstock::kernels
