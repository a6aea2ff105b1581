#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>

#include "coll/collectives.hpp"
#include "coll/fast_path/fast_path.hpp"
#include "shmem/team.hpp"

namespace penstock::shmem {
namespace {

using coll::Collective;
using Kind = CollectiveCall::Kind;

// Of one element: sizes are powers of 2 up to 16.
const proto::Layout& layout_of(std::uint32_t size) {
  static const std::array kLayouts = {proto::Layout::bytes(1), proto::Layout::bytes(2), proto::Layout::bytes(4),
                                      proto::Layout::bytes(8), proto::Layout::bytes(16)};
  return kLayouts[static_cast<std::size_t>(std::countr_zero(size))];
}

// One call in progress.
class Run {
 public:
  Run(Team& team, const CollectiveCall& call)
      : team_(team),
        call_(call),
        bytes_(call.count * call.size),
        to_(static_cast<std::byte*>(call.dest)),
        from_(static_cast<const std::byte*>(call.source)) {}

  Status broadcast();
  Status fcollect();
  Status collect();
  Status alltoall();
  Status reduce(Collective collective, runtime::Builder builder, coll::Arguments* arguments);
  Status reduce();
  Status scan(Collective collective);

 private:
  [[nodiscard]] bool on_host(const void* address) {
    accel::Memory memory;
    return team_.resources().job().accel().query(address, &memory).is_ok() && memory.on_host();
  }
  // The shared buffer of a short call whose data are on the host; null: the call goes the long way.
  coll::ShmFastPath* fast_path(Collective collective) {
    coll::ShmFastPath* const found = team_.resources().fast_path();
    return found != nullptr && found->takes(collective, bytes_) && on_host(to_) && on_host(from_) ? found : nullptr;
  }
  // The number of a collective is used up, as on members whose call takes the long way.
  Status done(Status&& status) {
    static_cast<void>(team_.resources().next_collective());
    return std::move(status);
  }
  [[nodiscard]] proto::Buffer sent() const noexcept {
    return {const_cast<std::byte*>(from_), call_.count, &layout_of(call_.size)};
  }
  [[nodiscard]] proto::Buffer received() const noexcept { return {to_, call_.count, &layout_of(call_.size)}; }
  Status copy_here(std::byte* to, const std::byte* from);

