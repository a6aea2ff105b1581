// The engine of one process object: transports, messages, schedules and waiting put together.
#pragma once

#include <memory>
#include <vector>

#include "proto/common/peers.hpp"
#include "proto/engine/create.hpp"
#include "proto/engine/dispatcher.hpp"
#include "proto/engine/early_matching.hpp"
#include "proto/engine/engine.hpp"
#include "proto/engine/helping.hpp"
#include "proto/engine/progressors.hpp"
#include "proto/engine/waiter.hpp"
#include "proto/p2p/p2p.hpp"
#include "proto/rma/service.hpp"

namespace penstock::proto {

class EngineImpl final : public Engine, public EarlyMatching, private Attended {
 public:
  explicit EngineImpl(const Parts& parts);
  Status start(const TransportFactory& make);
  Status fence() override { return peers_.fence(); }
  Status meet(int most_on_a_host) override;

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return size_; }
  [[nodiscard]] bool crowded() const noexcept override { return waiter_.crowded(); }
  [[nodiscard]] accel::Accel& accel() noexcept override { return parts_.accel; }
  [[nodiscard]] const Config& config() const noexcept override { return parts_.config; }
  [[nodiscard]] transport::ShmBuffers* shm_buffers() noexcept override {
    for (transport::Transport* transport : receiving_) {
      if (transport::ShmBuffers* shm_buffers = transport->shm_buffers(); shm_buffers != nullptr) return shm_buffers;
    }
    return nullptr;
  }

  Status send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) override;
  bool send_now(const Buffer& buffer, int peer, int tag, Context context) override;
  Status recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) override;
  bool recv_now(const Buffer& buffer, int peer, int tag, Context context, Result* out) override;
  bool cancel_recv(Operation* operation) override;
  void cancel_send(Operation* operation) override;
  [[nodiscard]] bool awaits_message(const Operation& operation) const override { return P2p::awaits_message(operation); }
  bool probe(int peer, int tag, Context context, Result* out) override { return p2p_.probe(peer, tag, context, out); }
  [[nodiscard]] const Status* loss_of(int peer) const override { return peers_.loss_of(peer); }
  [[nodiscard]] bool is_there(int peer) override {
    transport::Transport* lane = nullptr;
    return !peers_.lane(peer, &lane).is_ok() || lane->is_there(peer);
  }
  Unexpected* mprobe(int peer, int tag, Context context, Result* out) override { return p2p_.mprobe(peer, tag, context, out); }
  Status mrecv(Unexpected* message, const Buffer& buffer, Operation** out) override;
  Status promise(int peer, int tag, Context context, std::uint64_t bytes, const PromisedPlace& place, Context* data) override;
  void listen(PromiseListener* listener) noexcept override { p2p_.listen(listener); }
  [[nodiscard]] bool find_place(const Operation& operation, PromisedMessage* out) noexcept override {
    return p2p_.find_place(operation, out);
  }
  Status take_from_place(const Operation& operation) override { return p2p_.take_from_place(operation); }
  Status free_place(const PromisedMessage& message) override { return p2p_.free_place(message); }
  Status expect(int peer, int tag, Context context, Operation** out) override;
  [[nodiscard]] Unexpected* expected(const Operation& operation) const noexcept override { return P2p::expected(operation); }
  Status copy(const Buffer& destination, const Buffer& source, Operation** out) override;
  void note(int peer, int tag, Context context, std::span<const std::byte> words) override {
    p2p_.note(peer, tag, context, words);
  }
  [[nodiscard]] bool read_note(const Operation& operation, std::span<std::byte> out) const override {
    return p2p_.read_note(operation, out);
  }
  void list_unread(std::vector<Unread>* out) override { p2p_.list_unread(out); }
  Status export_to(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes,
                   transport::BufferDescriptor* out) override {
    return p2p_.exports().export_to(peer, memory, address, bytes, out);
  }
  [[nodiscard]] std::uint64_t regions_ended() const noexcept override { return p2p_.exports().regions_ended(); }
  void accept_region(int peer, const transport::BufferDescriptor& region) override {
    p2p_.exports().accept_region(peer, region);
  }

  Status offer(const Buffer& buffer, int peer, std::vector<std::byte>* out) override { return p2p_.offer(buffer, peer, out); }
  Status ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Route* out) override;
  void explain(std::uint64_t key, std::string_view line) override { p2p_.explainer().once(key, line); }

  rma::Rma& rma() override { return rma_.rma(); }
  transport::MemoryRegistry& memory_registry() override { return rma_.registry(); }
  void ring(int peer) override;

  void add_progressor(Progressor* progressor) override { progressors_.add(progressor); }
  // Who sleeps until something rings looks again.
  void begin_polling() noexcept override {
    progressors_.begin_polling();
    look_after(false);
  }
  void end_polling() noexcept override { progressors_.end_polling(); }
  [[nodiscard]] bool needs_polling() const noexcept { return progressors_.polling() || moves_unheard(); }
  bool progress() override;
  void wait_until(const std::function<bool()>& ready) override;
  void wait(const Operation& operation) override;
  Status begin_helping() override { return helping_.begin(); }
  void help_if_spare() override { helping_.begin_if_spare(); }
  Status help() override { return helping_.start(); }
  bool begin_serving() override { return helping_.begin_serving(); }
  void end_serving() noexcept override { helping_.end_serving(); }
  void end_helping() noexcept override { helping_.end(); }
  [[nodiscard]] bool helped() const noexcept override { return helping_.has_cpu(); }
  [[nodiscard]] HostCopies& host_copies() noexcept { return p2p_.host_copies(); }
  void stir() override { waiter_.stir(); }
  [[nodiscard]] Census census() const noexcept override { return p2p_.census(); }
  Status take_failure() override { return failures_.take(); }
  Status synchronize() override;
  Status leave() override;
  Status shut_down() override;

 private:
  [[nodiscard]] bool busy() const noexcept override {
    return helping_.serves() || !progressors_.empty() || p2p_.busy() || !idle();
  }
  void attend(const std::atomic<bool>& stop) override;
  template <typename Ready>
  void wait_for(const Ready& ready);
  // After work was started: another thread may be the one that waits for it, or the only one to look after it.
  void look_after(bool to_itself) {
    if (waiter_.anybody_sleeps()) [[unlikely]] {
      tend(to_itself);
    }
  }
  void tend(bool to_itself);
  bool look_in();
  bool round();
  bool advance_protocols();
  [[nodiscard]] bool idle() const noexcept;
  // Without a progressor's doing, something moves only when looked at.
  [[nodiscard]] bool moves_unheard() const noexcept;
  [[nodiscard]] WaitHints hints() noexcept;
  ProtocolParts protocol_parts();
  Status check_rank(int peer) const;
  Status meet_all();
  Status take_leave(int to, int from, int round);
  Status stand_in_fence();
  bool settled();
  void unmap_peers();

  Parts parts_;
  int rank_;
  int size_;
  bool incomplete_ = false;  // some ranks have been lost, as this one has seen or heard
  Peers peers_;
  Failures failures_;
  Outbox outbox_;
  Owners owners_;
  P2p p2p_;
  std::vector<Protocol*> protocols_;  // beside p2p_
  rma::Service rma_;
  Dispatcher dispatcher_;
  Waiter waiter_;
  std::vector<transport::Transport*> receiving_;
  Progressors progressors_;
  unsigned sends_ = 0;
  unsigned receives_ = 0;  // those that were over at once
  Helping helping_;        // the last member: its thread uses the others
};

}  // namespace penstock::proto
