// Pipelined chain: each rank receives pieces of the value of all earlier ranks, combines its own behind them and
// passes them on. n - 1 + p steps of 1/p of the data, one reduction of the data for each rank: for data that are
// long for their number of ranks.
#include "coll/operand/operand.hpp"
#include "coll/pieces/pieces.hpp"
#include "coll/scan/scan.hpp"

namespace penstock::coll {
namespace {

// Turns `mine` into the value of all ranks up to this one, piece by piece. `before` (may have no layout) gets the value of the
// earlier ranks. On the last rank of an exclusive scan `mine` is unchanged.
void pass_pieces(Schedule& schedule, const Reduction& reduction, const proto::Buffer& mine, Step loaded,
                 const proto::Buffer* before, const proto::Buffer* stored) {
  const int rank = schedule.team().rank;
  const bool last = rank + 1 == schedule.team().size;
  const std::uint64_t piece = piece_elements_of(mine);
  proto::Buffer room[2];
  for (int i = 0; i < 2 && rank > 0; ++i) room[i] = make_operand(schedule, *mine.layout, std::min(piece, mine.count));
  Step freed[2] = {kNoStep, kNoStep};
  std::uint32_t message = 0;
  for (std::uint64_t first = 0; first < mine.count; first += piece, ++message) {
    const proto::Buffer value = piece_at(mine, first, piece);
    Step ready = loaded;
    if (rank > 0) {
      const proto::Buffer operand{room[message % 2].address, value.count, value.layout};
      Step& free = freed[message % 2];
      const Step received = schedule.recv(operand, rank - 1, message, {free});
      free = received;
      if (before == nullptr || !last) {
        free = ready = schedule.reduce(reduction, operand.address, value.address, value.count, {received, loaded});
      }
      if (before != nullptr) {
        const Step kept = schedule.copy(piece_at(*before, first, piece), operand, {received, loaded});
        schedule.order(free, kept);
        free = kept;
      }
    }
    if (!last) schedule.send(value, rank + 1, message, {ready});
    if (stored != nullptr) schedule.copy(piece_at(*stored, first, piece), value, {ready});
  }
}

void receive_pieces(Schedule& schedule, const proto::Buffer& result) {
  const std::uint64_t piece = piece_elements_of(result);
  std::uint32_t message = 0;
  for (std::uint64_t first = 0; first < result.count; first += piece) {
    schedule.recv(piece_at(result, first, piece), schedule.team().rank - 1, message++);
  }
}

}  // namespace

void scan_chain(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& recv = arguments.recv;
  if (recv.bytes() == 0) return;
  const bool staged = needs_staging(schedule, recv.address);
  const proto::Buffer mine = staged ? make_operand(schedule, *recv.layout, recv.count) : recv;
  const Step loaded = staged || !arguments.in_place ? schedule.copy(mine, own_operand(arguments)) : kNoStep;
  pass_pieces(schedule, arguments.reduction, mine, loaded, nullptr, staged ? &recv : nullptr);
}

void exscan_chain(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& operand = own_operand(arguments);
  if (operand.bytes() == 0) return;
  // The first rank sends its own operand, and the last one receives its result.
  const Team& team = schedule.team();
  if (team.size == 1) return;
  if (team.rank == 0) return pass_pieces(schedule, arguments.reduction, operand, kNoStep, nullptr, nullptr);
  if (team.rank + 1 == team.size) return receive_pieces(schedule, arguments.recv);
  const proto::Buffer mine = make_operand(schedule, *operand.layout, operand.count);
  const Step loaded = schedule.copy(mine, operand);
  pass_pieces(schedule, arguments.reduction, mine, loaded, &arguments.recv, nullptr);
}

}  // namespace penstock::coll
