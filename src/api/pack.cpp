// MPI_Pack and MPI_Unpack (sections 5.2 and 5.3).
#include "core/type/pack.hpp"

#include <string_view>

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

Status check_datarep(std::string_view name) {
  if (name == "external32") return Status::ok();
  return Status::error(Code::kArg, "there is no data representation \"{}\" to pack in; \"external32\" is the one", name);
}

}  // namespace

Status Pack(Call& call, const void* inbuf, MPI_Count incount, core::Datatype& datatype, void* outbuf, MPI_Count outsize,
            CountInOut position, core::Comm& /*comm*/) {
  core::PackedString string{outbuf, outsize, position.get()};
  PENSTOCK_TRY(core::pack(call.instance().engine(), inbuf, incount, datatype, &string));
  position.set(string.position);
  return Status::ok();
}

Status Unpack(Call& call, const void* inbuf, MPI_Count insize, CountInOut position, void* outbuf, MPI_Count outcount,
              core::Datatype& datatype, core::Comm& /*comm*/) {
  core::PackedString string{const_cast<void*>(inbuf), insize, position.get()};
  PENSTOCK_TRY(core::unpack(call.instance().engine(), &string, outbuf, outcount, datatype));
  position.set(string.position);
  return Status::ok();
}

Status Pack_size(Call& /*call*/, MPI_Count incount, core::Datatype& datatype, core::Comm& /*comm*/, CountOut size) {
  MPI_Count bytes = 0;
  PENSTOCK_TRY(core::packed_size(incount, datatype, &bytes));
  size.set(bytes);
  return Status::ok();
}

Status Pack_external(Call& call, const char* datarep, const void* inbuf, MPI_Count incount, core::Datatype& datatype,
                     void* outbuf, MPI_Count outsize, MPI_Count* position) {
  PENSTOCK_TRY(check_datarep(datarep));
  core::PackedString string{outbuf, outsize, *position};
  PENSTOCK_TRY(core::pack_external(call.instance().engine(), inbuf, incount, datatype, &string));
  *position = string.position;
  return Status::ok();
}

Status Unpack_external(Call& call, const char* datarep, const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf,
                       MPI_Count outcount, core::Datatype& datatype) {
  PENSTOCK_TRY(check_datarep(datarep));
  core::PackedString string{const_cast<void*>(inbuf), insize, *position};
  PENSTOCK_TRY(core::unpack_external(call.instance().engine(), &string, outbuf, outcount, datatype));
  *position = string.position;
  return Status::ok();
}

Status Pack_external_size(Call& /*call*/, const char* datarep, MPI_Count incount, core::Datatype& datatype, CountOut size) {
  PENSTOCK_TRY(check_datarep(datarep));
  MPI_Count bytes = 0;
  PENSTOCK_TRY(core::external_packed_size(incount, datatype, &bytes));
  size.set(bytes);
  return Status::ok();
}

}  // namespace penstock::api::body
