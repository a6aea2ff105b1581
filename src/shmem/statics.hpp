// Statics describe the static data of the program: where they lie, and a number that is equal where PEs have the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace penstock::shmem {

// They are those of the executable alone; static data of shared libraries are not symmetric.
struct Statics {
  std::span<std::byte> data;  // whole pages; empty: they cannot be shared
  std::uint64_t program = 0;  // the same for processes of the same program, where addresses in `data` differ by one number
  friend bool operator==(const Statics& left, const Statics& right) {
    return left.data.size() == right.data.size() && left.program == right.program;
  }
};

// `data` is empty if the program has none, if they are not one range, or if the system cannot map a page a second time.
[[nodiscard]] Statics find_statics();

}  // namespace penstock::shmem
