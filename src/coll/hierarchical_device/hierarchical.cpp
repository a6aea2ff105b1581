#include "coll/hierarchical_device/hierarchical.hpp"

#include <algorithm>
#include <utility>

#include "coll/device/device_run.hpp"

namespace penstock::coll {
namespace {

class KernelStep final : public RunTask {
 public:
  KernelStep(proto::Engine& engine, int device, FoldWork&& work) : RunTask(engine), device_(device) {
    work_.folds.push_back(std::move(work));
  }

 private:
  Status begin(DeviceRun& run) override { return run.begin(device_, work_); }
  void end(Schedule& schedule, Status&& status) override {
    if (!status.is_ok()) schedule.fail(std::move(status).within("a kernel of a collective across hosts"));
  }

  int device_;
  DeviceWork work_;
};

proto::Buffer at(const Schedule& schedule, std::uint64_t address, std::uint64_t bytes) noexcept {
  return schedule.packed(reinterpret_cast<std::byte*>(address), bytes);
}

}  // namespace

// A piece begins when the one that had its places in workspace is over.
Step Hierarchical::list() {
  Steps over;
  for (std::uint64_t piece = 0; piece < cut_.cut.pieces(); ++piece) {
    turn_ = piece < kPiecesAtOnce ? kNoStep : over[piece - kPiecesAtOnce];
    const auto first = static_cast<Step>(schedule_.steps());
    list(piece);
    Steps steps(schedule_.steps() - first);
    for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = first + static_cast<Step>(i);
    over.push_back(behind(steps));
  }
  return behind(over);
}

void Hierarchical::list(std::uint64_t piece) {
  const Movement& movement = movement_of(data_.query.collective);
  if (!movement.folds) return movement.part_of_each ? allgather(piece) : bcast(piece);
  if (movement.part_for_each) return reduce_scatter(piece);
  movement.is_rooted() ? reduce(piece) : allreduce(piece);
}

Step Hierarchical::behind(const Steps& steps) {
  const Step join = schedule_.join();
  for (const Step step : steps) schedule_.order(step, join);
  return join;
}

Step Hierarchical::run(const kernels::Folding& folding, std::uint64_t count, const Addresses& sources, Addresses&& targets,
                       const Steps& after) {
  if (count == 0 || targets.empty()) return behind(after);
  FoldWork work{folding, kernels::FoldForm::kTotal, count, sources, std::move(targets)};
  const Step step = schedule_.task(std::make_unique<KernelStep>(schedule_.engine(), device_, std::move(work)));
  for (const Step first : after) schedule_.order(first, step);
  return step;
}

// Of one operand nothing is computed.
Step Hierarchical::fold(const Addresses& sources, Addresses&& targets, std::uint64_t count, const Steps& after) {
  if (sources.size() == 1) return spread(sources.front(), std::move(targets), count, after);
  return run(data_.folding, count, sources, std::move(targets), after);
}

Step Hierarchical::spread(std::uint64_t from, Addresses&& targets, std::uint64_t count, const Steps& after) {
  std::erase(targets, from);
  return run(kernels::copying(), bytes(count), {from}, std::move(targets), after);
}

Step Hierarchical::fold_here(std::uint64_t element, std::uint64_t count, std::uint64_t target) {
  Addresses sources;
  for (const std::uint64_t operand : data_.sends) sources.push_back(operand + bytes(element));
  return fold(sources, {target}, count, {turn_});
}

Step Hierarchical::send(std::uint64_t from, std::uint64_t count, int to, std::uint64_t message, Step after) {
  if (count == 0) return after;
  return schedule_.send(at(schedule_, from, bytes(count)), to, static_cast<std::uint32_t>(message), {after});
}

Step Hierarchical::recv(std::uint64_t to, std::uint64_t count, int from, std::uint64_t message, Step after) {
  if (count == 0) return after;
  return schedule_.recv(at(schedule_, to, bytes(count)), from, static_cast<std::uint32_t>(message), {turn_, after});
}

Hierarchical::Addresses Hierarchical::places(std::uint64_t offset, int but) const {
  Addresses found;
  for (int i = 0; i < hosts_.size(); ++i) {
    if (i != but) found.push_back(data_.recvs[static_cast<std::size_t>(i)] + bytes(offset));
  }
  return found;
}

}  // namespace penstock::coll
