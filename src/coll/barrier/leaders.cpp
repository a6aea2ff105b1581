// Between groups: in each a binomial tree of tokens to the first rank, an exchange of the two, and a binomial tree back.
// 2 ceil(log2 n) + 1 rounds.
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"

namespace penstock::coll {

void barrier_leaders(Schedule& schedule, const Arguments& /*arguments*/) {
  constexpr std::uint32_t kIn = 0;
  constexpr std::uint32_t kAcross = 1;
  constexpr std::uint32_t kOut = 2;
  constexpr int kMostChildren = 31;
  const Team& team = schedule.team();
  std::byte* tokens = schedule.scratch(3 + kMostChildren);
  tokens[0] = std::byte{1};
  const proto::Buffer token = schedule.packed(tokens, 1);
  const proto::Buffer answer = schedule.packed(tokens + 1, 1);
  const bool leads = team.rank == 0;
  int parent = 0;
  std::int64_t bit = 1;
  while (bit < team.size && (team.rank & bit) == 0) bit *= 2;
  if (!leads) parent = static_cast<int>(team.rank - bit);
  const Step sent = schedule.send(token, leads ? team.remote_rank(0) : parent, leads ? kAcross : kIn);
  int child = 0;
  for (bit /= 2; bit > 0; bit /= 2) {
    if (team.rank + bit >= team.size) continue;
    const proto::Buffer in = schedule.packed(tokens + 3 + child++, 1);
    schedule.order(schedule.recv(in, static_cast<int>(team.rank + bit), kIn), sent);
  }
  // Nobody leaves before all of both groups are in, which is more than the standard asks for.
  const Step answered = leads ? schedule.recv(answer, team.remote_rank(0), kAcross, {sent}) : kNoStep;
  bcast_tree(schedule, answer, 0, answered, kOut);
}

}  // namespace penstock::coll
