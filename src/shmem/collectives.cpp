#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "coll/collectives.hpp"
#include "coll/fast_path/fast_path.hpp"
#include "shmem/direct.hpp"
#include "shmem/team.hpp"

namespace penstock::shmem {
namespace {

using coll::Collective;
using Kind = CollectiveCall::Kind;

// Returns the layout of one element, whose size is a power of 2 up to 16.
const proto::Layout& layout_of(std::uint32_t size) {
  static const std::array kLayouts = {proto::Layout::bytes(1), proto::Layout::bytes(2), proto::Layout::bytes(4),
                                      proto::Layout::bytes(8), proto::Layout::bytes(16)};
  return kLayouts[static_cast<std::size_t>(std::countr_zero(size))];
}

proto::Buffer sent(const CollectiveCall& call) {
  return {const_cast<void*>(call.source), call.count, &layout_of(call.size)};
}
proto::Buffer received(const CollectiveCall& call) {
  return {call.dest, call.count, &layout_of(call.size)};
}

// Describes a reduction or a scan.
Status describe_reduction(const runtime::Job& job, const CollectiveCall& call, coll::Arguments* out) {
  const base::ReduceKernel* const kernel = base::find_kernel(job.simd(), call.operation, call.element);
  if (kernel == nullptr) return Status::error(Code::kOp, "the operation is not defined for elements of that type");
  out->reduction = {nullptr, nullptr, !job.config().deterministic, false, kernel};
  out->in_place = call.source == call.dest;
  out->send = sent(call);
  out->recv = received(call);
  return Status::ok();
}

// The root sends from its source, which no other member looks at.
Status describe_broadcast(const Team& team, const CollectiveCall& call, DescribedCollective* out) {
  if (call.root < 0 || call.root >= team.size()) {
    return Status::error(Code::kRank, "PE_root is {}, outside 0..{}", call.root, team.size() - 1);
  }
  const bool is_root = call.root == team.rank();
  out->builder = coll::build_bcast;
  out->arguments.recv = is_root ? sent(call) : received(call);
  out->arguments.root = call.root;
  out->copies_root = is_root && call.fills_root && call.dest != call.source;
  out->root_dest = received(call);
  return Status::ok();
}

// From so many bytes of a part on, stores into the others' heaps take less time than a shared buffer or messages: between two
// PEs, and among more, which were oversubscribed on the two cores of the machine that this was measured on.
struct Least {
  std::uint64_t of_two, of_more;
};
constexpr Least kBroadcast{512, ~std::uint64_t{0}};  // of two alone
constexpr Least kFcollect{512, std::uint64_t{1} << 20};
constexpr Least kCollect{1, std::uint64_t{1} << 20};
constexpr Least kAlltoall{128, 1024};

// Each member of collect() tells the others its number of elements, and its data where they are few.
struct CollectOffer {
  std::uint64_t count = 0;
  std::uint32_t on_host = 0;  // it has none elsewhere
  std::uint32_t is_all = 0;   // the data are here
  std::array<std::byte, 112> data{};
};

// A Run is one call in progress.
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
  Status reduce(Collective collective, runtime::Builder builder);
  Status reduce();
  Status scan(Collective collective);

 private:
  [[nodiscard]] bool on_host(const void* address) {
    accel::Memory memory;
    return team_.resources().job().accel().query(address, &memory).is_ok() && memory.on_host();
  }
  // Returns the fast path of a short call whose data are on the host; null: the call takes the general path.
  coll::ShmFastPath* fast_path(Collective collective) {
    coll::ShmFastPath* const found = team_.resources().fast_path();
    return found != nullptr && found->takes(collective, bytes_) && on_host(to_) && on_host(from_) ? found : nullptr;
  }
  // The call uses up the number of a collective, as on members whose call takes the general path.
  Status done(Status&& status) {
    static_cast<void>(team_.resources().next_collective());
    return std::move(status);
  }
  Status by_messages() {
    DescribedCollective described;
    PENSTOCK_TRY(describe_collective(team_, call_, &described));
    return team_.run(described.builder, described.arguments);
  }
  // Tells if the call goes by stores; all members decide alike. `part` is the bytes of one part, `dest` those of all of `dest`.
  [[nodiscard]] bool stores(const Least& least, std::uint64_t part, std::uint64_t dest) {
    if (part < (team_.size() == 2 ? least.of_two : least.of_more) || !team_.reaches(to_, dest)) return false;
    if (team_.resources().job().config().explain) [[unlikely]] {
      explain_stores();
    }
    return true;
  }
  void explain_stores();
  Status copy_here(std::byte* to, const std::byte* from);
  Status collect_few(std::span<const CollectOffer> all);
  Status collect_parts(std::span<const CollectOffer> all, std::uint64_t total);

