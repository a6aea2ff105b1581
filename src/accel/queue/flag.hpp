// This header has the parameters of the kernels that accel itself launches; their bodies are in kernels/sync and kernels/copy.
#pragma once

#include <cstdint>

namespace penstock::accel {

// This is the parameter block of "penstock_flag", which writes `value` to host or device memory after all earlier work of the
// stream.
struct FlagArguments {
  std::uint64_t address = 0;
  std::uint32_t value = 0;
};

// Finish tells a kernel how to signal its completion (kernels/sync/finish.hpp): the last of its blocks writes the word. If all
// members are 0 it does not signal. `counter` is device memory that holds 0 between the kernels of a stream.
struct Finish {
  std::uint64_t word = 0;
  std::uint64_t counter = 0;
  std::uint32_t value = 0;
  std::uint32_t job = 0;  // before the launch of a one-block kernel: its number in the resident kernel; 0: it has none
};

// CopyPart has contiguous bytes, which `blocks` thread blocks copy, starting with block `first_block`.
struct CopyPart {
  std::uint64_t destination = 0;
  std::uint64_t source = 0;
  std::uint32_t bytes = 0;
  std::uint32_t first_block = 0;
  std::uint32_t blocks = 0;
  std::uint32_t reserved = 0;
};

inline constexpr unsigned kMostCopyParts = 64;    // 2 KiB of parameters
inline constexpr unsigned kCopyThreadBytes = 64;  // bytes of a part that a thread copies per round: 4 loads of 16 bytes

// This is the parameter block of "penstock_copy_many". The parts are copied concurrently.
struct CopyArguments {
  Finish finish;
  std::uint32_t count = 0;
  std::uint32_t reserved = 0;
  CopyPart part[kMostCopyParts];
};

// ResidentCommand, in pinned host memory, asks the resident kernel for a copy or for another kernel's work. The writer first
// makes the second sequence number differ from the first, and writes both last. Each half is read by one access, so the command
// is consistent if the two numbers agree.
struct alignas(32) ResidentCommand {
  std::uint64_t source = 0;  // for work: its parameter block, in pinned host memory
  std::uint32_t bytes = 0;   // for work: size of that block, with kResidentJob
  std::uint32_t sequence = 0;
  std::uint64_t destination = 0;  // for work: Finish::job
  std::uint32_t life = 0;         // only the kernel of this number executes the command
  std::uint32_t sequence_again = 0;
};
static_assert(sizeof(ResidentCommand) == 32);
inline constexpr std::uint32_t kResidentJob = std::uint32_t{1} << 31;
inline constexpr std::uint32_t kResidentJobBytes = 2048;  // largest parameter block

// This is the parameter block of "penstock_resident". The words are in pinned host memory.
struct ResidentArguments {
  std::uint64_t command = 0;
  std::uint64_t done = 0;   // written: sequence of the latest copy made
  std::uint64_t alive = 0;  // written: `life`, at the start
  std::uint64_t gone = 0;   // written: `life`, as the last action; the kernel reads nothing afterwards
  std::uint64_t idle = 0;   // cycles without a command after which the kernel ends
  std::uint64_t most = 0;   // cycles after which the kernel ends in any case
  std::uint32_t life = 0;
  std::uint32_t reserved = 0;
};

}  // namespace penstock::accel
