// What to do with an error.
#pragma once

#include "core/lookup.hpp"
#include "core/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Errhandler final : public Object {
 public:
  explicit Errhandler(ErrhandlerKind kind) noexcept : kind_(kind) {}
  explicit Errhandler(MPI_Comm_errhandler_function* function) noexcept : kind_(ErrhandlerKind::kUser), function_(function) {}

  [[nodiscard]] ErrhandlerKind kind() const noexcept { return kind_; }
  [[nodiscard]] bool predefined() const noexcept { return kind_ != ErrhandlerKind::kUser; }
  // Another object for the same function, for a handle of its own.
  [[nodiscard]] Errhandler* copy() const { return new Errhandler(function_); }
  // kUser only.
  void call(MPI_Comm* comm, int* code) { function_(comm, code); }

  MPI_Errhandler handle = MPI_ERRHANDLER_NULL;

 private:
  ~Errhandler() override = default;

  ErrhandlerKind kind_;
  MPI_Comm_errhandler_function* function_ = nullptr;
};

}  // namespace penstock::core
