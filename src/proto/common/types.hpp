// Words that the engine and its protocols share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace penstock::proto {

// Identifies a communicator's traffic. Point-to-point and collective messages use different contexts.
using Context = std::uint64_t;

enum class SendMode : std::uint8_t { kStandard, kSynchronous };

enum class Role : std::uint8_t { kSender, kReceiver };

// One rank's part in the choice of how a message moves.
struct Way {
  std::string method;  // "eager", "copy", "get", "put", "ask for put", "staged", "fragments", "exchange", "stream"
  std::string via;     // the transport that carries or moves the bytes
  double us = -1;      // expected; negative: not known
  std::string reason;
  std::string closed;  // a direct way was refused that memory of such kinds could have: why, and the remedy
};

// What there is now, for tools.
struct Census {
  std::size_t posted = 0;           // receives that wait for a message
  std::size_t unexpected = 0;       // messages that wait for a receive
  std::size_t most_unexpected = 0;  // so many there were at once
  std::uint64_t kept_bytes = 0;     // memory that they take
  std::size_t transfers = 0;        // messages under way that are not over with their first word
};

}  // namespace penstock::proto
