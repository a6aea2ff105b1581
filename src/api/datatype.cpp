// Datatypes (chapter 5).
#include "core/datatype.hpp"

#include <vector>

#include "api/gen/bodies.hpp"
#include "api/text.hpp"
#include "core/process.hpp"

namespace penstock::api::body {
namespace {

std::vector<MPI_Count> values_of(const CountArray& array, MPI_Count count) {
  std::vector<MPI_Count> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = array[i];
  return values;
}

}  // namespace

Status Type_contiguous(Call& call, MPI_Count count, core::Datatype& oldtype, MPI_Datatype* newtype) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_contiguous(call.process(), oldtype, count, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_vector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride, core::Datatype& oldtype,
                   MPI_Datatype* newtype) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_vector(call.process(), oldtype, count, blocklength, stride, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_hvector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride, core::Datatype& oldtype,
                           MPI_Datatype* newtype) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_hvector(call.process(), oldtype, count, blocklength, stride, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_indexed_block(Call& call, MPI_Count count, MPI_Count blocklength, CountArray array_of_displacements,
                                 core::Datatype& oldtype, MPI_Datatype* newtype) {
  if (count > 0 && array_of_displacements.null()) {
    return Status::error(Code::kArg, "array_of_displacements is a null pointer, with count {}", count);
  }
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_indexed_block(call.process(), oldtype, blocklength, values_of(array_of_displacements, count), &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_struct(Call& call, MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
                          const MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
  if (count > 0 && (array_of_blocklengths.null() || array_of_displacements.null() || array_of_types == nullptr)) {
    return Status::error(Code::kArg, "an array of block lengths, displacements or types is a null pointer, with count {}",
                         count);
  }
  std::vector<core::StructBlock> blocks(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i] = {nullptr, array_of_blocklengths[i], array_of_displacements[i]};
    if (Status found = core::find_datatype(call.process(), array_of_types[i], &blocks[i].base); !found.is_ok()) {
      return std::move(found).within(fmt::format("array_of_types[{}]", i));
    }
  }
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_struct(call.process(), blocks, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_subarray(Call& call, int ndims, CountArray array_of_sizes, CountArray array_of_subsizes,
                            CountArray array_of_starts, int order, core::Datatype& oldtype, MPI_Datatype* newtype) {
  if (ndims < 1) return Status::error(Code::kArg, "ndims is {}; it must be at least 1", ndims);
  if (array_of_sizes.null() || array_of_subsizes.null() || array_of_starts.null()) {
    return Status::error(Code::kArg, "an array of sizes, subsizes or starts is a null pointer");
  }
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_subarray(call.process(), oldtype, values_of(array_of_sizes, ndims),
                                   values_of(array_of_subsizes, ndims), values_of(array_of_starts, ndims), order, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_dup(Call& call, core::Datatype& oldtype, MPI_Datatype* newtype) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::dup_datatype(call.process(), oldtype, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_commit(Call& call, MPI_Datatype* datatype) {
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_datatype(call.process(), *datatype, &found));
  found->commit();
  return Status::ok();
}

Status Type_free(Call& call, MPI_Datatype* datatype) {
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_datatype(call.process(), *datatype, &found));
  PENSTOCK_TRY(core::free_datatype(call.process(), *found));
  *datatype = MPI_DATATYPE_NULL;
  return Status::ok();
}

Status Type_size(Call& /*call*/, core::Datatype& datatype, CountOut size) {
  size.set(static_cast<MPI_Count>(datatype.layout().size()));
  return Status::ok();
}

Status Type_get_extent(Call& /*call*/, core::Datatype& datatype, CountOut lb, CountOut extent) {
  lb.set(datatype.layout().lower_bound());
  extent.set(datatype.layout().extent());
  return Status::ok();
}

Status Type_set_name(Call& /*call*/, core::Datatype& datatype, const char* type_name) {
  datatype.set_name(object_name(type_name));
  return Status::ok();
}

Status Type_get_name(Call& call, MPI_Datatype datatype, char* type_name, int* resultlen) {
  if (datatype == MPI_DATATYPE_NULL) {
    *resultlen = static_cast<int>(copy_text("MPI_DATATYPE_NULL", type_name, MPI_MAX_OBJECT_NAME));
    return Status::ok();
  }
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &found));
  *resultlen = static_cast<int>(copy_text(found->name(), type_name, MPI_MAX_OBJECT_NAME));
  return Status::ok();
}

}  // namespace penstock::api::body
