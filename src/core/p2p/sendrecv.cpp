#include "core/p2p/sendrecv.hpp"

#include <memory>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"
#include "core/p2p/requests.hpp"
#include "core/type/packed_copy.hpp"

namespace penstock::core {
namespace {

// Both operations of an exchange under way, as references of the caller; null for MPI_PROC_NULL.
struct Pair {
  proto::Operation* sending = nullptr;
  proto::Operation* receiving = nullptr;
};

Status check_halves(const Comm& comm, const Half& out, const Half& in) {
  PENSTOCK_TRY(check_send(comm, out.peer, out.tag));
  return check_recv(comm, in.peer, in.tag);
}

// Begins the receive first, so that a message to this rank itself finds it.
Status start(Comm& comm, const Half& out, const Half& in, Pair* pair) {
  PENSTOCK_TRY(start_recv(comm, in.buffer, *in.datatype, in.peer, in.tag, &pair->receiving));
  Status sent = start_send(comm, out.buffer, *out.datatype, out.peer, out.tag, proto::SendMode::kStandard, &pair->sending);
  if (!sent.is_ok()) abandon_recv(comm, std::exchange(pair->receiving, nullptr));
  return sent;
}

Status exchange(Comm& comm, const Half& out, const Half& in, Outcome* outcome) {
  Pair pair;
  PENSTOCK_TRY(start(comm, out, in, &pair));
  Status sent;
  if (pair.sending != nullptr) {
    if (!pair.sending->done()) comm.instance().engine().progress().wait(*pair.sending);
    if (!pair.sending->status().is_ok()) sent = pair.sending->status().clone();
    drop(comm, pair.sending);
  }
  Status received;
  if (sent.is_ok()) {
    received = end_recv(comm, pair.receiving, outcome);
  } else {
    abandon_recv(comm, pair.receiving);
  }
  return sent.is_ok() ? std::move(received) : std::move(sent);
}

// An exchange as a request. It keeps the objects that both halves use.
class SendRecv final : public Work {
 public:
  SendRecv(Comm& comm, const Half& out, const Half& in) noexcept
      : comm_(Ref<Comm>::share(comm)), types_{Ref<Datatype>::share(*out.datatype), Ref<Datatype>::share(*in.datatype)} {}
  ~SendRecv() override {
    if (pair_.sending != nullptr) drop(*comm_, pair_.sending);
    if (pair_.receiving != nullptr) drop(*comm_, pair_.receiving);
  }

  // Copies the data to send, since the receive overwrites them.
  [[nodiscard]] Status set_aside(Half* out) {
    PENSTOCK_TRY(copy_.take(comm_->instance().engine(), out->buffer));
    out->buffer = copy_.buffer();
    return Status::ok();
  }
  [[nodiscard]] Status begin(const Half& out, const Half& in) { return start(*comm_, out, in, &pair_); }

  bool done() override { return over(pair_.sending) && over(pair_.receiving); }
  Status tell(Outcome* outcome) override {
    *outcome = pair_.receiving != nullptr ? outcome_of(*pair_.receiving, Direction::kRecv, *comm_) : kProcNullOutcome;
    for (const proto::Operation* operation : {pair_.receiving, pair_.sending}) {
      if (operation != nullptr && !operation->status().is_ok()) return operation->status().clone();
    }
    if (pair_.receiving != nullptr && pair_.receiving->recorded()) return comm_->instance().checks()->judge(*pair_.receiving);
    return Status::ok();
  }

 private:
  static bool over(const proto::Operation* operation) noexcept { return operation == nullptr || operation->done(); }

  Ref<Comm> comm_;
  Ref<Datatype> types_[2];
  PackedCopy copy_;
  Pair pair_;
};

}  // namespace

Status sendrecv(Comm& comm, const Half& out, const Half& in, Outcome* outcome) {
  PENSTOCK_TRY(check_halves(comm, out, in));
  return exchange(comm, out, in, outcome);
}

Status sendrecv_replace(Comm& comm, const Half& out, const Half& in, Outcome* outcome) {
  PENSTOCK_TRY(check_halves(comm, out, in));
  if (out.peer == MPI_PROC_NULL || in.peer == MPI_PROC_NULL) return exchange(comm, out, in, outcome);
  PackedCopy copy;
  PENSTOCK_TRY(copy.take(comm.instance().engine(), out.buffer));
  Half aside = out;
  aside.buffer = copy.buffer();
  return exchange(comm, aside, in, outcome);
}

Status isendrecv(Comm& comm, const Half& out, const Half& in, MPI_Request* request) {
  PENSTOCK_TRY(check_halves(comm, out, in));
  auto work = std::make_unique<SendRecv>(comm, out, in);
  PENSTOCK_TRY(work->begin(out, in));
  return requests_of(comm.instance()).add(request, &comm, std::move(work));
}

Status isendrecv_replace(Comm& comm, const Half& out, const Half& in, MPI_Request* request) {
  PENSTOCK_TRY(check_halves(comm, out, in));
  auto work = std::make_unique<SendRecv>(comm, out, in);
  Half aside = out;
  if (out.peer != MPI_PROC_NULL && in.peer != MPI_PROC_NULL) PENSTOCK_TRY(work->set_aside(&aside));
  PENSTOCK_TRY(work->begin(aside, in));
  return requests_of(comm.instance()).add(request, &comm, std::move(work));
}

}  // namespace penstock::core
