#include "shmem/remote_access.hpp"

#include <iterator>
#include <utility>

#include "shmem/call_lock.hpp"

namespace penstock::shmem {
namespace {

using proto::Layout;
using proto::rma::AccumulateOp;

const Layout& layout_of(std::uint64_t bytes) {
  static const Layout kByte = Layout::bytes(1);
  static const Layout kFour = Layout::bytes(4);
  static const Layout kEight = Layout::bytes(8);
  return bytes == 8 ? kEight : bytes == 4 ? kFour : kByte;
}

AccumulateOp op_of(AtomicVerb verb) {
  switch (verb) {
    case AtomicVerb::kFetch: return AccumulateOp::kNoOp;
    case AtomicVerb::kAdd: return AccumulateOp::kSum;
    case AtomicVerb::kAnd: return AccumulateOp::kBand;
    case AtomicVerb::kOr: return AccumulateOp::kBor;
    case AtomicVerb::kXor: return AccumulateOp::kBxor;
    default: return AccumulateOp::kReplace;
  }
}

bool is_one_block(const Transfer& transfer) {
  const auto block = static_cast<std::int64_t>(transfer.block);
  return transfer.blocks == 1 || (transfer.remote_step == block && transfer.local_step == block);
}

}  // namespace

RemoteAccess::RemoteAccess(SymmetricMemory& memory, runtime::Job& job)
    : memory_(memory), engine_(job.engine()), rma_(job.engine().rma()), touched_(static_cast<std::size_t>(job.size())) {}

RemoteAccess::~RemoteAccess() = default;

std::unique_ptr<RemoteAccess::Operation> RemoteAccess::take(const char* routine, int pe) {
  collect();
  std::unique_ptr<Operation> out;
  if (spare_.empty()) {
    out = std::make_unique<Operation>();
  } else {
    out = std::move(spare_.back());
    spare_.pop_back();
  }
  out->routine = routine;
  out->pe = pe;
  return out;
}

// The PE makes progress meanwhile, since others may ask something of it.
void RemoteAccess::wait(const proto::rma::Call& call) {
  if (!call.done()) engine_.progress().wait_until([&call] { return call.done(); });
}

void RemoteAccess::end(std::unique_ptr<Operation> operation) {
  if (!operation->call.status().is_ok()) memory_.fail(operation->routine, operation->call.status());
  operation->kept.clear();
  spare_.push_back(std::move(operation));
}

// It collects half of them at once, so that each operation pays for a few.
void RemoteAccess::collect() {
  if (under_way_.size() < kMost) return;
  wait(under_way_[kMost / 2]->call);
  std::vector<std::unique_ptr<Operation>> left;
  for (std::unique_ptr<Operation>& each : std::exchange(under_way_, {})) {
    if (each->call.done()) {
      end(std::move(each));
    } else {
      left.push_back(std::move(each));
    }
  }
  left.insert(left.end(), std::make_move_iterator(under_way_.begin()), std::make_move_iterator(under_way_.end()));
  under_way_ = std::move(left);
}

void RemoteAccess::settle(std::unique_ptr<Operation> operation, bool returns) {
  if (!operation->call.done() && returns) return under_way_.push_back(std::move(operation));
  wait(operation->call);
  end(std::move(operation));
}

proto::rma::Target& RemoteAccess::describe(Operation* operation, const Transfer& transfer, proto::Buffer* local,
                                           proto::rma::RemoteBuffer* remote) {
  const auto [target, offset] = memory_.locate(transfer);
  const std::uint64_t bytes = transfer.block * transfer.blocks;
  if (is_one_block(transfer)) {
    *local = {transfer.local, bytes, &layout_of(1)};
    *remote = {static_cast<std::int64_t>(offset), bytes, &layout_of(1)};
    return *target;
  }
  const auto blocks = static_cast<std::int64_t>(transfer.blocks);
  const auto block = static_cast<std::int64_t>(transfer.block);
  Status made = Layout::vector(layout_of(1), blocks, block, transfer.local_step, &operation->here);
  if (made.is_ok()) made = Layout::vector(layout_of(1), blocks, block, transfer.remote_step, &operation->there);
  if (!made.is_ok()) memory_.fail(transfer.routine, made);
  *local = {transfer.local, 1, &operation->here};
  *remote = {static_cast<std::int64_t>(offset), 1, &operation->there};
  return *target;
}

// It copies a short source, so that the caller does not wait for the PE's answer.
void RemoteAccess::put(const Transfer& transfer) {
  const CallLock lock(engine_.lock());
  std::unique_ptr<Operation> operation = take(transfer.routine, transfer.pe);
  proto::Buffer local;
  proto::rma::RemoteBuffer remote;
  proto::rma::Target& target = describe(operation.get(), transfer, &local, &remote);
  bool returns = transfer.returns;
  if (!returns && local.bytes() <= kKept && rma_.all_host()) {
    operation->kept.resize(local.bytes());
    proto::pack_host(local, 0, operation->kept);
    local = {operation->kept.data(), operation->kept.size(), &layout_of(1)};
    returns = true;
  }
  rma_.put(target, local, remote, &operation->call);
  touched_[static_cast<std::size_t>(transfer.pe)] = any_touched_ = true;
  settle(std::move(operation), returns);
}

void RemoteAccess::get(const Transfer& transfer) {
  const CallLock lock(engine_.lock());
  std::unique_ptr<Operation> operation = take(transfer.routine, transfer.pe);
  begin_get(transfer, operation.get());
  settle(std::move(operation), transfer.returns);
}

std::uint64_t RemoteAccess::atomic(const AtomicRequest& request) {
  const CallLock lock(engine_.lock());
  std::unique_ptr<Operation> operation = take(request.routine, request.pe);
  begin_atomic(request, operation.get());
  touched_[static_cast<std::size_t>(request.pe)] = any_touched_ = true;
  if (request.fetches) wait(operation->call);
  const std::uint64_t result = operation->result;
  settle(std::move(operation), true);
  return result;
}

void RemoteAccess::begin_put(const Transfer& transfer, RemoteOperation* operation) {
  proto::Buffer local;
  proto::rma::RemoteBuffer remote;
  proto::rma::Target& target = describe(operation, transfer, &local, &remote);
  rma_.put(target, local, remote, &operation->call);
}

void RemoteAccess::begin_get(const Transfer& transfer, RemoteOperation* operation) {
  proto::Buffer local;
  proto::rma::RemoteBuffer remote;
  proto::rma::Target& target = describe(operation, transfer, &local, &remote);
  rma_.get(target, local, remote, &operation->call);
}

void RemoteAccess::begin_atomic(const AtomicRequest& request, RemoteOperation* operation) {
  const auto [heap, offset] =
      memory_.locate({request.routine, request.remote, nullptr, request.width, 1, 0, 0, request.pe, false});
  Operation& it = *operation;
  it.value = request.value;
  it.compare = request.compare;
  it.result = 0;
  if (request.verb == AtomicVerb::kCompareSwap) {
    return rma_.compare_and_swap(*heap, offset, request.width, &it.value, &it.compare, &it.result, &it.call);
  }
  const Layout& word = layout_of(request.width);
  const proto::Buffer result{&it.result, 1, &word};
  rma_.accumulate(
      *heap, {op_of(request.verb), request.width == 8 ? base::Element::kUint64 : base::Element::kUint32, request.width},
      {&it.value, 1, &word}, request.fetches ? &result : nullptr, {static_cast<std::int64_t>(offset), 1, &word}, &it.call);
}

void RemoteAccess::begin_flush(int pe, RemoteOperation* operation) {
  rma_.flush(pe, &operation->call);
}

void RemoteAccess::flush(const char* routine, int pe) {
  proto::rma::Call call;
  rma_.flush(pe, &call);
  wait(call);
  if (!call.status().is_ok()) memory_.fail(routine, call.status());
  touched_[static_cast<std::size_t>(pe)] = false;
}

void RemoteAccess::quiet(const char* routine) {
  const CallLock lock(engine_.lock());
  complete(routine);
}

void RemoteAccess::complete(const char* routine) {
  for (std::unique_ptr<Operation>& each : std::exchange(under_way_, {})) {
    wait(each->call);
    end(std::move(each));
  }
  if (!std::exchange(any_touched_, false)) return;
  for (std::size_t pe = 0; pe < touched_.size(); ++pe) {
    if (touched_[pe]) flush(routine, static_cast<int>(pe));
  }
}

std::byte* RemoteAccess::find(const void* address, std::uint64_t bytes, int pe) {
  return memory_.find(address, bytes, pe);
}

void RemoteAccess::ring(int pe) {
  const CallLock lock(engine_.lock());
  engine_.progress().ring(pe);
}

// A flush of the engine waits for the earlier calls to the PE itself.
void RemoteAccess::fence(const char* routine, int pe) {
  const CallLock lock(engine_.lock());
  if (touched_[static_cast<std::size_t>(pe)]) flush(routine, pe);
}

}  // namespace penstock::shmem
