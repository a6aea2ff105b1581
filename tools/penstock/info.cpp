#include <cstdio>

#include "penstock/command.hpp"

namespace penstock::tool {

int info(std::span<const std::string>) {
  std::fprintf(stderr, "penstock info: being written\n");
  return 2;
}

}  // namespace penstock::tool
