// The command line as words: parts split at ':', and what other launchers call our options.
#pragma once

#include <string>
#include <vector>

namespace penstock::mpiexec {

// The words of each program, split at ":". An empty part comes out empty.
[[nodiscard]] std::vector<std::vector<std::string>> split_parts(const std::vector<std::string>& words);

// Rewrites the options in front of a part's program into the parser's spelling: -np to -n, -env A B to -x A=B, -genv to
// --genv, one dash to two. An option that other launchers have and that changes nothing here is left out with a line in
// *notes. False, and *refusal says why and what to do, for one that this launcher cannot honour.
[[nodiscard]] bool translate(const std::vector<std::string>& words, std::vector<std::string>* out,
                             std::vector<std::string>* notes, std::string* refusal);

}  // namespace penstock::mpiexec
