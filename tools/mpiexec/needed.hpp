// Reads which libraries a program asks the loader for.
#pragma once

#include <string>
#include <vector>

namespace penstock::mpiexec {

// Returns the names of the libraries that a program for this kind of machine needs, in its order, without those that they need
// in turn. Empty where the file is a script, is for another kind of machine, or cannot be read.
[[nodiscard]] std::vector<std::string> needed_libraries(const std::string& file);

}  // namespace penstock::mpiexec