  Team& team_;
  const CollectiveCall& call_;
  std::uint64_t bytes_;  // of one part
  std::byte* to_;
  const std::byte* from_;
};

// Of this PE alone: bytes_ between memory of any kinds.
Status Run::copy_here(std::byte* to, const std::byte* from) {
  if (to == from) return Status::ok();
  if (on_host(to) && on_host(from)) {
    std::memmove(to, from, bytes_);
    return Status::ok();
  }
  proto::Operation* copy = nullptr;
  const proto::Buffer target{to, bytes_, &byte_layout()};
  const proto::Buffer origin{const_cast<std::byte*>(from), bytes_, &byte_layout()};
  proto::Engine& engine = team_.resources().job().engine();
  PENSTOCK_TRY(engine.copy(target, origin, &copy));
  engine.wait(*copy);
  Status status = copy->status().clone();
  copy->release();
  return status;
}

// The root sends from its source.
Status Run::broadcast() {
  if (call_.root < 0 || call_.root >= team_.size()) {
    return Status::error(Code::kRank, "PE_root is {}, outside 0..{}", call_.root, team_.size() - 1);
  }
  if (bytes_ == 0) return Status::ok();
  const bool is_root = call_.root == team_.rank();
  auto* const data = is_root ? const_cast<std::byte*>(from_) : to_;
  if (coll::ShmFastPath* const short_way = fast_path(Collective::kBcast); short_way != nullptr) {
    PENSTOCK_TRY(done(short_way->bcast(data, bytes_, call_.root)));
  } else {
    coll::Arguments arguments;
    arguments.recv = {data, call_.count, &layout_of(call_.size)};
    arguments.root = call_.root;
    PENSTOCK_TRY(team_.run(coll::build_bcast, arguments));
  }
  return is_root && call_.fills_root ? copy_here(to_, from_) : Status::ok();
}

Status Run::fcollect() {
  if (bytes_ == 0) return Status::ok();
  const std::byte* const own = to_ + static_cast<std::uint64_t>(team_.rank()) * bytes_;
  if (coll::ShmFastPath* const short_way = fast_path(Collective::kAllgather); short_way != nullptr) {
    return done(short_way->allgather(from_ == own ? nullptr : from_, to_, bytes_));
  }
  coll::Arguments arguments;
  arguments.in_place = from_ == own;
  arguments.send = sent();
  arguments.recv = received();
  return team_.run(coll::build_allgather, arguments);
}

// Members first tell each other how much they have.
Status Run::collect() {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(team_.size()));
  PENSTOCK_TRY(team_.exchange(&call_.count, counts.data(), sizeof call_.count));
  if (std::reduce(counts.begin(), counts.end()) == 0) return Status::ok();
  const proto::Layout& layout = layout_of(call_.size);
  std::vector<proto::Buffer> parts;
  std::uint64_t place = 0;
  for (const std::uint64_t count : counts) {
    parts.push_back({to_ + place, count, &layout});
    place += count * call_.size;
  }
  coll::Arguments arguments;
  arguments.in_place = from_ == parts[static_cast<std::size_t>(team_.rank())].address;
  arguments.send = sent();
  arguments.recvs = parts;
  return team_.run(coll::build_allgatherv, arguments);
}

Status Run::alltoall() {
  if (call_.dest_stride < 1 || call_.source_stride < 1) {
    return Status::error(Code::kArg, "the strides are {} and {}; each has to be 1 or more", call_.dest_stride,
                         call_.source_stride);
  }
  if (bytes_ == 0) return Status::ok();
  const bool flat = call_.dest_stride == 1 && call_.source_stride == 1;
  if (coll::ShmFastPath* const short_way = flat ? fast_path(Collective::kAlltoall) : nullptr; short_way != nullptr) {
    return done(short_way->alltoall(from_ == to_ ? nullptr : from_, to_, bytes_));
  }
  const auto spread = [this](std::ptrdiff_t stride) {
    return proto::Layout::resized(layout_of(call_.size), 0, stride * static_cast<std::int64_t>(call_.size));
  };
  const proto::Layout source = spread(call_.source_stride);
  const proto::Layout dest = spread(call_.dest_stride);
  coll::Arguments arguments;
  arguments.in_place = from_ == to_;
  arguments.send = {const_cast<std::byte*>(from_), call_.count, &source};
  arguments.recv = {to_, call_.count, &dest};
  return team_.run(coll::build_alltoall, arguments);
}

Status Run::reduce(Collective collective, runtime::Builder builder, coll::Arguments* arguments) {
  runtime::Job& job = team_.resources().job();
  const base::ReduceKernel* const kernel = base::find_kernel(job.simd(), call_.operation, call_.element);
  if (kernel == nullptr) return Status::error(Code::kOp, "the operation is not defined for elements of that type");
  if (coll::ShmFastPath* const short_way = fast_path(collective); short_way != nullptr) {
    const coll::ShmFastPath::Operand operand{*kernel, from_, to_, bytes_, call_.count};
    return done(collective == Collective::kAllreduce ? short_way->allreduce(operand)
                : collective == Collective::kScan    ? short_way->scan(operand)
                                                     : short_way->exscan(operand));
  }
  arguments->reduction = {nullptr, nullptr, !job.config().deterministic, false, kernel};
  arguments->in_place = from_ == to_;
  arguments->send = sent();
  arguments->recv = received();
  return team_.run(builder, *arguments);
}

Status Run::reduce() {
  if (bytes_ == 0) return Status::ok();
  coll::Arguments arguments;
  return reduce(Collective::kAllreduce, coll::build_allreduce, &arguments);
}

// What an exclusive scan leaves alone on the first member is the sum of nothing.
Status Run::scan(Collective collective) {
  if (bytes_ == 0) return Status::ok();
  coll::Arguments arguments;
  const bool exclusive = collective == Collective::kExscan;
  PENSTOCK_TRY(reduce(collective, exclusive ? coll::build_exscan : coll::build_scan, &arguments));
  if (!exclusive || team_.rank() != 0) return Status::ok();
  const std::vector<std::byte> zeros(bytes_);
  return copy_here(to_, zeros.data());
}

}  // namespace

Status run_collective(Team& team, const CollectiveCall& call) {
  Run run(team, call);
  switch (call.kind) {
    case Kind::kSync: return team.barrier();
    case Kind::kBroadcast: return run.broadcast();
    case Kind::kCollect: return run.collect();
    case Kind::kFcollect: return run.fcollect();
    case Kind::kAlltoall: return run.alltoall();
    case Kind::kReduce: return run.reduce();
    case Kind::kInscan: return run.scan(Collective::kScan);
    case Kind::kExscan: return run.scan(Collective::kExscan);
  }
  return Status::error(Code::kInternal, "no such collective");
}

}  // namespace penstock::shmem
