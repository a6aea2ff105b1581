// The command line as words: splits parts at ':', reads files of options, and translates other launchers' names of our options.
#pragma once

#include <string>
#include <vector>

#include "base/status.hpp"

namespace penstock::mpiexec {

// Replaces --configfile by the words of the file that it names. kArg: the file cannot be read, or words follow it.
Status expand_files(std::vector<std::string>* words);

// Returns the words of each program, split at ":". An empty part gives an empty list.
[[nodiscard]] std::vector<std::vector<std::string>> split_parts(const std::vector<std::string>& words);

// Rewrites the options in front of a part's program into the parser's spelling: -np to -n, -env A B to -x A=B, -genv to --genv,
// one dash to two. An option of other launchers that changes nothing here is left out, with a line in *notes. kArg: no launcher
// has such an option, and the message names the nearest one; kUnsupported: it cannot be honoured.
Status translate(const std::vector<std::string>& words, std::vector<std::string>* out, std::vector<std::string>* notes);

}  // namespace penstock::mpiexec
