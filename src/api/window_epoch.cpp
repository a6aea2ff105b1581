// Epochs of windows (section 12.5).
#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::api::body {

Status Win_fence(Call& /*call*/, int assert, core::Window& win) {
  return win.active().fence(assert);
}
Status Win_post(Call& /*call*/, core::Group& group, int assert, core::Window& win) {
  return win.active().post(group, assert);
}
Status Win_start(Call& /*call*/, core::Group& group, int assert, core::Window& win) {
  return win.active().start(group, assert);
}
Status Win_complete(Call& /*call*/, core::Window& win) {
  return win.active().complete();
}
Status Win_wait(Call& /*call*/, core::Window& win) {
  return win.active().wait();
}
Status Win_test(Call& /*call*/, core::Window& win, int* flag) {
  bool over = false;
  Status tested = win.active().test(&over);
  *flag = over ? 1 : 0;
  return tested;
}
Status Win_lock(Call& /*call*/, int lock_type, int rank, int assert, core::Window& win) {
  return win.passive().lock(lock_type, rank, assert);
}
Status Win_unlock(Call& /*call*/, int rank, core::Window& win) {
  return win.passive().unlock(rank);
}
Status Win_lock_all(Call& /*call*/, int assert, core::Window& win) {
  return win.passive().lock_all(assert);
}
Status Win_unlock_all(Call& /*call*/, core::Window& win) {
  return win.passive().unlock_all();
}
Status Win_flush(Call& /*call*/, int rank, core::Window& win) {
  return win.passive().flush(rank);
}
Status Win_flush_all(Call& /*call*/, core::Window& win) {
  return win.passive().flush_all();
}
Status Win_flush_local(Call& /*call*/, int rank, core::Window& win) {
  return win.passive().flush_local(rank);
}
Status Win_flush_local_all(Call& /*call*/, core::Window& win) {
  return win.passive().flush_local_all();
}
Status Win_sync(Call& /*call*/, core::Window& win) {
  return win.passive().sync();
}

}  // namespace penstock::api::body
