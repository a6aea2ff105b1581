// This part of a window has the keys, sizes and displacement units of all members, and the state of the members that this rank
// has used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.hpp"
#include "core/window/core.hpp"
#include "core/window/keys.hpp"
#include "core/window/peer.hpp"
#include "core/window/per_member.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

// Each list of a description has one entry for each member.
struct MemberMemory {
  std::vector<std::uint64_t> bytes;
  std::vector<std::int64_t> units;     // Displacements to the member count in units of so many bytes.
  std::vector<std::uint64_t> offsets;  // The member's memory begins there in the region that contains it.
  bool one_region = false;             // All memory lies in the region of member 0.
};

class WindowMembers {
 public:
  explicit WindowMembers(WindowCore& core) : core_(core), peers_(static_cast<std::size_t>(core.size())) {}

  // The creation of the window calls the next three, once each.
  void describe(MemberMemory&& all);
  void keep_keys(std::vector<std::byte> keys, std::vector<std::uint64_t> at, std::vector<std::uint32_t> control);
  // Replaces most of the keys by the key table of the host; all members call this. `written` is the region for the table where
  // this rank writes it, else null; the window owns it from now on. `key` is that of the table which another rank of the host
  // writes; it is empty where there is none.
  Status share_keys(const transport::Region* written, const std::vector<std::byte>& key);

  // *out gets the member's state, with its control region attached.
  Status peer(int rank, WindowPeer** out);
  // Returns null for a rank outside the window, and for a member that was not used yet.
  [[nodiscard]] WindowPeer* find(int rank) const noexcept {
    return static_cast<std::size_t>(rank) < peers_.size() ? peers_[static_cast<std::size_t>(rank)].get() : nullptr;
  }
  // *out gets the member whose region contains the memory of `peer`.
  Status owner_of(WindowPeer& peer, WindowPeer** out);
  // *out gets the attached region that contains the memory of `peer`. A dynamic window has no such region.
  Status memory_of(WindowPeer& peer, rma::Target** out);
  // Sets peer.direct, once the memory is attached.
  void find_direct(WindowPeer& peer) const noexcept;
  // Writes the line of PENSTOCK_EXPLAIN for the member's memory, unless the window is dynamic.
  void explain_memory(WindowPeer& peer);

  [[nodiscard]] std::uint64_t bytes(int rank) const noexcept { return bytes_[rank]; }
  [[nodiscard]] std::int64_t unit(int rank) const noexcept { return units_[rank]; }
  [[nodiscard]] std::uint64_t offset(int rank) const noexcept { return offsets_[rank]; }

  // Detaches the memory of all members; no member is used any more.
  void detach() noexcept;
  // Ends the key table, if this rank wrote one. The other members have detached.
  void release() noexcept;

 private:
  WindowCore& core_;
  std::vector<std::unique_ptr<WindowPeer>> peers_;
  PerMember<std::uint64_t> bytes_;
  PerMember<std::int64_t> units_;
  PerMember<std::uint64_t> offsets_;
  bool one_region_ = false;
  WindowKeys keys_;
  const transport::Region* key_table_ = nullptr;   // This rank has written the table of its host,
  std::unique_ptr<rma::Target> mapped_key_table_;  // or it has attached the table that another rank wrote.
};

}  // namespace penstock::core
