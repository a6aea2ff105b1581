// Simulates discrete events. A rank has one processor for copies and reductions, and one port in each direction for messages;
// requests for them are served in the order of time.
#include "coll/simulate/events.hpp"

#include <algorithm>
#include <queue>

namespace penstock::coll::simulate {
namespace {

enum class What : std::uint8_t { kReady, kHead, kOver };

struct Event {
  double at;
  std::uint64_t order;  // the order of events of one time: by the numbers of their steps, so that no rank is ahead of another
  std::uint32_t step;
  What what;
};
struct Later {
  bool operator()(const Event& a, const Event& b) const noexcept { return a.at != b.at ? a.at > b.at : a.order > b.order; }
};

struct Rank {
  double processor = 0;
  double out = 0;
  double in = 0;
};

class Run {
 public:
  Run(const Model& model, Program& program)
      : model_(model),
        program_(program),
        ranks_(static_cast<std::size_t>(program.looked_at())),
        ready_at_(program.steps().size(), -1) {}

  Status run(double* us) {
    std::vector<SimStep>& steps = program_.steps();
    for (std::uint32_t step = 0; step < steps.size(); ++step) {
      if (steps[step].waits == 0) add(0, step, What::kReady);
    }
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.at;
      handle(event);
    }
    *us = now_;
    if (over_ == steps.size()) return Status::ok();
    return Status::error(Code::kInternal, "{} of {} steps never begin", steps.size() - over_, steps.size());
  }

 private:
  void add(double at, std::uint32_t step, What what) {
    const SimStep& one = program_.steps()[step];
    events_.push({at, std::uint64_t{one.number} << 32 | one.rank, step, what});
  }
  [[nodiscard]] Rank& rank_of(const SimStep& step) { return ranks_[step.rank]; }
  [[nodiscard]] const Link& link_of(const SimStep& step) const { return step.near ? model_.inside : model_.between; }
  [[nodiscard]] bool is_eager(const SimStep& step) const { return step.bytes <= model_.eager_limit; }

  void handle(const Event& event) {
    switch (event.what) {
      case What::kReady: return begin(event.step);
      case What::kHead: return arrive(event.step);
      case What::kOver: break;
    }
    ++over_;
    for (const std::uint32_t then : program_.next(event.step)) {
      if (--program_.steps()[then].waits == 0) add(now_, then, What::kReady);
    }
  }

  // Called when the step's dependencies are complete.
  void begin(std::uint32_t step) {
    const SimStep& one = program_.steps()[step];
    switch (one.kind) {
      case StepKind::kShm:  // a simulated team has neither shared buffer nor devices
      case StepKind::kTask:
      case StepKind::kJoin: return add(now_, step, What::kOver);
      case StepKind::kCopy: return compute(step, static_cast<double>(one.bytes) * model_.copy_us_per_byte);
      case StepKind::kReduce: return compute(step, static_cast<double>(one.bytes) * model_.reduce_us_per_byte);
      case StepKind::kSend:
        ready_at_[step] = now_;
        if (is_eager(one) || ready_at_[one.mate] >= 0) transmit(step);
        return;
      case StepKind::kRecv: return post(step);
    }
  }

  void compute(std::uint32_t step, double us) {
    Rank& rank = rank_of(program_.steps()[step]);
    rank.processor = std::max(rank.processor, now_) + us;
    add(rank.processor, step, What::kOver);
  }

  // Called when both sides of a large message are ready, or the sender of a small one.
  void transmit(std::uint32_t send) {
    const SimStep& one = program_.steps()[send];
    const Link& link = link_of(one);
    Rank& rank = rank_of(one);
    const double start = std::max(rank.out, now_);
    rank.out = start + link.gap_us + static_cast<double>(one.bytes) * link.us_per_byte;
    add(rank.out, send, What::kOver);
    add(start + link.latency_us, one.mate, What::kHead);
  }

  // The receive waits for a message that has begun to arrive, or starts a large one.
  void post(std::uint32_t recv) {
    const SimStep& one = program_.steps()[recv];
    if (ready_at_[recv] >= 0) return add(std::max(now_, ready_at_[recv]), recv, What::kOver);
    ready_at_[recv] = now_;
    if (!is_eager(one) && ready_at_[one.mate] >= 0) transmit(one.mate);
  }

  void arrive(std::uint32_t recv) {
    const SimStep& one = program_.steps()[recv];
    const Link& link = link_of(one);
    Rank& rank = rank_of(one);
    const double bytes_us = static_cast<double>(one.bytes) * link.us_per_byte;
    const double there = std::max(rank.in, now_) + bytes_us;
    rank.in = there + link.gap_us;
    if (ready_at_[recv] >= 0) return add(there, recv, What::kOver);
    ready_at_[recv] = there;  // before its receive
  }

  const Model& model_;
  Program& program_;
  std::vector<Rank> ranks_;
  // For a send, the time when it began. For a receive, the time when it was posted or, if that is earlier, when all of the
  // message had arrived.
  std::vector<double> ready_at_;
  std::priority_queue<Event, std::vector<Event>, Later> events_;
  std::size_t over_ = 0;
  double now_ = 0;
};

}  // namespace

Status run_events(const Model& model, Program& program, double* us) {
  return Run(model, program).run(us);
}

}  // namespace penstock::coll::simulate
