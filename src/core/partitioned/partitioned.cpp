#include "core/partitioned/partitioned.hpp"

#include <memory>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/requests.hpp"
#include "core/partitioned/device.hpp"
#include "core/partitioned/side.hpp"

namespace penstock::core {
namespace {

// The recipe is also the request's work, so a start makes no other object. Without a side the peer is MPI_PROC_NULL.
class PartitionedRecipe final : public Recipe, private Work {
 public:
  PartitionedRecipe(const Partitions& what, Direction direction, std::shared_ptr<PartitionedSide> side) noexcept
      : what_(what), direction_(direction), side_(std::move(side)) {}

  [[nodiscard]] Direction direction() const noexcept { return direction_; }
  [[nodiscard]] int partitions() const noexcept { return what_.partitions; }
  [[nodiscard]] PartitionedSide* side() const noexcept { return side_.get(); }

  Status start(Request& request) override {
    if (side_) PENSTOCK_TRY(side_->start());
    request.begin(static_cast<Work&>(*this));
    return Status::ok();
  }

 private:
  bool done() override { return !side_ || side_->done(); }
  Status tell(Outcome* outcome) override {
    const bool receives = direction_ == Direction::kRecv;
    *outcome = receives ? kProcNullOutcome : kEmptyOutcome;
    if (!side_) return Status::ok();
    if (receives) *outcome = {what_.peer, what_.tag, side_->bytes(), false};
    return side_->status();
  }
  Status cancel() override { return Status::error(Code::kRequest, "a partitioned operation cannot be cancelled"); }

  Partitions what_;
  Direction direction_;
  std::shared_ptr<PartitionedSide> side_;
};

Status check(const Comm& comm, const Partitions& side, Direction direction) {
  if (side.partitions < 0) return Status::error(Code::kArg, "the number of partitions is {}", side.partitions);
  const bool sends = direction == Direction::kSend;
  PENSTOCK_TRY(sends ? check_send(comm, side.peer, side.tag) : check_exact_recv(comm, side.peer, side.tag));
  proto::Buffer all;
  return make_buffer(side.address, side.partitions == 0 ? 0 : side.count, *side.datatype, &all);
}

template <typename Side>
Status make(Comm& comm, const Partitions& what, Direction direction, MPI_Request* request) {
  PENSTOCK_TRY(check(comm, what, direction));
  std::shared_ptr<PartitionedSide> side;
  if (what.peer != MPI_PROC_NULL) {
    side = std::make_shared<Side>(comm, what);
    PENSTOCK_TRY(PartitionedSide::open(side));
  }
  std::unique_ptr<Recipe> recipe = std::make_unique<PartitionedRecipe>(what, direction, std::move(side));
  return requests_of(comm.instance()).add(request, comm, std::move(recipe));
}

Status find_recipe(Request& request, Direction direction, PartitionedRecipe** out) {
  *out = dynamic_cast<PartitionedRecipe*>(request.recipe());
  if (*out != nullptr && (*out)->direction() == direction) return Status::ok();
  return Status::error(Code::kRequest, "the request is not of a partitioned {} (MPI_P{}_init)",
                       direction == Direction::kSend ? "send" : "receive", direction == Direction::kSend ? "send" : "recv");
}

Status check_partition(const PartitionedRecipe& recipe, int partition) {
  if (partition >= 0 && partition < recipe.partitions()) return Status::ok();
  return Status::error(Code::kArg, "there is no partition {}: the request has {}, from 0 on", partition, recipe.partitions());
}

}  // namespace

Status make_partitioned_send(Comm& comm, const Partitions& side, MPI_Request* request) {
  return make<PartitionedSend>(comm, side, Direction::kSend, request);
}

Status make_partitioned_recv(Comm& comm, const Partitions& side, MPI_Request* request) {
  return make<PartitionedRecv>(comm, side, Direction::kRecv, request);
}

Status make_ready(Request& request, int low, int high) {
  PartitionedRecipe* recipe = nullptr;
  PENSTOCK_TRY(find_recipe(request, Direction::kSend, &recipe));
  if (!request.active())
    return Status::error(Code::kRequest, "the partitioned send is not active; start it by MPI_Start first");
  PENSTOCK_TRY(check_partition(*recipe, low));
  PENSTOCK_TRY(check_partition(*recipe, high));
  if (low > high) return Status::error(Code::kArg, "the first partition is {}, the last {}", low, high);
  return recipe->side() == nullptr ? Status::ok() : static_cast<PartitionedSend*>(recipe->side())->make_ready(low, high);
}

Status has_arrived(Request& request, int partition, bool* arrived) {
  PartitionedRecipe* recipe = nullptr;
  PENSTOCK_TRY(find_recipe(request, Direction::kRecv, &recipe));
  PENSTOCK_TRY(check_partition(*recipe, partition));
  const auto* side = static_cast<const PartitionedRecv*>(recipe->side());
  const auto is_there = [&] { return !request.active() || side == nullptr || side->has(partition); };
  if (!is_there()) request.comm()->instance().engine().progress().poll();
  *arrived = is_there();
  return Status::ok();
}

Status make_device_request(Request& request, MPIX_Prequest* out) {
  auto* const recipe = dynamic_cast<PartitionedRecipe*>(request.recipe());
  if (recipe == nullptr) {
    return Status::error(Code::kRequest, "the request is not a partitioned one (MPI_Psend_init, MPI_Precv_init)");
  }
  if (recipe->side() == nullptr) {
    return Status::error(Code::kRequest, "the other side is MPI_PROC_NULL: kernels have nothing to make ready or to wait for");
  }
  PENSTOCK_TRY(recipe->side()->make_device());
  *out = recipe->side()->device()->handle();
  return Status::ok();
}

Status free_device_request(Instance& instance, MPIX_Prequest* handle) {
  const PartitionedRequests* const requests = instance.modules().find<PartitionedRequests>();
  const bool any = requests != nullptr && requests->device_requests;
  PartitionedDevice* const found = any ? requests->device_requests->find(*handle) : nullptr;
  if (found == nullptr) {
    return Status::error(Code::kRequest, "{} is no device handle of a request, or was freed before", fmt::ptr(*handle));
  }
  if (found->busy()) return Status::error(Code::kRequest, "the request of the device handle is active: wait for it first");
  found->side().end_device();
  *handle = MPIX_PREQUEST_NULL;
  return Status::ok();
}

}  // namespace penstock::core
