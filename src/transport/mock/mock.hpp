// Endpoints of one process connected to each other, told by a test how to behave: full, failing, reordering between peers,
// with any capabilities and costs. Real bytes move, between host buffers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "transport/transport.hpp"

namespace penstock::transport {

// How one endpoint behaves. May be changed at any time through MockFabric::options by the thread that drives the endpoint.
struct MockOptions {
  std::uint32_t flags = kCanSend | kCanGet | kCanPut | kHasStaging;
  std::size_t max_send = 4096;
  std::size_t max_header = 256;
  Cost get_cost{1.0, 10'000.0};
  Cost put_cost{1.0, 10'000.0};
  // Take the place of the flags' answer (the cost above is preset) where given.
  std::function<bool(int peer, const Bulk&, Cost*)> can_get = {};
  std::function<bool(int peer, const Bulk&, Cost*)> can_put = {};
  // Moves a stream's bytes; empty: host memory, by the CPU.
  std::function<void(void* to, const void* from, std::size_t bytes)> copy = {};
  int inbox_messages = 64;  // a receiver with so many waiting from all peers is kFull
  int batch = 16;           // messages of one progress() at most
  std::uint64_t seed = 1;   // order between peers; each peer's own order is always kept
  // Of one-sided memory (mock/one_sided.hpp): whether there is any, whether callers may load and store themselves, how often a
  // put or get is asked after before it is over, and whether puts are only seen after a flush.
  bool one_sided = true;
  bool direct = false;
  int pending_tests = 0;
  bool late_puts = false;
  int staging_slots = 4;
  std::size_t staging_slot_bytes = 4096;

  // Counted in calls from when they are set; 0: never. The nth call fails once.
  int full_sends = 0;  // so many next sends return kFull
  int fail_send = 0;
  int fail_get = 0;
  int fail_put = 0;
  int fail_progress = 0;
  int fail_stream_from = 0;
  int fail_stream_to = 0;
  int fail_register = 0;
  int fail_attach = 0;
  int fail_atomic = 0;
  int fail_flush = 0;
  int lose = -1;  // this rank is lost: the next progress() says so, once
};

struct MockCounts {
  std::uint64_t sends = 0;  // that were kDone
  std::uint64_t full = 0;
  std::uint64_t gets = 0;
  std::uint64_t puts = 0;
  std::uint64_t streams = 0;  // that it sent
  std::uint64_t delivered = 0;
  std::uint64_t atomics = 0;
  std::uint64_t flushes = 0;
  std::int64_t regions = 0;   // registered now
  std::int64_t attached = 0;  // regions of peers, now
};

// The wires. Endpoints keep them alive; endpoints may be driven by different threads.
class MockFabric {
 public:
  explicit MockFabric(int size, const MockOptions& every = {});
  ~MockFabric();

  [[nodiscard]] MockOptions& options(int rank);
  [[nodiscard]] MockCounts counts(int rank) const;
  // Messages sent to `rank` and not delivered yet.
  [[nodiscard]] std::size_t waiting(int rank) const;
  // One per rank and name; a second call for a rank gives another handle on the same inbox.
  [[nodiscard]] std::unique_ptr<Transport> endpoint(int rank, std::string name = "mock");

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace penstock::transport
