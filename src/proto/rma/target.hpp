// A peer's memory that this rank has attached.
#pragma once

#include <cstdint>
#include <span>

#include "proto/rma/direct.hpp"
#include "proto/rma/parts.hpp"
#include "proto/rma/reached.hpp"

namespace penstock::proto::rma {

// The object stays in place from attach() to detach(), which comes before the owner deregisters the memory.
class Target {
 public:
  enum class State : std::uint8_t { kAsking, kLive, kGone };

  [[nodiscard]] int peer() const noexcept { return peer_; }
  [[nodiscard]] const transport::RemoteKey::Head& head() const noexcept { return attached_.head; }
  [[nodiscard]] const transport::Attachment& attachment() const noexcept { return attached_; }
  // Returns where callers may load and store themselves (transport::store_direct()), null if nowhere.
  [[nodiscard]] const transport::Remote* direct() const noexcept { return direct_; }
  // Tells if no accumulate needs the owner's process. Returns false for GPU memory of peers, since some elements need it.
  [[nodiscard]] bool executes_here() const noexcept { return reached_.here; }
  // Returns the range for operations that complete immediately; it is empty if the memory is not
  // mapped here or not registered for every use.
  [[nodiscard]] Direct direct_part(std::uint64_t offset, std::uint64_t bytes) const noexcept;

  // The following functions are for the parts of Rma.
  [[nodiscard]] State state() const noexcept { return state_; }
  // Tells how accumulates reach the memory.
  [[nodiscard]] const Reached& reached() const noexcept { return reached_; }

 private:
  friend class Rma;        // attaches and detaches it
  friend class Requester;  // is told by the owner whether the region is registered

  // The state afterwards is kAsking if only the owner can tell whether the region is registered.
  Status attach(const Parts& parts, int peer, std::span<const std::byte> key);
  void detach();

  int peer_ = -1;
  State state_ = State::kGone;
  transport::Attachment attached_;
  const transport::Remote* direct_ = nullptr;
  Reached reached_;
};

}  // namespace penstock::proto::rma
