// What to do with an error.
#pragma once

#include <utility>

#include "core/lookup.hpp"
#include "core/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Process;

// The handle of a program's own names it as long as the object lives: a program may free every handle it has while a
// communicator uses the handler, and ask the communicator for it again.
class Errhandler final : public Object {
 public:
  // Predefined.
  explicit Errhandler(ErrhandlerKind kind) noexcept : kind_(kind) {}
  // The process outlives it.
  Errhandler(Process& process, MPI_Comm_errhandler_function* function) noexcept
      : process_(&process), kind_(ErrhandlerKind::kUser), function_(function) {}

  [[nodiscard]] ErrhandlerKind kind() const noexcept { return kind_; }
  [[nodiscard]] bool predefined() const noexcept { return kind_ != ErrhandlerKind::kUser; }
  // kUser only. The function may detach and free the handler it belongs to: the caller, who has released the engine's lock,
  // keeps a reference meanwhile.
  void call(MPI_Comm* comm, int* code) const { function_(comm, code); }

  // The program's holds on the handle, each a reference.
  [[nodiscard]] bool held() const noexcept { return predefined() || holds_ > 0; }
  void hold() noexcept {
    if (predefined()) return;
    ++holds_;
    retain();
  }
  // held() is true.
  void let_go() noexcept {
    if (predefined()) return;
    --holds_;
    release();
  }
  // All of them, when the process ends.
  void let_go_all() noexcept {
    for (int left = std::exchange(holds_, 0); left > 0; --left) release();
  }

  MPI_Errhandler handle = MPI_ERRHANDLER_NULL;

 private:
  ~Errhandler() override;

  Process* process_ = nullptr;
  int holds_ = 0;
  ErrhandlerKind kind_;
  MPI_Comm_errhandler_function* function_ = nullptr;
};

}  // namespace penstock::core
