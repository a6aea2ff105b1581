// Requests about several extents of a region, as they travel: ListHead, the extents, then packed bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "proto/layout/layout.hpp"
#include "proto/rma/extents.hpp"
#include "proto/rma/wire.hpp"
#include "transport/registry.hpp"

namespace penstock::proto::rma {

// Packed bytes that one request is about.
struct Piece {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

// The origin's operation, of which each request takes a piece.
struct ListSource {
  wire::Kind kind = kRmaPutList;
  const RemoteBuffer& remote;
  const Buffer* sent = nullptr;        // its packed bytes go along; null: none do
  const std::byte* compare = nullptr;  // so do these of an accumulate; null: none
  ListHead head = {};                  // of an accumulate, but for the number of extents

  [[nodiscard]] std::uint32_t element_bytes() const noexcept { return kind == kRmaAccumulate ? head.element_bytes : 1; }
};

class ListWriter {
 public:
  // Writes a payload of at most `room` bytes about the piece, of which only whole elements that fit are left. No bytes: there
  // is no room for one.
  void write(const ListSource& source, std::uint64_t room, Piece* piece);
  [[nodiscard]] std::span<const std::byte> payload() const noexcept { return payload_; }

 private:
  std::vector<Extent> extents_;
  std::vector<std::byte> payload_;
};

// A payload that has come.
struct List {
  ListHead head;
  std::vector<Extent> extents;
  std::span<const std::byte> sent;

  // Checks that every extent lies in the region, and that together they are as long as the request says.
  static Status read(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload, List* out);
  // The extents without the first packed bytes, of which there are as many. Changes the one in which these end.
  [[nodiscard]] std::span<Extent> after(std::uint64_t bytes) noexcept;
};

}  // namespace penstock::proto::rma
