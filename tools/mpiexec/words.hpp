// Text as words: a file of options, a command in one word.
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

}  // namespace penstock::mpiexec
