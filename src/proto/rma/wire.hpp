// The messages of one-sided operations that the owner of the memory serves. They are little-endian, like all messages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "proto/wire/wire.hpp"

namespace penstock::proto::rma {

// These are kinds of wire::Kind, from kFirstOfRma on.
inline constexpr wire::Kind kRmaAsk{64};  // asks whether the region of that number and generation is registered
inline constexpr wire::Kind kRmaPut{65};  // payload: the bytes to put
inline constexpr wire::Kind kRmaGet{66};
inline constexpr wire::Kind kRmaAtomic{67};  // payload: AtomicBody
inline constexpr wire::Kind kRmaReply{68};   // answers each of these; payload: the bytes of a get, the old
                                             // value of an atomic (8 bytes)
// These cover several extents of a region, whose packed bytes are Request::bytes. The payload has a ListHead, the extents
// (extents.hpp), then the packed bytes that are sent.
inline constexpr wire::Kind kRmaPutList{69};
inline constexpr wire::Kind kRmaGetList{70};
inline constexpr wire::Kind kRmaAccumulate{71};  // sent: operands unless it only reads, then comparisons; answer: see kWantsOld

struct Request {
  wire::Kind kind = kRmaAsk;
  std::uint8_t reserved[3] = {};
  std::uint32_t number = 0;  // number of the region
  std::uint64_t generation = 0;
  std::uint64_t offset = 0;
  std::uint32_t id = 0;  // chosen by the origin, for the reply
  std::uint32_t bytes = 0;
};
static_assert(sizeof(Request) == 32 && offsetof(Request, number) == 4 && offsetof(Request, generation) == 8 &&
              offsetof(Request, offset) == 16 && offsetof(Request, id) == 24 && offsetof(Request, bytes) == 28);

struct Reply {
  wire::Kind kind = kRmaReply;
  std::uint8_t code = 0;  // base::Code
  std::uint8_t reserved[2] = {};
  std::uint32_t id = 0;
};
static_assert(sizeof(Reply) == 8 && offsetof(Reply, code) == 1 && offsetof(Reply, id) == 4);

struct AtomicBody {
  std::uint8_t op = 0;  // transport::AtomicOp
  std::uint8_t width = 0;
  std::uint8_t reserved[6] = {};
  std::uint64_t operand = 0;
  std::uint64_t compare = 0;
};
static_assert(sizeof(AtomicBody) == 24 && offsetof(AtomicBody, operand) == 8 && offsetof(AtomicBody, compare) == 16);

inline constexpr std::uint8_t kWantsOld = 1;  // ListHead::flags: the answer has the previous values
inline constexpr std::uint8_t kCompares = 2;  // elements are replaced if they equal the comparison

struct ListHead {
  std::uint32_t extents = 0;
  std::uint8_t op = 0;       // AccumulateOp
  std::uint8_t element = 0;  // base::Element
  std::uint8_t flags = 0;
  std::uint8_t reserved = 0;
  std::uint32_t element_bytes = 0;
  std::uint32_t reserved2 = 0;
};
static_assert(sizeof(ListHead) == 16 && offsetof(ListHead, op) == 4 && offsetof(ListHead, element_bytes) == 8);

}  // namespace penstock::proto::rma
