// penstock compare, stencil, startup, plot: Python modules of this installation.
#include "penstock/command.hpp"
#include "penstock/place.hpp"

namespace penstock::tool {

int compare(std::span<const std::string> words) {
  return become_python("compare", words);
}

int stencil(std::span<const std::string> words) {
  return become_python("stencil", words);
}

int startup(std::span<const std::string> words) {
  return become_python("startup", words);
}

int plot(std::span<const std::string> words) {
  return become_python("plot", words);
}

}  // namespace penstock::tool