  Team& team_;
  const CollectiveCall& call_;
  std::uint64_t bytes_;  // of one part
  std::byte* to_;
  const std::byte* from_;
};

// This PE alone copies bytes_ between memory of any kinds.
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
  PENSTOCK_TRY(engine.messages().copy(target, origin, &copy));
  engine.progress().wait(*copy);
  Status status = copy->status().clone();
  copy->release();
  return status;
}

// It reports each routine, team size and class of lengths once, as MPI's algorithms are reported.
void Run::explain_stores() {
  constexpr std::uint64_t kKeyOfStores = std::uint64_t{1} << 61;
  if (team_.rank() != 0) return;
  const std::string what = fmt::format("{} {} {}", call_.routine, team_.size(), (std::bit_width(bytes_) + 1) / 2);
  team_.resources().job().engine().routes().explain(
      std::hash<std::string>{}(what) >> 3 | kKeyOfStores,
      fmt::format("{} of {} B on {} PEs: stores into the heaps of the others", call_.routine, bytes_, team_.size()));
}

Status Run::broadcast() {
  DescribedCollective described;
  PENSTOCK_TRY(describe_broadcast(team_, call_, &described));
  if (bytes_ == 0) return Status::ok();
  const bool is_root = call_.root == team_.rank();
  if (stores(kBroadcast, bytes_, bytes_)) {
    if (is_root) PENSTOCK_TRY(copy_here(team_.place(to_, 1 - call_.root), from_));
    PENSTOCK_TRY(team_.barrier());
  } else if (coll::ShmFastPath* const short_way = fast_path(Collective::kBcast); short_way != nullptr) {
    PENSTOCK_TRY(done(short_way->bcast(static_cast<std::byte*>(described.arguments.recv.address), bytes_, call_.root)));
  } else {
    PENSTOCK_TRY(team_.run(described.builder, described.arguments));
  }
  return described.copies_root ? copy_here(to_, from_) : Status::ok();
}

Status Run::fcollect() {
  if (bytes_ == 0) return Status::ok();
  const auto members = static_cast<std::uint64_t>(team_.size());
  const std::uint64_t place = static_cast<std::uint64_t>(team_.rank()) * bytes_;
  if (stores(kFcollect, bytes_, members * bytes_) && on_host(from_)) {
    return store_at_all(team_, to_, place, from_, bytes_);
  }
  const std::byte* const own = to_ + place;
  if (coll::ShmFastPath* const short_way = fast_path(Collective::kAllgather); short_way != nullptr) {
    return done(short_way->allgather(from_ == own ? nullptr : from_, to_, bytes_));
  }
  return by_messages();
}

// Members first tell each other how much they have; where none has much, that exchange brings the data too.
Status Run::collect() {
  CollectOffer mine{call_.count};
  mine.on_host = bytes_ == 0 || on_host(from_) ? 1 : 0;
  mine.is_all = mine.on_host != 0 && bytes_ <= mine.data.size() && on_host(to_) ? 1 : 0;
  if (mine.is_all != 0 && bytes_ != 0) std::memcpy(mine.data.data(), from_, bytes_);
  std::vector<CollectOffer> all;
  PENSTOCK_TRY(runtime::all_say(team_.carrier(), mine, &all));
  return collect_few(all);
}

Status Run::collect_few(std::span<const CollectOffer> all) {
  std::uint64_t total = 0;
  for (const CollectOffer& offer : all) total += offer.count * call_.size;
  if (total == 0) return Status::ok();
  if (!std::ranges::all_of(all, [](const CollectOffer& offer) { return offer.is_all != 0; })) return collect_parts(all, total);
  std::byte* to = to_;
  for (const CollectOffer& offer : all) {
    const std::uint64_t bytes = offer.count * call_.size;
    if (bytes != 0) std::memcpy(to, offer.data.data(), bytes);
    to += bytes;
  }
  return Status::ok();
}

