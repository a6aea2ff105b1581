// A second process that owns device memory, for tests: this program runs again with --exporter.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "accel/accel.hpp"

namespace penstock::accel {

// Returns byte i of the exporter's allocation number `generation` (from 1).
[[nodiscard]] inline unsigned char exported_byte(std::size_t i, unsigned generation) {
  return static_cast<unsigned char>(i * 7 + i / 251 + generation * 31);
}

class Exporter {
 public:
  Exporter() = default;
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;
  ~Exporter();  // ends the process and waits for it

  Status start();
  // Frees its allocation, if any, makes one of `bytes` bytes on `device`, fills it and exports it. One of the same size usually
  // gets the same address again.
  Status next(int device, std::size_t bytes, Export* out);
  // Reads the allocation back through its owner.
  Status read_byte(std::size_t at, unsigned char* out);

  // Runs the child; main calls it first if argv[1] is --exporter.
  static int run();

 private:
  struct Command {
    char what = 'n';
    int device = 0;
    std::size_t bytes = 0;
  };
  struct Answer {
    bool good = false;
    char why[512] = {};
    Export exported;
    unsigned char byte = 0;
  };
  class Owner;
  Status ask(const Command& command, Answer* answer);

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
};

}  // namespace penstock::accel
