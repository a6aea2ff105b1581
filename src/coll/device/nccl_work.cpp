#include "coll/device/nccl_work.hpp"

#include <utility>

#include "base/reduce/which.hpp"

namespace penstock::coll {
namespace {

using accel::Nccl;
using accel::NcclOp;
using accel::NcclType;

struct NcclReduction {
  NcclType type = NcclType::kUint8;
  NcclOp op = NcclOp::kSum;
};

bool find_type(base::Element element, NcclType* out) noexcept {
  switch (element) {
    case base::Element::kInt8:
    case base::Element::kPlainInt8: return *out = NcclType::kInt8, true;
    case base::Element::kInt32:
    case base::Element::kPlainInt32: return *out = NcclType::kInt32, true;
    case base::Element::kInt64:
    case base::Element::kPlainInt64: return *out = NcclType::kInt64, true;
    case base::Element::kUint8: return *out = NcclType::kUint8, true;
    case base::Element::kUint32: return *out = NcclType::kUint32, true;
    case base::Element::kUint64: return *out = NcclType::kUint64, true;
    case base::Element::kHalf: return *out = NcclType::kFloat16, true;
    case base::Element::kBfloat16: return *out = NcclType::kBfloat16, true;
    case base::Element::kFloat: return *out = NcclType::kFloat32, true;
    case base::Element::kDouble: return *out = NcclType::kFloat64, true;
    default: return false;
  }
}

bool find_op(base::Operation operation, NcclOp* out) noexcept {
  switch (operation) {
    case base::Operation::kSum: return *out = NcclOp::kSum, true;
    case base::Operation::kProd: return *out = NcclOp::kProd, true;
    case base::Operation::kMin: return *out = NcclOp::kMin, true;
    case base::Operation::kMax: return *out = NcclOp::kMax, true;
    default: return false;
  }
}

bool find_reduction(const Arguments& arguments, NcclReduction* out) noexcept {
  base::Operation operation{};
  base::Element element{};
  const base::ReduceKernel* kernel = arguments.reduction.kernel;
  return kernel != nullptr && base::find_operation(*kernel, &operation, &element) && find_type(element, &out->type) &&
         find_op(operation, &out->op);
}

}  // namespace

bool nccl_has(Collective collective) noexcept {
  const Movement& movement = movement_of(collective);
  return movement.is_equal() && movement.prefix == Prefix::kAll;
}

// In place NCCL writes what it has not read yet.
bool serves_nccl(const Query& query, const Arguments& arguments) noexcept {
  NcclReduction reduction;
  const Movement& movement = movement_of(query.collective);
  const bool in_parts = movement.part_for_each && !movement.is_rooted();
  if (query.bytes == 0 || !nccl_has(query.collective) || (in_parts && arguments.in_place)) return false;
  return !reduces(query.collective) || find_reduction(arguments, &reduction);
}

NcclWork::NcclWork(NcclTeam& nccl, const Query& query, const Team& team, const Arguments& arguments)
    : nccl_(nccl), query_(query), team_(team), arguments_(arguments) {
  const CallBuffers sides = call_buffers_of(query, team, arguments);
  send_ = range_of(query, sides.send).address;
  recv_ = range_of(query, sides.recv).address;
}

Status NcclWork::enqueue(void* stream) {
  Status called = call({nccl_.handle(), stream});
  if (called.is_ok()) return called;
  if (Status given_up = nccl_.give_up(); !given_up.is_ok()) return std::move(called).within(given_up.message());
  return called;
}

Status NcclWork::call(const Nccl::On& on) const {
  return reduces(query_.collective) ? reduce(on) : move(on);
}

Status NcclWork::reduce(const Nccl::On& on) const {
  NcclReduction how;
  static_cast<void>(find_reduction(arguments_, &how));  // serves_nccl() has said so
  const Nccl& nccl = nccl_.nccl();
  const Movement& movement = movement_of(query_.collective);
  if (movement.is_rooted()) return nccl.reduce(send_, recv_, query_.elements, how.type, how.op, arguments_.root, on);
  if (!movement.part_for_each) return nccl.all_reduce(send_, recv_, query_.elements, how.type, how.op, on);
  return nccl.reduce_scatter(send_, recv_, query_.elements / static_cast<std::uint64_t>(team_.size), how.type, how.op, on);
}

Status NcclWork::move(const Nccl::On& on) const {
  const Movement& movement = movement_of(query_.collective);
  if (movement.is_bcast()) {
    std::byte* const data = team_.rank == arguments_.root ? send_ : recv_;
    return nccl_.nccl().broadcast(data, data, query_.bytes, NcclType::kUint8, arguments_.root, on);
  }
  if (movement.is_allgather()) return nccl_.nccl().all_gather(send_, recv_, query_.bytes, NcclType::kUint8, on);
  return exchange(on);
}

Status NcclWork::exchange(const Nccl::On& on) const {
  PENSTOCK_TRY(nccl_.nccl().group_start());
  Status listed = send_and_receive(on);
  Status ended = nccl_.nccl().group_end();
  return listed.is_ok() ? std::move(ended) : std::move(listed);
}

// A rank's own part, unless it is in place, is a message to itself.
Status NcclWork::send_and_receive(const Nccl::On& on) const {
  constexpr NcclType kByte = NcclType::kUint8;
  const Nccl& nccl = nccl_.nccl();
  const Movement& movement = movement_of(query_.collective);
  for (int k = arguments_.in_place ? 1 : 0; k < team_.size; ++k) {
    const int member = (team_.rank + k) % team_.size;
    std::byte* const from = part(send_, movement.place_at_giver(member));
    std::byte* const to = part(recv_, movement.place_at_taker(member));
    const bool sends = movement.moves(team_.rank, member, arguments_.root);
    const bool receives = movement.moves(member, team_.rank, arguments_.root);
    if (sends) PENSTOCK_TRY(nccl.send(from, query_.bytes, kByte, member, on));
    if (receives) PENSTOCK_TRY(nccl.recv(to, query_.bytes, kByte, member, on));
  }
  return Status::ok();
}

}  // namespace penstock::coll
