// Decodes datatypes, and finds predefined types by their contents (sections 5.1.8, 5.1.13, 19.1.5).
#include <algorithm>

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"
#include "core/type/datatype.hpp"

namespace penstock::api::body {
namespace {

// The application gets its own new handle of a derived type.
Status hand_out(Call& call, core::Datatype& datatype, MPI_Datatype* out) {
  core::Datatype* handed = &datatype;
  if (!datatype.predefined()) PENSTOCK_TRY(core::clone_datatype(call.instance(), datatype, &handed));
  *out = handed->handle;
  return Status::ok();
}

// If not all types among the arguments can be handed out, those handed out already are freed.
Status hand_out_parts(Call& call, const core::Datatype& datatype, MPI_Datatype* out) {
  const auto parts = datatype.parts();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Status handed = hand_out(call, *parts[i].type, out + i);
    if (handed.is_ok()) continue;
    for (std::size_t j = 0; j < i; ++j) {
      core::Datatype* made = call.instance().table<core::Datatype>().find(core::number_of(out[j]));
      if (!made->predefined()) PENSTOCK_TRY(core::free_datatype(call.instance(), *made));
    }
    return handed;
  }
  return Status::ok();
}

Status needs_large(const core::Envelope& envelope, Form form, std::string_view name) {
  if (form == Form::kLarge || envelope.large_counts().empty()) return Status::ok();
  return Status::error(Code::kType, "the type was made by a call with large counts; ask with MPI_Type_{}_c", name);
}

Status enough(std::size_t have, MPI_Count room, const void* array, std::string_view what) {
  if (static_cast<MPI_Count>(have) > room) {
    return Status::error(Code::kArg, "the type has {} {}, but max_{} is {}; MPI_Type_get_envelope tells how many", have, what,
                         what, room);
  }
  if (have == 0 || array != nullptr) return Status::ok();
  return Status::error(Code::kArg, "array_of_{} is a null pointer, and {} are to be stored", what, have);
}

std::size_t datatypes_of(const core::Datatype& datatype) {
  return datatype.envelope().combiner() == MPI_COMBINER_NAMED ? 0 : datatype.parts().size();
}

}  // namespace

Status Type_size(Call& /*call*/, core::Datatype& datatype, CountOut size) {
  size.set(static_cast<MPI_Count>(datatype.layout().size()));
  return Status::ok();
}

Status Type_size_x(Call& /*call*/, core::Datatype& datatype, MPI_Count* size) {
  *size = static_cast<MPI_Count>(datatype.layout().size());
  return Status::ok();
}

Status Type_get_extent(Call& /*call*/, core::Datatype& datatype, CountOut lb, CountOut extent) {
  lb.set(datatype.layout().lower_bound());
  extent.set(datatype.layout().extent());
  return Status::ok();
}

Status Type_get_extent_x(Call& call, core::Datatype& datatype, MPI_Count* lb, MPI_Count* extent) {
  return Type_get_extent(call, datatype, lb, extent);
}

Status Type_get_true_extent(Call& /*call*/, core::Datatype& datatype, CountOut true_lb, CountOut true_extent) {
  true_lb.set(datatype.layout().true_lower_bound());
  true_extent.set(datatype.layout().true_extent());
  return Status::ok();
}

Status Type_get_true_extent_x(Call& call, core::Datatype& datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
  return Type_get_true_extent(call, datatype, true_lb, true_extent);
}

Status Type_get_envelope(Call& /*call*/, core::Datatype& datatype, CountOut num_integers, CountOut num_addresses,
                         MPI_Count* num_large_counts, CountOut num_datatypes, int* combiner, Form form) {
  const core::Envelope& envelope = datatype.envelope();
  PENSTOCK_TRY(needs_large(envelope, form, "get_envelope"));
  if (form == Form::kLarge) {
    if (num_large_counts == nullptr) return Status::error(Code::kArg, "num_large_counts is a null pointer");
    *num_large_counts = static_cast<MPI_Count>(envelope.large_counts().size());
  }
  num_integers.set(static_cast<MPI_Count>(envelope.integers().size()));
  num_addresses.set(static_cast<MPI_Count>(envelope.addresses().size()));
  num_datatypes.set(static_cast<MPI_Count>(datatypes_of(datatype)));
  *combiner = envelope.combiner();
  return Status::ok();
}

Status Type_get_contents(Call& call, core::Datatype& datatype, MPI_Count max_integers, MPI_Count max_addresses,
                         MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[],
                         MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[],
                         Form form) {
  const core::Envelope& envelope = datatype.envelope();
  if (envelope.combiner() == MPI_COMBINER_NAMED) {
    return Status::error(Code::kType, "{} is a named predefined type, made by no constructor", datatype.name());
  }
  PENSTOCK_TRY(needs_large(envelope, form, "get_contents"));
  PENSTOCK_TRY(enough(envelope.integers().size(), max_integers, array_of_integers, "integers"));
  PENSTOCK_TRY(enough(envelope.addresses().size(), max_addresses, array_of_addresses, "addresses"));
  PENSTOCK_TRY(enough(envelope.large_counts().size(), max_large_counts, array_of_large_counts, "large_counts"));
  PENSTOCK_TRY(enough(datatypes_of(datatype), max_datatypes, array_of_datatypes, "datatypes"));
  std::ranges::copy(envelope.integers(), array_of_integers);
  std::ranges::copy(envelope.addresses(), array_of_addresses);
  std::ranges::copy(envelope.large_counts(), array_of_large_counts);
  return hand_out_parts(call, datatype, array_of_datatypes);
}

Status Type_create_f90_real(Call& call, int p, int r, MPI_Datatype* newtype) {
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_f90_real(call.instance(), p, r, &found));
  *newtype = found->handle;
  return Status::ok();
}

Status Type_create_f90_complex(Call& call, int p, int r, MPI_Datatype* newtype) {
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_f90_complex(call.instance(), p, r, &found));
  *newtype = found->handle;
  return Status::ok();
}

Status Type_create_f90_integer(Call& call, int r, MPI_Datatype* newtype) {
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_f90_integer(call.instance(), r, &found));
  *newtype = found->handle;
  return Status::ok();
}

Status Type_match_size(Call& /*call*/, int typeclass, int size, MPI_Datatype* datatype) {
  return core::find_of_size(typeclass, size, datatype);
}

Status Type_get_value_index(Call& call, core::Datatype& value_type, core::Datatype& index_type, MPI_Datatype* pair_type) {
  return core::find_pair(call.instance(), value_type, index_type, pair_type);
}

}  // namespace penstock::api::body