Status Run::collect_parts(std::span<const CollectOffer> all, std::uint64_t total) {
  const proto::Layout& layout = layout_of(call_.size);
  std::vector<proto::Buffer> parts;
  std::uint64_t place = 0;
  for (const CollectOffer& offer : all) {
    parts.push_back({to_ + place, offer.count, &layout});
    place += offer.count * call_.size;
  }
  const auto* const own = static_cast<const std::byte*>(parts[static_cast<std::size_t>(team_.rank())].address);
  const bool on_hosts = std::ranges::all_of(all, [](const CollectOffer& offer) { return offer.on_host != 0; });
  if (on_hosts && stores(kCollect, total / all.size(), total)) {
    return store_at_all(team_, to_, static_cast<std::uint64_t>(own - to_), from_, bytes_);
  }
  coll::Arguments arguments;
  arguments.in_place = from_ == own;
  arguments.send = sent(call_);
  arguments.recvs = parts;
  return team_.run(coll::build_allgatherv, arguments);
}

Status Run::alltoall() {
  if (call_.dest_stride < 1 || call_.source_stride < 1) {
    return Status::error(Code::kArg, "the strides are {} and {}; each has to be 1 or more", call_.dest_stride,
                         call_.source_stride);
  }
  if (bytes_ == 0) return Status::ok();
  const Blocks blocks{call_.count, call_.size, call_.dest_stride, call_.source_stride};
  const bool flat = blocks.flat();
  const std::uint64_t span = blocks.span(static_cast<std::uint64_t>(team_.size()));
  if (stores(kAlltoall, bytes_, span) && from_ != to_ && on_host(from_)) {
    return store_blocks(team_, to_, from_, blocks);
  }
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

Status Run::reduce(Collective collective, runtime::Builder builder) {
  coll::Arguments arguments;
  PENSTOCK_TRY(describe_reduction(team_.resources().job(), call_, &arguments));
  if (coll::ShmFastPath* const short_way = fast_path(collective); short_way != nullptr) {
    const coll::ShmFastPath::Operand operand{*arguments.reduction.kernel, from_, to_, bytes_, call_.count};
    return done(collective == Collective::kAllreduce ? short_way->allreduce(operand)
                : collective == Collective::kScan    ? short_way->scan(operand)
                                                     : short_way->exscan(operand));
  }
  return team_.run(builder, arguments);
}

Status Run::reduce() {
  return bytes_ == 0 ? Status::ok() : reduce(Collective::kAllreduce, coll::build_allreduce);
}

// The first member of an exclusive scan gets the sum of nothing, where MPI leaves its buffer alone.
Status Run::scan(Collective collective) {
  if (bytes_ == 0) return Status::ok();
  const bool exclusive = collective == Collective::kExscan;
  PENSTOCK_TRY(reduce(collective, exclusive ? coll::build_exscan : coll::build_scan));
  if (!exclusive || team_.rank() != 0) return Status::ok();
  const std::vector<std::byte> zeros(bytes_);
  return copy_here(to_, zeros.data());
}

}  // namespace

Status describe_collective(const Team& team, const CollectiveCall& call, DescribedCollective* out) {
  coll::Arguments& arguments = out->arguments;
  out->moves_nothing = call.kind != Kind::kSync && call.count == 0;
  switch (call.kind) {
    case Kind::kSync:
      out->builder = [](coll::Schedule& schedule, const coll::Arguments& /*nothing*/) { coll::build_barrier(schedule); };
      return Status::ok();
    case Kind::kBroadcast: return describe_broadcast(team, call, out);
    case Kind::kFcollect:
      out->builder = coll::build_allgather;
      arguments.in_place =
          call.source == static_cast<std::byte*>(call.dest) + static_cast<std::uint64_t>(team.rank()) * call.count * call.size;
      break;
    case Kind::kAlltoall:
      out->builder = coll::build_alltoall;
      arguments.in_place = call.source == call.dest;
      break;
    case Kind::kReduce: out->builder = coll::build_allreduce; return describe_reduction(team.job(), call, &arguments);
    default: return Status::error(Code::kUnsupported, "{} is not a collective of streams", call.routine);
  }
  arguments.send = sent(call);
  arguments.recv = received(call);
  return Status::ok();
}

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
