// The state of an accumulate, a get-accumulate, a fetch-and-op or a compare-and-swap.
#pragma once

#include <array>
#include <vector>

#include "proto/rma/copying.hpp"
#include "proto/rma/device_executor.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {

// Its packed bytes lie one after another.
[[nodiscard]] inline bool is_together(const Buffer& buffer) noexcept {
  return buffer.layout->is_contiguous(buffer.count);
}

// The kernels of one, and which memory of the caller they take where it lies.
struct AccumulateKernels {
  bool operand_reached = false;
  bool compare_reached = false;
  bool result_reached = false;
  std::vector<DeviceExecutor::Run> runs;  // under way, in their order
};

// Contiguous copies of elements that are not the CPU's.
struct AccumulateStaging {
  bool is_done = false;  // operands are where they are needed, or a copy brings them there
  std::vector<std::byte> operand;
  std::vector<std::byte> result;
  Buffer return_to;  // gets the result when the operation is over; no layout: none
  Copying copy;
};

// One element that is named by addresses, and not by layouts.
struct AccumulateSingle {
  std::array<std::byte, kMostElementBytes> operand{};
  std::array<std::byte, kMostElementBytes> comparison{};
  std::array<std::byte, kMostElementBytes> old{};
  const void* operand_from = nullptr;     // the caller's, memory of any kind; null: both operands are above
  const void* comparison_from = nullptr;  // likewise
  void* wants_old = nullptr;              // the caller's
};

struct AccumulateWork final : Work {
  enum class By : std::uint8_t { kUnknown, kHere, kKernels, kOwner };
  // Stage::kMoving has these steps.
  enum class Step : std::uint8_t { kCopyIn, kKernels, kCopyOut };

  [[nodiscard]] bool wants_result() const noexcept { return result.layout != nullptr; }

  Fold fold;
  Buffer origin;
  Buffer result;  // no layout: none is wanted
  const std::byte* compare = nullptr;
  RemoteBuffer remote;
  Layout flat = Layout::bytes(0);                     // of copies here, and of a single element
  std::uint64_t bytes = 0;                            // packed ones,
  std::uint64_t done = 0;                             // of which so many are executed, or given to kernels
  accel::MemoryKind kind = accel::MemoryKind::kHost;  // of the origin's memory
  bool counts = true;                                 // the layer above has not made it for itself
  By by = By::kUnknown;
  Step moving = Step::kCopyIn;
  AccumulateKernels kernels;
  AccumulateStaging staging;
  AccumulateSingle single;
  // Its neighbours among those on memory of the peer, in the order of calls.
  AccumulateWork* before = nullptr;
  AccumulateWork* after = nullptr;
};

}  // namespace penstock::proto::rma
