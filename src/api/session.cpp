// Sessions (chapter 11) and their objects; their error handlers are in errhandler.cpp, their buffers in buffer.cpp.
#include "core/comm/session.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "api/gen/bodies.hpp"
#include "api/life.hpp"
#include "api/text.hpp"
#include "core/machine/memory_kinds.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

Status hand_out(core::Instance& instance, core::Ref<core::Info> made, MPI_Info* handle) {
  core::Info* published = nullptr;
  PENSTOCK_TRY(instance.publish(std::move(made), &published));
  *handle = published->handle;
  return Status::ok();
}

Status open(core::Instance& instance, const core::Info* hints, core::Errhandler& errhandler, MPI_Session* session) {
  core::Ref<core::Session> made;
  PENSTOCK_TRY(core::Session::create(instance, hints, core::Ref<core::Errhandler>::share(errhandler), &made));
  core::Session* published = nullptr;
  PENSTOCK_TRY(instance.publish(std::move(made), &published));
  *session = published->handle;
  return Status::ok();
}

}  // namespace

Status Session_init(Call& call, core::Info* info, core::Errhandler& errhandler, MPI_Session* session) {
  call.raise_on(&errhandler);
  PENSTOCK_TRY(begin_use(call, MPI_THREAD_MULTIPLE));
  Status opened = open(call.instance(), info, errhandler, session);
  if (!opened.is_ok()) end_use(call, phase());
  return opened;
}

Status Session_finalize(Call& call, MPI_Session* session) {
  core::Session* found = nullptr;
  PENSTOCK_TRY(core::find_session(call.instance(), *session, &found));
  const auto kept = core::Ref<core::Session>::share(*found);
  call.raise_on(found);
  Status ended = core::end_session(call.instance(), *found);
  call.raise_on(&found->errhandler());
  *session = MPI_SESSION_NULL;
  end_use(call, phase());
  return ended;
}

Status Session_get_info(Call& call, core::Session& session, MPI_Info* info_used) {
  core::Ref<core::Info> told = session.describe();
  PENSTOCK_TRY(told->set(core::kMemoryKindsKey, core::memory_kinds(call.instance())));
  return hand_out(call.instance(), std::move(told), info_used);
}

Status Session_get_num_psets(Call& /*call*/, core::Session& /*session*/, core::Info* /*info*/, int* npset_names) {
  *npset_names = static_cast<int>(core::process_sets().size());
  return Status::ok();
}

// The length counts the final 0; with a length of 0 the call only returns the length.
Status Session_get_nth_pset(Call& /*call*/, core::Session& /*session*/, core::Info* /*info*/, int n, int* pset_len,
                            char* pset_name) {
  const auto sets = core::process_sets();
  if (n < 0 || static_cast<std::size_t>(n) >= sets.size()) {
    return Status::error(Code::kArg, "n is {}; there are {} process sets", n, sets.size());
  }
  if (*pset_len < 0) return Status::error(Code::kArg, "pset_len is {}; it must be at least 0", *pset_len);
  if (*pset_len > 0 && pset_name == nullptr) {
    return Status::error(Code::kArg, "pset_name is a null pointer, with pset_len {}", *pset_len);
  }
  const std::string_view name = sets[static_cast<std::size_t>(n)];
  if (*pset_len > 0) copy_text(name, pset_name, static_cast<std::size_t>(*pset_len));
  *pset_len = static_cast<int>(name.size()) + 1;
  return Status::ok();
}

Status Session_get_pset_info(Call& call, core::Session& /*session*/, const char* pset_name, MPI_Info* info) {
  core::Ref<core::Info> made;
  PENSTOCK_TRY(core::describe_set(call.instance(), pset_name, &made));
  return hand_out(call.instance(), std::move(made), info);
}

Status Group_from_session_pset(Call& call, core::Session& session, const char* pset_name, MPI_Group* newgroup) {
  core::Group* made = nullptr;
  PENSTOCK_TRY(core::group_of_set(call.instance(), session, pset_name, &made));
  *newgroup = made->handle;
  return Status::ok();
}

}  // namespace penstock::api::body
