// Parts in shared buffers whose length only the two ranks know that exchange them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

// Each rank that has parts writes a cell for each other member, which begins with the length of the part for that member; the
// part follows if the longest cell holds it, otherwise it is a message. All cells of one shared buffer are as long as the
// longest part in them needs. One operation of a schedule calls in this order: prepare() on ranks that have parts,
// new_shm_program(), write() or reserve(), read(), finish().
class Cells {
 public:
  explicit Cells(Schedule& schedule) noexcept;

  [[nodiscard]] bool holds(const proto::Buffer& part) const noexcept {
    return part.bytes() <= longest_ - ShmBuffer::kLengthBytes;
  }
  // Returns the rest of a part that goes as a message: all of it or nothing.
  [[nodiscard]] proto::Buffer beside(const proto::Buffer& part) const noexcept {
    return {part.address, holds(part) ? 0 : part.count, part.layout};
  }
  // Prepares a part for each member; those that fit into cells are made ready. The own part is left out.
  void prepare(std::span<const proto::Buffer> parts);
  // Reserves cells for the prepared parts and writes them.
  void write(ShmProgram& op);
  void reserve(ShmProgram& op) const { op.reserve(0, most_, 0); }
  // Reads a member's part for this rank, or only its length.
  void read(ShmProgram& op, int member, const proto::Buffer& part);
  void finish(ShmProgram& op);

 private:
  struct Source {
    Flat flat;
    std::uint64_t bytes;  // bytes of the part, which may exceed the cell
  };

  Schedule& schedule_;
  std::uint64_t longest_;  // the longest cell
  std::uint64_t most_;     // bytes of all cells of a shared buffer
  std::uint64_t cell_;     // bytes of a cell for the prepared parts
  std::span<Source> sources_;
  ScatteredParts targets_;
};

}  // namespace penstock::coll
