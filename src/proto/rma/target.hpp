// A peer's memory, as this rank has attached it.
#pragma once

#include <cstdint>
#include <span>

#include "proto/rma/direct.hpp"
#include "proto/rma/parts.hpp"
#include "proto/rma/reached.hpp"

namespace penstock::proto::rma {

// Lies still from attach() to detach(), which comes before the owner deregisters it.
class Target {
 public:
  enum class State : std::uint8_t { kAsking, kLive, kGone };

  [[nodiscard]] int peer() const noexcept { return peer_; }
  [[nodiscard]] const transport::RemoteKey::Head& head() const noexcept { return attached_.head; }
  [[nodiscard]] const transport::Attachment& attachment() const noexcept { return attached_; }
  // Where callers may load and store themselves (transport::store_direct()), null if nowhere.
  [[nodiscard]] const transport::Remote* direct() const noexcept { return direct_; }
  // No accumulate needs anything of the owner's process. False for peers' memory of GPUs: some elements do.
  [[nodiscard]] bool executes_here() const noexcept { return reached_.here; }
  // So many of its bytes for operations that are over at once; none where it does not lie here or is not for every use.
  [[nodiscard]] Direct direct_part(std::uint64_t offset, std::uint64_t bytes) const noexcept;

  // The rest is for the parts of Rma.
  [[nodiscard]] State state() const noexcept { return state_; }
  // How accumulates reach it.
  [[nodiscard]] const Reached& reached() const noexcept { return reached_; }

 private:
  friend class Rma;        // attaches and detaches it
  friend class Requester;  // hears from the owner whether it lives

  // kAsking afterwards: only the owner can tell whether it lives.
  Status attach(const Parts& parts, int peer, std::span<const std::byte> key);
  void detach();

  int peer_ = -1;
  State state_ = State::kGone;
  transport::Attachment attached_;
  const transport::Remote* direct_ = nullptr;
  Reached reached_;
};

}  // namespace penstock::proto::rma
