#include "coll/simulate/simulation.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "coll/simulate/events.hpp"
#include "coll/simulate/null_engine.hpp"
#include "coll/simulate/program.hpp"

namespace penstock::coll::simulate {
namespace {

// Address space without memory, for buffers that are never touched, and for scratch that hardly ever is.
constexpr std::size_t kSpace = std::size_t{4} << 40;
constexpr std::uint64_t kElement = 8;

bool is_reduction(Collective collective) {
  switch (collective) {
    case Collective::kReduce:
    case Collective::kAllreduce:
    case Collective::kReduceScatterBlock:
    case Collective::kReduceScatter:
    case Collective::kScan:
    case Collective::kExscan: return true;
    default: return false;
  }
}

void combine_nothing(void* /*state*/, const void* /*in*/, void* /*inout*/, std::uint64_t /*count*/) {}

}  // namespace

class Simulator::Impl {
 public:
  explicit Impl(const Model& model) : model_(model) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (space_ != nullptr) ::munmap(space_, kSpace);
  }

  Status open() {
    PENSTOCK_TRY(NullEngine::create(&engine_));
    void* space = ::mmap(nullptr, kSpace, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED) {
      return Status::error(Code::kSystem, "{} TiB of address space for a simulation: {}; raise `ulimit -v`", kSpace >> 40,
                           std::strerror(errno));
    }
    space_ = static_cast<std::byte*>(space);
    schedule_ = std::make_unique<Schedule>(*engine_);
    return Status::ok();
  }

  // Prepares the team of a case, and its arguments: they are the same on every rank except the root's.
  Status prepare(const Row& row, const Case& one) {
    const std::uint64_t element = is_reduction(one.collective) ? kElement : 1;
    const auto ranks = static_cast<std::uint64_t>(one.ranks);
    const std::uint64_t whole = std::max<std::uint64_t>(one.bytes, 1) * ranks;
    if (whole * 4 > kSpace) {
      return Status::error(Code::kArg, "{} bytes of each of {} ranks are beyond a simulation", one.bytes, one.ranks);
    }
    row_ = &row;
    case_ = one;
    world_.resize(ranks);
    std::iota(world_.begin(), world_.end(), 0);
    nodes_.reset();
    if (model_.per_node > 1) {
      std::vector<int> hosts(ranks);
      for (std::size_t i = 0; i < hosts.size(); ++i) hosts[i] = static_cast<int>(i) / model_.per_node;
      nodes_ = std::make_unique<Nodes>(hosts);
    }
    layout_ = proto::Layout::bytes(element);
    const std::uint64_t count = one.bytes / element;
    arguments_ = {};
    arguments_.send = {space_, count, &layout_};
    arguments_.recv = {space_ + kSpace / 4, count, &layout_};
    arguments_.reduction = {combine_nothing, nullptr, true, false};
    counts_.assign(one.collective == Collective::kReduceScatter ? ranks : 0, count);
    arguments_.counts = counts_;
    if (one.collective == Collective::kReduceScatter) arguments_.send.count = count * ranks;
    parts_.clear();
    if (one.collective == Collective::kAllgatherv || one.collective == Collective::kAlltoallw) {
      for (int i = 0; i < one.ranks; ++i) parts_.push_back(parts_at(arguments_.recv, i));
    }
    arguments_.sends = arguments_.recvs = parts_;
    return Status::ok();
  }

  // Returns the schedule of one rank, until the next call.
  const Schedule& build(int rank) {
    const Team team{.rank = rank, .size = case_.ranks, .world = world_, .nodes = nodes_.get()};
    schedule_->reset(team, 0);
    schedule_->take_scratch_from({space_ + kSpace / 2, kSpace / 2});
    row_->build(*schedule_, arguments_);
    return *schedule_;
  }

  // Tells if a rank of the first, the second, the middle and the last node act alike.
  bool nodes_are_alike() {
    const int per_node = model_.per_node;
    if (case_.ranks % per_node != 0) return false;
    const int nodes = case_.ranks / per_node;
    if (nodes < 2) return true;
    for (int place = 0; place < per_node; ++place) {
      const std::vector<Trace> first = trace_of(build(place), place, case_.ranks);
      for (const int node : {1, nodes / 2, nodes - 1}) {
        const int rank = node * per_node + place;
        if (trace_of(build(rank), rank, case_.ranks) != first) return false;
      }
    }
    return true;
  }

  Status run(Method method, Outcome* out) {
    const bool all = method == Method::kAll;
    if (!all && !nodes_are_alike()) {
      return Status::error(Code::kArg, "{} of {} is not the same on every node", row_->algorithm,
                           collective_name(row_->collective));
    }
    const int looked_at = all ? case_.ranks : model_.per_node;
    Program program(case_.ranks, looked_at, model_.per_node);
    for (int rank = 0; rank < looked_at; ++rank) program.add(build(rank));
    PENSTOCK_TRY(program.match());
    out->method = method;
    out->steps = program.steps().size() * static_cast<std::uint64_t>(case_.ranks / looked_at);
    return run_events(model_, program, &out->us);
  }

  const Model model_;
  std::unique_ptr<Nodes> nodes_;

 private:
  std::byte* space_ = nullptr;
  std::unique_ptr<NullEngine> engine_;
  std::unique_ptr<Schedule> schedule_;
  const Row* row_ = nullptr;
  Case case_;
  std::vector<int> world_;
  proto::Layout layout_ = proto::Layout::bytes(1);
  Arguments arguments_;
  std::vector<std::uint64_t> counts_;
  std::vector<proto::Buffer> parts_;
};

Simulator::Simulator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulator::~Simulator() = default;

Status Simulator::create(const Model& model, std::unique_ptr<Simulator>* out) {
  auto impl = std::make_unique<Impl>(model);
  PENSTOCK_TRY(impl->open());
  out->reset(new Simulator(std::move(impl)));
  return Status::ok();
}

const Model& Simulator::model() const noexcept {
  return impl_->model_;
}

Query Simulator::query_of(const Case& one) const {
  const int per_node = model().per_node;
  const bool blocks = one.collective == Collective::kReduceScatterBlock || one.collective == Collective::kReduceScatter;
  const std::uint64_t bytes = one.bytes * static_cast<std::uint64_t>(blocks ? one.ranks : 1);
  return {.collective = one.collective,
          .ranks = one.ranks,
          .bytes = bytes,
          .elements = bytes / (is_reduction(one.collective) ? kElement : 1),
          .nodes = per_node > 1 && per_node < one.ranks};
}

// A rank's steps are a guess at the others', which is good enough to tell what fits: the root and the last rank are looked at.
Status Simulator::run(const Row& row, const Case& one, Outcome* out, std::uint64_t most_steps) {
  PENSTOCK_TRY(impl_->prepare(row, one));
  const std::uint64_t most = std::max(impl_->build(one.ranks / 2).steps(), impl_->build(one.ranks - 1).steps());
  const bool all = most * static_cast<std::uint64_t>(one.ranks) <= most_steps;
  return impl_->run(all ? Method::kAll : Method::kRepresentatives, out);
}

Status Simulator::run_by(Method method, const Row& row, const Case& one, Outcome* out) {
  PENSTOCK_TRY(impl_->prepare(row, one));
  return impl_->run(method, out);
}

}  // namespace penstock::coll::simulate
