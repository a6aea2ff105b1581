// Hands open descriptors to other processes of the host: a datagram socket of each process, whose name and key its address
// tells. What is sent is there before any message that is sent afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::transport {

// Not thread-safe. Whoever sends must know the receiver's key and run as the same user; all else is dropped unseen.
class FdChannel {
 public:
  // As an address tells it. Trivially copyable; zero: nobody is there.
  struct Address {
    std::array<char, 32> name{};  // abstract, of a network namespace; ends at the first zero
    std::array<std::uint64_t, 2> key{};
  };
  // A descriptor and what its sender says of it.
  struct Item {
    int fd = -1;
    std::uint64_t label = 0;
  };
  struct Received {
    base::Fd fd;
    std::uint64_t label = 0;
  };
  static constexpr std::size_t kMostOfPart = 128;
  static constexpr std::size_t kMostOfLot = 512;  // few enough for a process that may open 1024 files
  static constexpr std::size_t kMostLots = 32;    // one more, or more descriptors than one lot may have, and the oldest goes

  // Makes the socket, or uses a duplicate of `inherited` (-1: none; boot/inherited.hpp), which reaches the sockets of the
  // launcher's network namespace from any other. Once, before anything else.
  Status open(int inherited = -1);
  [[nodiscard]] const Address& address() const noexcept { return address_; }

  // Sends the items [first, first + items.size()) of a lot of `total`, in their order. At most kMostOfPart and kMostOfLot. The
  // descriptors stay the caller's. Never blocks; after a failure (Code::kTransport: the receiver is gone, or does not keep up)
  // the lot is lost.
  Status send(const Address& to, std::uint64_t token, std::size_t first, std::size_t total, std::span<const Item> items);

  // Takes in what has come: a bounded number of parts, without blocking.
  void collect();
  // Gives the lot away; false if it is not here, or not all of it.
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
  std::list<Lot> lots_;  // the one that grew last is the last
};

}  // namespace penstock::transport
