#include "mpiexec/known.hpp"

#include <algorithm>
#include <array>

namespace penstock::mpiexec {
namespace {

using Use = Known::Use;

constexpr std::array kKnown = {
#include "mpiexec/gen/known.inc"
};

}  // namespace

const Known* find_known(std::string_view word) {
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  const auto found = std::find_if(kKnown.begin(), kKnown.end(),
                                  [&](const Known& known) { return dashes <= 2 && known.name == word.substr(dashes); });
  return found == kKnown.end() ? nullptr : &*found;
}

std::vector<std::string_view> known_names() {
  std::vector<std::string_view> out;
  for (const Known& known : kKnown) out.push_back(known.name);
  return out;
}

}  // namespace penstock::mpiexec
