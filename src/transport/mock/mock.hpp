// The mock transport connects endpoints of one process. A test sets their behaviour: full, failing, reordering between peers,
// with any capabilities and costs. Real bytes move between host buffers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "transport/transport.hpp"

namespace penstock::transport {

// MockOptions is the behaviour of one endpoint. The thread that drives the endpoint may change it at any time through
// MockFabric::options.
struct MockOptions {
  std::uint32_t flags = kCanSend | kCanGet | kCanPut | kHasStaging;
  std::size_t max_send = 4096;
  std::size_t max_header = 256;
  Cost get_cost{1.0, 10'000.0};
  Cost put_cost{1.0, 10'000.0};
  // These functions replace the answer of the flags if set (the cost above is preset).
  std::function<bool(int peer, const Bulk&, Cost*)> can_get = {};
  std::function<bool(int peer, const Bulk&, Cost*)> can_put = {};
  // Moves a stream's bytes; if empty, the CPU moves host memory.
  std::function<void(void* to, const void* from, std::size_t bytes)> copy = {};
  int inbox_messages = 64;  // a receiver with this many waiting messages is kFull
  int batch = 16;           // most messages of one progress()
  std::uint64_t seed = 1;   // order between peers; each peer's own order is always kept
  // These options describe one-sided memory (mock/one_sided.hpp): if there is any, if callers may load and store themselves,
  // how often a put or get must be tested until it is over, and if puts become visible only after a flush.
  bool one_sided = true;
  bool direct = false;
  int pending_tests = 0;
  bool late_puts = false;
  int staging_slots = 4;
  std::size_t staging_slot_bytes = 4096;

  // The calls are counted from the time when the option is set; 0: never. The nth call fails once.
  int full_sends = 0;  // this many next sends return kFull
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
  int lose = -1;  // this rank is lost: the next progress() reports it, once
};

struct MockCounts {
  std::uint64_t sends = 0;  // that returned kDone
  std::uint64_t full = 0;
  std::uint64_t gets = 0;
  std::uint64_t puts = 0;
  std::uint64_t streams = 0;  // sent by this endpoint
  std::uint64_t delivered = 0;
  std::uint64_t atomics = 0;
  std::uint64_t flushes = 0;
  std::int64_t regions = 0;   // registered now
  std::int64_t attached = 0;  // regions of peers, now
};

// MockFabric connects the endpoints, which keep it alive; different threads may drive the endpoints.
class MockFabric {
 public:
  explicit MockFabric(int size, const MockOptions& every = {});
  ~MockFabric();

  [[nodiscard]] MockOptions& options(int rank);
  [[nodiscard]] MockCounts counts(int rank) const;
  // Counts messages that were sent to `rank` and are not delivered yet.
  [[nodiscard]] std::size_t waiting(int rank) const;
  // Makes an endpoint; there is one per rank and name, and a second call for a rank gives another handle on that inbox.
  [[nodiscard]] std::unique_ptr<Transport> endpoint(int rank, std::string name = "mock");

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace penstock::transport
