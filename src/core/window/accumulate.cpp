// This file has accumulate and compare-and-swap, with the checks that the standard asks of their types and operations.
#include <string_view>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"
#include "core/type/op.hpp"
#include "core/window/operations.hpp"
#include "core/window/split_operation.hpp"

namespace penstock::core {
namespace {

bool is_pair(Element element) noexcept {
  return element >= Element::kFloatInt;
}

// Returns the predefined type of which all elements of `type` are, or null where there are several.
const Datatype* element_of(const Datatype& type) noexcept {
  if (type.parts().empty() || is_pair(type.element())) return &type;
  const Datatype* found = nullptr;
  for (const Datatype::Part& part : type.parts()) {
    if (part.repeats == 0 || part.type->layout().size() == 0) continue;
    const Datatype* const here = element_of(*part.type);
    if (here == nullptr || (found != nullptr && found != here && found->handle != here->handle)) return nullptr;
    found = here;
  }
  return found;
}

Status check_element(const Datatype& type, std::string_view side, const Datatype** out) {
  *out = element_of(type);
  if (*out != nullptr) return Status::ok();
  return Status::error(Code::kType, "the {} datatype is made of several predefined types; an accumulate needs one", side);
}

// An operation makes no difference between a type of C and a type of Fortran with the same bits.
bool alike(const Datatype& a, const Datatype& b) noexcept {
  if (a.handle == b.handle) return true;
  return a.element() != Element::kNone && a.element() == b.element() && a.layout().size() == b.layout().size();
}

bool is_only_of_windows(const Op& op) noexcept {
  return op.handle == MPI_REPLACE || op.handle == MPI_NO_OP;
}

rma::AccumulateOp operation_of(const Op& op) noexcept {
  if (op.handle == MPI_REPLACE) return rma::AccumulateOp::kReplace;
  if (op.handle == MPI_NO_OP) return rma::AccumulateOp::kNoOp;
  return static_cast<rma::AccumulateOp>(*op.operation());
}

// `element` is null where nothing moves; then the operation need not be defined for any type.
Status check_op(const Instance& instance, const Op& op, const Datatype* element) {
  if (!op.predefined()) {
    return Status::error(Code::kOp,
                         "a function of the application cannot be the operation of an accumulate; predefined ones can");
  }
  if (element == nullptr || is_only_of_windows(op) || op.kernel_over(instance, *element) != nullptr) return Status::ok();
  return Status::error(Code::kOp, "{} is not defined for {}", op.name(), element->name());
}

// Skips the first `done` elements of a predefined type on all sides.
void leave_out(std::uint64_t done, proto::Buffer* origin, proto::Buffer* result, rma::RemoteBuffer* remote) noexcept {
  const std::uint64_t bytes = done * remote->layout->size();
  for (proto::Buffer* const buffer : {origin, result}) {
    if (buffer->layout == nullptr) continue;
    buffer->address = static_cast<std::byte*>(buffer->address) + bytes;
    buffer->count -= done;
  }
  remote->offset += static_cast<std::int64_t>(bytes);
  remote->count -= done;
}

// Checks a side of this rank against the target, which has `bytes` bytes of `element`; *out gets the buffer.
Status check_side(const OriginData& data, std::string_view side, const Datatype* element, std::uint64_t bytes,
                  proto::Buffer* out) {
  const Datatype* here = nullptr;
  if (element != nullptr && data.type->layout().size() != 0) PENSTOCK_TRY(check_element(*data.type, side, &here));
  if (here != nullptr && !alike(*here, *element)) {
    return Status::error(Code::kType, "the {} datatype is made of {}, the target's of {}", side, here->name(), element->name());
  }
  PENSTOCK_TRY(make_buffer(data.address, data.count, *data.type, out));
  if (out->bytes() == bytes) return Status::ok();
  return Status::error(Code::kTruncate, "the {} has {} bytes, the target {}", side, out->bytes(), bytes);
}

// MPI_Compare_and_swap takes integers and logicals of C and Fortran, bytes and multi-language types.
Status check_comparable(const Datatype& type) {
  const Element element = type.element();
  const bool is_integer = element >= Element::kInt8 && element <= Element::kUint64;
  const bool is_other = element >= Element::kLogical8 && element <= Element::kByte;
  if (type.predefined() && (is_integer || is_other)) return Status::ok();
  return Status::error(Code::kType,
                       "{} cannot be compared: MPI_Compare_and_swap takes integers, logicals, bytes and "
                       "multi-language types",
                       type.name().empty() ? "the datatype" : type.name());
}

}  // namespace

// AccumulateSides holds the arguments of an accumulate. Each side has `bytes` bytes.
struct WindowOperations::AccumulateSides {
  const OriginData* origin;  // It is null where the operation reads no origin.
  const OriginData* result;  // It is null for the plain accumulate.
  const TargetData& target;
  const Op& op;
  std::uint64_t bytes = 0;
  const Datatype* element = nullptr;  // All sides consist of this predefined type; it is null where nothing moves.
  proto::Buffer from;
  proto::Buffer into;

