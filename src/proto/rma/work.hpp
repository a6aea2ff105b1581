// What an operation that is not over at once keeps meanwhile.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "proto/rma/rma.hpp"

namespace penstock::proto::rma {

struct Work {
  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work() {
    if (copy != nullptr) copy->release();
  }

  transport::Move move;      // of a shape
  transport::Atomic atomic;  // of one integer
  const transport::Remote* way = nullptr;
  transport::RemoteTicket ticket;
  std::vector<std::pair<transport::OneSided*, transport::RemoteTicket>> tickets;  // of pieces, or of a flush

  // Of layouts: `bytes` packed ones, those before `done` are moved or executed.
  bool by_layouts = false;
  bool counts = true;  // the layer above has not made it for itself
  Buffer origin;
  Buffer result;  // an accumulate's; no address: none is wanted
  RemoteBuffer remote;
  accel::MemoryKind kind = accel::MemoryKind::kHost;  // of the origin's memory, as the caller gave it
  std::uint64_t bytes = 0;
  std::uint64_t done = 0;
  Fold fold;
  const std::byte* compare = nullptr;

  // Memory of the caller's that is not the CPU's, or has gaps, has a contiguous copy here, which took its place.
  Layout flat = Layout::bytes(0);
  std::vector<std::byte> staged;
  std::vector<std::byte> staged_result;
  Buffer return_to;  // gets the copy when the operation is over; no address: none
  bool return_on_host = false;
  bool is_staged = false;
  Operation* copy = nullptr;
  bool is_last = false;  // the copy is the operation

  // Of an accumulate: who does it, and what of it is under way by kernels.
  enum class By : std::uint8_t { kUnknown, kHere, kKernels, kOwner };
  By by = By::kUnknown;
  bool operand_reached = false;  // kernels read the origin's memory where it lies,
  bool compare_reached = false;  // and that of the comparison,
  bool result_reached = false;   // and write that of the result
  std::vector<DeviceExecutor::Run> runs;

  // A single element of compare_and_swap() or atomic().
  std::array<std::byte, kMostElementBytes> operand{};
  std::array<std::byte, kMostElementBytes> comparison{};
  std::array<std::byte, kMostElementBytes> old{};
  const void* operand_from = nullptr;     // of the caller, memory of any kind; null: both are above
  const void* comparison_from = nullptr;  // likewise
  void* wants_old = nullptr;              // of the caller

  // An accumulate's neighbours among those on memory of the peer, in the order of calls.
  Call* before = nullptr;
  Call* after = nullptr;

  // Of what the owner serves: bytes in all, bytes in requests, and requests without an answer.
  std::uint64_t total = 0;
  std::uint64_t asked = 0;
  unsigned unanswered = 0;
};

}  // namespace penstock::proto::rma
