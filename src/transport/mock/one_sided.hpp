// MockOneSided is one-sided memory between the endpoints of a mock fabric, by the CPU, as the endpoint's options say.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "transport/mock/mock.hpp"
#include "transport/one_sided.hpp"

namespace penstock::transport {

// It is not thread-safe.
class MockOneSided final : public OneSided {
 public:
  // All arguments must outlive it. `bulks` moves the bytes of put and get.
  MockOneSided(Transport& bulks, MockOptions& options, MockCounts& counts)
      : bulks_(bulks), options_(options), counts_(counts) {}

  Status register_memory(const Region& region) override {
    if (strikes(&options_.fail_register)) return scripted("register_memory");
    if (!region.memory.on_host()) return Status::error(Code::kUnsupported, "mock: host memory alone");
    ++counts_.regions;
    return Status::ok();
  }
  void deregister(const Region&) override { --counts_.regions; }
  Status describe(const Region&, int, BufferDescriptor*, std::vector<std::byte>*) override { return Status::ok(); }
  Status attach(const RemoteKey&, std::span<const std::byte>, Remote* out) override {
    if (strikes(&options_.fail_attach)) return scripted("attach");
    out->mapped = reinterpret_cast<std::byte*>(out->descriptor.address);
    if (options_.direct) out->direct = out->mapped;
    out->bits = kRemotePut | kRemoteGet | kHostLocal | kStridedMoves | kNeedsNoTarget | kAtomicsByCpu;
    out->atomics = cpu_atomics();
    out->put_cost = options_.put_cost;
    out->get_cost = options_.get_cost;
    out->atomic_cost = options_.put_cost;
    ++counts_.attached;
    return Status::ok();
  }
  void detach(Remote* remote) override {
    --counts_.attached;
    *remote = {};
  }

  Status put(const Remote& remote, const Move& move, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(check_range(remote.bytes, move));
    if (!options_.late_puts) return finish(bulks_.put(remote.peer, bulk_of(remote, move), &out->ticket.bulk), out);
    if (!is_contiguous(move.remote)) return Status::error(Code::kUnsupported, "mock: late puts are contiguous");
    Late late{remote, move, std::vector<std::byte>(move.bytes)};
    late.move.first = 0;
    late.move.local = {.base = reinterpret_cast<std::uint64_t>(late.bytes.data()), .block = move.bytes};
    kernels::copy_strided_host(late.move.local, move.local, move.first, move.bytes);
    late.move.remote = {.base = move.remote.base + move.first, .block = move.bytes};
    late_.emplace(remote.peer, std::move(late));
    out->completion = Completion::kLocal;
    return finish(Status::ok(), out);
  }
  Status get(const Remote& remote, const Move& move, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(check_range(remote.bytes, move));
    return finish(bulks_.get(remote.peer, bulk_of(remote, move), &out->ticket.bulk), out);
  }
  Status atomic(const Remote& remote, const Atomic& atomic, Begun* out) override {
    *out = {};
    if (strikes(&options_.fail_atomic)) return scripted("atomic");
    PENSTOCK_TRY(check_range(remote.bytes, reinterpret_cast<std::uintptr_t>(remote.mapped), atomic));
    const std::uint64_t old =
        cpu_atomic(remote.mapped + atomic.offset, atomic.op, atomic.width, atomic.operand, atomic.compare);
    if (atomic.result != nullptr) std::memcpy(atomic.result, &old, atomic.width);
    ++counts_.atomics;
    return finish(Status::ok(), out);
  }
  Status test(RemoteTicket* ticket, bool* done) override {
    int& left = tickets_[ticket->number];
    *done = left-- <= 0;
    if (*done) tickets_.erase(ticket->number);
    return Status::ok();
  }
  Status flush(int peer, Begun* out) override {
    *out = {};
    if (strikes(&options_.fail_flush)) return scripted("flush");
    ++counts_.flushes;
    const auto [first, last] = late_.equal_range(peer);
    for (auto it = first; it != last; ++it) {
      BulkHandle unused;
      PENSTOCK_TRY(bulks_.put(peer, bulk_of(it->second.remote, it->second.move), &unused));
    }
    late_.erase(peer);
    return OneSided::flush(peer, out);
  }

 private:
  // Late is a put whose bytes have not been moved yet.
  struct Late {
    Remote remote;
    Move move;
    std::vector<std::byte> bytes;
  };

  // Counts down; returns true on the call that reaches zero.
  static bool strikes(int* countdown) {
    if (*countdown == 0) return false;
    --*countdown;
    return *countdown == 0;
  }
  static Status scripted(std::string_view verb) {
    return Status::error(Code::kTransport, "mock: {} failed because the test asked for it", verb);
  }
  Status finish(Status&& moved, Begun* out) {
    PENSTOCK_TRY(std::move(moved));
    if (options_.pending_tests == 0) return Status::ok();
    out->completion = Completion::kPending;
    out->ticket.number = ++last_ticket_;
    tickets_[last_ticket_] = options_.pending_tests;
    return Status::ok();
  }

  Transport& bulks_;
  MockOptions& options_;
  MockCounts& counts_;
  std::multimap<int, Late> late_;
  std::map<std::uint64_t, int> tickets_;
  std::uint64_t last_ticket_ = 0;
};

}  // namespace penstock::transport
