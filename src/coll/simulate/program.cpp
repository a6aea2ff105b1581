#include "coll/simulate/program.hpp"

#include <algorithm>
#include <tuple>

namespace penstock::coll::simulate {
namespace {

// A reduction's size is counted in elements; those of a simulation have this length.
constexpr std::uint64_t kElement = 8;

std::uint64_t bytes_of(const StepView& view) {
  return view.kind == StepKind::kReduce ? view.amount * kElement : view.amount;
}

int distance_between(int from, int to, int ranks) {
  return (to - from + ranks) % ranks;
}

}  // namespace

std::vector<Trace> trace_of(const Schedule& schedule, int rank, int ranks) {
  std::vector<Trace> trace;
  for (Step step = 0; step < schedule.steps(); ++step) {
    const StepView view = schedule.view(step);
    trace.push_back({view.kind, view.peer < 0 ? 0 : distance_between(rank, view.peer, ranks), view.tag, bytes_of(view)});
  }
  return trace;
}

void Program::add(const Schedule& schedule) {
  const auto rank = static_cast<std::uint32_t>(added_);
  const auto base = static_cast<std::uint32_t>(steps_.size());
  for (Step step = 0; step < schedule.steps(); ++step) {
    const StepView view = schedule.view(step);
    SimStep made{.kind = view.kind, .number = step, .rank = rank, .waits = view.waits, .bytes = bytes_of(view)};
    made.first_next = static_cast<std::uint32_t>(next_.size());
    schedule.for_next(step, [&](Step then) { next_.push_back(base + then); });
    std::reverse(next_.begin() + made.first_next, next_.end());  // they begin in the order in which they were added
    if (view.kind == StepKind::kSend || view.kind == StepKind::kRecv) {
      made.near = added_ / per_node_ == view.peer / per_node_;
      const bool sends = view.kind == StepKind::kSend;
      const auto peer = static_cast<std::uint32_t>(view.peer % looked_at_);
      const int distance = sends ? distance_between(added_, view.peer, ranks_) : distance_between(view.peer, added_, ranks_);
      (sends ? sent_ : received_).push_back({sends ? rank : peer, sends ? peer : rank, distance, view.tag, base + step});
    }
    steps_.push_back(made);
  }
  ++added_;
}

// Messages between two ranks with one tag keep their order.
Status Program::match() {
  const auto before = [](const Side& a, const Side& b) {
    return std::tie(a.sender, a.receiver, a.distance, a.tag, a.step) <
           std::tie(b.sender, b.receiver, b.distance, b.tag, b.step);
  };
  std::ranges::sort(sent_, before);
  std::ranges::sort(received_, before);
  const auto same = [](const Side& a, const Side& b) {
    return std::tie(a.sender, a.receiver, a.distance, a.tag) == std::tie(b.sender, b.receiver, b.distance, b.tag);
  };
  if (!std::ranges::equal(sent_, received_, same)) {
    return Status::error(Code::kInternal, "{} sends and {} receives of {} ranks do not meet", sent_.size(), received_.size(),
                         ranks_);
  }
  for (std::size_t i = 0; i < sent_.size(); ++i) {
    SimStep& send = steps_[sent_[i].step];
    SimStep& recv = steps_[received_[i].step];
    if (send.bytes != recv.bytes) {
      return Status::error(Code::kInternal, "{} bytes are sent where {} are received", send.bytes, recv.bytes);
    }
    send.mate = received_[i].step;
    recv.mate = sent_[i].step;
  }
  sent_ = {};
  received_ = {};
  return Status::ok();
}

}  // namespace penstock::coll::simulate
