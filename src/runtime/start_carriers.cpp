#include "runtime/start_carriers.hpp"

#include <cstring>
#include <numeric>

#include "coll/allgather/allgather.hpp"
#include "coll/select/select.hpp"
#include "runtime/carrier_steps.hpp"

namespace penstock::runtime {
namespace {

constexpr proto::Context kContext = ~proto::Context{1};  // no team has it

std::span<std::byte> cell_at(void* cells, int index, std::size_t bytes) {
  return {static_cast<std::byte*>(cells) + static_cast<std::size_t>(index) * bytes, bytes};
}

}  // namespace

Status StoreCarrier::say(std::span<const std::byte> mine) {
  return boot_.put(key_, mine);
}

Status StoreCarrier::hear(int rank, std::vector<std::byte>* said) {
  return fenced_ ? boot_.get(rank, key_, said) : boot_.await(rank, key_, said);
}

Status StoreCarrier::hear_all(void* all, std::size_t bytes) {
  std::vector<std::byte> said;
  for (int i = 0; i < size(); ++i) {
    PENSTOCK_TRY(hear(i, &said));
    if (said.size() != bytes) {
      return Status::error(Code::kProtocol,
                           "rank {} says {} bytes as {}, where {} are expected: give all ranks the same library", i,
                           said.size(), key_, bytes);
    }
    if (bytes != 0) std::memcpy(cell_at(all, i, bytes).data(), said.data(), bytes);
  }
  return Status::ok();
}

std::string StoreCarrier::next_key() {
  return fmt::format("{}.{}", key_, count_++);
}

Status StoreCarrier::gather(const void* mine, void* all, std::size_t bytes) {
  StoreCarrier once(boot_, next_key(), true);
  PENSTOCK_TRY(once.say({static_cast<const std::byte*>(mine), bytes}));
  PENSTOCK_TRY(boot_.fence());
  return once.hear_all(all, bytes);
}

Status StoreCarrier::gather_at(int root, std::span<const std::byte> mine, std::vector<std::vector<std::byte>>* all) {
  StoreCarrier once(boot_, next_key(), true);
  PENSTOCK_TRY(once.say(mine));
  PENSTOCK_TRY(boot_.fence());
  if (rank() != root) return Status::ok();
  all->resize(static_cast<std::size_t>(size()));
  for (int i = 0; i < size(); ++i) PENSTOCK_TRY(once.hear(i, &(*all)[static_cast<std::size_t>(i)]));
  return Status::ok();
}

// The store has no addressee: each member reads its cell from what the others say to all.
Status StoreCarrier::hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) {
  std::vector<std::byte> all(sent.size() * static_cast<std::size_t>(size()));
  PENSTOCK_TRY(gather(sent.data(), all.data(), sent.size()));
  for (int i = 0; i < size() && cell != 0; ++i) {
    std::byte* const from = cell_at(all.data(), i, sent.size()).data();
    std::memcpy(cell_at(got.data(), i, cell).data(), cell_at(from, rank(), cell).data(), cell);
  }
  return Status::ok();
}

EngineCarrier::EngineCarrier(proto::Engine& engine) : engine_(engine), world_(static_cast<std::size_t>(engine.size())) {
  std::iota(world_.begin(), world_.end(), 0);
}

Status EngineCarrier::run(Build build, const coll::Arguments& arguments) {
  coll::Schedule schedule(engine_);
  schedule.reset({.rank = rank(), .size = size(), .world = world_, .context = kContext}, count_++);
  build(schedule, arguments);
  schedule.start(true);
  if (!schedule.done()) engine_.progress().wait_until([&] { return schedule.done() || schedule.failed(); });
  // A rank that cannot send may be unable to receive as well: nobody may wait for it.
  if (!schedule.done()) {
    schedule.withdraw();
    engine_.progress().wait_until([&] { return schedule.done(); });
  }
  return schedule.status().clone();
}

Status EngineCarrier::gather(const void* mine, void* all, std::size_t bytes) {
  return run(coll::allgather_bruck, gather_arguments(mine, all, bytes));
}

Status EngineCarrier::hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) {
  return run(coll::build_alltoall, hand_arguments(sent, got, cell));
}

}  // namespace penstock::runtime
