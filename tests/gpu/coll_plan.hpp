// Which calls a run makes: the same on every rank, and all of what must occur at least once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coll_case.hpp"
#include "coll_draw.hpp"

namespace penstock::test {

struct Options {
  std::uint64_t seed = 1;
  std::string only;  // a call, or "mixed"; empty: all
  bool form[std::size(kForms)] = {true, true, true};
  bool on_gpus = false;  // all data, and the arithmetic
  bool large = false;
  bool verbose = false;
  bool help = false;

  [[nodiscard]] bool wants(const std::string& name) const { return only.empty() || only == name; }
};
// False, with a line on stderr, where the words are not understood.
[[nodiscard]] bool parse(int argc, char** argv, Options* out);
[[nodiscard]] const char* usage();

struct Plan {
  std::vector<Case> single;              // one after another, with barriers between
  std::vector<std::vector<Case>> mixed;  // each several at once, by turns on two communicators
  long skipped = 0;                      // for want of memory of a kind
};
[[nodiscard]] Plan make_plan(const Options& options, const Store& store, int ranks, int devices);

// What has been done, to be compared with what must be.
struct Coverage {
  long by_form[kCalls][std::size(kForms)] = {};
  long gapped[kCalls] = {};
  std::vector<std::vector<bool>> pairs;  // of types and operations, by MPI_Allreduce
  long overwritten = 0, replaced = 0, in_place = 0, untouched = 0;

  Coverage();
  void add(const Case& what);
  // Empty, or what did not occur though the options ask for it.
  [[nodiscard]] std::string lacks(const Options& options) const;
  [[nodiscard]] long pairs_done() const;
};

}  // namespace penstock::test
