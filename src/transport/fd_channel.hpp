// FdChannel passes open descriptors to other processes of the host (SCM_RIGHTS): each process has a datagram socket, and its
// address contains the socket's name and key. A descriptor arrives before any message that is sent afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::transport {

// FdChannel is not thread-safe. A sender must know the receiver's key and run as the same user; other datagrams are dropped.
class FdChannel {
 public:
  // Address is part of a rank's address. It is trivially copyable; all zero means that there is no channel.
  struct Address {
    std::array<char, 32> name{};  // abstract name, in a network namespace; ends at the first zero
    std::array<std::uint64_t, 2> key{};
  };
  // Item is a descriptor and the label that its sender gives it.
  struct Item {
    int fd = -1;
    std::uint64_t label = 0;
  };
  struct Received {
    base::Fd fd;
    std::uint64_t label = 0;
  };
  static constexpr std::size_t kMostOfPart = 128;
  static constexpr std::size_t kMostOfLot = 512;  // small enough for a process that may open 1024 files
  static constexpr std::size_t kMostLots = 32;    // beyond these limits the oldest lot is dropped
  Status open(int inherited = -1);
  [[nodiscard]] const Address& address() const noexcept { return address_; }

  // Sends the items [first, first + items.size()) of a lot of `total`, in their order; there are at most kMostOfPart and
  // kMostOfLot. The caller keeps its descriptors. Never blocks. After a failure (Code::kTransport: the receiver is gone or does
  // not keep up) the lot is lost.
  Status send(const Address& to, std::uint64_t token, std::size_t first, std::size_t total, std::span<const Item> items);

  // Receives a bounded number of parts without blocking.
  void collect();
  // Returns the lot and removes it; returns false if it has not arrived completely.
  bool take(std::uint64_t token, std::vector<Received>* out);
  [[nodiscard]] std::size_t lots() const noexcept { return lots_.size(); }

 private:
  struct Lot {
    std::uint64_t token = 0;
    std::size_t total = 0;
    std::vector<Received> items;
  };
  struct Part;
  bool receive(Part* part);
  void keep(Part& part);
  void make_room();

  base::Fd socket_;
  Address address_;
  std::list<Lot> lots_;  // ordered by the time of the latest part
};

}  // namespace penstock::transport
