// Boards for the members of a communicator who share a host.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "coll/board/board.hpp"
#include "core/collective.hpp"
#include "core/process.hpp"

namespace penstock::core {
namespace {

template <typename T>
Status exchange(Comm& comm, const T& mine, std::vector<T>* all) {
  all->resize(static_cast<std::size_t>(comm.size()));
  Collective made;
  PENSTOCK_TRY(make_exchange(comm, &mine, all->data(), sizeof(T), &made));
  return run(comm, std::move(made));
}

}  // namespace

// PENSTOCK_EXPLAIN says what the long way chooses.
void Comm::use_board(std::unique_ptr<coll::Board> board) {
  board_ = std::move(board);
  if (!process_.selection().tuned().empty() || process_.config().explain) return;
  express_ = std::make_unique<coll::Express>(*board_, process_.engine());
}

// All members map all boards, or none uses them. Who has closed what it opened is waited for by nobody.
Status share_boards(Comm& comm) {
  coll::BoardMaker& maker = comm.process().boards();
  const std::span<const int> world = comm.group().world();
  std::vector<coll::BoardOffer> offers;
  PENSTOCK_TRY(exchange(comm, maker.offer(world), &offers));
  std::unique_ptr<coll::Board> board = maker.make(comm.rank(), world, std::move(offers));
  if (!board) return Status::ok();
  const Status opened = board->open();
  std::vector<int> opens;
  PENSTOCK_TRY(exchange(comm, opened.is_ok() ? 1 : 0, &opens));
  if (!opened.is_ok()) comm.process().log().warn("collectives go by messages: {}", opened.message());
  if (std::ranges::find(opens, 0) == opens.end()) comm.use_board(std::move(board));
  return Status::ok();
}

}  // namespace penstock::core
