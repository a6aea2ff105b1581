#include "core/stream/operations.hpp"

#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"

namespace penstock::core {

void drop(proto::Operation*& operation) noexcept {
  if (operation != nullptr) std::exchange(operation, nullptr)->release();
}

Status status_of(const proto::Operation& operation) {
  return operation.status().is_ok() ? Status::ok() : operation.status().clone();
}

StreamSend::StreamSend(Comm& comm, const Half& out)
    : StreamOperation(comm), half_(out), datatype_(Ref<Datatype>::share(*out.datatype)) {}

StreamSend::~StreamSend() {
  drop(sending_);
}

Status StreamSend::match() {
  if (half_.peer == MPI_PROC_NULL) return Status::ok();
  return streams_of(comm().instance())
      ->matching()
      .promise(comm().peers().world_rank(half_.peer), half_.tag, comm().context(), half_.buffer.bytes(), {}, &promised_);
}

bool StreamSend::begin() {
  if (half_.peer == MPI_PROC_NULL) return true;
  const proto::Context context = promised_ != 0 ? promised_ : comm().context();
  Status begun = comm().instance().engine().messages().send(half_.buffer, comm().peers().world_rank(half_.peer), half_.tag,
                                                            context, proto::SendMode::kStandard, &sending_);
  if (!begun.is_ok()) end(kEmptyOutcome, std::move(begun));
  return true;
}

bool StreamSend::move() {
  if (sending_ == nullptr) return true;
  if (!sending_->done()) return false;
  end(kEmptyOutcome, status_of(*sending_));
  drop(sending_);
  return true;
}

StreamRecv::StreamRecv(Comm& comm, const Half& in)
    : StreamOperation(comm), half_(in), datatype_(Ref<Datatype>::share(*in.datatype)) {}

StreamRecv::~StreamRecv() {
  drop(expecting_);
  drop(receiving_);
}

Status StreamRecv::match() {
  if (half_.peer == MPI_PROC_NULL) return Status::ok();
  return streams_of(comm().instance())
      ->matching()
      .expect(world_source(comm(), half_.peer), half_.tag, comm().context(), &expecting_);
}

Status StreamRecv::leave_in_place() {
  Status told = streams_of(comm().instance())->matching().take_from_place(*expecting_);
  drop(expecting_);
  return told;
}

bool StreamRecv::begin() {
  if (half_.peer == MPI_PROC_NULL || expecting_ != nullptr) return true;
  Status begun = comm().instance().engine().messages().recv(half_.buffer, world_source(comm(), half_.peer), half_.tag,
                                                            comm().context(), &receiving_);
  if (!begun.is_ok()) end(kEmptyOutcome, std::move(begun));
  return true;
}

Status StreamRecv::take() {
  proto::Engine& engine = comm().instance().engine();
  Status taken = status_of(*expecting_);
  if (taken.is_ok())
    taken = engine.messages().mrecv(streams_of(comm().instance())->matching().expected(*expecting_), half_.buffer, &receiving_);
  drop(expecting_);
  return taken;
}

bool StreamRecv::move() {
  if (half_.peer == MPI_PROC_NULL) {
    end(kProcNullOutcome, Status::ok());
    return true;
  }
  if (receiving_ == nullptr && expecting_ == nullptr) return true;  // it could not begin
  if (receiving_ == nullptr) {
    if (!expecting_->done()) return false;
    if (Status taken = take(); !taken.is_ok()) {
      end(kEmptyOutcome, std::move(taken));
      return true;
    }
  }
  if (!receiving_->done()) return false;
  end(outcome_of(*receiving_, Direction::kRecv, comm()), status_of(*receiving_));
  drop(receiving_);
  return true;
}

StreamCollective::~StreamCollective() {
  if (collective_.schedule && collective_.schedule->done()) {
    comm().instance().job().give_schedule(std::move(collective_.schedule));
  }
}

// Steps that wait for the members to find out what they share are not there yet.
bool StreamCollective::begin() {
  if (!collective_.put_off) {
    collective_.begin();
    return true;
  }
  if (on_.setup().puts_off(*collective_.schedule)) return false;
  collective_.schedule->start();
  return true;
}

bool StreamCollective::move() {
  if (!collective_.done()) return false;
  end(kEmptyOutcome, collective_.status());
  return true;
}

}  // namespace penstock::core
