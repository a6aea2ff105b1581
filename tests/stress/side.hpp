// One side of a message: its memory, its datatype, and the expected contents.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "common/memory.hpp"
#include "stress.hpp"

namespace stress {

class Side {
 public:
  Side(const std::string& memory, std::size_t bytes, std::size_t block);
  ~Side();
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  [[nodiscard]] void* data() const { return memory_.data(); }
  [[nodiscard]] MPI_Datatype type() const { return type_; }

  // Fills the memory with poison, and with the pattern where the datatype has bytes.
  void clear();
  void fill(unsigned pattern);
  [[nodiscard]] bool holds(unsigned pattern);
  [[nodiscard]] bool is_clear() const;

 private:
  void draw(unsigned pattern);

  std::size_t bytes_, block_;
  std::vector<unsigned char> image_;
  penstock::test::Memory memory_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace stress
