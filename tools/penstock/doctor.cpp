#include <cstdio>

#include "penstock/command.hpp"

namespace penstock::tool {

int doctor(std::span<const std::string>) {
  std::fprintf(stderr, "penstock doctor: being written\n");
  return 2;
}

}  // namespace penstock::tool
