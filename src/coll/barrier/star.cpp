// Every rank sends a token to rank 0, which sends one back: two rounds and 2(n - 1) messages. This is for ranks that share
// CPUs, like the star of allreduce.
#include "coll/barrier/barrier.hpp"

namespace penstock::coll {

void barrier_star(Schedule& schedule, const Arguments& /*arguments*/) {
  constexpr std::uint32_t kIn = 0;
  constexpr std::uint32_t kOut = 1;
  const int n = schedule.team().size;
  const proto::Buffer token = make_token(schedule);
  if (schedule.team().rank != 0) {
    schedule.send(token, 0, kIn);
    schedule.recv(make_token(schedule), 0, kOut);
    return;
  }
  const Step all_in = schedule.join();
  for (int from = 1; from < n; ++from) schedule.order(schedule.recv(make_token(schedule), from, kIn), all_in);
  for (int to = 1; to < n; ++to) schedule.send(token, to, kOut, {all_in});
}

}  // namespace penstock::coll
