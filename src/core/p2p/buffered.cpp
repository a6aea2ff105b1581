#include "core/p2p/buffered.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"
#include "core/p2p/p2p.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

// The messages that were in a buffer when it was flushed.
class Flush final : public Work {
 public:
  explicit Flush(std::vector<proto::Operation*> messages) noexcept : messages_(std::move(messages)) {}
  ~Flush() override {
    for (proto::Operation* message : messages_) message->release();
  }
  bool done() override {
    return std::ranges::all_of(messages_, [](const proto::Operation* message) { return message->done(); });
  }
  Status tell(Outcome* outcome) override {
    *outcome = kEmptyOutcome;
    for (const proto::Operation* message : messages_) {
      if (!message->status().is_ok()) return message->status().clone();
    }
    return Status::ok();
  }

 private:
  std::vector<proto::Operation*> messages_;
};

// The buffer of MPI_Buffer_attach, which MPI_Finalize detaches.
struct AttachedBuffer final : public Module {
  static constexpr ModuleId kModule = ModuleId::kSendBuffer;
  Status drain() override {
    Status drained = buffer ? buffer->drain() : Status::ok();
    buffer.reset();
    return drained;
  }
  std::unique_ptr<SendBuffer> buffer;
};

SendBuffer* room_of(Comm& comm) {
  if (comm.send_buffer) return comm.send_buffer.get();
  const Ref<Session>& session = comm.group().session();
  return session && session->send_buffer ? session->send_buffer.get() : send_buffer_of(comm.instance()).get();
}

}  // namespace

std::unique_ptr<SendBuffer>& send_buffer_of(Instance& instance) {
  return instance.modules().need<AttachedBuffer>().buffer;
}

Status bsend(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag) {
  PENSTOCK_TRY(check_send(comm, dest, tag));
  if (dest == MPI_PROC_NULL) return Status::ok();
  SendBuffer* room = room_of(comm);
  if (room == nullptr) {
    return Status::error(Code::kBuffer, "no buffer is attached; call MPI_Buffer_attach or MPI_Comm_attach_buffer first");
  }
  if (MessageChecks* const checks = comm.instance().checks()) checks->announce({comm, buffer, type, dest, tag});
  return room->send(buffer, comm.peers().world_rank(dest), tag, comm.context());
}

Status attach_buffer(Instance& instance, std::unique_ptr<SendBuffer>* slot, void* address, MPI_Count bytes) {
  if (*slot) return Status::error(Code::kBuffer, "a buffer of {} bytes is attached already; detach it first", (*slot)->bytes());
  if (address == MPI_BUFFER_AUTOMATIC) {
    *slot = std::make_unique<SendBuffer>(instance.engine());
    return Status::ok();
  }
  if (address == nullptr && bytes != 0) return Status::error(Code::kBuffer, "the buffer to attach is a null pointer");
  *slot = std::make_unique<SendBuffer>(instance.engine(), address, static_cast<std::uint64_t>(bytes));
  return Status::ok();
}

Status detach_buffer(std::unique_ptr<SendBuffer>* slot, void** address, MPI_Count* bytes) {
  *address = nullptr;
  *bytes = 0;
  if (!*slot) return Status::ok();
  Status drained = (*slot)->drain();
  *address = (*slot)->address();
  *bytes = static_cast<MPI_Count>((*slot)->bytes());
  slot->reset();
  return drained;
}

Status flush_buffer(const std::unique_ptr<SendBuffer>& slot) {
  return slot ? slot->drain() : Status::ok();
}

Status iflush_buffer(Instance& instance, Comm* comm, const std::unique_ptr<SendBuffer>& slot, MPI_Request* request) {
  if (!slot) return requests_of(instance).add(request, comm, kEmptyOutcome);
  return requests_of(instance).add(request, comm, std::make_unique<Flush>(slot->waiting()));
}

}  // namespace penstock::core
