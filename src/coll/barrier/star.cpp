// A token of everybody to rank 0, and one back: two rounds and 2(n - 1) messages. For ranks that share CPUs, as the star of
// allreduce.
#include "coll/barrier/barrier.hpp"

namespace penstock::coll {

// A token is one byte, not none, so that a failed rank can say so by sending an empty message.
void barrier_star(Schedule& schedule, const Arguments& /*arguments*/) {
  constexpr std::uint32_t kIn = 0;
  constexpr std::uint32_t kOut = 1;
  const int n = schedule.team().size;
  std::byte* tokens = schedule.scratch(static_cast<std::uint64_t>(n) + 1);
  tokens[0] = std::byte{1};
  const proto::Buffer token = schedule.packed(tokens, 1);
  if (schedule.team().rank != 0) {
    schedule.send(token, 0, kIn);
    schedule.recv(schedule.packed(tokens + 1, 1), 0, kOut);
    return;
  }
  const Step all_in = schedule.join();
  for (int from = 1; from < n; ++from) schedule.order(schedule.recv(schedule.packed(tokens + from, 1), from, kIn), all_in);
  for (int to = 1; to < n; ++to) schedule.send(token, to, kOut, {all_in});
}

}  // namespace penstock::coll
