// Error handlers.
#pragma once

#include <utility>
#include <variant>

#include "base/status.hpp"
#include "core/object/errhandler_kind.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Instance;

// Calls a handler of an application whose ABI is not the standard's; the shim of that ABI implements it. `object` points to the
// standard handle.
using ForeignErrhandler = void(void (*function)(), void* object, int* code);

// The kind of object that an application's handler is made for. Predefined handlers serve all.
enum class ErrhandlerObject : std::uint8_t { kComm, kSession, kWin, kFile };

// The handle of an application's handler stays valid as long as the object lives: the application may free all its handles
// while a communicator uses the handler, and ask the communicator for it again.
class Errhandler final : public Object {
 public:
  // Makes a predefined handler.
  explicit Errhandler(ErrhandlerKind kind) noexcept : kind_(kind) {}
  // The process object outlives it. With `foreign` the function has another type than declared here.
  template <typename Function>
  Errhandler(Instance& instance, Function* function, ForeignErrhandler* foreign = nullptr) noexcept
      : instance_(&instance), kind_(ErrhandlerKind::kUser), function_(function), foreign_(foreign) {}

  [[nodiscard]] ErrhandlerKind kind() const noexcept { return kind_; }
  [[nodiscard]] bool predefined() const noexcept { return kind_ != ErrhandlerKind::kUser; }
  // Valid only for kUser.
  [[nodiscard]] bool is_for(ErrhandlerObject object) const noexcept {
    return function_.index() == static_cast<std::size_t>(object);
  }
  // Returns kErrhandler if the handler cannot serve such an object.
  [[nodiscard]] Status check_for(ErrhandlerObject object) const;
  // Valid only for kUser; `object` points to a handle of the kind that the handler is made for. The function may detach and
  // free this handler: the caller, who has released the engine's lock, keeps a reference meanwhile.
  void call(void* object, int* code) const {
    if (foreign_ != nullptr) {
      std::visit([&](auto* function) { foreign_(reinterpret_cast<void (*)()>(function), object, code); }, function_);
    } else if (const auto* const of_comm = std::get_if<MPI_Comm_errhandler_function*>(&function_)) {
      (*of_comm)(static_cast<MPI_Comm*>(object), code);
    } else if (const auto* const of_window = std::get_if<MPI_Win_errhandler_function*>(&function_)) {
      (*of_window)(static_cast<MPI_Win*>(object), code);
    } else if (const auto* const of_file = std::get_if<MPI_File_errhandler_function*>(&function_)) {
      (*of_file)(static_cast<MPI_File*>(object), code);
    } else {
      std::get<MPI_Session_errhandler_function*>(function_)(static_cast<MPI_Session*>(object), code);
    }
  }

  // Tells if the application holds the handle; each hold is a reference.
  [[nodiscard]] bool held() const noexcept { return predefined() || holds_ > 0; }
  void hold() noexcept {
    if (predefined()) return;
    ++holds_;
    retain();
  }
  void published() noexcept override { hold(); }
  // Requires held().
  void let_go() noexcept {
    if (predefined()) return;
    --holds_;
    release();
  }
  // Releases all holds, when the process ends.
  void let_go_all() noexcept {
    for (int left = std::exchange(holds_, 0); left > 0; --left) release();
  }

  // Moves the handle to another process object; not for predefined handlers.
  void belong_to(Instance& instance) noexcept { instance_ = &instance; }

  MPI_Errhandler handle = MPI_ERRHANDLER_NULL;

 private:
  ~Errhandler() override;

  Instance* instance_ = nullptr;
  int holds_ = 0;
  ErrhandlerKind kind_;
  // The alternatives are in the order of ErrhandlerObject.
  std::variant<MPI_Comm_errhandler_function*, MPI_Session_errhandler_function*, MPI_Win_errhandler_function*,
               MPI_File_errhandler_function*>
      function_;
  ForeignErrhandler* foreign_ = nullptr;
};

}  // namespace penstock::core
