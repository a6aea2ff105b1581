// What accel tells the kernels that it launches itself; their bodies are in kernels/sync and kernels/copy.
#pragma once

#include <cstdint>

namespace penstock::accel {

// Parameter block of "penstock_flag": writes `value` to host or device memory, after all that the stream did before.
struct FlagArguments {
  std::uint64_t address = 0;
  std::uint32_t value = 0;
};

// How a kernel tells its own completion (kernels/sync/finish.hpp): the last of its blocks writes the word. All zero: it does
// not. `counter` is device memory that holds 0 between the kernels of a stream.
struct Finish {
  std::uint64_t word = 0;
  std::uint64_t counter = 0;
  std::uint32_t value = 0;
  std::uint32_t job =
      0;  // before the launch, of a kernel in one block: what the resident kernel calls it; 0: it does not have it
};

// Contiguous bytes to copy, by `blocks` thread blocks from `first_block` on.
struct CopyPart {
  std::uint64_t destination = 0;
  std::uint64_t source = 0;
  std::uint32_t bytes = 0;
  std::uint32_t first_block = 0;
  std::uint32_t blocks = 0;
  std::uint32_t reserved = 0;
};

inline constexpr unsigned kMostCopyParts = 64;    // 2 KiB of parameters
inline constexpr unsigned kCopyThreadBytes = 64;  // of a part, a round of a thread: 4 loads of 16 bytes

// Parameter block of "penstock_copy_many": the parts move at the same time.
struct CopyArguments {
  Finish finish;
  std::uint32_t count = 0;
  std::uint32_t reserved = 0;
  CopyPart part[kMostCopyParts];
};

// What the resident kernel is to do, in pinned host memory: a copy, or another kernel's work. Whoever writes it makes
// the second sequence number differ first, and writes both last; each half is read by one access, so that it is whole if the
// two agree.
struct alignas(32) ResidentCommand {
  std::uint64_t source = 0;  // of work: its parameter block, in pinned host memory
  std::uint32_t bytes = 0;   // of work: of that block, with kResidentJob
  std::uint32_t sequence = 0;
  std::uint64_t destination = 0;  // of work: Finish::job
  std::uint32_t life = 0;         // only the kernel of this number makes it
  std::uint32_t sequence_again = 0;
};
static_assert(sizeof(ResidentCommand) == 32);
inline constexpr std::uint32_t kResidentJob = std::uint32_t{1} << 31;
inline constexpr std::uint32_t kResidentJobBytes = 2048;  // most of a parameter block

// Parameter block of "penstock_resident". The words are in pinned host memory.
struct ResidentArguments {
  std::uint64_t command = 0;
  std::uint64_t done = 0;   // written: sequence of the last copy made
  std::uint64_t alive = 0;  // written: `life`, at the start
  std::uint64_t gone = 0;   // written: `life`, as the last act: nothing is read any more
  std::uint64_t idle = 0;   // cycles without a command after which it leaves
  std::uint64_t most = 0;   // cycles after which it leaves in any case
  std::uint32_t life = 0;
  std::uint32_t reserved = 0;
};

}  // namespace penstock::accel
