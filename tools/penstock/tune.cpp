#include <cstdio>

#include "penstock/command.hpp"

namespace penstock::tool {

int tune(std::span<const std::string>) {
  std::fprintf(stderr, "penstock tune: being written\n");
  return 2;
}

}  // namespace penstock::tool
