// Datatypes (chapter 5).
#include "core/type/datatype.hpp"

#include <vector>

#include "api/gen/bodies.hpp"
#include "api/text.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

std::vector<MPI_Count> values_of(const CountArray& array, MPI_Count count) {
  std::vector<MPI_Count> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = array[i];
  return values;
}

Status missing(MPI_Count count, std::string_view name) {
  return Status::error(Code::kArg, "{} is a null pointer, and {} elements of it are wanted", name, count);
}

Status present(const CountArray& array, MPI_Count count, std::string_view name) {
  return count > 0 && array.null() ? missing(count, name) : Status::ok();
}

struct Blocks {
  MPI_Count count;
  MPI_Count blocklength;
  CountArray displacements;
};
Status blocks(Call& call, const Blocks& all, core::Unit unit, core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  PENSTOCK_TRY(present(all.displacements, all.count, "array_of_displacements"));
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(
      core::make_blocks(call.instance(), oldtype, all.blocklength, values_of(all.displacements, all.count), unit, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

struct Indexed {
  MPI_Count count;
  CountArray blocklengths;
  CountArray displacements;
};
Status indexed(Call& call, const Indexed& all, core::Unit unit, core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  PENSTOCK_TRY(present(all.blocklengths, all.count, "array_of_blocklengths"));
  PENSTOCK_TRY(present(all.displacements, all.count, "array_of_displacements"));
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_indexed(call.instance(), oldtype, values_of(all.blocklengths, all.count),
                                  values_of(all.displacements, all.count), unit, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

}  // namespace

Status Type_contiguous(Call& call, MPI_Count count, core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_contiguous(call.instance(), oldtype, count, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_vector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride, core::Datatype& oldtype,
                   MPI_Datatype* newtype, Form form) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_vector(call.instance(), oldtype, count, blocklength, stride, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_hvector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride, core::Datatype& oldtype,
                           MPI_Datatype* newtype, Form form) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_hvector(call.instance(), oldtype, count, blocklength, stride, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_indexed_block(Call& call, MPI_Count count, MPI_Count blocklength, CountArray array_of_displacements,
                                 core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  return blocks(call, {count, blocklength, array_of_displacements}, core::Unit::kExtents, oldtype, newtype, form);
}

Status Type_create_hindexed_block(Call& call, MPI_Count count, MPI_Count blocklength, CountArray array_of_displacements,
                                  core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  return blocks(call, {count, blocklength, array_of_displacements}, core::Unit::kBytes, oldtype, newtype, form);
}

Status Type_indexed(Call& call, MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
                    core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  return indexed(call, {count, array_of_blocklengths, array_of_displacements}, core::Unit::kExtents, oldtype, newtype, form);
}

Status Type_create_hindexed(Call& call, MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
                            core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  return indexed(call, {count, array_of_blocklengths, array_of_displacements}, core::Unit::kBytes, oldtype, newtype, form);
}

Status Type_create_struct(Call& call, MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
                          const MPI_Datatype array_of_types[], MPI_Datatype* newtype, Form form) {
  PENSTOCK_TRY(present(array_of_blocklengths, count, "array_of_blocklengths"));
  PENSTOCK_TRY(present(array_of_displacements, count, "array_of_displacements"));
  if (count > 0 && array_of_types == nullptr) return missing(count, "array_of_types");
  std::vector<core::StructBlock> blocks(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i] = {nullptr, array_of_blocklengths[i], array_of_displacements[i]};
    if (Status found = core::find_datatype(call.instance(), array_of_types[i], &blocks[i].base); !found.is_ok()) {
      return std::move(found).within(fmt::format("array_of_types[{}]", i));
    }
  }
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_struct(call.instance(), blocks, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_resized(Call& call, core::Datatype& oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype* newtype,
                           Form form) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_resized(call.instance(), oldtype, lb, extent, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_subarray(Call& call, int ndims, CountArray array_of_sizes, CountArray array_of_subsizes,
                            CountArray array_of_starts, int order, core::Datatype& oldtype, MPI_Datatype* newtype, Form form) {
  if (ndims < 1) return Status::error(Code::kArg, "ndims is {}; it must be at least 1", ndims);
  PENSTOCK_TRY(present(array_of_sizes, ndims, "array_of_sizes"));
  PENSTOCK_TRY(present(array_of_subsizes, ndims, "array_of_subsizes"));
  PENSTOCK_TRY(present(array_of_starts, ndims, "array_of_starts"));
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_subarray(call.instance(), oldtype, values_of(array_of_sizes, ndims),
                                   values_of(array_of_subsizes, ndims), values_of(array_of_starts, ndims), order, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_create_darray(Call& call, int size, int rank, int ndims, CountArray array_of_gsizes, const int array_of_distribs[],
                          const int array_of_dargs[], const int array_of_psizes[], int order, core::Datatype& oldtype,
                          MPI_Datatype* newtype, Form form) {
  if (ndims < 1) return Status::error(Code::kArg, "ndims is {}; it must be at least 1", ndims);
  PENSTOCK_TRY(present(array_of_gsizes, ndims, "array_of_gsizes"));
  PENSTOCK_TRY(present(array_of_distribs, ndims, "array_of_distribs"));
  PENSTOCK_TRY(present(array_of_dargs, ndims, "array_of_dargs"));
  PENSTOCK_TRY(present(array_of_psizes, ndims, "array_of_psizes"));
  const core::Distribution distribution{size,
                                        rank,
                                        values_of(array_of_gsizes, ndims),
                                        {array_of_distribs, array_of_distribs + ndims},
                                        {array_of_dargs, array_of_dargs + ndims},
                                        {array_of_psizes, array_of_psizes + ndims},
                                        order};
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::make_darray(call.instance(), oldtype, distribution, form, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_dup(Call& call, core::Datatype& oldtype, MPI_Datatype* newtype) {
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::dup_datatype(call.instance(), oldtype, &made));
  *newtype = made->handle;
  return Status::ok();
}

Status Type_commit(Call& call, MPI_Datatype* datatype) {
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_datatype(call.instance(), *datatype, &found));
  found->commit(call.instance().job().plans);
  return Status::ok();
}

Status Type_free(Call& call, MPI_Datatype* datatype) {
  core::Datatype* found = nullptr;
  PENSTOCK_TRY(core::find_datatype(call.instance(), *datatype, &found));
  PENSTOCK_TRY(core::free_datatype(call.instance(), *found));
  *datatype = MPI_DATATYPE_NULL;
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
  PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &found));
  *resultlen = static_cast<int>(copy_text(found->name(), type_name, MPI_MAX_OBJECT_NAME));
  return Status::ok();
}

}  // namespace penstock::api::body
