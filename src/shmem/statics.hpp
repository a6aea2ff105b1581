// The static data of the program: where they lie, and whether they do so alike on all PEs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace penstock::shmem {

// Of the executable alone; those of shared libraries are not symmetric.
struct Statics {
  std::span<std::byte> data;  // whole pages; empty: they cannot be shared
  std::uint64_t program = 0;  // the same for processes of the same program, where addresses in `data` differ by one number
  friend bool operator==(const Statics& left, const Statics& right) {
    return left.data.size() == right.data.size() && left.program == right.program;
  }
};

// Empty data where the program has none, where they are not one range, or where the system has no second mapping of a page.
[[nodiscard]] Statics find_statics();

}  // namespace penstock::shmem
