// Process: giving objects their handles and taking them back.
#include <utility>

#include "core/memory_kinds.hpp"
#include "core/process.hpp"

namespace penstock::core {
namespace {

template <typename T>
Status add(HandleTable<T>& table, Ref<T> made, T** out) {
  std::uintptr_t number = 0;
  PENSTOCK_TRY(table.add(made.get(), &number));
  made->handle = handle_from<decltype(made->handle)>(number);
  made->retain();  // the handle's own
  *out = made.get();
  return Status::ok();
}

template <typename T>
void remove(HandleTable<T>& table, T& object) noexcept {
  table.remove(number_of(object.handle));
  object.release();
}

}  // namespace

Errhandler::~Errhandler() {
  if (process_ != nullptr && handle != MPI_ERRHANDLER_NULL) process_->forget(*this);
}

Status Errhandler::check_for(ErrhandlerObject object) const {
  if (predefined() || is_for(object)) return Status::ok();
  return Status::error(Code::kErrhandler,
                       "the error handler was made by MPI_{}_create_errhandler, which this object cannot use",
                       is_for(ErrhandlerObject::kComm) ? "Comm" : "Session");
}

Status Process::publish(Ref<Comm> made, Comm** out) {
  return add(comms_, std::move(made), out);
}
Status Process::publish(Ref<Group> made, Group** out) {
  return add(groups_, std::move(made), out);
}
Status Process::publish(Ref<Datatype> made, Datatype** out) {
  return add(datatypes_, std::move(made), out);
}
Status Process::publish(Ref<Op> made, Op** out) {
  return add(ops_, std::move(made), out);
}
Status Process::publish(Ref<Info> made, Info** out) {
  return add(infos_, std::move(made), out);
}
Status Process::publish(Ref<Session> made, Session** out) {
  had_session_ = true;
  return add(sessions_, std::move(made), out);
}

// These two keep their numbers until the last reference is gone.
Status Process::publish(Ref<Errhandler> made, Errhandler** out) {
  std::uintptr_t number = 0;
  PENSTOCK_TRY(errhandlers_.add(made.get(), &number));
  made->handle = handle_from<MPI_Errhandler>(number);
  made->hold();
  *out = made.get();
  return Status::ok();
}
Status Process::publish(Ref<Keyval> made, int* keyval) {
  std::uintptr_t number = 0;
  PENSTOCK_TRY(keyvals_.add(made.get(), &number));
  made->handle = static_cast<int>(number);
  made->retain();  // the program's
  *keyval = made->handle;
  return Status::ok();
}
void Process::forget(Errhandler& errhandler) noexcept {
  errhandlers_.remove(number_of(errhandler.handle));
}
void Process::forget(Keyval& keyval) noexcept {
  keyvals_.remove(static_cast<std::uintptr_t>(keyval.handle));
}

void Process::withdraw(Comm& comm) noexcept {
  remove(comms_, comm);
}
void Process::withdraw(Group& group) noexcept {
  remove(groups_, group);
}
void Process::withdraw(Datatype& datatype) noexcept {
  remove(datatypes_, datatype);
}
void Process::withdraw(Op& op) noexcept {
  remove(ops_, op);
}
void Process::withdraw(Info& info) noexcept {
  remove(infos_, info);
}
void Process::withdraw(Session& session) noexcept {
  remove(sessions_, session);
}

// Described when first asked for: MPI_Init settles the level of threads after the process is made.
Info& Process::environment() {
  if (!environment_) {
    environment_ = describe_environment({}, size(), thread_level, advise_device(config_, rank(), size()));
    environment_->handle = MPI_INFO_ENV;
    static_cast<void>(environment_->set(kMemoryKindsKey, memory_kinds(*this)));  // it fits
  }
  return *environment_;
}

}  // namespace penstock::core
