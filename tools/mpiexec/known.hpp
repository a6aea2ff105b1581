// The options of MPI launchers: what we call each of them, or why it changes nothing here.
#pragma once

#include <string_view>
#include <vector>

namespace penstock::mpiexec {

// How we read an option. `values`: the words that follow and belong to it.
struct Known {
  // kKeep: `text` is our spelling, and the value stays. kFull: `text` is our option and its value, in which the given one
  // replaces {}. kPair: NAME VALUE becomes NAME=VALUE, which may stand there as well. kList: our option comes before each word
  // of a list A,B. kIgnore: `text` is what a note says. kRefuse: `text` says what to write instead, or why there is nothing.
  enum class Use { kKeep, kFull, kPair, kList, kIgnore, kRefuse };
  std::string_view name;  // with its dashes taken off
  int values;
  Use use;
  std::string_view text;
};

// Null: nobody's. `word` has one dash or two in front.
[[nodiscard]] const Known* find_known(std::string_view word);

// All of them, without their dashes: those that do something here first.
[[nodiscard]] std::vector<std::string_view> known_names();

}  // namespace penstock::mpiexec