  [[nodiscard]] rma::Accumulation what() const noexcept {
    return {operation_of(op), element->element(), static_cast<std::uint32_t>(element->layout().size())};
  }
};

Status WindowOperations::accumulate_in_parts(WindowPeer& peer, const AccumulateSides& sides, MPI_Request* request) {
  const rma::Accumulation what = sides.what();
  const auto start = [&](rma::Target& region, const proto::Buffer& mine, const proto::Buffer& old,
                         const rma::RemoteBuffer& theirs, rma::Call* call) {
    core_.rma().accumulate(region, what, mine, sides.result != nullptr ? &old : nullptr, theirs, call);
  };
  return start_in_parts(completion_, peer,
                        {sides.target.at_address(), sides.from, sides.into, sides.bytes, what.element_bytes, start}, request);
}

Status WindowOperations::accumulate_at(WindowPeer& peer, const Location& location, const AccumulateSides& sides,
                                       std::uint64_t done, MPI_Request* request) {
  Datatype& type = *sides.target.type;
  const rma::Accumulation what = sides.what();
  proto::Buffer from = sides.from;
  proto::Buffer into = sides.into;
  rma::RemoteBuffer remote{location.offset, static_cast<std::uint64_t>(sides.target.count), &type.layout()};
  if (done != 0) leave_out(done, &from, &into, &remote);
  WindowCall& call = completion_.next_call();
  call.origin = sides.origin != nullptr ? Ref<Datatype>::share(*sides.origin->type) : Ref<Datatype>();
  call.result = sides.result != nullptr ? Ref<Datatype>::share(*sides.result->type) : Ref<Datatype>();
  call.target = Ref<Datatype>::share(type);
  core_.rma().accumulate(*location.region, what, from, sides.result != nullptr ? &into : nullptr, remote, &call.call);
  const bool plain = type.predefined() && type.layout().is_contiguous(2);
  const bool known = plain && core_.rma().fold_of(what, &accumulate_fold_.fold).is_ok();
  accumulate_fold_.op = sides.op.handle;
  accumulate_fold_.type = known ? type.handle : MPI_DATATYPE_NULL;
  return completion_.begun(peer, request);
}

Status WindowOperations::accumulate(const OriginData& origin, const OriginData* result, const TargetData& target, const Op& op,
                                    MPI_Request* request) {
  const std::uint64_t done = std::exchange(done_ahead_, 0);
  WindowPeer* peer = nullptr;
  PENSTOCK_TRY(begin(target.rank, request != nullptr, &peer));
  AccumulateSides sides{op.handle != MPI_NO_OP ? &origin : nullptr, result, target, op, 0, nullptr, {}, {}};
  sides.bytes = static_cast<std::uint64_t>(target.count) * target.type->layout().size();
  if (sides.bytes != 0) PENSTOCK_TRY(check_element(*target.type, "target", &sides.element));
  PENSTOCK_TRY(check_op(core_.instance(), op, sides.element));
  if (sides.origin != nullptr) PENSTOCK_TRY(check_side(origin, "origin", sides.element, sides.bytes, &sides.from));
  if (result != nullptr && peer != nullptr) {
    PENSTOCK_TRY(check_side(*result, "result", sides.element, sides.bytes, &sides.into));
  }
  if (peer == nullptr || sides.bytes == 0 || (sides.origin == nullptr && result == nullptr)) {
    return completion_.over_at_once(request);
  }
  Location location;
  PENSTOCK_TRY(locate(*peer, target, &location));
  if (core_.checks() != nullptr) [[unlikely]] {
    core_.checks()->add(WindowChecks::Kind::kAccumulate, op.handle, checked(target),
                        sides.origin != nullptr ? &sides.from : nullptr, result != nullptr ? &sides.into : nullptr,
                        request != nullptr);
  }
  if (location.region == nullptr) return accumulate_in_parts(*peer, sides, request);
  return accumulate_at(*peer, location, sides, done, request);
}

Status WindowOperations::compare_and_swap(const void* origin, const void* compare, void* result, Datatype& type, int rank,
                                          MPI_Aint displacement) {
  const auto bytes = static_cast<std::uint32_t>(type.layout().size());
  const TargetData target{rank, displacement, 1, &type};
  WindowPeer* peer = nullptr;
  PENSTOCK_TRY(begin(rank, false, &peer));
  PENSTOCK_TRY(check_comparable(type));
  if (peer == nullptr) return Status::ok();
  if (origin == nullptr || compare == nullptr || result == nullptr) {
    return Status::error(Code::kBuffer, "a buffer is a null pointer");
  }
  Location location;
  PENSTOCK_TRY(locate(*peer, target, &location));
  if (location.region == nullptr) {
    return Status::error(Code::kRmaRange, "no memory of rank {} that holds {} bytes at {:#x} is attached to the window", rank,
                         bytes, static_cast<std::uint64_t>(displacement));
  }
  if (core_.checks() != nullptr) [[unlikely]] {
    const proto::Buffer into{result, 1, &type.layout()};
    core_.checks()->add(WindowChecks::Kind::kAccumulate, MPI_OP_NULL, checked(target), nullptr, &into, false);
  }
  WindowCall& call = completion_.next_call();
  core_.rma().compare_and_swap(*location.region, static_cast<std::uint64_t>(location.offset), bytes, origin, compare, result,
                               &call.call);
  const bool known = rma::Fold::compare_and_swap(bytes, &swap_fold_.fold).is_ok();
  swap_fold_.type = known ? type.handle : MPI_DATATYPE_NULL;
  return completion_.begun(*peer, nullptr);
}

}  // namespace penstock::core
