#include "core/p2p/message.hpp"

#include <memory>
#include <utility>

#include "base/pool.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"
#include "core/p2p/p2p.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

Outcome outcome_of(const Comm& comm, const proto::Result& result) noexcept {
  return {comm.peers().rank_of(result.source), result.tag, result.bytes, false};
}

// A search among the messages that have arrived.
class Look {
 public:
  Look(Comm& comm, int source, int tag) noexcept
      : comm_(comm), engine_(comm.instance().engine()), source_(world_source(comm, source)), tag_(tag) {}

  // Tells if there is such a message; once true it stays so.
  bool see() { return seen_ || (seen_ = engine_.messages().probe(source_, tag_, comm_.context(), &result_)); }
  bool take() {
    if (taken_ == nullptr) taken_ = engine_.messages().mprobe(source_, tag_, comm_.context(), &result_);
    return taken_ != nullptr;
  }
  // Returns the reason why no message will come; null if one may come.
  [[nodiscard]] const Status* loss() const { return engine_.membership().loss_of(source_); }
  [[nodiscard]] Outcome outcome() const noexcept { return outcome_of(comm_, result_); }
  [[nodiscard]] proto::Unexpected* taken() const noexcept { return taken_; }

 private:
  Comm& comm_;
  proto::Engine& engine_;
  int source_;
  int tag_;
  bool seen_ = false;
  proto::Unexpected* taken_ = nullptr;
  proto::Result result_;
};

void record(Comm& comm, const proto::Buffer& buffer, const Datatype& type, proto::Operation& operation) {
  MessageChecks* const checks = comm.instance().checks();
  if (checks != nullptr) checks->record_recv({comm, buffer, type, MPI_ANY_SOURCE, MPI_ANY_TAG}, operation);
}

// The messages that matched probes have taken and that have a handle.
class ProbedMessages final : public Module {
 public:
  static constexpr ModuleId kModule = ModuleId::kProbedMessages;

  explicit ProbedMessages(HandleTable<ProbedMessage>& table) noexcept : table_(table) {}
  static ProbedMessages& of(Instance& instance) {
    Modules& modules = instance.modules();
    auto* const found = modules.find<ProbedMessages>();
    return found != nullptr ? *found : modules.begin(std::make_unique<ProbedMessages>(instance.table<ProbedMessage>()));
  }

  Status add(Comm& comm, proto::Unexpected* message, MPI_Message* handle) {
    ProbedMessage* added = pool_.acquire(ProbedMessage{Ref<Comm>::share(comm), message, MPI_MESSAGE_NULL});
    std::uintptr_t number = 0;
    if (Status status = table_.add(added, &number); !status.is_ok()) {
      pool_.release(added);
      return status;
    }
    *handle = added->handle = handle_from<MPI_Message>(number);
    return Status::ok();
  }
  void end(ProbedMessage& message) noexcept {
    table_.remove(number_of(message.handle));
    pool_.release(&message);
  }
  void end() noexcept override {
    table_.for_each([this](ProbedMessage& message) { pool_.release(&message); });
  }

 private:
  HandleTable<ProbedMessage>& table_;
  base::Pool<ProbedMessage> pool_;
};

// Ends the handle first, so that the message is never received twice.
proto::Unexpected* end_message(Instance& instance, ProbedMessage& message, MPI_Message* handle) noexcept {
  proto::Unexpected* unexpected = message.message;
  ProbedMessages::of(instance).end(message);
  *handle = MPI_MESSAGE_NULL;
  return unexpected;
}

}  // namespace

Status iprobe(Comm& comm, int source, int tag, bool* found, Outcome* outcome) {
  PENSTOCK_TRY(check_recv(comm, source, tag));
  *found = true;
  *outcome = kProcNullOutcome;
  if (source == MPI_PROC_NULL) return Status::ok();
  Look look(comm, source, tag);
  if (!look.see()) {
    comm.instance().engine().progress().poll();
    *found = look.see();
  }
  if (const Status* loss = *found ? nullptr : look.loss()) return loss->clone();
  if (*found) *outcome = look.outcome();
  return Status::ok();
}

