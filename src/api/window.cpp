// Makes and frees windows, and their memory (section 12.2).
#include "core/window/window.hpp"

#include <cstring>

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"
#include "core/window/create.hpp"

namespace penstock::api::body {
namespace {

// `baseptr` is the address of a pointer, passed as void*.
void hand_out(void* base, void* baseptr) noexcept {
  std::memcpy(baseptr, static_cast<const void*>(&base), sizeof(base));
}

}  // namespace

Status Win_create(Call& /*call*/, void* base, MPI_Aint size, MPI_Aint disp_unit, core::Info* info, core::Comm& comm,
                  MPI_Win* win) {
  core::Window* made = nullptr;
  PENSTOCK_TRY(core::create_window(comm, base, {size, disp_unit, info}, &made));
  *win = made->handle;
  return Status::ok();
}

Status Win_allocate(Call& /*call*/, MPI_Aint size, MPI_Aint disp_unit, core::Info* info, core::Comm& comm, void* baseptr,
                    MPI_Win* win) {
  core::Window* made = nullptr;
  void* base = nullptr;
  PENSTOCK_TRY(core::allocate_window(comm, {size, disp_unit, info}, &base, &made));
  hand_out(base, baseptr);
  *win = made->handle;
  return Status::ok();
}

Status Win_allocate_shared(Call& /*call*/, MPI_Aint size, MPI_Aint disp_unit, core::Info* info, core::Comm& comm, void* baseptr,
                           MPI_Win* win) {
  core::Window* made = nullptr;
  void* base = nullptr;
  PENSTOCK_TRY(core::allocate_shared_window(comm, {size, disp_unit, info}, &base, &made));
  hand_out(base, baseptr);
  *win = made->handle;
  return Status::ok();
}

Status Win_create_dynamic(Call& /*call*/, core::Info* info, core::Comm& comm, MPI_Win* win) {
  core::Window* made = nullptr;
  PENSTOCK_TRY(core::create_dynamic_window(comm, info, &made));
  *win = made->handle;
  return Status::ok();
}

Status Win_shared_query(Call& /*call*/, core::Window& win, int rank, MPI_Aint* size, CountOut disp_unit, void* baseptr) {
  core::WindowMemory::Shared found;
  PENSTOCK_TRY(win.memory().shared_query(rank, &found));
  *size = static_cast<MPI_Aint>(found.bytes);
  disp_unit.set(found.unit);
  hand_out(found.base, baseptr);
  return Status::ok();
}

Status Win_attach(Call& /*call*/, core::Window& win, void* base, MPI_Aint size) {
  return win.memory().attach(base, size);
}

Status Win_detach(Call& /*call*/, core::Window& win, const void* base) {
  return win.memory().detach(base);
}

Status Win_free(Call& call, MPI_Win* win) {
  core::Window* found = nullptr;
  PENSTOCK_TRY(core::find_win(call.instance(), *win, &found));
  call.raise_on(found);
  PENSTOCK_TRY(core::free_window(*found));
  call.raise_on({});
  *win = MPI_WIN_NULL;
  return Status::ok();
}

}  // namespace penstock::api::body
