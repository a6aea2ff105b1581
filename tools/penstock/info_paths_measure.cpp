#include "penstock/info_paths_measure.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace penstock::tool {
namespace {

using proto::Buffer;
using proto::Engine;
using proto::Operation;

constexpr proto::Context kContext = 0x706174687300;  // no communicator here can have this number
constexpr int kMessage = 1;
constexpr int kAnswer = 2;
constexpr int kEmptyTurns = 10;

int turns_of(std::uint64_t bytes) {
  return bytes <= (1U << 20) ? 6 : 3;
}

Status finish(Engine& engine, Operation* operation) {
  engine.progress().wait(*operation);
  Status status = operation->status().clone();
  operation->release();
  return status;
}

Status send(Engine& engine, const Buffer& buffer, int peer, int tag) {
  Operation* operation = nullptr;
  PENSTOCK_TRY(engine.messages().send(buffer, peer, tag, kContext, proto::SendMode::kStandard, &operation));
  return finish(engine, operation);
}

Status receive(Engine& engine, const Buffer& buffer, int peer, int tag) {
  Operation* operation = nullptr;
  PENSTOCK_TRY(engine.messages().recv(buffer, peer, tag, kContext, &operation));
  return finish(engine, operation);
}

// Measures the sender's time for a message and its empty answer.
Status turn(Engine& engine, const Buffer& buffer, int receiver, double* us) {
  const proto::Layout nothing = proto::Layout::bytes(0);
  const std::uint64_t start = base::now_ns();
  PENSTOCK_TRY(send(engine, buffer, receiver, kMessage));
  PENSTOCK_TRY(receive(engine, {nullptr, 0, &nothing}, receiver, kAnswer));
  *us = static_cast<double>(base::now_ns() - start) / 1000.0;
  return Status::ok();
}

Status answer(Engine& engine, const Buffer& buffer, int sender) {
  const proto::Layout nothing = proto::Layout::bytes(0);
  PENSTOCK_TRY(receive(engine, buffer, sender, kMessage));
  return send(engine, {nullptr, 0, &nothing}, sender, kAnswer);
}

}  // namespace

Status measure_sender(Engine& engine, const Buffer& buffer, int receiver, Measured* out) {
  const proto::Layout nothing = proto::Layout::bytes(0);
  double empty = 1e9;
  double us = 0;
  for (int i = 0; i < kEmptyTurns; ++i) {
    PENSTOCK_TRY(turn(engine, {nullptr, 0, &nothing}, receiver, &us));
    empty = std::min(empty, us);
  }
  *out = {1e9, 0};
  for (int i = 0; i < turns_of(buffer.bytes()); ++i) {
    PENSTOCK_TRY(turn(engine, buffer, receiver, &us));
    us = std::max(0.0, us - empty / 2);
    if (i == 0) out->first_us = us;
    out->us = std::min(out->us, us);
  }
  return Status::ok();
}

Status measure_receiver(Engine& engine, const Buffer& buffer, int sender) {
  const proto::Layout nothing = proto::Layout::bytes(0);
  for (int i = 0; i < kEmptyTurns; ++i) PENSTOCK_TRY(answer(engine, {nullptr, 0, &nothing}, sender));
  for (int i = 0; i < turns_of(buffer.bytes()); ++i) PENSTOCK_TRY(answer(engine, buffer, sender));
  return Status::ok();
}

}  // namespace penstock::tool
