// Making communicators: one exchange on the parent tells every member who its fellows are and hands out the identity.
#include <algorithm>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "core/collective.hpp"
#include "core/process.hpp"

namespace penstock::core {
namespace {

// What each rank says. Both ends run the same build, so the layout is that of memory.
struct Card {
  std::uint64_t color = 0;
  std::int32_t member = 0;
  std::int32_t key = 0;
  std::uint32_t next_comm = 0;  // the count of the identity that this rank would hand out as leader
  std::uint32_t reserved = 0;
};

// Ranks of the parent that share `mine.color`, in the order of the new communicator.
std::vector<int> fellows(const std::vector<Card>& cards, std::uint64_t color) {
  std::vector<int> ranks;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].member != 0 && cards[i].color == color) ranks.push_back(static_cast<int>(i));
  }
  std::ranges::stable_sort(ranks, {}, [&](int rank) { return cards[static_cast<std::size_t>(rank)].key; });
  return ranks;
}

}  // namespace

Status split_comm(Comm& comm, bool member, std::uint64_t color, int key, Comm** out) {
  Process& process = comm.process();
  const CommId mine = process.next_comm_id();
  const Card card{color, member ? 1 : 0, key, mine.count, 0};
  std::vector<Card> cards(static_cast<std::size_t>(comm.size()));
  Collective exchange;
  PENSTOCK_TRY(make_exchange(comm, &card, cards.data(), sizeof(Card), &exchange));
  PENSTOCK_TRY(run(comm, std::move(exchange)));
  *out = nullptr;
  if (!member) return Status::ok();
  std::vector<int> ranks = fellows(cards, color);
  const auto first = static_cast<std::size_t>(ranks.front());
  const CommId id{static_cast<std::uint32_t>(comm.group().world_rank(ranks.front())), cards[first].next_comm};
  if (ranks.front() == comm.rank()) process.spend_comm_id();
  for (int& rank : ranks) rank = comm.group().world_rank(rank);
  auto group = Ref<Group>::adopt(new Group(std::move(ranks), process.rank()));
  auto made = Ref<Comm>::adopt(new Comm(process, std::move(group), id, Ref<Errhandler>::share(comm.errhandler())));
  return process.publish(std::move(made), out);
}

Status dup_comm(Comm& comm, Comm** out) {
  return split_comm(comm, true, 0, comm.rank(), out);
}

Status split_comm_by_type(Comm& comm, int split_type, int key, Comm** out) {
  switch (split_type) {
    case MPI_COMM_TYPE_SHARED: return split_comm(comm, true, accel::this_process(comm.process().config()).host, key, out);
    case MPI_UNDEFINED:
    case MPI_COMM_TYPE_HW_UNGUIDED:
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED: return split_comm(comm, false, 0, key, out);
    default: return Status::error(Code::kArg, "{} is no split type", split_type);
  }
}

Status free_comm(Comm& comm) {
  Process& process = comm.process();
  if (&comm == &process.world() || &comm == &process.self()) {
    return Status::error(Code::kComm, "MPI_COMM_WORLD and MPI_COMM_SELF cannot be freed");
  }
  process.withdraw(comm);
  return Status::ok();
}

}  // namespace penstock::core
