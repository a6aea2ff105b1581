// The owner's side of operations by messages: each request is checked against the registry, executed by the
// region's own executor, and answered with a code.
#pragma once

#include <vector>

#include "proto/rma/accumulate_responder.hpp"
#include "proto/rma/core.hpp"
#include "proto/rma/wire.hpp"

namespace penstock::proto::rma {

class Responder {
 public:
  explicit Responder(Core& core) noexcept : core_(core), accumulates_(core) {}

  void arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  // Tells if no request of a peer waits for a lock or for a kernel.
  [[nodiscard]] bool idle() const noexcept { return accumulates_.idle(); }
  // Tries waiting requests again; returns true if one was answered.
  bool progress() { return !accumulates_.idle() && accumulates_.progress(); }
  void lost(int peer) { accumulates_.lost(peer); }

 private:
  Status answer(int peer, const Request& wanted, std::span<const std::byte> payload, std::span<const std::byte>* out);
  Status answer_move(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload,
                     std::span<const std::byte>* out);
  Status answer_atomic(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload,
                       std::span<const std::byte>* out);
  Status answer_list(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload,
                     std::span<const std::byte>* out);
  Status copy(const transport::Region& region, const Extent& extent, std::byte* packed, bool into);

  Core& core_;
  AccumulateResponder accumulates_;
  std::vector<std::byte> buffer_;  // of one answer
  std::uint64_t old_value_ = 0;    // result of the current atomic operation
};

}  // namespace penstock::proto::rma
