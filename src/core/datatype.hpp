// A datatype: how its bytes lie, and what MPI says about it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "core/attribute.hpp"
#include "core/element.hpp"
#include "core/ref.hpp"
#include "mpi.h"
#include "proto/layout/layout.hpp"

namespace penstock::core {

class Process;

// How a derived datatype was made, for the calls that decode it.
struct Envelope {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<MPI_Count> numbers;  // the constructor's integers, in its order of arguments
  int order = 0;                   // subarrays: MPI_ORDER_C or MPI_ORDER_FORTRAN
};

// The predefined elements that a type repeats: `count` of `size` bytes, and so on, then again from the start.
struct BasicRun {
  std::uint64_t size = 0;
  std::uint64_t count = 0;
};
using Basics = std::vector<BasicRun>;

class Datatype final : public Object {
 public:
  // Predefined.
  Datatype(proto::Layout layout, std::string_view name, Element element, Basics basics);
  // Derived from `base`, not committed.
  Datatype(proto::Layout layout, Envelope envelope, Datatype& base);
  // Derived from several, at least one; not committed.
  Datatype(proto::Layout layout, Envelope envelope, std::span<Datatype* const> bases, Basics basics);

  [[nodiscard]] const proto::Layout& layout() const noexcept { return layout_; }
  [[nodiscard]] bool predefined() const noexcept { return bases_.empty(); }
  [[nodiscard]] bool committed() const noexcept { return committed_; }
  void commit() noexcept { committed_ = true; }
  [[nodiscard]] Element element() const noexcept { return element_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  void set_name(std::string_view name) { name_ = name; }
  [[nodiscard]] const Envelope& envelope() const noexcept { return envelope_; }
  [[nodiscard]] const Basics& basics() const noexcept { return basics_; }
  // How many whole predefined elements `bytes` of data are; MPI_UNDEFINED where the last one is cut. And the bytes of so many.
  [[nodiscard]] MPI_Count basics_in(std::uint64_t bytes) const noexcept;
  [[nodiscard]] std::uint64_t bytes_of_basics(std::uint64_t count) const noexcept;
  // What the extent of a structure that contains it is rounded up to.
  [[nodiscard]] std::int64_t alignment() const noexcept { return alignment_; }

  MPI_Datatype handle = MPI_DATATYPE_NULL;
  Attributes attributes;

 private:
  ~Datatype() override = default;

  proto::Layout layout_;
  std::string name_;
  Envelope envelope_;
  std::vector<Ref<Datatype>> bases_;
  Basics basics_;
  std::int64_t alignment_ = 1;
  Element element_ = Element::kNone;
  bool committed_ = false;
};

// Each makes a new type with its own handle. Negative counts and block lengths are refused with kArg.
[[nodiscard]] Status make_contiguous(Process& process, Datatype& base, MPI_Count count, Datatype** out);
// `stride` in extents of `base`.
[[nodiscard]] Status make_vector(Process& process, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                                 Datatype** out);
// Blocks of equal length, at displacements in extents of `base`.
[[nodiscard]] Status make_indexed_block(Process& process, Datatype& base, MPI_Count blocklength,
                                        std::span<const MPI_Count> displacements, Datatype** out);
// `stride` in bytes.
[[nodiscard]] Status make_hvector(Process& process, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                                  Datatype** out);
[[nodiscard]] Status make_subarray(Process& process, Datatype& base, std::span<const MPI_Count> sizes,
                                   std::span<const MPI_Count> subsizes, std::span<const MPI_Count> starts, int order,
                                   Datatype** out);
// One block of each base. `offsets` in bytes. No blocks at all make a type of no bytes.
struct StructBlock {
  Datatype* base = nullptr;
  MPI_Count blocklength = 0;
  MPI_Count offset = 0;
};
[[nodiscard]] Status make_struct(Process& process, std::span<const StructBlock> blocks, Datatype** out);
// Committed if `base` is, with copies of its attributes where their functions want them.
[[nodiscard]] Status dup_datatype(Process& process, Datatype& base, Datatype** out);
// Gives the handle back, once the attributes' functions have run. Predefined types are refused.
[[nodiscard]] Status free_datatype(Process& process, Datatype& datatype);

// One row per predefined datatype.
struct PredefinedType {
  MPI_Datatype handle;
  std::string_view name;
  std::uint32_t size;    // bytes of data
  std::uint32_t extent;  // bytes from one element to the next
  Element element;
};
[[nodiscard]] std::span<const PredefinedType> predefined_types();
[[nodiscard]] proto::Layout layout_of(const PredefinedType& row);
[[nodiscard]] Basics basics_of(const PredefinedType& row);

}  // namespace penstock::core
