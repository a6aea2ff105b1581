// How members decide together which way a call goes: each tells the others what it has, hears all of them, and all decide
// alike; then they go on, or begin anew in another way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "coll/schedule/schedule.hpp"
#include "coll/shm/buffer.hpp"

namespace penstock::coll {

// What members tell: `bytes` of each of them, one after another, among them this rank's own.
struct Told {
  std::byte* all = nullptr;
  std::uint64_t bytes = 0;

  template <typename T>
  static Told of(std::vector<T>& all) noexcept {
    return {reinterpret_cast<std::byte*>(all.data()), sizeof(T)};
  }
  [[nodiscard]] std::byte* from(int member) const noexcept { return all + static_cast<std::uint64_t>(member) * bytes; }
};

// Lists this rank's part of each on the operation's shared buffer, and the reading of the others'.
void list_telling(ShmProgram& op, std::initializer_list<Told> lists);
// The same by messages of that number; blocks. A schedule of its own is used, with the sequence number of `call`.
Status tell_by_messages(Schedule& call, std::uint32_t message, const Told& told);
// Lists a barrier in a shared buffer of the members, after a step: nobody is through before all are, and a failure is
// everybody's.
Step list_end(Schedule& schedule, ShmBuffer& shm, Step after);
// What was listed from `first` on comes before `end`, if that is a step.
void order_before(Schedule& schedule, Step first, Step end);

// A negotiation in a shared buffer, in one turn there: operations use the shared buffer in one order on all members. Where the
// schedule is done at once, so are its rounds; otherwise they are steps, and the call learns the answers while it makes
// progress.
class Negotiation : public Task {
 public:
  // Lists the first round, in a shared buffer whose members are those that decide, and sees to the rest. `end`: what is behind
  // all of it in a turn that is kept; kNoStep: it has a turn of its own.
  static void list(std::unique_ptr<Negotiation> call, Schedule& schedule, ShmBuffer& shm, Step end = kNoStep);
  bool advance(Schedule& schedule) override { return decide(schedule), true; }

 protected:
  // Lists what comes before the first round.
  virtual void prepare(Schedule& /*schedule*/) const {}
  virtual void tell(ShmProgram& op) = 0;
  // All have told, or something failed (Schedule::failed()), which then all know: nobody waits for a next round. What is listed
  // here comes before end().
  virtual void decide(Schedule& schedule) = 0;

  // In place of the decision: a further round, or any step. decide() is called again after it.
  void tell_again(Schedule& schedule, const Told& told);
  Step come_back(Schedule& schedule, Step after);
  [[nodiscard]] ShmBuffer& shm() const noexcept { return *shm_; }
  // kNoStep: what is listed has turns in the shared buffer of its own.
  [[nodiscard]] Step end() const noexcept { return end_; }
  void before_end(Schedule& schedule, Step step) const {
    if (end_ != kNoStep) schedule.order(step, end_);
  }

 private:
  [[nodiscard]] ShmProgram& new_round(Schedule& schedule) const;

  ShmBuffer* shm_ = nullptr;
  Step end_ = kNoStep;
};

}  // namespace penstock::coll
