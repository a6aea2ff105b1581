// A team on several hosts, as collectives of GPU memory see it: kernels inside each host, messages between them.
#pragma once

#include <cstdint>
#include <span>

#include "coll/nodes.hpp"
#include "coll/team.hpp"

namespace penstock::coll {

// Who is where. Hosts are numbered as nodes, the members of each from 0 on in the order of their ranks. The first members of
// all hosts, as many as the smallest has, are its rails: member j of each host is on rail j, and the network carries what
// belongs to the rail between these alone.
class Hosts {
 public:
  Hosts(const Nodes& nodes, int rank) noexcept;

  [[nodiscard]] int count() const noexcept { return nodes_.count(); }
  [[nodiscard]] int rails() const noexcept { return rails_; }
  [[nodiscard]] int size_of(int host) const noexcept { return static_cast<int>(nodes_.members(host).size()); }
  [[nodiscard]] int largest() const noexcept { return largest_; }
  // This rank's host, and its place there.
  [[nodiscard]] int host() const noexcept { return host_; }
  [[nodiscard]] int index() const noexcept { return index_; }
  [[nodiscard]] int size() const noexcept { return size_of(host_); }
  [[nodiscard]] bool on_rail() const noexcept { return index_ < rails_; }
  // Of any rank of the team.
  [[nodiscard]] int host_of(int rank) const noexcept { return nodes_.node_of(rank); }
  [[nodiscard]] int index_of(int rank) const noexcept;
  [[nodiscard]] std::span<const int> members(int host) const noexcept { return nodes_.members(host); }
  // The member of `host` that has to do with members of that place on other hosts.
  [[nodiscard]] int partner(int host, int index) const noexcept {
    return nodes_.members(host)[static_cast<std::size_t>(index % size_of(host))];
  }
  // Of this rank.
  [[nodiscard]] int partner(int host) const noexcept { return partner(host, index_); }
  // Whether this rank has to do with that rank's data on behalf of its host.
  [[nodiscard]] bool stands_for(int rank) const noexcept { return index_of(rank) % size() == index_; }

 private:
  const Nodes& nodes_;
  int host_;
  int index_ = 0;
  int rails_;
  int largest_;
};

// How one rank's share of a call is cut into pieces that are on their way at the same time.
struct Cut {
  std::uint64_t elements = 0;  // of the share
  std::uint64_t piece = 1;     // elements of each piece but the last

  [[nodiscard]] std::uint64_t pieces() const noexcept { return (elements + piece - 1) / piece; }
  [[nodiscard]] std::uint64_t first_of(std::uint64_t i) const noexcept { return i * piece; }
  [[nodiscard]] std::uint64_t count_of(std::uint64_t i) const noexcept {
    return elements - first_of(i) < piece ? elements - first_of(i) : piece;
  }
};

// Pieces that are under way at a time: one on the network, one in front of it and one behind it on the GPU.
inline constexpr std::uint64_t kPiecesAtOnce = 3;

// Elements of a piece of `chunk` bytes, or fewer where kPiecesAtOnce pieces in `slots` places each would take more than `room`
// bytes; one at least.
[[nodiscard]] std::uint64_t piece_of(std::uint64_t chunk, std::uint64_t room, std::uint64_t slots,
                                     std::uint64_t element_bytes) noexcept;

// Blocks and pieces begin at multiples of it, so that kernels move many bytes at once.
inline constexpr std::uint64_t kEvenElements = 64;

// `count` elements as `blocks` blocks, of which block b is [first_of_block(b), first_of_block(b + 1)); none is longer than the
// first.
[[nodiscard]] constexpr std::uint64_t first_of_block(std::uint64_t count, std::uint64_t blocks, std::uint64_t b) noexcept {
  const std::uint64_t even = (count + blocks - 1) / blocks;
  const std::uint64_t each = (even + kEvenElements - 1) / kEvenElements * kEvenElements;
  return b * each < count ? b * each : count;
}

}  // namespace penstock::coll
