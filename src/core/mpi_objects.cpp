#include "core/mpi_objects.hpp"

#include "core/lasting.hpp"

#include <algorithm>
#include <utility>

#include "boot/asked.hpp"
#include "core/process.hpp"

namespace penstock::core {
namespace {

template <typename T>
std::uintptr_t first_of(T constant) noexcept {
  return number_of(constant);
}

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

MpiObjects::MpiObjects(std::unique_ptr<runtime::Job> job)
    : job_(std::move(job)),
      engine_(job_->engine()),
      comms_(HandleKind::kComm, Code::kComm, "communicator", first_of(MPI_COMM_NULL), 0x100, 8),
      groups_(HandleKind::kGroup, Code::kGroup, "group", first_of(MPI_GROUP_NULL), 0x108, 8),
      datatypes_(HandleKind::kDatatype, Code::kType, "datatype", first_of(MPI_DATATYPE_NULL), 0x200,
                 kBeyondStandard + kShortFloats - 0x200),
      ops_(HandleKind::kOp, Code::kOp, "operation", first_of(MPI_OP_NULL), 0x20, 0x20),
      errhandlers_(HandleKind::kErrhandler, Code::kErrhandler, "error handler", first_of(MPI_ERRHANDLER_NULL), 0x140, 8),
      requests_(HandleKind::kRequest, Code::kRequest, "request", first_of(MPI_REQUEST_NULL), 0x180, 1),
      infos_(HandleKind::kInfo, Code::kInfo, "info", first_of(MPI_INFO_NULL), 0x130, 1),
      keyvals_(HandleKind::kKeyval, Code::kKeyval, "attribute key", MPI_KEYVAL_INVALID, MPI_TAG_UB, 7),
      sessions_(HandleKind::kSession, Code::kSession, "session", first_of(MPI_SESSION_NULL), first_of(MPI_SESSION_NULL), 1),
      windows_(HandleKind::kWin, Code::kWin, "window", first_of(MPI_WIN_NULL), first_of(MPI_WIN_NULL), 1),
      messages_(HandleKind::kMessage, Code::kRequest, "message", first_of(MPI_MESSAGE_NULL), 0x128, 1) {}

Status MpiObjects::open_objects(const Process& process) {
  PENSTOCK_TRY(open_tables());
  PENSTOCK_TRY(bind_datatypes(process));
  bind_ops();
  bind_errhandlers();
  empty_group_ = Ref<Group>::adopt(new Group({}, process.rank()));
  empty_group_->handle = MPI_GROUP_EMPTY;
  groups_.bind(number_of(MPI_GROUP_EMPTY), empty_group_.get());
  return Status::ok();
}

Status MpiObjects::open_tables() {
  PENSTOCK_TRY(comms_.open());
  PENSTOCK_TRY(groups_.open());
  PENSTOCK_TRY(datatypes_.open());
  PENSTOCK_TRY(ops_.open());
  PENSTOCK_TRY(errhandlers_.open());
  PENSTOCK_TRY(infos_.open());
  PENSTOCK_TRY(keyvals_.open());
  PENSTOCK_TRY(sessions_.open());
  PENSTOCK_TRY(windows_.open());
  PENSTOCK_TRY(messages_.open());
  PENSTOCK_TRY(requests_.open());
  return add_request(&over_, static_cast<Comm*>(nullptr), kEmptyOutcome);
}

Status MpiObjects::bind_datatypes(const Process& process) {
  for (const PredefinedType& row : predefined_types()) {
    Ref<Datatype> made;
    PENSTOCK_TRY(make_predefined(process, row, &made));
    made->handle = row.handle;
    datatypes_.bind(number_of(row.handle), made.get());
    predefined_datatypes_.push_back(std::move(made));
  }
  return Status::ok();
}

void MpiObjects::bind_ops() {
  for (const PredefinedOp& row : predefined_ops()) {
    auto made = Ref<Op>::adopt(new Op(row.operation, row.name));
    made->handle = row.handle;
    ops_.bind(number_of(row.handle), made.get());
    predefined_ops_.push_back(std::move(made));
  }
}

void MpiObjects::bind_errhandlers() {
  struct Row {
    MPI_Errhandler handle;
    ErrhandlerKind kind;
    std::string_view name;
  };
  Row handlers[] = {{MPI_ERRORS_ARE_FATAL, ErrhandlerKind::kFatal, "mpi_errors_are_fatal"},
                    {MPI_ERRORS_ABORT, ErrhandlerKind::kAbort, "mpi_errors_abort"},
                    {MPI_ERRORS_RETURN, ErrhandlerKind::kReturn, "mpi_errors_return"}};
  // The first is the one that communicators begin with.
  const auto asked = std::ranges::find(handlers, boot::asked_errhandler(), &Row::name);
  if (asked != std::end(handlers)) std::swap(*asked, handlers[0]);
  for (const auto& [handle, kind, name] : handlers) {
    auto made = Ref<Errhandler>::adopt(new Errhandler(kind));
    made->handle = handle;
    errhandlers_.bind(number_of(handle), made.get());
    predefined_errhandlers_.push_back(std::move(made));
  }
}

Status MpiObjects::publish(Ref<Comm> made, Comm** out) {
  return add(comms_, std::move(made), out);
}
Status MpiObjects::publish(Ref<Group> made, Group** out) {
  return add(groups_, std::move(made), out);
}
Status MpiObjects::publish(Ref<Datatype> made, Datatype** out) {
  return add(datatypes_, std::move(made), out);
}
Status MpiObjects::publish(Ref<Op> made, Op** out) {
  return add(ops_, std::move(made), out);
}
Status MpiObjects::publish(Ref<Info> made, Info** out) {
  return add(infos_, std::move(made), out);
}
Status MpiObjects::publish(Ref<Session> made, Session** out) {
  had_session_ = true;
  return add(sessions_, std::move(made), out);
}
Status MpiObjects::publish(Ref<Window> made, Window** out) {
  return add(windows_, std::move(made), out);
}

// These two keep their numbers until the last reference is gone.
Status MpiObjects::publish(Ref<Errhandler> made, Errhandler** out) {
  std::uintptr_t number = 0;
  PENSTOCK_TRY(errhandlers_.add(made.get(), &number));
  made->handle = handle_from<MPI_Errhandler>(number);
  made->hold();
  *out = made.get();
  return Status::ok();
}
Status MpiObjects::publish(Ref<Keyval> made, int* keyval) {
  std::uintptr_t number = 0;
  PENSTOCK_TRY(keyvals_.add(made.get(), &number));
  made->handle = static_cast<int>(number);
  made->retain();  // the program's
  *keyval = made->handle;
  return Status::ok();
}
void MpiObjects::forget(Errhandler& errhandler) noexcept {
  errhandlers_.remove(number_of(errhandler.handle));
}
void MpiObjects::forget(Keyval& keyval) noexcept {
  keyvals_.remove(static_cast<std::uintptr_t>(keyval.handle));
}

void MpiObjects::withdraw(Comm& comm) noexcept {
  remove(comms_, comm);
}
void MpiObjects::withdraw(Group& group) noexcept {
  remove(groups_, group);
}
void MpiObjects::withdraw(Datatype& datatype) noexcept {
  remove(datatypes_, datatype);
}
void MpiObjects::withdraw(Op& op) noexcept {
  remove(ops_, op);
}
void MpiObjects::withdraw(Info& info) noexcept {
  remove(infos_, info);
}
void MpiObjects::withdraw(Session& session) noexcept {
  remove(sessions_, session);
}
void MpiObjects::withdraw(Window& window) noexcept {
  remove(windows_, window);
}

void MpiObjects::release_objects(bool but_lasting) noexcept {
  orphans_.release_all();
  requests_.for_each([&](Request& request) { request_pool_.release(&request); });
  messages_.for_each([&](ProbedMessage& message) { message_pool_.release(&message); });
  windows_.for_each([](Window& window) { window.release(); });
  comms_.for_each([](Comm& comm) { comm.release(); });
  groups_.for_each([](Group& group) { group.release(); });
  datatypes_.for_each([](Datatype& datatype) { datatype.release(); });
  ops_.for_each([](Op& op) { op.release(); });
  sessions_.for_each([](Session& session) { session.release(); });
  keyvals_.for_each([](Keyval& keyval) {
    if (!std::exchange(keyval.freed, true)) keyval.release();
  });
  if (but_lasting) return;
  infos_.for_each([](Info& info) { info.release(); });
  errhandlers_.for_each([](Errhandler& errhandler) { errhandler.let_go_all(); });
}

bool MpiObjects::hand_over(Lasting* out) {
  infos_.for_each([&](const Info& info) { out->objects.push_back(&info); });
  errhandlers_.for_each([&](const Errhandler& errhandler) { out->objects.push_back(&errhandler); });
  if (out->objects.empty()) return false;
  infos_.swap(out->infos);
  errhandlers_.swap(out->errhandlers);
  return true;
}

void MpiObjects::take_over(Lasting& kept, Process& process) noexcept {
  infos_.swap(kept.infos);
  errhandlers_.swap(kept.errhandlers);
  errhandlers_.for_each([&](Errhandler& errhandler) { errhandler.belong_to(process); });
}

void MpiObjects::end_request(Request& request) noexcept {
  if (request.handle == over_) return;
  requests_.remove(number_of(request.handle));
  request_pool_.release(&request);
}

void MpiObjects::orphan_request(Request& request) {
  requests_.remove(number_of(request.handle));
  orphans_.add(request);
  sweeper_.watch();
}

void MpiObjects::Sweeper::watch() {
  if (objects_.orphans_.empty() || listed_) return;
  listed_ = true;
  objects_.engine_.add_progressor(this);
}

bool MpiObjects::Sweeper::advance() {
  objects_.orphans_.look();
  return listed_ = !objects_.orphans_.empty();
}

bool MpiObjects::is_quiet(const Comm& comm) const {
  bool quiet = true;
  const auto look = [&](const Request& request) { quiet = quiet && (request.comm() != &comm || request.done()); };
  requests_.for_each(look);
  orphans_.for_each(look);
  return quiet;
}

// No message may ever come for a receive: those that none has matched are left.
void MpiObjects::complete_orphans() {
  const auto is_left = [&](const Request& request) {
    return request.operation() != nullptr && request.direction() == Direction::kRecv &&
           engine_.awaits_message(*request.operation());
  };
  engine_.wait_until([&] { return orphans_.all_done(is_left); });
  orphans_.release_done();
}

std::size_t MpiObjects::count_orphans() {
  orphans_.release_done();
  return orphans_.size();
}

Status MpiObjects::add_message(Comm& comm, proto::Unexpected* message, MPI_Message* handle) {
  ProbedMessage* added = message_pool_.acquire(ProbedMessage{Ref<Comm>::share(comm), message, MPI_MESSAGE_NULL});
  std::uintptr_t number = 0;
  if (Status status = messages_.add(added, &number); !status.is_ok()) {
    message_pool_.release(added);
    return status;
  }
  *handle = added->handle = handle_from<MPI_Message>(number);
  return Status::ok();
}

void MpiObjects::end_message(ProbedMessage& message) noexcept {
  messages_.remove(number_of(message.handle));
  message_pool_.release(&message);
}

}  // namespace penstock::core
