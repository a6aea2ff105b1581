// Decides which calls a run makes: the same on every rank, and at least one of each required combination.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coll_case.hpp"
#include "coll_draw.hpp"

namespace penstock::test {

struct Options {
  std::uint64_t seed = 1;
  std::string only;  // a call, or "mixed"; empty: all calls
  bool form[std::size(kForms)] = {true, true, true};
  bool on_gpus = false;  // data and arithmetic are on GPUs alone
  bool large = false;
  bool verbose = false;
  bool help = false;

  [[nodiscard]] bool wants(const std::string& name) const { return only.empty() || only == name; }
};
// Returns false, with a line on stderr, if the words are not understood.
[[nodiscard]] bool parse(int argc, char** argv, Options* out);
[[nodiscard]] const char* usage();

struct Plan {
  std::vector<Case> single;              // they run one after another, with barriers between
  std::vector<std::vector<Case>> mixed;  // the cases of each entry run at the same time, alternately on two communicators
  long skipped = 0;                      // cases that need a missing kind of memory
};
[[nodiscard]] Plan make_plan(const Options& options, const Store& store, int ranks, int devices);

// The combinations that were run, to be compared with those that are required.
struct Coverage {
  long by_form[kCalls][std::size(kForms)] = {};
  long gapped[kCalls] = {};
  std::vector<std::vector<bool>> pairs;  // pairs of types and operations, by MPI_Allreduce
  long overwritten = 0, replaced = 0, in_place = 0, untouched = 0;

  Coverage();
  void add(const Case& what);
  // Returns an empty string, or a required combination that did not occur.
  [[nodiscard]] std::string lacks(const Options& options) const;
  [[nodiscard]] long pairs_done() const;
};

}  // namespace penstock::test
