// The one parameter of the kernels here.
#pragma once

#include <cstdint>

#include "penstock_device.h"

namespace penstock::test {

struct KernelArguments {
  penstock_device_window window;
  MPIX_Prequest send = nullptr;
  MPIX_Prequest recv = nullptr;
  std::uint64_t source = 0;
  std::uint64_t target = 0;
  std::uint64_t pattern = 0;   // what partitions are filled with
  std::uint64_t arriving = 0;  // where those of others come
  std::uint64_t results = 0;   // words of 8 bytes
  std::uint64_t bytes = 0;     // of a round or partition
  std::uint64_t offset = 0;    // in a member's memory
  std::uint64_t bytes_received = 0;
  int rounds = 0;  // or partitions
  int received = 0;
  int peer = 0;
  int first = 0;  // rounds before this launch
};

}  // namespace penstock::test
