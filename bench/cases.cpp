#include "case.hpp"

#include "coll.hpp"
#include "local.hpp"
#include "mpi_call.hpp"
#include "window.hpp"

namespace bench {
namespace {

constexpr std::size_t kKiB = 1024, kMiB = kKiB * kKiB;

std::vector<Case> point_to_point() {
  using T = Case::Team;
  const Element byte = {MPI_BYTE, 1};
  const auto latency = [&](const char* name, T team) {
    return Case{name, "p2p", "us", "Latency (us)", team, false, 1, 4 * kMiB, byte, one_each, ping_pong};
  };
  const auto windows = [&](const char* name, T team, Row (*run)(Scene&)) {
    return Case{name, "p2p",        "MB/s", team == T::kPairs ? "MB/s" : "Bandwidth (MB/s)", team, true, 1, 4 * kMiB,
                byte, window_needs, run};
  };
  return {latency("latency", T::kPair),
          windows("bw", T::kPair, windows_of_bytes),
          windows("bibw", T::kPair, windows_both_ways),
          windows("mbw_mr", T::kPairs, windows_of_bytes),
          latency("multi_lat", T::kPairs),
          {"mr", "p2p", "messages/s", "Messages/s", T::kPairs, true, 1, 8 * kKiB, byte, window_needs, windows_of_messages}};
}

std::vector<Case> packed() {
  const auto rate = [](const char* name, Row (*run)(Scene&)) {
    return Case{name, "pack", "MB/s", "MB/s", Case::Team::kPair, true, 64, 4 * kMiB, {MPI_BYTE, 1}, one_each, run};
  };
  return {rate("pack", packing), rate("unpack", unpacking)};
}

std::vector<Case> one_sided() {
  using T = Case::Team;
  const Element byte = {MPI_BYTE, 1}, number = {MPI_FLOAT, sizeof(float)}, word = {MPI_INT64_T, 8};
  const auto row = [](const char* name, const char* unit, const char* heading, T team, std::size_t max, Element element,
                      Row (*run)(Scene&)) {
    const bool time = std::string(unit) == "us";
    Case made{name, "rma", unit, heading, team, !time, element.bytes, max, element, one_sided_needs, run};
    made.misfit = rma_misfit;
    return made;
  };
  const auto latency = [&](const char* name, std::size_t max, Element element) {
    return row(name, "us", "Latency (us)", T::kPair, max, element, one_sided_latency);
  };
  const auto bandwidth = [&](const char* name, Element element, Row (*run)(Scene&)) {
    return row(name, "MB/s", "Bandwidth (MB/s)", T::kPair, 4 * kMiB, element, run);
  };
  const auto rate = [&](const char* name, Element element) {
    return row(name, "operations/s", "Operations/s", T::kPairs, 8 * kKiB, element, one_sided_rate);
  };
  return {latency("put_lat", 4 * kMiB, byte),
          latency("get_lat", 4 * kMiB, byte),
          latency("acc_lat", 4 * kMiB, number),
          latency("get_acc_lat", 4 * kMiB, number),
          latency("fop_lat", 0, word),
          latency("cas_lat", 0, word),
          bandwidth("put_bw", byte, one_sided_bandwidth),
          bandwidth("get_bw", byte, one_sided_bandwidth),
          bandwidth("acc_bw", number, one_sided_bandwidth),
          bandwidth("put_bibw", byte, one_sided_both_ways),
          rate("put_mr", byte),
          rate("acc_mr", number),
          row("lock_contention", "locks/s", "Locks/s", T::kAll, 0, word, lock_contention)};
}

// "coll", "icoll", "pcoll" and what their names begin with.
std::vector<Case> collectives(CallForm form) {
  constexpr const char* kPrefixes[] = {"", "i", "p"};
  constexpr Row (*kMeasure[])(Scene&) = {blocking, overlapping, persistent};
  const std::string prefix = kPrefixes[static_cast<std::size_t>(form)];
  std::vector<Case> out;
  for (const Coll& coll : colls()) {
    const bool barrier = coll.flow == Flow::kNone;
    const Element element = sums(coll.flow) ? Element{MPI_FLOAT, sizeof(float)} : Element{MPI_BYTE, 1};
    Case row{prefix + coll.name,
             prefix + "coll",
             "us",
             form == CallForm::kImmediate ? "Pure Comm.(us)" : "Avg Latency(us)",
             Case::Team::kAll,
             false,
             element.bytes,
             barrier ? 0 : kMiB,
             element,
             coll_needs,
             kMeasure[static_cast<std::size_t>(form)]};
    row.coll = &coll;
    out.push_back(row);
  }
  return out;
}

std::vector<Case> local_cases() {
  std::vector<Case> out;
  for (const Local& local : locals()) {
    Case row{local.name,          "local",  "MB/s",        "MB/s",   Case::Team::kAll, true,
             local.element.bytes, 4 * kMiB, local.element, one_each, local_reductions};
    row.local = &local;
    out.push_back(row);
  }
  return out;
}

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> out = point_to_point();
  for (const auto& group : {packed(), one_sided(), local_cases(), collectives(CallForm::kBlocking),
                            collectives(CallForm::kImmediate), collectives(CallForm::kPersistent)})
    out.insert(out.end(), group.begin(), group.end());
  const Element byte = {MPI_BYTE, 1};
  out.push_back({"init", "start", "ms", "MPI_Init (ms)", Case::Team::kAll, false, 0, 0, byte, nothing, start_time});
  out.push_back({"memory", "start", "bytes", "Pss, traffic", Case::Team::kAll, false, 0, 0, byte, nothing, memory_of_a_rank});
  return out;
}

std::string library_name() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  const std::string whole(text);
  return whole.substr(0, whole.find('\n'));
}

}  // namespace bench
