// The parts of a rank that one-sided operations use: the registry, the log and the counters, and who sends and copies for them.
#pragma once

#include <cstddef>
#include <span>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "observe/counters.hpp"
#include "proto/common/operation.hpp"
#include "proto/layout/layout.hpp"
#include "transport/registry.hpp"

namespace penstock::proto::rma {

// Sends messages of ours: in order to each peer, kept where they cannot be sent now. A failure to send later is told by
// Protocol::lost().
class Poster {
 public:
  virtual ~Poster() = default;
  virtual Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) = 0;
  // Bytes of payload that fit one message to that peer, beside a header of sizeof(Request).
  [[nodiscard]] virtual std::size_t most_payload(int peer) = 0;
};

// Copies between two local buffers of any memory kinds. Packed lengths are equal.
class Copier {
 public:
  virtual ~Copier() = default;
  // The operation may be done already; released by the caller.
  virtual Status copy(const Buffer& destination, const Buffer& source, Operation** out) = 0;
};

// All of it outlives whoever uses it.
struct Parts {
  transport::MemoryRegistry& registry;
  accel::Accel& accel;
  Log& log;
  Poster& poster;
  Copier& copier;
  const Config& config;
  observe::Counters& counters;
  int rank = 0;
};

}  // namespace penstock::proto::rma
