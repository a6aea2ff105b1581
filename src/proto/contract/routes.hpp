// The contract for asking how a message would move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "proto/common/operation.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::proto {

// All of it is called with the engine's lock held.
class Routes {
 public:
  // Describes a buffer of this rank to the peer, which passes the description to ask().
  virtual Status offer(const Buffer& buffer, int peer, std::vector<std::byte>* out) = 0;
  // Tells what would be chosen at run time for a message, which is not sent: `mine` is this rank's side of it, `theirs` the
  // offer() that the peer made for this rank of a buffer at least as long. A sender answers "staged" where the receiver would
  // not ask it to push.
  virtual Status ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Route* out) = 0;
  // With PENSTOCK_EXPLAIN: prints `line` the first time that it is called with this key, below 2^63.
  virtual void explain(std::uint64_t key, std::string_view line) = 0;

 protected:
  ~Routes() = default;
};

}  // namespace penstock::proto
