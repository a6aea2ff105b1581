// Splits text into words: a file of options, or a command in one word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"

namespace penstock::mpiexec {

// Splits as a shell does: blanks separate, ' and " keep together, \ takes the next character
// literally. kArg: a quote stays open.
Status split_words(std::string_view text, std::vector<std::string>* out);

// Reads the words of a file of options: each line is a program with its options, and ":" is put between two. Lines that are
// empty or begin with '#' are ignored; a line that ends with \ continues in the next.
Status read_lines(std::string_view text, std::vector<std::string>* out);

}  // namespace penstock::mpiexec
