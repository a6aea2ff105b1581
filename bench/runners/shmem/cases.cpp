// The cases of the OSU Micro-Benchmarks for OpenSHMEM.
#include "case.hpp"

#include <shmem.h>

#include "coll.hpp"
#include "moves.hpp"

namespace bench {
namespace {

constexpr std::size_t kLargest = std::size_t{4} << 20, kLargestCounted = 8192;

// All of one group, so that "shmem" names them.
Case row(const std::string& name, const char* unit, const char* heading, Case::Team team, Row (*run)(Scene&)) {
  const bool time = std::string(unit) == "us";
  return {"shmem_" + name, "shmem", unit, heading, team, !time, 1, kLargest, {MPI_BYTE, 1}, one_each, run};
}

bool is_word(const std::string& move) {
  return move == "p" || move == "g";
}

Case sized(Case made, std::size_t min, std::size_t max) {
  made.min = min;
  made.max = max;
  return made;
}

void add_moves(std::vector<Case>* out) {
  using T = Case::Team;
  for (const std::string& name : pe::move_names()) {
    Case latency = row(name + "_lat", "us", "Latency (us)", T::kPair, pe::move_latency);
    if (is_word(name)) latency.element = {MPI_BYTE, 8};
    out->push_back(is_word(name) ? sized(latency, 8, 8) : latency);
  }
  for (const std::string& name : pe::move_names()) {
    if (!is_word(name)) out->push_back(row(name + "_bw", "MB/s", "Bandwidth (MB/s)", T::kPair, pe::move_bandwidth));
  }
  for (const std::string& name : pe::move_names()) {
    if (is_word(name)) continue;
    out->push_back(sized(row(name + "_mr", "operations/s", "Operations/s", T::kPairs, pe::move_rate), 1, kLargestCounted));
  }
  out->push_back(row("put_signal_lat", "us", "Latency (us)", T::kPair, pe::signal_latency));
}

void add_atomics(std::vector<Case>* out) {
  for (const std::string& name : pe::atomic_names()) {
    Case made = sized(row("atomic_" + name, "us", "Latency (us)", Case::Team::kPair, pe::atomic_latency), 4, 8);
    made.element = {MPI_BYTE, 4};
    out->push_back(made);
  }
}

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> out;
  add_moves(&out);
  add_atomics(&out);
  for (const char* name : {"barrier_all", "sync_all"}) {
    out.push_back(sized(row(name, "us", "Avg Latency(us)", Case::Team::kAll, pe::barrier_latency), 0, 0));
    out.back().element = {MPI_BYTE, 1};
  }
  return out;
}

Needs one_each(const Scene&, const Layout&) {
  return {1, 1};
}

const std::vector<Coll>& colls() {
  static const std::vector<Coll> none;
  return none;
}

std::string library_name() {
  int major = 0, minor = 0;
  char text[SHMEM_MAX_NAME_LEN] = "";
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(text);
  std::string name = text;
#ifdef OPEN_MPI  // which gives an address of the web
  name = "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + "." + std::to_string(OMPI_MINOR_VERSION) + "." +
         std::to_string(OMPI_RELEASE_VERSION);
#endif
  return name + " (OpenSHMEM " + std::to_string(major) + "." + std::to_string(minor) + ")";
}

}  // namespace bench
