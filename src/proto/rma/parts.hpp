// The objects of a rank that one-sided operations use: the registry, the log, the counters, and
// the interfaces that send and copy for them.
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

// Sends messages of one-sided operations: in order to each peer, and later if they cannot be sent now. A later
// failure is reported by Protocol::lost().
class Poster {
 public:
  virtual ~Poster() = default;
  virtual Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) = 0;
  // Returns the bytes of payload that fit a message to that peer, beside a header of sizeof(Request).
  [[nodiscard]] virtual std::size_t most_payload(int peer) = 0;
};

// Copies between two local buffers of any memory kinds. Their packed lengths are equal.
class Copier {
 public:
  virtual ~Copier() = default;
  // The operation may be done already; the caller releases it.
  virtual Status copy(const Buffer& destination, const Buffer& source, Operation** out) = 0;
};

// All members outlive the users of the struct.
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
