// A window gives each member of a group access to memory of the others. Its object is made of the parts in this folder.
#pragma once

#include <utility>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/attribute.hpp"
#include "core/object/errhandler.hpp"
#include "core/window/access_epoch.hpp"
#include "core/window/active_target.hpp"
#include "core/window/completion.hpp"
#include "core/window/core.hpp"
#include "core/window/device.hpp"
#include "core/window/members.hpp"
#include "core/window/memory.hpp"
#include "core/window/operations.hpp"
#include "core/window/passive_target.hpp"
#include "mpi.h"

namespace penstock::core {

// The functions of all parts are called with the engine's lock held; those that wait release it meanwhile. The call that
// completes an operation returns the failures that the operation has had under way. Each part knows only those before it.
class Window final : public Object {
 public:
  // The window owns `comm`, which has no handle. `flavor` is one of MPI_WIN_FLAVOR_*.
  Window(Ref<Comm> comm, int flavor, WindowHints hints);

  // The communicator of the window has the error handler.
  [[nodiscard]] Errhandler& errhandler() const noexcept { return core_.comm().errhandler(); }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { core_.comm().set_errhandler(std::move(errhandler)); }

  [[nodiscard]] WindowCore& core() noexcept { return core_; }
  [[nodiscard]] const WindowCore& core() const noexcept { return core_; }
  [[nodiscard]] WindowMembers& members() noexcept { return members_; }
  [[nodiscard]] WindowMemory& memory() noexcept { return memory_; }
  [[nodiscard]] WindowCompletion& completion() noexcept { return completion_; }
  [[nodiscard]] AccessEpoch& access() noexcept { return access_; }
  [[nodiscard]] ActiveTarget& active() noexcept { return active_; }
  [[nodiscard]] PassiveTarget& passive() noexcept { return passive_; }
  [[nodiscard]] WindowOperations& operations() noexcept { return operations_; }
  [[nodiscard]] WindowDevice& device() noexcept { return device_; }

  MPI_Win handle = MPI_WIN_NULL;
  Attributes attributes;

 private:
  friend Status free_window(Window& window);
  ~Window() override;

  void detach_members() noexcept;
  void release_memory() noexcept;

  WindowCore core_;
  WindowMembers members_;
  WindowMemory memory_;
  WindowCompletion completion_;
  AccessEpoch access_;
  ActiveTarget active_;
  PassiveTarget passive_;
  WindowOperations operations_;
  WindowDevice device_;
};

// All members call this. Returns an error within an epoch. Runs the delete functions of the attributes first.
[[nodiscard]] Status free_window(Window& window);

}  // namespace penstock::core
