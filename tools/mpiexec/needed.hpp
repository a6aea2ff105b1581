// What a program asks the loader for.
#pragma once

#include <string>
#include <vector>

namespace penstock::mpiexec {

// The names of the libraries that a program of this machine's kind needs, in its order, not those that they need in turn. None
// where the file is a script, of another kind, or cannot be read.
[[nodiscard]] std::vector<std::string> needed_libraries(const std::string& file);

}  // namespace penstock::mpiexec
