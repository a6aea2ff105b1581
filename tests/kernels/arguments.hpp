// The only parameter of the kernels here.
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
  std::uint64_t pattern = 0;   // the data of partitions
  std::uint64_t arriving = 0;  // place of received partitions
  std::uint64_t results = 0;   // words of 8 bytes
  std::uint64_t bytes = 0;     // bytes of a round or partition
  std::uint64_t offset = 0;    // offset in a member's memory
  std::uint64_t bytes_received = 0;
  int rounds = 0;  // or partitions
  int received = 0;
  int peer = 0;
  int first = 0;  // rounds before this launch
};

}  // namespace penstock::test
