// The state of an accumulate, a get-accumulate, a fetch-and-op or a compare-and-swap.
#pragma once

#include <array>
#include <vector>

#include "proto/rma/copying.hpp"
#include "proto/rma/device_executor.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {

// Tells if the buffer's packed bytes are contiguous.
[[nodiscard]] inline bool is_together(const Buffer& buffer) noexcept {
  return buffer.layout->is_contiguous(buffer.count);
}

// The kernels of an operation, and which of the caller's buffers they use directly.
struct AccumulateKernels {
  bool operand_reached = false;
  bool compare_reached = false;
  bool result_reached = false;
  std::vector<DeviceExecutor::Run> runs;  // kernels under way, in order
};

// Contiguous copies of elements that are not in host memory.
struct AccumulateStaging {
  bool is_done = false;  // operands are where they are needed, or a copy brings them there
  std::vector<std::byte> operand;
  std::vector<std::byte> result;
  Buffer return_to;  // gets the result at the end; no layout: there is none
  Copying copy;
};

// One element that is given by addresses instead of layouts.
struct AccumulateSingle {
  std::array<std::byte, kMostElementBytes> operand{};
  std::array<std::byte, kMostElementBytes> comparison{};
  std::array<std::byte, kMostElementBytes> old{};
  const void* operand_from = nullptr;     // the caller's memory of any kind; null: both operands are in the arrays above
  const void* comparison_from = nullptr;  // the caller's memory of any kind
  void* wants_old = nullptr;              // the caller's memory for the result
};

struct AccumulateWork final : Work {
  enum class By : std::uint8_t { kUnknown, kHere, kKernels, kOwner };
  // The steps of Stage::kMoving.
  enum class Step : std::uint8_t { kCopyIn, kKernels, kCopyOut };

  [[nodiscard]] bool wants_result() const noexcept { return result.layout != nullptr; }

  Fold fold;
  Buffer origin;
  Buffer result;  // no layout: none is wanted
  const std::byte* compare = nullptr;
  RemoteBuffer remote;
  Layout flat = Layout::bytes(0);                     // layout of copies, and of a single element
  std::uint64_t bytes = 0;                            // total packed bytes
  std::uint64_t done = 0;                             // packed bytes that are executed, or given to kernels
  accel::MemoryKind kind = accel::MemoryKind::kHost;  // kind of the origin's memory
  bool counts = true;                                 // an operation of the application, not of the layer above for itself
  By by = By::kUnknown;
  Step moving = Step::kCopyIn;
  AccumulateKernels kernels;
  AccumulateStaging staging;
  AccumulateSingle single;
  // The neighbours in the list of accumulates on the peer's memory, in the order of calls.
  AccumulateWork* before = nullptr;
  AccumulateWork* after = nullptr;
};

}  // namespace penstock::proto::rma
