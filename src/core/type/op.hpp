// A reduction operation: predefined, or a function of the application.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/reduce/reduce.hpp"
#include "base/status.hpp"
#include "coll/team.hpp"
#include "core/object/ref.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"

namespace penstock::core {

class Instance;

// Calls a function of an application whose ABI is not the standard's; the shim of that ABI implements it.
using ForeignReduction = void(void (*function)(), bool large, void* in, void* inout, MPI_Count length, MPI_Datatype datatype);

// A function of the application in one of its two forms; the other is null. With
// `foreign` it has another type than declared here.
struct UserFunction {
  MPI_User_function* small = nullptr;
  MPI_User_function_c* large = nullptr;
  ForeignReduction* foreign = nullptr;

  void operator()(void* in, void* inout, MPI_Count length, MPI_Datatype datatype) const;
};

// The state of a coll::Reduction that calls an application's function; it lives as long as the reduction.
class UserReduction {
 public:
  UserReduction(Instance& instance, const UserFunction& function, Datatype& type) noexcept
      : instance_(instance), function_(function), type_(Ref<Datatype>::share(type)) {}
  UserReduction(const UserReduction&) = delete;
  UserReduction& operator=(const UserReduction&) = delete;
  ~UserReduction();

  // coll::ReduceFn; called with the engine's lock released.
  static void apply(void* state, const void* in, void* inout, std::uint64_t count);

 private:
  MPI_Datatype live_handle();

  Instance& instance_;
  UserFunction function_;
  Ref<Datatype> type_;
  bool published_ = false;
};

class Op final : public Object {
 public:
  // Makes a predefined operation; `name` outlives the object. `operation` is empty for an operation that only
  // one-sided calls accept (MPI_REPLACE, MPI_NO_OP).
  Op(std::optional<base::Operation> operation, std::string_view name) noexcept
      : operation_(operation), name_(name), commutative_(operation.has_value()) {}
  Op(const UserFunction& function, bool commutative) noexcept
      : name_("the operation"), user_(function), commutative_(commutative) {}

  [[nodiscard]] bool predefined() const noexcept { return user_.small == nullptr && user_.large == nullptr; }
  [[nodiscard]] bool commutative() const noexcept { return commutative_; }
  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  // Set for a predefined operation that collectives accept too.
  [[nodiscard]] std::optional<base::Operation> operation() const noexcept { return operation_; }
  // Finds the function for elements of this type; kOp if there is none. *state is made for a function of the application and
  // lives as long as the reduction is used. Under PENSTOCK_CHECK combinations that the standard does not define are noted.
  [[nodiscard]] Status reduction_over(Instance& instance, Datatype& datatype, coll::Reduction* out,
                                      std::unique_ptr<UserReduction>* state) const;

  // Returns the kernel of a predefined operation on elements of this type; null if there is
  // none, and for functions of the application.
  [[nodiscard]] const base::ReduceKernel* kernel_over(const Instance& instance, const Datatype& datatype) const noexcept;

  MPI_Op handle = MPI_OP_NULL;

 private:
  ~Op() override = default;

  std::optional<base::Operation> operation_;
  std::string_view name_;
  UserFunction user_;
  bool commutative_ = true;
};

// Makes a new operation with its own handle. Returns kArg if there is no function.
[[nodiscard]] Status make_op(Instance& instance, const UserFunction& function, bool commutative, Op** out);
// Frees the handle; reductions under way continue. Predefined operations are refused.
[[nodiscard]] Status free_op(Instance& instance, Op& op);

struct PredefinedOp {
  MPI_Op handle;
  std::string_view name;
  std::optional<base::Operation> operation;
};
[[nodiscard]] std::array<PredefinedOp, 14> predefined_ops();

}  // namespace penstock::core
