// The collectives that compute.
#include <utility>

#include "coll/operand/operand.hpp"
#include "coll/select/select.hpp"
#include "core/collective/call_arguments.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

// PENSTOCK_CHECK compares these properties: name, data flow, a root or none, in place on all ranks or on none.
constexpr CallShape kReduce{"Reduce", coll::Collective::kReduce, Flow::kReduction, true, false};
constexpr CallShape kAllreduce{"Allreduce", coll::Collective::kAllreduce, Flow::kReduction, false, true};
constexpr CallShape kScan{"Scan", coll::Collective::kScan, Flow::kReduction, false, false};
constexpr CallShape kExscan{"Exscan", coll::Collective::kExscan, Flow::kReduction, false, false};
constexpr CallShape kReduceScatterBlock{"Reduce_scatter_block", coll::Collective::kReduceScatterBlock, Flow::kReduction, false,
                                        true};
constexpr CallShape kReduceScatter{"Reduce_scatter", coll::Collective::kReduceScatter, Flow::kReduction, false, true};

Status check_not_inter(const Comm& comm) {
  if (!comm.is_inter()) return Status::ok();
  return Status::error(Code::kComm, "a scan has no meaning between two groups; call it on an intra-communicator");
}

// Returns an operand that the CPU may read: the buffer itself, or a copy that is complete once *filled is over.
proto::Buffer on_host(coll::Schedule& schedule, const proto::Buffer& buffer, coll::Step* filled) {
  if (!coll::needs_staging(schedule, buffer.address)) return buffer;
  const proto::Buffer operand = coll::make_operand(schedule, *buffer.layout, buffer.count);
  *filled = schedule.copy(operand, buffer);
  return operand;
}

void build_reduce_local(coll::Schedule& schedule, const coll::Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  coll::Step in_there = coll::kNoStep;
  coll::Step inout_there = coll::kNoStep;
  const proto::Buffer in = on_host(schedule, arguments.send, &in_there);
  const proto::Buffer inout = on_host(schedule, arguments.recv, &inout_there);
  const coll::Step reduced =
      schedule.reduce(arguments.reduction, in.address, inout.address, inout.count, {in_there, inout_there});
  if (inout_there != coll::kNoStep) schedule.copy(arguments.recv, inout, {reduced});
}

bool is_on_host(Instance& instance, const void* address) {
  accel::Memory memory;
  return instance.job().accel().query(address, &memory).is_ok() && memory.on_host();
}

// Computes a predefined operation on host memory immediately; invalid arguments are left to the code that checks them, and
// so are all arguments under PENSTOCK_CHECK.
bool computed_at_once(Instance& instance, const Operands& operands, const Op& op) {
  if (operands.type == nullptr || operands.count < 0 || operands.send == nullptr || operands.recv == nullptr) return false;
  if (operands.send == operands.recv || operands.send == MPI_IN_PLACE || operands.recv == MPI_IN_PLACE) return false;
  const base::ReduceKernel* kernel = instance.job().checks() ? nullptr : op.kernel_over(instance, *operands.type);
  if (kernel == nullptr || !is_on_host(instance, operands.send) || !is_on_host(instance, operands.recv)) return false;
  kernel->combine(operands.recv, operands.send, operands.recv, static_cast<std::uint64_t>(operands.count));
  return true;
}

}  // namespace

Status make_reduce(Comm& comm, const Operands& operands, const Op& op, int root, Collective* out) {
  CollectiveCall call(comm, out, kReduce);
  PENSTOCK_TRY(call.set_root(root));
  PENSTOCK_TRY(call.operands(operands, operands.count, operands.count, op));
  return call.build(coll::build_reduce);
}

Status make_allreduce(Comm& comm, const Operands& operands, const Op& op, Collective* out) {
  CollectiveCall call(comm, out, kAllreduce);
  PENSTOCK_TRY(call.operands(operands, operands.count, operands.count, op));
  return call.build(coll::build_allreduce);
}

Status make_scan(Comm& comm, const Operands& operands, const Op& op, Collective* out) {
  PENSTOCK_TRY(check_not_inter(comm));
  CollectiveCall call(comm, out, kScan);
  PENSTOCK_TRY(call.operands(operands, operands.count, operands.count, op));
  return call.build(coll::build_scan);
}

Status make_exscan(Comm& comm, const Operands& operands, const Op& op, Collective* out) {
  PENSTOCK_TRY(check_not_inter(comm));
  CollectiveCall call(comm, out, kExscan);
  PENSTOCK_TRY(call.operands(operands, operands.count, operands.count, op));
  return call.build(coll::build_exscan);
}

Status make_reduce_scatter_block(Comm& comm, const Operands& operands, const Op& op, Collective* out) {
  CollectiveCall call(comm, out, kReduceScatterBlock);
  PENSTOCK_TRY(call.operands(operands, operands.count * comm.size(), operands.count, op));
  call.arguments().send.count = static_cast<std::uint64_t>(operands.count);
  return call.build(coll::build_reduce_scatter_block);
}

Status make_reduce_scatter(Comm& comm, const Operands& operands, CountArray counts, const Op& op, Collective* out) {
  CollectiveCall call(comm, out, kReduceScatter);
  PENSTOCK_TRY(call.set_counts(counts));
  PENSTOCK_TRY(call.operands(operands, call.all_counts(), call.own_count(), op));
  return call.build(coll::build_reduce_scatter);
}

// Reductions that are not computed immediately become a collective of this rank alone, so that GPU memory and functions of the
// application are treated as in all other collectives.
Status reduce_local(Instance& instance, const Operands& operands, const Op& op) {
  if (computed_at_once(instance, operands, op)) return Status::ok();
  if (operands.send == MPI_IN_PLACE) return Status::error(Code::kBuffer, "inbuf is MPI_IN_PLACE, which means nothing for it");
  Collective made;
  CollectiveCall call(instance.self(), &made);
  PENSTOCK_TRY(call.operands(operands, operands.count, operands.count, op));
  PENSTOCK_TRY(call.build(build_reduce_local));
  return run(instance.self(), std::move(made));
}

}  // namespace penstock::core
