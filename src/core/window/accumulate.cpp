// Operations that combine: what the standard asks of their types and operation.
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"
#include "core/type/op.hpp"
#include "core/window/window.hpp"

namespace penstock::core {
namespace {

bool is_pair(Element element) noexcept {
  return element >= Element::kFloatInt;
}

// The one predefined type that all elements of `type` are of; null where there are several.
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

// Fortran's types and C's with the same bits are the same to an operation.
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

// `element` is null where nothing moves: the operation need not be defined for anything then.
Status check_op(const Instance& instance, const Op& op, const Datatype* element) {
  if (!op.predefined()) {
    return Status::error(Code::kOp, "a function of the program cannot be the operation of an accumulate; predefined ones can");
  }
  if (element == nullptr || is_only_of_windows(op) || op.kernel_over(instance, *element) != nullptr) return Status::ok();
  return Status::error(Code::kOp, "{} is not defined for {}", op.name(), element->name());
}

// The first elements of a predefined type.
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

}  // namespace

Status Window::accumulate(const OriginData& origin, const OriginData* result, const TargetData& target, const Op& op,
                          MPI_Request* request) {
  const std::uint64_t done = std::exchange(done_ahead_, 0);
  WindowPeer* peer = nullptr;
  PENSTOCK_TRY(begin(target.rank, request != nullptr, &peer));
  const std::uint64_t bytes = static_cast<std::uint64_t>(target.count) * target.type->layout().size();
  const Datatype* element = nullptr;
  if (bytes != 0) PENSTOCK_TRY(check_element(*target.type, "target", &element));
  const bool reads_origin = op.handle != MPI_NO_OP;
  proto::Buffer from;
  proto::Buffer into;
  PENSTOCK_TRY(check_op(instance(), op, element));
  const auto take = [&](const OriginData& data, std::string_view side, proto::Buffer* out) {
    const Datatype* here = nullptr;
    if (element != nullptr && data.type->layout().size() != 0) PENSTOCK_TRY(check_element(*data.type, side, &here));
    if (here != nullptr && !alike(*here, *element)) {
      return Status::error(Code::kType, "the {} datatype is made of {}, the target's of {}", side, here->name(),
                           element->name());
    }
    PENSTOCK_TRY(make_buffer(data.address, data.count, *data.type, out));
    if (out->bytes() == bytes) return Status::ok();
    return Status::error(Code::kTruncate, "the {} has {} bytes, the target {}", side, out->bytes(), bytes);
  };
  if (reads_origin) PENSTOCK_TRY(take(origin, "origin", &from));
  if (result != nullptr && peer != nullptr) PENSTOCK_TRY(take(*result, "result", &into));
  if (peer == nullptr || bytes == 0 || (!reads_origin && result == nullptr)) return over_at_once(request);
  Spot spot;
  PENSTOCK_TRY(locate(*peer, target, &spot));
  if (core_.checks() != nullptr) [[unlikely]] {
    core_.checks()->add(WindowChecks::Kind::kAccumulate, op.handle, checked(target), reads_origin ? &from : nullptr,
                        result != nullptr ? &into : nullptr, request != nullptr);
  }
  const rma::Accumulation what{operation_of(op), element->element(), static_cast<std::uint32_t>(element->layout().size())};
  if (spot.memory == nullptr) {
    return operate_in_parts(*peer,
                            {target, from, into, bytes, what.element_bytes,
                             [&](rma::Target& region, const proto::Buffer& mine, const proto::Buffer& old,
                                 const rma::RemoteBuffer& theirs, rma::Call* call) {
                               core_.rma().accumulate(region, what, mine, result != nullptr ? &old : nullptr, theirs, call);
                             }},
                            request);
  }
  rma::RemoteBuffer remote{spot.offset, static_cast<std::uint64_t>(target.count), &target.type->layout()};
  if (done != 0) leave_out(done, &from, &into, &remote);
  WindowCall& call = next_call();
  call.origin = reads_origin ? Ref<Datatype>::share(*origin.type) : Ref<Datatype>();
  call.result = result != nullptr ? Ref<Datatype>::share(*result->type) : Ref<Datatype>();
  call.target = Ref<Datatype>::share(*target.type);
  core_.rma().accumulate(*spot.memory, what, from, result != nullptr ? &into : nullptr, remote, &call.call);
  const bool plain = target.type->predefined() && target.type->layout().is_contiguous(2);
  const bool known = plain && core_.rma().fold_of(what, &known_.fold).is_ok();
  known_.op = op.handle;
  known_.type = known ? target.type->handle : MPI_DATATYPE_NULL;
  return settle(*peer, request);
}

Status Window::compare_and_swap(const void* origin, const void* compare, void* result, Datatype& type, int rank,
                                MPI_Aint displacement) {
  WindowPeer* peer = nullptr;
  PENSTOCK_TRY(begin(rank, false, &peer));
  if (!is_comparable(type)) {
    return Status::error(Code::kType,
                         "{} cannot be compared: MPI_Compare_and_swap takes integers, logicals, bytes and "
                         "multi-language types",
                         type.name().empty() ? "the datatype" : type.name());
  }
  if (peer == nullptr) return Status::ok();
  if (origin == nullptr || compare == nullptr || result == nullptr) {
    return Status::error(Code::kBuffer, "a buffer is a null pointer");
  }
  Spot spot;
  PENSTOCK_TRY(locate(*peer, {rank, displacement, 1, &type}, &spot));
  if (spot.memory == nullptr) {
    return Status::error(Code::kRmaRange, "no memory of rank {} that holds {} bytes at {:#x} is attached to the window", rank,
                         type.layout().size(), static_cast<std::uint64_t>(displacement));
  }
  if (core_.checks() != nullptr) [[unlikely]] {
    const proto::Buffer into{result, 1, &type.layout()};
    core_.checks()->add(WindowChecks::Kind::kAccumulate, MPI_OP_NULL, checked({rank, displacement, 1, &type}), nullptr, &into,
                        false);
  }
  WindowCall& call = next_call();
  core_.rma().compare_and_swap(*spot.memory, static_cast<std::uint64_t>(spot.offset),
                               static_cast<std::uint32_t>(type.layout().size()), origin, compare, result, &call.call);
  const bool known = rma::Fold::compare_and_swap(static_cast<std::uint32_t>(type.layout().size()), &known_swap_.fold).is_ok();
  known_swap_.type = known ? type.handle : MPI_DATATYPE_NULL;
  return settle(*peer, nullptr);
}

// C and Fortran integers, logicals, bytes and multi-language types.
bool Window::is_comparable(const Datatype& type) noexcept {
  if (!type.predefined()) return false;
  const Element element = type.element();
  return (element >= Element::kInt8 && element <= Element::kUint64) ||
         (element >= Element::kLogical8 && element <= Element::kByte);
}

}  // namespace penstock::core
