// Progress, matching and the movement of messages for one process object. Knows world ranks, context ids and layouts;
// knows no MPI handle.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "base/status.hpp"
#include "boot/boot.hpp"
#include "observe/counters.hpp"
#include "observe/events.hpp"
#include "proto/common/operation.hpp"
#include "proto/engine/lock.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::transport {
class MemoryRegistry;     // registry.hpp
class ShmBuffers;         // transport.hpp
struct BufferDescriptor;  // transport.hpp
}  // namespace penstock::transport

namespace penstock::proto {

struct Unexpected;  // match/matcher.hpp

namespace rma {
class Rma;  // rma/rma.hpp
}

// A participant outside point-to-point that needs the CPU: schedules of coll/.
class Progressor {
 public:
  virtual ~Progressor() = default;
  // Does what can be done without waiting. Returns false when it is over and wants no more calls.
  virtual bool advance() = 0;
};

class Engine {
 public:
  struct Parts {
    const Config& config;
    Log& log;
    boot::Boot& boot;
    accel::Accel& accel;
    observe::Counters& counters;
  };
  // Collective over the job: prepare(), fence() and meet(). The parts outlive the engine.
  static Status create(const Parts& parts, std::unique_ptr<Engine>* out);
  // Of this rank alone: publishes its address. Until meet() it sends to itself and nobody else.
  static Status prepare(const Parts& parts, std::unique_ptr<Engine>* out);
  virtual ~Engine() = default;

  // Collective over the job: from now on every address is there. Without it an address is waited for where the launcher can do
  // that (Boot::can_await).
  virtual Status fence() { return Status::ok(); }
  // Reads the first addresses. Once, in front of the first message to another rank. `most_on_a_host`: ranks that share one
  // host's CPUs, the same on all ranks.
  virtual Status meet(int /*most_on_a_host*/) { return Status::ok(); }

  [[nodiscard]] virtual int rank() const noexcept = 0;
  [[nodiscard]] virtual int size() const noexcept = 0;
  // More ranks on some host than CPUs: whoever looks takes time from the others, and each message may cost a switch between
  // ranks. All ranks of the job say the same.
  [[nodiscard]] virtual bool crowded() const noexcept = 0;
  [[nodiscard]] virtual accel::Accel& accel() noexcept = 0;
  [[nodiscard]] virtual const Config& config() const noexcept = 0;
  // Memory that ranks of a host share; null where they do not. Lives as long as the engine.
  [[nodiscard]] virtual transport::ShmBuffers* shm_buffers() noexcept { return nullptr; }
  // Held by every thread inside the library; every verb below is called with it held, waits release it between rounds.
  [[nodiscard]] EngineLock& lock() noexcept { return lock_; }

