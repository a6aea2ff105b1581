#include "transport/hook/hook.hpp"

#include <utility>

#include "transport/hook/one_sided.hpp"

namespace penstock::transport {
namespace {

constexpr std::size_t at(Verb verb) {
  return static_cast<std::size_t>(verb);
}

class HookTransport final : public Hook {
 public:
  HookTransport(const Environment& environment, const FaultPlan& plan, std::unique_ptr<Transport> inner)
      : log_(environment.log), trace_(plan.trace), inner_(std::move(inner)) {
    for (const FaultRule& rule : plan.rules) {
      const bool mine = rule.transport.empty() || rule.transport == inner_->name();
      if (mine && (rule.rank < 0 || rule.rank == environment.rank)) rules_.push_back(rule);
    }
    OneSided* const memory = inner_->one_sided();
    if (memory == nullptr) return;
    one_sided_ = std::make_unique<HookOneSided>(*memory, [this](Verb verb, int peer, std::uint64_t bytes) {
      if (enter(verb, peer, bytes) != FaultAction::kNone) return injected(verb);
      if (verb == Verb::kPut || verb == Verb::kGet) counts_.bulk_bytes += bytes;
      return Status::ok();
    });
  }

  [[nodiscard]] const HookCounts& counts() const override { return counts_; }
  [[nodiscard]] std::string_view name() const override { return inner_->name(); }
  [[nodiscard]] const Capabilities& capabilities() const override { return inner_->capabilities(); }
  Status publish(WorkerAddress* address) override { return inner_->publish(address); }
  Status reaches(int peer, bool* out) override { return inner_->reaches(peer, out); }

  Outcome send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) override {
    const FaultAction action = enter(Verb::kSend, peer, header.size() + payload.size());
    if (action == FaultAction::kFull) return Outcome::kFull;
    if (action == FaultAction::kFail) return *why = injected(Verb::kSend), Outcome::kError;
    const Outcome outcome = inner_->send(peer, header, payload, why);
    if (outcome == Outcome::kFull) ++counts_.full;
    if (outcome == Outcome::kDone) counts_.sent_bytes += header.size() + payload.size();
    return outcome;
  }
  Status progress(Sink& sink, int* delivered) override {
    *delivered = 0;
    if (count(Verb::kProgress) != FaultAction::kNone) return injected(Verb::kProgress);
    return inner_->progress(sink, delivered);
  }

  bool can_get(int peer, const Bulk& bulk, Cost* cost) override {
    return enter(Verb::kMayGet, peer, bulk.bytes) == FaultAction::kNone && inner_->can_get(peer, bulk, cost);
  }
  bool can_put(int peer, const Bulk& bulk, Cost* cost) override {
    return enter(Verb::kMayPut, peer, bulk.bytes) == FaultAction::kNone && inner_->can_put(peer, bulk, cost);
  }
  Status get(int peer, const Bulk& bulk, BulkHandle* out) override {
    *out = {};
    if (enter(Verb::kGet, peer, bulk.bytes) != FaultAction::kNone) return injected(Verb::kGet);
    counts_.bulk_bytes += bulk.bytes;
    return inner_->get(peer, bulk, out);
  }
  Status put(int peer, const Bulk& bulk, BulkHandle* out) override {
    *out = {};
    if (enter(Verb::kPut, peer, bulk.bytes) != FaultAction::kNone) return injected(Verb::kPut);
    counts_.bulk_bytes += bulk.bytes;
    return inner_->put(peer, bulk, out);
  }
  bool take(int peer, std::uint64_t id) override { return inner_->take(peer, id); }
  bool revoke(int peer, std::uint64_t id) override { return inner_->revoke(peer, id); }
  bool is_there(int peer) override { return inner_->is_there(peer); }
  // Returns false, so that callers use get(), which faults apply to.
  bool read_now(int, const accel::ProcessId&, std::uint64_t, void*, std::uint64_t) override { return false; }
  Status stream_from(int peer, std::uint64_t token, std::span<std::byte> to, StreamId* out) override {
    if (enter(Verb::kStreamFrom, peer, to.size()) != FaultAction::kNone) return injected(Verb::kStreamFrom);
    return inner_->stream_from(peer, token, to, out);
  }
  Status stream_to(int peer, std::uint64_t token, std::span<const std::byte> from, StreamId* out) override {
    if (enter(Verb::kStreamTo, peer, from.size()) != FaultAction::kNone) return injected(Verb::kStreamTo);
    counts_.bulk_bytes += from.size();
    return inner_->stream_to(peer, token, from, out);
  }
  Status test_stream(StreamId stream, bool* done) override { return inner_->test_stream(stream, done); }
  void cancel_stream(StreamId stream) override { inner_->cancel_stream(stream); }
  bool drained() override { return inner_->drained(); }
  Staging* staging() override { return inner_->staging(); }
  ShmBuffers* shm_buffers() override { return inner_->shm_buffers(); }
  BounceBuffers* bounce_buffers() override { return inner_->bounce_buffers(); }
  ExportRegistry* export_registry() override { return inner_->export_registry(); }
  OneSided* one_sided() override { return one_sided_.get(); }

  void met(bool crowded) override { inner_->met(crowded); }
  bool arm() override { return inner_->arm(); }
  void disarm() override { inner_->disarm(); }
  Doorbell* doorbell() override { return inner_->doorbell(); }
  void ring_at(Doorbell* bell) override { inner_->ring_at(bell); }

 private:
  FaultAction count(Verb verb) {
    const std::uint64_t call = ++counts_.calls[at(verb)];
    for (const FaultRule& rule : rules_) {
      if (rule.verb != verb || !rule.strikes(call)) continue;
      ++counts_.faults[at(verb)];
      return rule.action;
    }
    return FaultAction::kNone;
  }
  FaultAction enter(Verb verb, int peer, std::uint64_t bytes) {
    const FaultAction action = count(verb);
    if (trace_) {
      log_.info("{}.{} {}: rank {}, {} bytes{}", inner_->name(), verb_name(verb), counts_.calls[at(verb)], peer, bytes,
                action == FaultAction::kNone ? "" : ", fault injected");
    }
    return action;
  }
  [[nodiscard]] Status injected(Verb verb) const {
    return Status::error(Code::kTransport, "{}: call {} of {} failed because PENSTOCK_FAULT asks for it", inner_->name(),
                         counts_.calls[at(verb)], verb_name(verb));
  }

  Log& log_;
  bool trace_;
  std::unique_ptr<Transport> inner_;
  std::unique_ptr<HookOneSided> one_sided_;
  std::vector<FaultRule> rules_;
  HookCounts counts_;
};

}  // namespace

std::unique_ptr<Hook> make_hook(const Environment& environment, const FaultPlan& plan, std::unique_ptr<Transport> inner) {
  return std::make_unique<HookTransport>(environment, plan, std::move(inner));
}

}  // namespace penstock::transport
