// Requests for several extents of a region, in wire format: ListHead, the extents, then packed bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "proto/layout/layout.hpp"
#include "proto/rma/extents.hpp"
#include "proto/rma/wire.hpp"
#include "transport/registry.hpp"

namespace penstock::proto::rma {

// The packed bytes that a request covers.
struct Piece {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

// The origin's operation, of which each request covers a piece.
struct ListSource {
  wire::Kind kind = kRmaPutList;
  const RemoteBuffer& remote;
  const Buffer* sent = nullptr;        // its packed bytes are sent along; null: none are
  const std::byte* compare = nullptr;  // comparisons of an accumulate, sent along as well; null: none
  ListHead head = {};                  // used by accumulates; the number of extents is filled in

  [[nodiscard]] std::uint32_t element_bytes() const noexcept { return kind == kRmaAccumulate ? head.element_bytes : 1; }
};

class ListWriter {
 public:
  // Writes a payload of at most `room` bytes for the piece, which is cut to the whole elements that fit. The piece is
  // empty if there is no room for one element.
  void write(const ListSource& source, std::uint64_t room, Piece* piece);
  [[nodiscard]] std::span<const std::byte> payload() const noexcept { return payload_; }

 private:
  std::vector<Extent> extents_;
  std::vector<std::byte> payload_;
};

// A payload that has arrived.
struct List {
  ListHead head;
  std::vector<Extent> extents;
  std::span<const std::byte> sent;

  // Checks that every extent is in the region, and that their total length is the one that the request says.
  static Status read(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload, List* out);
  // Returns the extents without the first `bytes` packed bytes, which exist. Changes the extent in which these end.
  [[nodiscard]] std::span<Extent> after(std::uint64_t bytes) noexcept;
};

}  // namespace penstock::proto::rma
