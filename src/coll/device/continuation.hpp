// A task that goes on by way of steps of its own.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Goes on with a call when what it has listed is over.
class Continuation final : public Task {
 public:
  explicit Continuation(Task& call) noexcept : call_(call) {}
  bool advance(Schedule& schedule) override { return call_.advance(schedule); }

 private:
  Task& call_;
};

}  // namespace penstock::coll
