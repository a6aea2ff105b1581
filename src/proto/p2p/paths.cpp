#include "proto/p2p/paths.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace penstock::proto {
namespace {

constexpr std::string_view kVerbNames[] = {"eager", "staged", "get", "put", "copy", "bounce", "stream"};
constexpr std::size_t kKinds = 4;

}  // namespace

int Paths::path(Verb verb, std::size_t transport) const {
  const std::size_t transports = peers_.transports().size();
  return static_cast<int>(verb * (transports + 1) + std::min(transport, transports));
}

int Paths::lane_path(Verb verb, int peer) {
  transport::Transport* lane = nullptr;
  // A peer that has sent something has a lane; "local" is the label if there is none.
  const bool found = peers_.lane(peer, &lane).is_ok();
  return path(verb, found ? peers_.index_of(lane) : peers_.transports().size());
}

int Paths::eager(int peer) {
  return lane_path(kEager, peer);
}
int Paths::pieces(int peer) {
  return lane_path(kPieces, peer);
}
int Paths::direct(Method method, std::size_t transport) {
  return path(method == Method::kGet ? kGet : kPut, transport);
}
int Paths::bounce(std::size_t transport) {
  return path(kBounce, transport);
}
int Paths::stream(std::size_t transport) {
  return path(kStream, transport);
}
int Paths::local() {
  return path(kLocal, peers_.transports().size());
}

observe::PathId Paths::make_row(std::size_t path, accel::MemoryKind source, accel::MemoryKind destination) {
  const auto transports = peers_.transports();
  const std::size_t transport = path % (transports.size() + 1);
  const std::string_view name = transport < transports.size() ? transports[transport]->name() : "local";
  return counters_.path(fmt::format("{} {}", kVerbNames[path / (transports.size() + 1)], name), accel::kind_name(source),
                        accel::kind_name(destination));
}

observe::PathId& Paths::row_of(int path, accel::MemoryKind source, accel::MemoryKind destination) {
  if (rows_.empty()) rows_.resize(kVerbs * (peers_.transports().size() + 1) * kKinds * kKinds);
  const auto index = static_cast<std::size_t>(path);
  // The kind of memory that a peer states is only a label here, but it must be in range.
  const std::size_t from = static_cast<std::size_t>(source) % kKinds;
  observe::PathId& row = rows_[(index * kKinds + from) * kKinds + static_cast<std::size_t>(destination)];
  if (row == 0) row = make_row(index, static_cast<accel::MemoryKind>(from), destination) + 1;
  return row;
}

observe::PathId Paths::find_eager(int peer) {
  return eager_rows_.get(peer) = row_of(eager(peer), accel::MemoryKind::kHost, accel::MemoryKind::kHost);
}

observe::PathId Paths::find_read(int peer) {
  return read_rows_.get(peer) = row_of(lane_path(kGet, peer), accel::MemoryKind::kHost, accel::MemoryKind::kHost);
}

void Paths::record(int path, accel::MemoryKind source, accel::MemoryKind destination, std::uint64_t bytes,
                   std::uint64_t nanoseconds) {
  counters_.record(row_of(path, source, destination) - 1, bytes, nanoseconds);
}

}  // namespace penstock::proto
