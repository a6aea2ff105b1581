// The cases of the OSU Micro-Benchmarks for OpenSHMEM.
#include "case.hpp"

#include <shmem.h>

#include "coll.hpp"
#include "moves.hpp"

namespace bench {
namespace {

constexpr std::size_t kLargest = std::size_t{4} << 20, kLargestPart = std::size_t{1} << 20, kLargestCounted = 8192;

// Makes a case of the group "shmem".
Case row(const std::string& name, const char* unit, const char* heading, Case::Team team, Row (*run)(Scene&)) {
  const bool time = std::string(unit) == "us";
  return {"shmem_" + name, "shmem", unit, heading, team, !time, 1, kLargest, {MPI_BYTE, 1}, one_each, run};
}

// An operation on one element takes a value at its origin, not memory.
std::string one_kind_of_element(const Options& options, const Case& which) {
  if (options.memory[0] == options.memory[1]) return {};
  return which.name + " has a value at its origin, and memory of one kind: --memory host or device, not " +
         text_of(options.memory);
}

std::string misfit_of_collective(const Options& options, const Case& which) {
  if (!options.algorithms.empty()) {
    return which.name +
           ": --algorithms is for communicators of MPI; PENSTOCK_COLL_ALGORITHM chooses those of OpenSHMEM's collectives";
  }
  if (options.memory[0] == options.memory[1]) return {};
  return which.name + " has symmetric memory of one kind on all PEs: --memory host or device, not " + text_of(options.memory);
}

Case sized(Case made, std::size_t min, std::size_t max) {
  made.min = min;
  made.max = max;
  return made;
}

Case moved(const pe::Move& move, Case made) {
  made.sides = move.gets ? Case::Sides::kRecvFirst : Case::Sides::kSendFirst;
  return made;
}

Case word(Case made) {
  made.element = {MPI_BYTE, 8};
  made.misfit = one_kind_of_element;
  return sized(made, 8, 8);
}

void add_moves(std::vector<Case>* out) {
  using T = Case::Team;
  for (const pe::Move& move : pe::moves()) {
    const Case made = moved(move, row(std::string(move.name) + "_lat", "us", "Latency (us)", T::kPair, pe::move_latency));
    out->push_back(pe::is_word(move) ? word(made) : made);
  }
  for (const pe::Move& move : pe::moves()) {
    if (pe::is_word(move)) continue;
    out->push_back(moved(move, row(std::string(move.name) + "_bw", "MB/s", "Bandwidth (MB/s)", T::kPair, pe::move_bandwidth)));
  }
  for (const pe::Move& move : pe::moves()) {
    if (pe::is_word(move)) continue;
    const Case made = row(std::string(move.name) + "_mr", "operations/s", "Operations/s", T::kPairs, pe::move_rate);
    out->push_back(sized(moved(move, made), 1, kLargestCounted));
  }
  out->push_back(row("put_signal_lat", "us", "Latency (us)", T::kPair, pe::signal_latency));
  out->back().sides = Case::Sides::kSendFirst;
}

void add_atomics(std::vector<Case>* out) {
  for (const std::string& name : pe::atomic_names()) {
    Case made = sized(row("atomic_" + name, "us", "Latency (us)", Case::Team::kPair, pe::atomic_latency), 4, 8);
    made.element = {MPI_BYTE, 4};
    made.misfit = one_kind_of_element;
    out->push_back(made);
  }
}

void add_collectives(std::vector<Case>* out) {
  for (const Coll& coll : colls()) {
    Case made = sized(row(coll.name, "us", "Avg Latency(us)", Case::Team::kAll, pe::collective), 4, kLargestPart);
    made.element = {sums(coll.flow) ? MPI_FLOAT : MPI_UINT32_T, 4};
    made.needs = coll_needs;
    made.coll = &coll;
    made.misfit = misfit_of_collective;
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
  add_collectives(&out);
  return out;
}

Needs one_each(const Scene&, const Layout&) {
  return {1, 1};
}

std::string library_name() {
  int major = 0, minor = 0;
  char text[SHMEM_MAX_NAME_LEN] = "";
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(text);
  std::string name = text;
#ifdef OPEN_MPI  // Open MPI's library reports a web address
  name = "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + "." + std::to_string(OMPI_MINOR_VERSION) + "." +
         std::to_string(OMPI_RELEASE_VERSION);
#endif
  return name + " (OpenSHMEM " + std::to_string(major) + "." + std::to_string(minor) + ")";
}

}  // namespace bench
