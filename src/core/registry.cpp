// Process: giving objects their handles and taking them back.
#include <utility>

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

Status Process::publish(Ref<Comm> made, Comm** out) {
  return add(comms_, std::move(made), out);
}
Status Process::publish(Ref<Group> made, Group** out) {
  return add(groups_, std::move(made), out);
}
Status Process::publish(Ref<Datatype> made, Datatype** out) {
  return add(datatypes_, std::move(made), out);
}
Status Process::publish(Ref<Errhandler> made, Errhandler** out) {
  return add(errhandlers_, std::move(made), out);
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
void Process::withdraw(Errhandler& errhandler) noexcept {
  remove(errhandlers_, errhandler);
}

}  // namespace penstock::core
