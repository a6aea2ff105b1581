#include "core/type/op.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

// Tells if the standard lists the combination (section 6.9.2); MPICH and Open MPI accept more.
bool is_standard(base::Operation operation, const Datatype& datatype) noexcept {
  using enum base::Operation;
  const MPI_Datatype type = datatype.handle;
  const bool logical = operation == kLand || operation == kLor || operation == kLxor;
  return type != MPI_CHAR && !(logical && (type == MPI_AINT || type == MPI_COUNT || type == MPI_OFFSET));
}

}  // namespace

Status Op::reduction_over(Instance& instance, Datatype& datatype, coll::Reduction* out,
                          std::unique_ptr<UserReduction>* state) const {
  // With a deterministic result, operands keep their sides, since a + b and b + a may be different
  // NaNs, and min and max of 0 and -0 differ.
  const bool commutes = commutative_ && !instance.config().deterministic;
  if (!predefined()) {
    *state = std::make_unique<UserReduction>(instance, user_, datatype);
    *out = {UserReduction::apply, state->get(), commutes, true, nullptr};
    return Status::ok();
  }
  if (!datatype.predefined()) {
    return Status::error(Code::kOp, "{} is defined for predefined datatypes, not for derived ones", name_);
  }
  const base::ReduceKernel* kernel = kernel_over(instance, datatype);
  if (kernel == nullptr) return Status::error(Code::kOp, "{} is not defined for {}", name_, datatype.name());
  if (instance.job().checks() && !is_standard(*operation_, datatype)) {
    instance.note_unportable(fmt::format("the standard does not define {} for {}; {} is portable", name_, datatype.name(),
                                         datatype.handle == MPI_CHAR ? "MPI_SIGNED_CHAR" : "MPI_INT64_T"));
  }
  *out = {nullptr, nullptr, commutes, false, kernel};
  return Status::ok();
}

const base::ReduceKernel* Op::kernel_over(const Instance& instance, const Datatype& datatype) const noexcept {
  if (!operation_ || !datatype.predefined()) return nullptr;
  return base::find_kernel(instance.job().simd(), *operation_, datatype.element());
}

UserReduction::~UserReduction() {
  if (published_) instance_.withdraw(*type_);
}

// The application may have freed its datatype while the reduction is under way. The function then gets a new
// handle, which is freed with this object.
MPI_Datatype UserReduction::live_handle() {
  const std::lock_guard guard(instance_.engine().lock());
  if (instance_.table<Datatype>().find(number_of(type_->handle)) == type_.get()) return type_->handle;
  Datatype* published = nullptr;
  published_ = instance_.publish(Ref<Datatype>(type_), &published).is_ok();
  // more than a million handles are in use: the function gets the null handle
  return published_ ? type_->handle : MPI_DATATYPE_NULL;
}

void UserFunction::operator()(void* in, void* inout, MPI_Count length, MPI_Datatype datatype) const {
  if (foreign != nullptr) {
    auto* const function = large != nullptr ? reinterpret_cast<void (*)()>(large) : reinterpret_cast<void (*)()>(small);
    foreign(function, large != nullptr, in, inout, length, datatype);
  } else if (large != nullptr) {
    large(in, inout, &length, &datatype);
  } else {
    auto narrow = static_cast<int>(length);
    small(in, inout, &narrow, &datatype);
  }
}

void UserReduction::apply(void* state, const void* in, void* inout, std::uint64_t count) {
  auto& self = *static_cast<UserReduction*>(state);
  const MPI_Datatype handle = self.live_handle();
  if (self.function_.large != nullptr) {
    self.function_(const_cast<void*>(in), inout, static_cast<MPI_Count>(count), handle);
    return;
  }
  constexpr std::uint64_t kLongest = std::numeric_limits<int>::max();
  const std::int64_t extent = self.type_->layout().extent();
  auto* left = static_cast<std::byte*>(const_cast<void*>(in));
  auto* right = static_cast<std::byte*>(inout);
  for (std::uint64_t done = 0; done < count;) {
    const std::uint64_t length = std::min(count - done, kLongest);
    const std::int64_t offset = static_cast<std::int64_t>(done) * extent;
    done += length;
    self.function_(left + offset, right + offset, static_cast<MPI_Count>(length), handle);
  }
}

Status make_op(Instance& instance, const UserFunction& function, bool commutative, Op** out) {
  if (function.small == nullptr && function.large == nullptr) {
    return Status::error(Code::kArg, "user_fn is a null pointer; an operation needs a function");
  }
  return instance.publish(Ref<Op>::adopt(new Op(function, commutative)), out);
}

Status free_op(Instance& instance, Op& op) {
  if (op.predefined()) return Status::error(Code::kOp, "{} is predefined and cannot be freed", op.name());
  instance.withdraw(op);
  return Status::ok();
}

std::array<PredefinedOp, 14> predefined_ops() {
  return {{
      {MPI_SUM, "MPI_SUM", base::Operation::kSum},
      {MPI_MIN, "MPI_MIN", base::Operation::kMin},
      {MPI_MAX, "MPI_MAX", base::Operation::kMax},
      {MPI_PROD, "MPI_PROD", base::Operation::kProd},
      {MPI_BAND, "MPI_BAND", base::Operation::kBand},
      {MPI_BOR, "MPI_BOR", base::Operation::kBor},
      {MPI_BXOR, "MPI_BXOR", base::Operation::kBxor},
      {MPI_LAND, "MPI_LAND", base::Operation::kLand},
      {MPI_LOR, "MPI_LOR", base::Operation::kLor},
      {MPI_LXOR, "MPI_LXOR", base::Operation::kLxor},
      {MPI_MINLOC, "MPI_MINLOC", base::Operation::kMinloc},
      {MPI_MAXLOC, "MPI_MAXLOC", base::Operation::kMaxloc},
      {MPI_REPLACE, "MPI_REPLACE", {}},
      {MPI_NO_OP, "MPI_NO_OP", {}},
  }};
}

}  // namespace penstock::core
