// This is the interface between the host-compiled kernels and the emulated driver. No GPU build contains any of it.
//
// The stand-in maps device memory twice: unreadable at the address programs see, readable kShadowOffset above it. Only
// GlobalPtr (global.hpp) and the stand-in's own copies add the offset. An address outside the window (pinned, managed,
// plain host memory) has no offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace penstock::kernels::standin {

// Every address of stand-in device memory, imported mappings included, lies in [kWindowBase, kWindowBase + kWindowBytes). The
// window is below the addresses of position-independent programs and above all that the sanitizers reserve: their shadow
// layouts count it as application memory, so MAP_FIXED_NOREPLACE works there under both.
inline constexpr std::uintptr_t kWindowBase = 0x5500'0000'0000;
inline constexpr std::size_t kWindowBytes = 0x28'0000'0000;      // 160 GiB of addresses, reserved only as they are mapped
inline constexpr std::ptrdiff_t kShadowOffset = 0x28'0000'0000;  // the shadow ends below 0x5555'5555'4000

[[nodiscard]] inline bool in_window(std::uintptr_t address) noexcept {
  return address - kWindowBase < kWindowBytes;
}
// Returns the address at which the bytes of a device address (or of any other) can be accessed.
[[nodiscard]] inline std::uintptr_t readable(std::uintptr_t address) noexcept {
  return in_window(address) ? address + kShadowOffset : address;
}

inline constexpr std::size_t kBroadcastBytes = 64;
inline constexpr std::size_t kBlockBytes = 2048;  // behind the broadcast bytes

struct Shape {
  unsigned x = 1, y = 1, z = 1;
};

// Services of the fibre that runs one GPU thread. Each switches to other threads of the block.
struct Runner {
  // __syncthreads: returns when every thread of the block that has not returned has called it.
  void (*barrier)(void* thread);
  // __shfl_sync over a full warp of 32: the value that thread `source` of the caller's warp passed.
  std::uint64_t (*shuffle)(void* thread, std::uint64_t value, unsigned source);
  // Called in a loop that waits for memory: lets other threads, blocks and the host continue.
  void (*pause)(void* thread);
  // Returns a clock, in cycles of the rate that the device reports.
  std::uint64_t (*cycles)();
};

// Frame is one GPU thread, valid during the call of the body.
struct Frame {
  Shape grid;
  Shape block;
  Shape block_index;
  Shape thread_index;
  const Runner* runner = nullptr;
  void* thread = nullptr;          // handed back to the runner
  std::byte* shared = nullptr;     // the block's dynamic shared memory
  std::byte* broadcast = nullptr;  // kBroadcastBytes + kBlockBytes of the block, a multiple of 16
};

// A kernel takes one parameter block, which the launch copies.
struct Kernel {
  const char* name;
  std::size_t argument_bytes;
  void (*body)(const void* arguments, const Frame& frame);
};

// This is the only symbol that a library of host-compiled kernels exports, extern "C" and visible; it
// returns null for an unknown name.
inline constexpr char kLookupSymbol[] = "penstock_standin_kernel";
using Lookup = const Kernel* (*)(const char* name);

}  // namespace penstock::kernels::standin
