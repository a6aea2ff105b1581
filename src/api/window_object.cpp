// Names, hints, attributes and error handlers of windows (sections 12.2.7, 7.7, 9.3).
#include <cstring>

#include "api/gen/bodies.hpp"
#include "api/text.hpp"
#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::api::body {
namespace {

void hand_out(void* value, void* attribute_val) noexcept {
  std::memcpy(attribute_val, static_cast<const void*>(&value), sizeof(value));
}

bool is_predefined(int keyval) noexcept {
  return keyval >= MPI_WIN_BASE && keyval <= MPI_WIN_MODEL;
}

}  // namespace

// Makes a new group, since a group object has only one handle.
Status Win_get_group(Call& call, core::Window& win, MPI_Group* group) {
  const core::Group& members = win.core().comm().group();
  core::Group* made = nullptr;
  PENSTOCK_TRY(core::make_group(call.instance(), {members.world().begin(), members.world().end()}, members.session(), &made));
  *group = made->handle;
  return Status::ok();
}

Status Win_set_info(Call& /*call*/, core::Window& win, core::Info* info) {
  win.core().hints().take(info);
  return Status::ok();
}

Status Win_get_info(Call& call, core::Window& win, MPI_Info* info_used) {
  auto told = core::Ref<core::Info>::adopt(new core::Info());
  PENSTOCK_TRY(win.core().hints().report(call.instance(), told.get()));
  core::Info* made = nullptr;
  PENSTOCK_TRY(call.instance().publish(std::move(told), &made));
  *info_used = made->handle;
  return Status::ok();
}

Status Win_set_name(Call& /*call*/, core::Window& win, const char* win_name) {
  win.core().name = object_name(win_name);
  return Status::ok();
}

Status Win_get_name(Call& call, MPI_Win win, char* win_name, int* resultlen) {
  if (win == MPI_WIN_NULL) {
    *resultlen = static_cast<int>(copy_text("MPI_WIN_NULL", win_name, MPI_MAX_OBJECT_NAME));
    return Status::ok();
  }
  core::Window* found = nullptr;
  PENSTOCK_TRY(core::find_win(call.instance(), win, &found));
  *resultlen = static_cast<int>(copy_text(found->core().name, win_name, MPI_MAX_OBJECT_NAME));
  return Status::ok();
}

Status Win_create_keyval(Call& call, MPI_Win_copy_attr_function* win_copy_attr_fn,
                         MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval, void* extra_state) {
  return core::create_keyval<MPI_Win>(call.instance(), {win_copy_attr_fn, win_delete_attr_fn}, extra_state, win_keyval);
}

Status Win_free_keyval(Call& call, int* win_keyval) {
  PENSTOCK_TRY(core::free_keyval<MPI_Win>(call.instance(), *win_keyval));
  *win_keyval = MPI_KEYVAL_INVALID;
  return Status::ok();
}

Status Win_set_attr(Call& call, core::Window& win, int win_keyval, void* attribute_val) {
  core::Keyval* found = nullptr;
  PENSTOCK_TRY(core::find_keyval<MPI_Win>(call.instance(), win_keyval, &found));
  const auto kept = core::Ref<core::Window>::share(win);
  return win.attributes.set(win.handle, *found, attribute_val);
}

Status Win_get_attr(Call& call, core::Window& win, int win_keyval, void* attribute_val, int* flag) {
  if (is_predefined(win_keyval)) {
    *flag = 1;
    hand_out(win.memory().attribute(win_keyval), attribute_val);
    return Status::ok();
  }
  core::Keyval* found = nullptr;
  PENSTOCK_TRY(core::find_keyval<MPI_Win>(call.instance(), win_keyval, &found));
  void* value = nullptr;
  *flag = win.attributes.get(*found, &value) ? 1 : 0;
  if (*flag != 0) hand_out(value, attribute_val);
  return Status::ok();
}

Status Win_delete_attr(Call& call, core::Window& win, int win_keyval) {
  core::Keyval* found = nullptr;
  PENSTOCK_TRY(core::find_keyval<MPI_Win>(call.instance(), win_keyval, &found));
  const auto kept = core::Ref<core::Window>::share(win);
  return win.attributes.remove(win.handle, *found);
}

Status Win_create_errhandler(Call& call, MPI_Win_errhandler_function* win_errhandler_fn, MPI_Errhandler* errhandler) {
  if (win_errhandler_fn == nullptr) return Status::error(Code::kArg, "win_errhandler_fn is a null pointer");
  core::Errhandler* published = nullptr;
  auto made = core::Ref<core::Errhandler>::adopt(new core::Errhandler(call.instance(), win_errhandler_fn));
  PENSTOCK_TRY(call.instance().publish(std::move(made), &published));
  *errhandler = published->handle;
  return Status::ok();
}

Status Win_set_errhandler(Call& /*call*/, core::Window& win, core::Errhandler& errhandler) {
  PENSTOCK_TRY(errhandler.check_for(core::ErrhandlerObject::kWin));
  win.set_errhandler(core::Ref<core::Errhandler>::share(errhandler));
  return Status::ok();
}

// Each call gives the application one more hold on the handle.
Status Win_get_errhandler(Call& /*call*/, core::Window& win, MPI_Errhandler* errhandler) {
  win.errhandler().hold();
  *errhandler = win.errhandler().handle;
  return Status::ok();
}

}  // namespace penstock::api::body
