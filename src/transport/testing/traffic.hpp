// These messages can be verified: they contain their sender and number, and bytes that follow from both.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "transport/transport.hpp"

namespace penstock::transport::testing {

struct Stamp {
  std::uint32_t sender = 0;
  std::uint32_t number = 0;
};

inline std::byte byte_of(const Stamp& stamp, std::size_t at) {
  return static_cast<std::byte>(stamp.sender * 31 + stamp.number * 7 + at * 13 + (at >> 8));
}

// Parcel is the payload of a message and a header of `header` bytes (a Stamp first, if it has room).
struct Parcel {
  Parcel(const Stamp& stamp, std::size_t header_bytes, std::size_t payload_bytes)
      : header(header_bytes), payload(payload_bytes) {
    for (std::size_t i = 0; i < header_bytes; ++i) header[i] = byte_of(stamp, i);
    if (header_bytes >= sizeof stamp) std::memcpy(header.data(), &stamp, sizeof stamp);
    for (std::size_t i = 0; i < payload_bytes; ++i) payload[i] = byte_of(stamp, i);
  }
  std::vector<std::byte> header;
  std::vector<std::byte> payload;
};

// Inspector checks every message: the sender, that sender's order, every byte. `sizes` gives the lengths of message `number`.
class Inspector final : public Sink {
 public:
  void lost(int, Status&&) override {}
  using Sizes = std::pair<std::size_t, std::size_t> (*)(std::uint32_t number);

  Inspector(int peers, Sizes sizes) : next_(static_cast<std::size_t>(peers)), sizes_(sizes) {}
  void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) override {
    ++count_;
    Stamp stamp{static_cast<std::uint32_t>(peer), next_[static_cast<std::size_t>(peer)]++};
    const Parcel expected(stamp, sizes_(stamp.number).first, sizes_(stamp.number).second);
    const bool same = std::equal(header.begin(), header.end(), expected.header.begin(), expected.header.end()) &&
                      std::equal(payload.begin(), payload.end(), expected.payload.begin(), expected.payload.end());
    if (!same) good_ = false;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  std::vector<std::uint32_t> next_;
  Sizes sizes_;
  std::uint64_t count_ = 0;
  bool good_ = true;
};

}  // namespace penstock::transport::testing
