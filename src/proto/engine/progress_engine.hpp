// The progress engine: rounds over transports, protocols and progressors, and the threads that wait with them.
#pragma once

#include <atomic>
#include <vector>

#include "proto/common/parts.hpp"
#include "proto/contract/progress.hpp"
#include "proto/engine/dispatcher.hpp"
#include "proto/p2p/p2p.hpp"
#include "proto/progress/hooks.hpp"
#include "proto/progress/progress_thread.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

class ProgressEngine final : public Progress, public BackgroundWork, private ProgressTarget {
 public:
  struct Parts {
    ProtocolParts engine;
    P2p& p2p;
    const std::vector<Protocol*>& protocols;  // beside those of p2p
    Dispatcher& dispatcher;
    EngineLock& lock;
    const ProgressThread& thread;
  };
  // All of it outlives this.
  explicit ProgressEngine(const Parts& parts);

  // Begins to receive from the transports, which have been made.
  void listen();
  // All addresses are there: the transports and the waiting threads hear whether ranks are oversubscribed.
  void met(bool oversubscribed);

  bool poll() override;
  void wait_until(const std::function<bool()>& ready) override;
  void wait(const Operation& operation) override;
  void add_progressor(Progressor* progressor) override { progressors_.add(progressor); }
  // Whoever sleeps until something rings polls again.
  void begin_polling() noexcept override {
    progressors_.begin_polling();
    parts_.engine.progress.work_started();
  }
  void end_polling() noexcept override { progressors_.end_polling(); }
  void ring(int peer) override;
  void wake_ready() override { waiter_.wake_ready(); }
  Status take_failure() override { return parts_.engine.failures.take(); }

  [[nodiscard]] transport::ShmBuffers* shm_buffers() noexcept;
  // Tells if a transport needs this rank's calls to serve its peers.
  [[nodiscard]] bool serves_peers() const noexcept;
  // Returns the word by which another thread of this process wakes those that wait here.
  [[nodiscard]] std::atomic<std::uint32_t>* bell() const noexcept { return waiter_.bell(); }
  // Tells that nothing is queued, moving or waiting for a peer.
  [[nodiscard]] bool idle() const noexcept;
  // Tells that, besides, nothing is in this process any more that a peer waits for: it may be closed without a word to them.
  [[nodiscard]] bool settled();

 private:
  class Entered;
  [[nodiscard]] bool has_work() const noexcept override;
  void work(const std::atomic<bool>& stop) override;
  bool receive_arrived() override;
  void wake_for_work(bool to_itself) override;
  template <typename Ready>
  void wait_for(const Ready& ready);
  bool round();
  bool advance_protocols();
  // Tells if a protocol has something that moves only when polled.
  [[nodiscard]] bool protocols_need_polling() const noexcept;
  [[nodiscard]] bool needs_polling() const noexcept { return progressors_.polling() || protocols_need_polling(); }
  [[nodiscard]] WaitHints hints() noexcept;

  Parts parts_;
  Waiter& waiter_;
  Progressors& progressors_;
  std::vector<transport::Transport*> receiving_;
};

}  // namespace penstock::proto
