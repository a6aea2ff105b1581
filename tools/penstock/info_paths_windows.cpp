#include "penstock/info_paths_windows.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "penstock/doctor.hpp"
#include "penstock/info_paths_table.hpp"

namespace penstock::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kBytes = 4096;
constexpr std::string_view kKey = "paths.window.";
constexpr std::string_view kAllocated = "MPI_Win_allocate";
constexpr std::string_view kOfProgram = "MPI_Win_create";

Json facts_of(const Config& config, const WindowRow* of_program) {
  health::Patient patient("");
  std::string copies = "not asked: no rank has host memory to show";
  if (of_program != nullptr) {
    const bool allowed = of_program->how.moves.starts_with("one copy by process id");
    copies = allowed ? "allowed" : of_program->how.moves_why;
  }
  const std::string_view helper = config.progress_thread == Config::ProgressThread::k1 ? "runs (PENSTOCK_PROGRESS_THREAD=1)"
                                  : config.progress_thread == Config::ProgressThread::k0
                                      ? "off (PENSTOCK_PROGRESS_THREAD=0)"
                                      : "for collectives of GPU memory, and for windows that a rank has to serve; "
                                        "PENSTOCK_PROGRESS_THREAD=1 starts it for all";
  const bool rdma = !patient.active_infiniband().empty();
  return {
      {"copies_by_process_id", copies},
      {"other_hosts", fmt::format("{}; {}", health::check_infiniband(patient).what,
                                  rdma ? "UCX puts and gets by RDMA need nothing of the target"
                                       : "over TCP the target does its part in its calls of MPI, or in its progress thread")},
      {"progress_thread", helper}};
}

}  // namespace

Json WindowRows::json() const {
  Json out = Json::array();
  for (const WindowRow& row : rows_) {
    out.push_back({{"origin", row.origin},
                   {"target", row.target},
                   {"window", row.window},
                   {"memory", row.memory},
                   {"put_get", row.how.moves},
                   {"reason", row.how.moves_why},
                   {"accumulates", row.how.accumulates},
                   {"target_must_call", row.how.needs_owner}});
  }
  return out;
}

void WindowRows::take(const Json& rows) {
  for (const Json& row : rows) {
    WindowRow made{row.at("origin"), row.at("target"), row.at("window"), row.at("memory"), {}};
    made.how = {row.at("put_get"), row.at("reason"), row.at("accumulates"), row.at("target_must_call").get<bool>()};
    rows_.push_back(std::move(made));
  }
}

std::string WindowRows::text(int ranks) const {
  std::string out = "\nOperations on windows, with host memory of the origin\n";
  for (const auto& [name, found] : facts.items()) {
    std::string words = name;
    std::ranges::replace(words, '_', ' ');
    out += fmt::format("  {:<22} {}\n", words, found.get<std::string>());
  }
  using Line = std::tuple<std::string, std::string, std::string, std::string, std::string, bool>;
  std::map<Line, std::vector<std::pair<int, int>>> lines;
  for (const WindowRow& row : rows_) {
    lines[{row.window, row.memory, row.how.moves, row.how.moves_why, row.how.accumulates, row.how.needs_owner}].emplace_back(
        row.origin, row.target);
  }
  for (const auto& [line, pairs] : lines) {
    const auto& [window, memory, moves, why, accumulates, needs_owner] = line;
    out += fmt::format("{}, {} memory, {}\n  put, get    by {}: {}\n  accumulates by {}\n  target      {}\n", window, memory,
                       pairs_text(pairs, ranks), moves, why, accumulates,
                       needs_owner ? "has to call MPI, or to have a progress thread" : "need not call MPI");
  }
  return out;
}

Status WindowAsker::publish_region(const transport::Region& region, const std::string& name) {
  regions_.emplace_back(name, &region);
  for (int peer = 0; peer < boot_.size(); ++peer) {
    std::vector<std::byte> key;
    PENSTOCK_TRY(engine_.memory_registry().key(region, peer, &key));
    PENSTOCK_TRY(boot_.put(fmt::format("{}{}-{}", kKey, peer, name), key));
  }
  return Status::ok();
}

Status WindowAsker::publish(const std::vector<Memory>& areas) {
  const transport::Region* region = nullptr;
  PENSTOCK_TRY(engine_.memory_registry().allocate(kBytes, transport::kUseAll, &region));
  PENSTOCK_TRY(publish_region(*region, fmt::format("{}.host", kAllocated)));
  for (const Memory& area : areas) {
    PENSTOCK_TRY(engine_.memory_registry().register_memory(area.address, 1, transport::kUseAll, &region));
    PENSTOCK_TRY(publish_region(*region, fmt::format("{}.{}", kOfProgram, area.kind)));
  }
  return Status::ok();
}

Status WindowAsker::ask_about(int peer, const std::string& name, WindowRows* out) {
  std::vector<std::byte> key;
  PENSTOCK_TRY(boot_.get(peer, fmt::format("{}{}-{}", kKey, boot_.rank(), name), &key));
  proto::rma::Target& target = targets_.emplace_back();
  PENSTOCK_TRY(engine_.rma().attach(peer, key, &target));
  const std::size_t dot = name.find('.');
  out->add({boot_.rank(), peer, name.substr(0, dot), name.substr(dot + 1), engine_.rma().explain(target)});
  return Status::ok();
}

Status WindowAsker::ask(WindowRows* out) {
  for (int peer = 0; peer < boot_.size(); ++peer) {
    if (peer == boot_.rank()) continue;
    for (const auto& [name, region] : regions_) PENSTOCK_TRY(ask_about(peer, name, out));
  }
  const WindowRow* of_program = nullptr;
  for (const WindowRow& row : out->rows()) {
    if (of_program == nullptr && row.window == kOfProgram && row.memory == "host") of_program = &row;
  }
  out->facts = facts_of(engine_.config(), of_program);
  return Status::ok();
}

void WindowAsker::close() {
  for (proto::rma::Target& target : targets_) engine_.rma().detach(&target);
  targets_.clear();
}

}  // namespace penstock::tool
