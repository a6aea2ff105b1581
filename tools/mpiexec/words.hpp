// Text as words: a file of options, a command in one word, and the name that a mistyped one is nearest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"

namespace penstock::mpiexec {

// As a shell splits it: blanks separate, ' and " keep together, \ takes the next character as it is. kArg: a quote stays open.
Status split_words(std::string_view text, std::vector<std::string>* out);

// The words of a file of options: each line is a program with its options, and ":" comes between two. Lines that are empty or
// begin with '#' do not count; a line that ends with \ goes on in the next.
Status read_lines(std::string_view text, std::vector<std::string>* out);

// The one of `names` that takes the fewest changed, missing, added or exchanged letters; empty where more than a third of
// `word` would have to change.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string_view>& names);

}  // namespace penstock::mpiexec
