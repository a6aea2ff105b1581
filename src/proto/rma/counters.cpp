#include "proto/rma/counters.hpp"

#include <fmt/format.h>

namespace penstock::proto::rma {
namespace {

constexpr std::string_view kRows[] = {"rma put direct",       "rma get direct", "rma accumulate atomic", "rma accumulate lock",
                                      "rma accumulate owner", "rma flush",      "rma lock wait"};
constexpr std::string_view kVerbs[] = {"put", "get", "accumulate"};

}  // namespace

RmaCounters::RmaCounters(observe::Counters& counters) : counters_(counters) {
  const std::string_view host = accel::kind_name(accel::MemoryKind::kHost);
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = &counters.row(counters.path(kRows[i], host, host));
}

void RmaCounters::count(Verb verb, std::string_view by, accel::MemoryKind source, accel::MemoryKind destination,
                        std::uint64_t bytes) {
  for (const Known& each : known_) {
    if (each.verb == verb && each.by == by && each.source == source && each.destination == destination) {
      return counters_.record(each.row, bytes, 0);
    }
  }
  const observe::PathId row = counters_.path(fmt::format("rma {} {}", kVerbs[static_cast<std::size_t>(verb)], by),
                                             accel::kind_name(source), accel::kind_name(destination));
  known_.push_back({verb, by, source, destination, row});
  counters_.record(row, bytes, 0);
}

}  // namespace penstock::proto::rma
