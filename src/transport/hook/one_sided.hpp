// HookOneSided is the one-sided memory of the transport in a hook: each call is first counted and may be made to fail.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "transport/hook/fault.hpp"
#include "transport/one_sided.hpp"

namespace penstock::transport {

class HookOneSided final : public OneSided {
 public:
  // Counts and logs a call; returns a failure if the call is to fail.
  using Enter = std::function<Status(Verb verb, int peer, std::uint64_t bytes)>;

  // `inner` must outlive it.
  HookOneSided(OneSided& inner, Enter enter) : inner_(inner), enter_(std::move(enter)) {}

  Status register_memory(const Region& region) override {
    PENSTOCK_TRY(enter_(Verb::kRegister, -1, region.bytes));
    return inner_.register_memory(region);
  }
  void deregister(const Region& region) override { inner_.deregister(region); }
  Status describe(const Region& region, int peer, BufferDescriptor* descriptor, std::vector<std::byte>* part) override {
    return inner_.describe(region, peer, descriptor, part);
  }
  Status allocate(std::uint64_t bytes, std::span<std::byte>* out) override { return inner_.allocate(bytes, out); }
  Status reserve(std::uint64_t bytes, std::span<std::byte>* out) override { return inner_.reserve(bytes, out); }
  void release(std::span<std::byte> memory) override { inner_.release(memory); }
  std::span<std::atomic<std::uint64_t>> generations() override { return inner_.generations(); }
  AccumulateLock* locks() override { return inner_.locks(); }
  [[nodiscard]] bool is_shared(const Region& region) const override { return inner_.is_shared(region); }
  [[nodiscard]] bool reaches_alone(const Region& region, int peer) override { return inner_.reaches_alone(region, peer); }
  Status generation(const RemoteKey& key, std::span<const std::byte> part, bool* known, std::uint64_t* out) override {
    return inner_.generation(key, part, known, out);
  }
  // Removes direct access, since faults apply to put() and get(), which a caller that loads and stores itself would not call.
  Status attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) override {
    PENSTOCK_TRY(enter_(Verb::kAttach, out->peer, out->bytes));
    PENSTOCK_TRY(inner_.attach(key, part, out));
    out->direct = nullptr;
    return Status::ok();
  }
  void detach(Remote* remote) override { inner_.detach(remote); }
  Status put(const Remote& remote, const Move& move, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(enter_(Verb::kPut, remote.peer, move.bytes));
    return inner_.put(remote, move, out);
  }
  Status get(const Remote& remote, const Move& move, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(enter_(Verb::kGet, remote.peer, move.bytes));
    return inner_.get(remote, move, out);
  }
  Status put_list(const Remote& remote, const ListMove& move, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(enter_(Verb::kPut, remote.peer, bytes_of(move)));
    return inner_.put_list(remote, move, out);
  }
  Status get_list(const Remote& remote, const ListMove& move, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(enter_(Verb::kGet, remote.peer, bytes_of(move)));
    return inner_.get_list(remote, move, out);
  }
  Status atomic(const Remote& remote, const Atomic& atomic, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(enter_(Verb::kAtomic, remote.peer, atomic.width));
    return inner_.atomic(remote, atomic, out);
  }
  Status test(RemoteTicket* ticket, bool* done) override { return inner_.test(ticket, done); }
  Status fence(int peer) override { return inner_.fence(peer); }
  Status flush(int peer, Begun* out) override {
    *out = {};
    PENSTOCK_TRY(enter_(Verb::kFlush, peer, 0));
    return inner_.flush(peer, out);
  }

 private:
  [[nodiscard]] static std::uint64_t bytes_of(const ListMove& move) noexcept {
    std::uint64_t bytes = 0;
    for (const Extent& extent : move.remote) bytes += extent.bytes;
    return bytes;
  }

  OneSided& inner_;
  Enter enter_;
};

}  // namespace penstock::transport
