#include "core/greeting.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace penstock::core {
namespace {

constexpr proto::Context kGreeting = ~proto::Context{1};  // no communicator's

Status finish(proto::Engine& engine, proto::Operation* operation) {
  engine.wait(*operation);
  Status status = operation->status().clone();
  operation->release();
  return status;
}

Status exchange(proto::Engine& engine, std::span<Place> out, int to, std::span<Place> in, int from, int round) {
  const proto::Layout place = proto::Layout::bytes(sizeof(Place));
  proto::Operation* sent = nullptr;
  proto::Operation* received = nullptr;
  PENSTOCK_TRY(engine.recv({in.data(), in.size(), &place}, from, round, kGreeting, &received));
  Status status = engine.send({out.data(), out.size(), &place}, to, round, kGreeting, proto::SendMode::kStandard, &sent);
  if (status.is_ok()) status = finish(engine, sent);
  Status came = finish(engine, received);
  return status.is_ok() ? std::move(came) : std::move(status);
}

}  // namespace

Status gather_places(proto::Engine& engine, const Place& mine, std::vector<Place>* out) {
  const int size = engine.size();
  const int rank = engine.rank();
  std::vector<Place> found(static_cast<std::size_t>(size));  // [i]: of the rank i places after this one
  found[0] = mine;
  for (int have = 1, round = 0; have < size; ++round) {
    const int count = std::min(have, size - have);
    const auto all = std::span(found);
    PENSTOCK_TRY(exchange(engine, all.first(static_cast<std::size_t>(count)), (rank - have + size) % size,
                          all.subspan(static_cast<std::size_t>(have), static_cast<std::size_t>(count)), (rank + have) % size,
                          round));
    have += count;
  }
  std::ranges::rotate(found, found.end() - rank);
  *out = std::move(found);
  return Status::ok();
}

}  // namespace penstock::core
