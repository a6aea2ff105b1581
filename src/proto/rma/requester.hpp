// Operations by messages, the origin's side: requests to the owner of memory, and its answers. Right for every kind of memory
// and every transport, since it needs nothing but messages.
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

  // Messages take the operation from here on: `total` bytes, of which the first `done` are left out. Its carrier makes the
  // requests and takes the answers. It may be over.
  void serve(Work* work, std::uint64_t total, std::uint64_t done);
  // For Carrier::request(): a request about the target, whose number and generation it gets.
  Status post(Work* work, const Request& wanted, std::span<const std::byte> payload, const Piece& piece);
  // This posts one about the next extents of a layout in the target.
  Status post_list(Work* work, const ListSource& source);
  // For Carrier::take(): an answer has as many bytes as were asked for.
  static Status check_length(const Work& work, std::span<const std::byte> payload, std::uint64_t expected);

  // Asks the owner whether the target lives, which is answered before any operation on it starts.
  Status ask(Target* target);
  // The target goes while its answer may still come.
  void forget(const Target& target) noexcept;

  void arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  // Its answers will not come. Operations are ended by the caller.
  void lost(int peer);

 private:
  // One request that is not answered yet.
  struct Unanswered {
    Work* work = nullptr;  // null: a target is asked for
    Target* target = nullptr;
    Piece piece;
    int peer = -1;
  };
  // Operations that have a peer serve them.
  struct Peer {
    unsigned unanswered = 0;    // requests
    std::deque<Work*> no_room;  // operations that have none unanswered, and some to make
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