Status probe(Comm& comm, int source, int tag, Outcome* outcome) {
  PENSTOCK_TRY(check_recv(comm, source, tag));
  *outcome = kProcNullOutcome;
  if (source == MPI_PROC_NULL) return Status::ok();
  Look look(comm, source, tag);
  if (!look.see()) comm.instance().engine().progress().wait_until([&look] { return look.see() || look.loss() != nullptr; });
  if (!look.see()) return look.loss()->clone();
  *outcome = look.outcome();
  return Status::ok();
}

Status improbe(Comm& comm, int source, int tag, bool* found, MPI_Message* message, Outcome* outcome) {
  PENSTOCK_TRY(check_recv(comm, source, tag));
  *found = true;
  *message = MPI_MESSAGE_NO_PROC;
  *outcome = kProcNullOutcome;
  if (source == MPI_PROC_NULL) return Status::ok();
  *message = MPI_MESSAGE_NULL;
  Look look(comm, source, tag);
  if (!look.take()) {
    comm.instance().engine().progress().poll();
    *found = look.take();
  }
  if (const Status* loss = *found ? nullptr : look.loss()) return loss->clone();
  if (!*found) return Status::ok();
  *outcome = look.outcome();
  return ProbedMessages::of(comm.instance()).add(comm, look.taken(), message);
}

Status mprobe(Comm& comm, int source, int tag, MPI_Message* message, Outcome* outcome) {
  PENSTOCK_TRY(check_recv(comm, source, tag));
  *message = MPI_MESSAGE_NO_PROC;
  *outcome = kProcNullOutcome;
  if (source == MPI_PROC_NULL) return Status::ok();
  *message = MPI_MESSAGE_NULL;
  Look look(comm, source, tag);
  if (!look.take()) comm.instance().engine().progress().wait_until([&look] { return look.take() || look.loss() != nullptr; });
  if (!look.take()) return look.loss()->clone();
  *outcome = look.outcome();
  return ProbedMessages::of(comm.instance()).add(comm, look.taken(), message);
}

Status find_message(Instance& instance, MPI_Message handle, ProbedMessage** out) {
  *out = nullptr;
  if (handle == MPI_MESSAGE_NO_PROC) return Status::ok();
  *out = instance.table<ProbedMessage>().find(number_of(handle));
  return *out != nullptr ? Status::ok() : instance.table<ProbedMessage>().explain(number_of(handle));
}

Status mrecv(Instance& instance, ProbedMessage* message, const proto::Buffer& buffer, const Datatype& type, MPI_Message* handle,
             Outcome* outcome) {
  if (message == nullptr) {
    *handle = MPI_MESSAGE_NULL;
    *outcome = kProcNullOutcome;
    return Status::ok();
  }
  const Ref<Comm> comm = message->comm;
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(instance.engine().messages().mrecv(end_message(instance, *message, handle), buffer, &operation));
  record(*comm, buffer, type, *operation);
  return end_recv(*comm, operation, outcome);
}

Status imrecv(Instance& instance, ProbedMessage* message, void* address, MPI_Count count, Datatype& datatype,
              MPI_Message* handle, MPI_Request* request) {
  proto::Buffer buffer;
  PENSTOCK_TRY(make_buffer(address, count, datatype, &buffer));
  if (message == nullptr) {
    *handle = MPI_MESSAGE_NULL;
    return requests_of(instance).add(request, nullptr, kProcNullOutcome);
  }
  const Ref<Comm> comm = message->comm;
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(instance.engine().messages().mrecv(end_message(instance, *message, handle), buffer, &operation));
  record(*comm, buffer, datatype, *operation);
  return requests_of(instance).add(request, *comm, datatype, operation, Direction::kRecv);
}

}  // namespace penstock::core