  // The operation may be done already. Failure at once means nothing was started. `peer` is a world rank; recv takes
  // kAnySource and kAnyTag.
  virtual Status send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) = 0;
  // A small message of plain host memory that is over at once, in kStandard mode. False: nothing was begun, use send(). `peer`
  // is a rank of the job.
  virtual bool send_now(const Buffer& buffer, int peer, int tag, Context context) = 0;
  virtual Status recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) = 0;
  // A receive from `peer` of a small message that lies in shared memory already, which is over at once; not from inside
  // progress(). Messages of the peer in front of it go to their receives, where those are posted. False: nothing was begun,
  // use recv(). It does not look each time, so that false says nothing of what has come.
  virtual bool recv_now(const Buffer& buffer, int peer, int tag, Context context, Result* out) = 0;
  // A posted receive that has not been matched ends with Result::cancelled. True if it did.
  virtual bool cancel_recv(Operation* operation) = 0;
  // A send that its receiver has not taken ends with Result::cancelled: at once where both reach one memory, else once the
  // receiver, which must make progress for that, has given it back. Others go on.
  virtual void cancel_send(Operation* /*operation*/) {}
  // Of a receive: no message has matched it.
  [[nodiscard]] virtual bool awaits_message(const Operation& /*operation*/) const { return false; }
  // Looks for an unexpected message without receiving it.
  virtual bool probe(int peer, int tag, Context context, Result* out) = 0;
  // Why no message of the peer will come any more, or (kAnySource) of one of all; null: nobody is lost.
  [[nodiscard]] virtual const Status* loss_of(int peer) const = 0;
  // Asks the system whether the peer is there yet, where that can be known: for what a failure is told as.
  [[nodiscard]] virtual bool is_there(int /*peer*/) { return true; }
  // The same, and takes it out of matching: only mrecv() receives it from now on. Null if there is
  // none. One that is never received goes with the engine.
  virtual Unexpected* mprobe(int peer, int tag, Context context, Result* out) = 0;
  // Receives a message that mprobe() gave, which is the engine's again. It cannot be cancelled.
  virtual Status mrecv(Unexpected* message, const Buffer& buffer, Operation** out) = 0;

  // Words, 64 bytes at most, on the next message to the peer with that tag and context, which is sent within the same call.
  virtual void note(int /*peer*/, int /*tag*/, Context /*context*/, std::span<const std::byte> /*words*/) {}
  // Those on the message that a receive has taken; false: there were none.
  [[nodiscard]] virtual bool read_note(const Operation& /*operation*/, std::span<std::byte> /*out*/) const { return false; }
  // Appends the messages that have come and that no receive has asked for.
  virtual void list_unread(std::vector<Unread>* /*out*/) {}

  // Lets a peer map device memory of this rank, of which `bytes` from `address` on will be touched, until the program frees it:
  // `out` is what the peer gives to accept_region(). Code::kUnsupported: the peer cannot map it.
  virtual Status export_to(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes,
                           transport::BufferDescriptor* out) = 0;
  // How many regions have ended so far: while it is the same, all that were exported still are.
  [[nodiscard]] virtual std::uint64_t regions_ended() const noexcept = 0;
  // Takes what such a region needs to be mapped here (Accel::import_memory).
  virtual void accept_region(int peer, const transport::BufferDescriptor& region) = 0;

  // Copies between two local buffers of any memory kinds (packed lengths must be equal); may be done at once.
  virtual Status copy(const Buffer& destination, const Buffer& source, Operation** out) = 0;

  // What is chosen at run time for a message that is not sent: `mine` is this rank's side of it, `theirs` the offer() that the
  // peer made for this rank of a buffer at least as long. A sender answers "staged" where the receiver would not ask it to
  // push.
  virtual Status offer(const Buffer& buffer, int peer, std::vector<std::byte>* out) = 0;
  virtual Status ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Route* out) = 0;
  // One-sided operations, and the memory that this rank lets others reach. Made with the first call of either, or the first
  // request of a peer: a program that has none of them pays nothing. Live as long as the engine.
  virtual rma::Rma& rma() = 0;
  virtual transport::MemoryRegistry& memory_registry() = 0;
  // Behind a store to a word in shared memory that a thread of `peer` may wait for in wait_until(): wakes it if it sleeps.
  // Cheap if it does not. Nothing for a peer of another host.
  virtual void ring(int peer) = 0;

  // With PENSTOCK_EXPLAIN: says `line` the first time that it is called with this key, below 2^63.
  virtual void explain(std::uint64_t key, std::string_view line) = 0;

  virtual void add_progressor(Progressor* progressor) = 0;
  // A progressor has begun to wait for a device, which rings nothing, or no longer does: whoever waits keeps looking meanwhile.
  virtual void begin_polling() noexcept = 0;
  virtual void end_polling() noexcept = 0;
  // One bounded round of everything; true if something moved.
  virtual bool progress() = 0;
  // Blocks, waiting adaptively (spin, then sleep on the doorbell), until `ready()` is true. Progresses meanwhile. Any thread
  // that progresses may ask `ready`, with the lock held: it looks at nothing of the calling thread's own, and neither waits
  // nor releases the lock. It is asked again after it was true, and the call returns only if it still is.
  virtual void wait_until(const std::function<bool()>& ready) = 0;
  // The common form, without the cost of a std::function.
  virtual void wait(const Operation& operation) = 0;
  // PENSTOCK_PROGRESS_THREAD=1: from now on a thread makes rounds of progress while something is under way and no other thread
  // does. It holds the lock, so from here on everybody does, this call too. Functions of the program may run on it. Nothing
  // without the tunable.
  virtual Status begin_helping() = 0;
  // The same where the tunable is auto and CPUs are to spare: what is under way from now on gains from it. Within a call of the
  // program, with the lock held. A failure is logged, and not tried again.
  virtual void help_if_spare() = 0;
  // Until end_serving() was called as often: that thread serves peers while this rank calls nothing. It is started where the
  // tunable is auto and CPUs are to spare. Within a call of the program, with the lock held. A failure is logged, and not tried
  // again. False: there is no such thread.
  virtual bool begin_serving() = 0;
  virtual void end_serving() noexcept = 0;
  // Ends it; called without the lock. Again: nothing.
  virtual void end_helping() noexcept = 0;
  // That thread is there and has a processor of its own: what is left to it costs the program nothing.
  [[nodiscard]] virtual bool helped() const noexcept { return false; }
  // What some thread waits for may have become true without progress() (a generalised request was completed): it is told.
  virtual void stir() = 0;
  [[nodiscard]] virtual Census census() const noexcept { return {}; }
  // Lives as long as the engine.
  [[nodiscard]] observe::Events& events() noexcept { return events_; }
  // Failures with no operation to tell (a transport broke): taken once by the caller that reports it.
  virtual Status take_failure() = 0;

  // Collective over the job: completes what was sent. Messages may follow.
  virtual Status synchronize() { return Status::ok(); }
  // Of this rank alone: completes what was sent, for good. Peers may go on among each other.
  virtual Status leave() { return Status::ok(); }
  // Collective over the job: completes what was sent, then parts from the peers.
  virtual Status shut_down() = 0;

 private:
  EngineLock lock_;
  observe::Events events_;
};

}  // namespace penstock::proto
