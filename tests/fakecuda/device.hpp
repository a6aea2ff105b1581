// The devices that this process sees.
#pragma once

#include <cuda.h>

#include <vector>

namespace penstock::fakecuda {

inline constexpr int kMultiprocessors = 4;
inline constexpr int kBlocksPerMultiprocessor = 2;
inline constexpr int kWarp = 32;
inline constexpr unsigned kBlockThreads = 128;  // most of one block, and of each of its dimensions
inline constexpr unsigned kBlockDepth = 64;     // most of a block's z
inline constexpr unsigned kGridWidth = 0x7fffffff;
inline constexpr unsigned kGridHeight = 65535;  // most of a grid's y and z
inline constexpr unsigned kSharedBytes = 48 << 10;

class Devices {
 public:
  // The options give the devices of the machine; those that CUDA_VISIBLE_DEVICES leaves are used, in its order.
  Devices();
  [[nodiscard]] int count() const { return static_cast<int>(machine_.size()); }
  [[nodiscard]] bool valid(int ordinal) const { return ordinal >= 0 && ordinal < count(); }
  // Returns the number of a device in the machine, the same in every process; its UUID is made of it.
  [[nodiscard]] int machine_number(int ordinal) const { return machine_[static_cast<std::size_t>(ordinal)]; }
  // Returns the ordinal of the machine's device `number`, -1 if this process does not see it.
  [[nodiscard]] int ordinal_of(int number) const;
  [[nodiscard]] bool reaches(int ordinal, int peer) const;
  [[nodiscard]] bool atomics_reach(int ordinal, int peer) const;
  [[nodiscard]] static CUuuid uuid(int number);

 private:
  [[nodiscard]] bool is_among(const std::vector<std::pair<int, int>>& pairs, int ordinal, int peer) const;
  std::vector<int> machine_;
};

}  // namespace penstock::fakecuda
