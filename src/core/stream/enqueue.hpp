// Communication that is put on the stream of a communicator: matched now, in the order of the program; its buffers are used
// when the stream has come to it. No call waits for a peer or for the device.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "base/status.hpp"
#include "core/collective/collective.hpp"
#include "core/p2p/sendrecv.hpp"
#include "core/stream/captured.hpp"
#include "core/stream/late_status.hpp"
#include "core/stream/queue.hpp"
#include "mpi.h"

namespace penstock::core {

// One call that puts something on a stream; until it goes, no other call does. With the engine's lock held, which open() and
// the two that end the call release meanwhile.
class StreamTurn {
 public:
  StreamTurn() = default;
  StreamTurn(const StreamTurn&) = delete;
  StreamTurn& operator=(const StreamTurn&) = delete;
  ~StreamTurn();

  // On the communicator's stream. Fails for what an earlier operation left to be told, too.
  [[nodiscard]] Status open(Comm& comm);
  // On a queue, for a wait alone.
  [[nodiscard]] Status open(Instance& instance, std::shared_ptr<StreamQueue> queue);
  // After open(): the program captures the stream into a graph. What follows is either record() and hold(), or the rest.
  [[nodiscard]] bool captures() const noexcept { return capture_ != 0; }
  [[nodiscard]] bool captures(const CapturedPart& part) const noexcept {
    return !part.calls || part.calls->is_of(queue_.get(), capture_);
  }
  // Each replay makes the call when it comes here. Null: none, and nothing to hold() for.
  [[nodiscard]] Status record(std::unique_ptr<CapturedCall> call, CapturedPart* out);
  // Each replay waits here until the calls are over. They are of this capture and this stream.
  [[nodiscard]] Status hold(std::span<const CapturedPart> parts);

  // The stream tells that it has come here. What is matched next begins then.
  [[nodiscard]] Status mark();

  using Tells = accel::ProgramStream::Telling;
  // What the library gives the stream itself, in a capture or not: kernels, copies, waits for other streams. The communicator
  // stays until the stream is through with it. kTelling: the last of it is a kernel, which writes what it is told, unless the
  // word is 0.
  enum class Ends : std::uint8_t { kSilently, kTelling };
  using DeviceWork = base::FunctionRef<Status(accel::ProgramQueue&, const Tells&)>;
  [[nodiscard]] Status on_device(Comm& comm, Ends ends, DeviceWork work);
  // In no capture: one kernel, which tells all numbers of `tells`, set before it is launched. What is matched next begins at
  // the first.
  [[nodiscard]] Status by_kernel(std::span<Tells> tells, base::FunctionRef<Status(accel::ProgramQueue&)> launch);
  // The stream, which counts as held since the number was its next_hold(), does so until the operation is over; null: no
  // longer.
  void end_hold(std::uint32_t number, const SharedOperation& operation);
  // What the CPU does, at once, when the stream has come here, and the stream waits for; likewise.
  [[nodiscard]] Status on_host(Comm& comm, std::function<void()> does);

  [[nodiscard]] const std::shared_ptr<StreamQueue>& queue() const noexcept { return queue_; }
  // The operation has been matched.
  void add(SharedOperation operation);
  // The stream waits for all of them. `statuses`: one for each, or empty.
  [[nodiscard]] Status wait(std::vector<SharedOperation> operations, std::vector<LateStatus> statuses);

 private:
  [[nodiscard]] Status find_calls(std::shared_ptr<CapturedCalls>* out);

  Instance* instance_ = nullptr;
  std::shared_ptr<StreamQueue> queue_;
  std::unique_lock<std::mutex> turn_;
  std::uint32_t number_ = 0;
  std::uint64_t capture_ = 0;
};

// `request` is null where the stream waits at once.
[[nodiscard]] Status enqueue_send(Comm& comm, const Half& out, MPI_Request* request);
[[nodiscard]] Status enqueue_recv(Comm& comm, const Half& in, MPI_Request* request, LateStatus status);
[[nodiscard]] Status enqueue_sendrecv(Comm& comm, const Half& out, const Half& in, LateStatus status);

// The requests end, and their handles become null. All are of one stream.
[[nodiscard]] Status enqueue_wait(Instance& instance, std::span<MPI_Request> requests, LateStatus statuses);

// Within a turn, in front of a maker: the communicator to make a collective for the stream of `comm` on, and in which form.
[[nodiscard]] Status mark_collective(Comm& comm, StreamTurn* turn, Comm** on, CallForm* form);
// The collective that was made so.
[[nodiscard]] Status enqueue_collective(Comm& comm, StreamTurn* turn, Collective&& collective);

}  // namespace penstock::core
