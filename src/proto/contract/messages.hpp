// The contract for messages between ranks of the job and copies within one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "proto/common/operation.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::proto {

struct Unexpected;  // match/matcher.hpp

// All of it is called with the engine's lock held.
class Messages {
 public:
  // The operation may be done already. A failure that is returned means that nothing was started. `peer` is a world rank; recv
  // takes kAnySource and kAnyTag.
  virtual Status send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) = 0;
  // Sends a small message of plain host memory that is complete on return, in kStandard mode. False: nothing was begun, use
  // send(). `peer` is a rank of the job.
  virtual bool send_now(const Buffer& buffer, int peer, int tag, Context context) = 0;
  virtual Status recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) = 0;
  // Receives, completely, a small message from `peer` that lies in shared memory already; not to be called from inside
  // Progress::poll(). Messages of the peer in front of it go to their receives, where those are posted. False: nothing was
  // begun, use recv(). It does not look each time, so false does not mean that no message has come.
  virtual bool recv_now(const Buffer& buffer, int peer, int tag, Context context, Result* out) = 0;
  // A posted receive that has not been matched ends with Result::cancelled. Returns true if it did.
  virtual bool cancel_recv(Operation* operation) = 0;
  // A send that its receiver has not matched ends with Result::cancelled: on return where both reach one memory, else once the
  // receiver, which must make progress for that, has given it back. Others go on.
  virtual void cancel_send(Operation* operation) = 0;
  // Tells if a receive has not been matched.
  [[nodiscard]] virtual bool awaits_message(const Operation& operation) const = 0;
  // Looks for an unexpected message without receiving it.
  virtual bool probe(int peer, int tag, Context context, Result* out) = 0;
  // Works as probe(), and takes the message out of matching: only mrecv() receives it from now on. Null if there is none. A
  // message that is never received goes with the engine.
  virtual Unexpected* mprobe(int peer, int tag, Context context, Result* out) = 0;
  // Receives a message that mprobe() returned, which is the engine's again. It cannot be cancelled.
  virtual Status mrecv(Unexpected* message, const Buffer& buffer, Operation** out) = 0;
  // Copies between two local buffers of any memory kinds (packed lengths must be equal); may be done on return.
  virtual Status copy(const Buffer& destination, const Buffer& source, Operation** out) = 0;

  // Attaches words, 64 bytes at most, to the next message to the peer with that tag and context, which is sent within the same
  // call.
  virtual void note(int peer, int tag, Context context, std::span<const std::byte> words) = 0;
  // Reads the words on the message that a receive has matched. Returns false if there were none.
  [[nodiscard]] virtual bool read_note(const Operation& operation, std::span<std::byte> out) const = 0;
  // Appends the messages that have come and that no receive has asked for.
  virtual void list_unread(std::vector<Unread>* out) = 0;
  [[nodiscard]] virtual Census census() const noexcept = 0;

 protected:
  ~Messages() = default;
};

}  // namespace penstock::proto
