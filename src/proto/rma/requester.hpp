// The origin's side of operations by messages: requests to the owner of memory, and its answers. This works for every kind of
// memory and every transport, since it needs only messages.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>

#include "proto/rma/core.hpp"
#include "proto/rma/list.hpp"

namespace penstock::proto::rma {

class Requester {
 public:
  explicit Requester(Core& core) noexcept : core_(core) {}

  // Continues the operation by messages: `total` bytes, of which the first `done` are left out. Its carrier makes the requests
  // and receives the answers. The operation may be over on return.
  void serve(Work* work, std::uint64_t total, std::uint64_t done);
  // For Carrier::request(): posts a request for the target, whose number and generation are filled in.
  Status post(Work* work, const Request& wanted, std::span<const std::byte> payload, const Piece& piece);
  // Posts a request for the next extents of a layout in the target.
  Status post_list(Work* work, const ListSource& source);
  // For Carrier::take(): checks that an answer has as many bytes as were requested.
  static Status check_length(const Work& work, std::span<const std::byte> payload, std::uint64_t expected);

  // Asks the owner whether the target is still registered; the answer comes before any operation on it starts.
  Status ask(Target* target);
  // Called when the target goes while its answer may still come.
  void forget(const Target& target) noexcept;

  void arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  // Called when answers of the peer will not come any more. The caller ends the operations.
  void lost(int peer);

 private:
  // A request that is not answered yet.
  struct Unanswered {
    Work* work = nullptr;  // null: the request asks for a target
    Target* target = nullptr;
    Piece piece;
    int peer = -1;
  };
  // The operations that a peer serves.
  struct Peer {
    unsigned unanswered = 0;    // requests
    std::deque<Work*> no_room;  // operations without an unanswered request that have requests to make
  };

  Status send(int peer, Request wanted, std::span<const std::byte> payload, const Unanswered& what);
  void post_more(Work* work);
  void post_waiting(Peer* peer);
  void end(Work* work);
  void fail(Work* work, Status&& status);
  void answered(const Unanswered& what, Code code, std::span<const std::byte> payload);

  Core& core_;
  std::unordered_map<int, Peer> peers_;
  std::unordered_map<std::uint32_t, Unanswered> unanswered_;  // by Request::id
  std::uint32_t last_id_ = 0;
  ListWriter writer_;
};

}  // namespace penstock::proto::rma
