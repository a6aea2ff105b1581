// penstock compare, stencil, startup, plot, report, peers, completion: these commands are Python modules of this installation.
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

int report(std::span<const std::string> words) {
  return become_python("report", words);
}

int peers(std::span<const std::string> words) {
  return become_python("peers", words);
}

int completion(std::span<const std::string> words) {
  return become_python("completion", words);
}

}  // namespace penstock::tool
