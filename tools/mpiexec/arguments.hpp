// The command line as words: parts split at ':', files of options read in, and what other launchers call our options.
#pragma once

#include <string>
#include <vector>

#include "base/status.hpp"

namespace penstock::mpiexec {

// Puts the words of the file that --configfile names in its place. kArg: it cannot be read, or words follow it.
Status expand_files(std::vector<std::string>* words);

// The words of each program, split at ":". An empty part comes out empty.
[[nodiscard]] std::vector<std::vector<std::string>> split_parts(const std::vector<std::string>& words);

// Rewrites the options in front of a part's program into the parser's spelling: -np to -n, -env A B to -x A=B, -genv to
// --genv, one dash to two. An option that other launchers have and that changes nothing here is left out with a line in
// *notes. kArg: no launcher has such an option, and the sentence names the nearest one; kUnsupported: it cannot be honoured.
Status translate(const std::vector<std::string>& words, std::vector<std::string>* out, std::vector<std::string>* notes);

}  // namespace penstock::mpiexec
