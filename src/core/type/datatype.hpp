// A datatype: the positions of its bytes, its predefined elements, and its constructor.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/reduce/element.hpp"
#include "base/status.hpp"
#include "core/object/attribute.hpp"
#include "core/object/objects.hpp"
#include "core/object/ref.hpp"
#include "core/type/envelope.hpp"
#include "mpi.h"
#include "proto/layout/cache.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::core {

using base::Element;

class Instance;

class Datatype final : public Object {
 public:
  // One part of the type in packed order: `repeats` elements of `type`; the next part follows.
  struct Part {
    Ref<Datatype> type;
    std::uint64_t repeats = 0;
  };

  // Makes a predefined type; pairs of a value and an index have two parts, all others none.
  Datatype(proto::Layout layout, std::string_view name, Element element, std::vector<Part> parts);
  // Makes a derived type, not committed; or an unnamed predefined type, if `envelope` is that of one.
  Datatype(proto::Layout layout, Envelope envelope, std::vector<Part> parts);

  [[nodiscard]] const proto::Layout& layout() const noexcept { return layout_; }
  // Predefined types, including unnamed ones, are never freed.
  [[nodiscard]] bool predefined() const noexcept;
  [[nodiscard]] bool committed() const noexcept { return committed_; }
  // Commits the type; it shares the layout of an equal type that was committed before.
  void commit(proto::PlanCache& plans) {
    if (!committed_) plans.share(&layout_);
    committed_ = true;
  }
  [[nodiscard]] Element element() const noexcept { return element_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  void set_name(std::string_view name) { name_ = name; }
  [[nodiscard]] const Envelope& envelope() const noexcept { return envelope_; }
  // Returns one part for each datatype among the constructor's arguments.
  [[nodiscard]] std::span<const Part> parts() const noexcept { return parts_; }

  // Returns the number of predefined elements in one element of the type. A pair has two.
  [[nodiscard]] std::uint64_t basics() const noexcept { return basics_; }
  // basics_in() returns how many whole predefined elements `bytes` of data hold, MPI_UNDEFINED if the last one is
  // incomplete; bytes_of_basics() is its inverse.
  [[nodiscard]] MPI_Count basics_in(std::uint64_t bytes) const noexcept;
  [[nodiscard]] std::uint64_t bytes_of_basics(std::uint64_t count) const noexcept;
  // The extent of a structure that contains the type is rounded up to this.
  [[nodiscard]] std::int64_t alignment() const noexcept { return alignment_; }

  MPI_Datatype handle = MPI_DATATYPE_NULL;
  Attributes attributes;

 private:
  friend Status make_f90_type(Instance& instance, const Envelope& envelope, MPI_Datatype like, Datatype** out);
  ~Datatype() override = default;

  proto::Layout layout_;
  std::string name_;
  Envelope envelope_;
  std::vector<Part> parts_;
  std::uint64_t basics_ = 1;
  std::int64_t alignment_ = 1;
  Element element_ = Element::kNone;
  bool committed_ = false;
};

// Calls visit(type without parts, its count) for the predefined elements of `count` elements of `type`, in packed order.
template <typename Visit>
void for_each_basic(const Datatype& type, std::uint64_t count, Visit&& visit) {
  if (type.layout().size() == 0 || count == 0) return;
  if (type.parts().empty()) return visit(type, count);
  if (type.parts().size() == 1) {
    const Datatype::Part& part = type.parts().front();
    return for_each_basic(*part.type, part.repeats * count, visit);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    for (const Datatype::Part& part : type.parts()) for_each_basic(*part.type, part.repeats, visit);
  }
}

// Each makes a new type with its own handle. Negative counts and block lengths are refused with kArg. `form` is the call's
// form, for MPI_Type_get_envelope.
[[nodiscard]] Status make_contiguous(Instance& instance, Datatype& base, MPI_Count count, Form form, Datatype** out);
// `stride` counts extents of `base`.
[[nodiscard]] Status make_vector(Instance& instance, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                                 Form form, Datatype** out);
// `stride` counts bytes.
[[nodiscard]] Status make_hvector(Instance& instance, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                                  Form form, Datatype** out);
// The unit of the displacements of a type with blocks at any positions.
enum class Unit : std::uint8_t { kExtents, kBytes };
// Makes blocks of equal length of `base`.
[[nodiscard]] Status make_blocks(Instance& instance, Datatype& base, MPI_Count blocklength,
                                 std::span<const MPI_Count> displacements, Unit unit, Form form, Datatype** out);
// Makes blocks with individual lengths, as many as displacements.
[[nodiscard]] Status make_indexed(Instance& instance, Datatype& base, std::span<const MPI_Count> blocklengths,
                                  std::span<const MPI_Count> displacements, Unit unit, Form form, Datatype** out);
[[nodiscard]] Status make_subarray(Instance& instance, Datatype& base, std::span<const MPI_Count> sizes,
                                   std::span<const MPI_Count> subsizes, std::span<const MPI_Count> starts, int order, Form form,
                                   Datatype** out);
// The structure has one block of each base. `offsets` are in bytes. Without blocks the type has no bytes.
struct StructBlock {
  Datatype* base = nullptr;
  MPI_Count blocklength = 0;
  MPI_Count offset = 0;
};
[[nodiscard]] Status make_struct(Instance& instance, std::span<const StructBlock> blocks, Form form, Datatype** out);
[[nodiscard]] Status make_resized(Instance& instance, Datatype& base, MPI_Count lower_bound, MPI_Count extent, Form form,
                                  Datatype** out);

// The part of a global array that one process of a grid holds.
struct Distribution {
  int size = 0;
  int rank = 0;
  std::vector<MPI_Count> global_sizes;  // one for each dimension, as in the next members
  std::vector<int> kinds;               // MPI_DISTRIBUTE_*
  std::vector<int> arguments;
  std::vector<int> grid;
  int order = MPI_ORDER_C;
};
[[nodiscard]] Status distributed_layout(const proto::Layout& element, const Distribution& distribution, proto::Layout* out);
[[nodiscard]] Status make_darray(Instance& instance, Datatype& base, const Distribution& distribution, Form form,
                                 Datatype** out);

// The duplicate is committed if `base` is, with copies of the attributes that the copy functions select.
[[nodiscard]] Status dup_datatype(Instance& instance, Datatype& base, Datatype** out);
// Makes another handle of the same type for MPI_Type_get_contents: made as `base` was, without its attributes.
[[nodiscard]] Status clone_datatype(Instance& instance, Datatype& base, Datatype** out);
// Frees the handle, once the attributes' delete functions have run. Predefined types are refused.
[[nodiscard]] Status free_datatype(Instance& instance, Datatype& datatype);

// Computes the layout of a C structure of the two elements.
[[nodiscard]] Status pair_layout(const Datatype& value, const Datatype& index, proto::Layout* out);

// These find predefined types without a name; equal requests give the same type. The arguments are decimal digits and exponent
// range of a Fortran kind; MPI_UNDEFINED for an argument that does not matter. They return kArg if no kind has them.
[[nodiscard]] Status find_f90_real(Instance& instance, int digits, int range, Datatype** out);
[[nodiscard]] Status find_f90_complex(Instance& instance, int digits, int range, Datatype** out);
[[nodiscard]] Status find_f90_integer(Instance& instance, int range, Datatype** out);
// Sets MPI_DATATYPE_NULL if there is no such pair. The standard also allows unnamed pairs, but no library has them, and
// programs that decode datatypes (mpi4py) fail on them.
[[nodiscard]] Status find_pair(Instance& instance, Datatype& value, Datatype& index, MPI_Datatype* out);
// Finds the named type of a class (MPI_TYPECLASS_*) and size; kArg if there is none.
[[nodiscard]] Status find_of_size(int type_class, int size, MPI_Datatype* out);

// There is one row for each predefined datatype.
struct PredefinedType {
  MPI_Datatype handle;
  std::string_view name;
  std::uint32_t size;  // bytes of data; 0 for a pair, whose parts have the sizes
  Element element;
  MPI_Datatype value = MPI_DATATYPE_NULL;  // the value's type of a pair
  MPI_Datatype index = MPI_DATATYPE_NULL;
};
// Pairs come after the types of their parts.
[[nodiscard]] std::span<const PredefinedType> predefined_types();
// Makes the type of a row, without its handle. `instance` has the types of the earlier rows.
[[nodiscard]] Status make_predefined(const Instance& instance, const PredefinedType& row, Ref<Datatype>* out);

}  // namespace penstock::core
