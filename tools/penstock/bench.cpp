// penstock bench: starts penstock-bench as a job, or becomes it where a launcher has started this process as a rank.
#include <algorithm>

#include "penstock/command.hpp"
#include "penstock/place.hpp"

namespace penstock::tool {

int bench(std::span<const std::string> words) {
  const std::string program = program_folder() + "/penstock-bench";
  const bool asks = std::any_of(words.begin(), words.end(), [](const std::string& word) { return word == "--help" || word == "-h"; });
  if (in_job() || asks) return become(program, words);
  int ranks = 2;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--ranks" && i + 1 < words.size()) {
      ranks = std::max(1, std::atoi(words[++i].c_str()));
    } else {
      rest.push_back(words[i]);
    }
  }
  return become_job(ranks, program, rest);
}

}  // namespace penstock::tool
