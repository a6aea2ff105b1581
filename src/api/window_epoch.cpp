// Epochs of windows (section 12.5).
#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::api::body {

Status Win_fence(Call& /*call*/, int assert, core::Window& win) {
  return win.fence(assert);
}
Status Win_post(Call& /*call*/, core::Group& group, int assert, core::Window& win) {
  return win.post(group, assert);
}
Status Win_start(Call& /*call*/, core::Group& group, int assert, core::Window& win) {
  return win.start(group, assert);
}
Status Win_complete(Call& /*call*/, core::Window& win) {
  return win.complete();
}
Status Win_wait(Call& /*call*/, core::Window& win) {
  return win.wait();
}
Status Win_test(Call& /*call*/, core::Window& win, int* flag) {
  bool over = false;
  Status tested = win.test(&over);
  *flag = over ? 1 : 0;
  return tested;
}
Status Win_lock(Call& /*call*/, int lock_type, int rank, int assert, core::Window& win) {
  return win.lock(lock_type, rank, assert);
}
Status Win_unlock(Call& /*call*/, int rank, core::Window& win) {
  return win.unlock(rank);
}
Status Win_lock_all(Call& /*call*/, int assert, core::Window& win) {
  return win.lock_all(assert);
}
Status Win_unlock_all(Call& /*call*/, core::Window& win) {
  return win.unlock_all();
}
Status Win_flush(Call& /*call*/, int rank, core::Window& win) {
  return win.flush(rank);
}
Status Win_flush_all(Call& /*call*/, core::Window& win) {
  return win.flush_all();
}
Status Win_flush_local(Call& /*call*/, int rank, core::Window& win) {
  return win.flush_local(rank);
}
Status Win_flush_local_all(Call& /*call*/, core::Window& win) {
  return win.flush_local_all();
}
Status Win_sync(Call& /*call*/, core::Window& win) {
  return win.sync();
}

}  // namespace penstock::api::body
