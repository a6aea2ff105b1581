#include "core/process/predefined.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "boot/asked.hpp"

namespace penstock::core {

Status Predefined::open(Instance& instance) {
  PENSTOCK_TRY(bind_datatypes(instance));
  bind_ops(instance);
  bind_errhandlers(instance);
  empty_group_ = Ref<Group>::adopt(new Group({}, instance.rank()));
  empty_group_->handle = MPI_GROUP_EMPTY;
  instance.table<Group>().bind(number_of(MPI_GROUP_EMPTY), empty_group_.get());
  return Status::ok();
}

Status Predefined::bind_datatypes(Instance& instance) {
  for (const PredefinedType& row : predefined_types()) {
    Ref<Datatype> made;
    PENSTOCK_TRY(make_predefined(instance, row, &made));
    made->handle = row.handle;
    instance.table<Datatype>().bind(number_of(row.handle), made.get());
    datatypes_.push_back(std::move(made));
  }
  return Status::ok();
}

void Predefined::bind_ops(Instance& instance) {
  for (const PredefinedOp& row : predefined_ops()) {
    auto made = Ref<Op>::adopt(new Op(row.operation, row.name));
    made->handle = row.handle;
    instance.table<Op>().bind(number_of(row.handle), made.get());
    ops_.push_back(std::move(made));
  }
}

void Predefined::bind_errhandlers(Instance& instance) {
  struct Row {
    MPI_Errhandler handle;
    ErrhandlerKind kind;
    std::string_view name;
  };
  Row handlers[] = {{MPI_ERRORS_ARE_FATAL, ErrhandlerKind::kFatal, "mpi_errors_are_fatal"},
                    {MPI_ERRORS_ABORT, ErrhandlerKind::kAbort, "mpi_errors_abort"},
                    {MPI_ERRORS_RETURN, ErrhandlerKind::kReturn, "mpi_errors_return"}};
  // New communicators get the first handler.
  const auto asked = std::ranges::find(handlers, boot::asked_errhandler(), &Row::name);
  if (asked != std::end(handlers)) std::swap(*asked, handlers[0]);
  for (const auto& [handle, kind, name] : handlers) {
    auto made = Ref<Errhandler>::adopt(new Errhandler(kind));
    made->handle = handle;
    instance.table<Errhandler>().bind(number_of(handle), made.get());
    errhandlers_.push_back(std::move(made));
  }
}

}  // namespace penstock::core
