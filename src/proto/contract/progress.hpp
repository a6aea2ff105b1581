// The contract for progress, and for waiting with progress.
#pragma once

#include <functional>

#include "base/status.hpp"
#include "proto/common/operation.hpp"

namespace penstock::proto {

// A participant outside point-to-point that needs the CPU: schedules of coll/.
class Progressor {
 public:
  virtual ~Progressor() = default;
  // Does what can be done without waiting. Returns false when it is over and wants no more calls.
  virtual bool advance() = 0;
};

// All of it is called with the engine's lock held; waits release it between rounds.
class Progress {
 public:
  // Makes one bounded round of everything; returns true if something moved.
  virtual bool poll() = 0;
  // Blocks until `ready()` is true, and makes progress meanwhile: it polls for a while, then sleeps on the doorbell. Any thread
  // that makes progress may ask `ready`, with the lock held: it looks at nothing of the calling thread's own, and neither waits
  // nor releases the lock. It is asked again after it was true, and the call returns only if it still is.
  virtual void wait_until(const std::function<bool()>& ready) = 0;
  // Waits for an operation, without the cost of a std::function.
  virtual void wait(const Operation& operation) = 0;
  virtual void add_progressor(Progressor* progressor) = 0;
  // A progressor begins to wait for a device, which rings nothing, or no longer does: whoever waits keeps polling meanwhile.
  virtual void begin_polling() noexcept = 0;
  virtual void end_polling() noexcept = 0;
  // Wakes `peer` if it sleeps: called after a store to a word in shared memory that one of its threads may wait for in
  // wait_until(). It is cheap if the peer does not sleep, and does nothing for a peer of another host.
  virtual void ring(int peer) = 0;
  // Wakes the threads whose condition has become true without poll(), as when a generalised request was completed.
  virtual void wake_ready() = 0;
  // Returns, and forgets, a failure with no operation to tell it (a transport broke): the caller reports it.
  virtual Status take_failure() = 0;

 protected:
  ~Progress() = default;
};

}  // namespace penstock::proto
