// The options of MPI launchers: our name of each of them, or the reason why it changes nothing here.
#pragma once

#include <string_view>
#include <vector>

namespace penstock::mpiexec {

// The way in which we read an option. `values`: the number of following words that belong to it.
struct Known {
  // kKeep: `text` is our spelling, and the value stays. kFull: `text` is our option and its value, in which the given value
  // replaces {}. kPair: NAME VALUE becomes NAME=VALUE, which is accepted too. kList: our option comes before each word of a
  // list A,B. kIgnore: `text` is the text of a note. kRefuse: `text` says which option to use instead, or why there is none.
  enum class Use { kKeep, kFull, kPair, kList, kIgnore, kRefuse };
  std::string_view name;  // without its dashes
  int values;
  Use use;
  std::string_view text;
};

// Returns null if no launcher has it. `word` has one dash or two in front.
[[nodiscard]] const Known* find_known(std::string_view word);

// Returns all names, without their dashes: those with an effect here come first.
[[nodiscard]] std::vector<std::string_view> known_names();

}  // namespace penstock::mpiexec
