// One-sided operations (sections 12.3 and 12.4).
#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"
#include "core/type/op.hpp"
#include "core/window/window.hpp"

namespace penstock::api::body {
namespace {

// With MPI_NO_OP neither the origin nor its datatype is used.
Status origin_of(Call& call, const void* address, MPI_Count count, MPI_Datatype datatype, const core::Op& op,
                 core::OriginData* out) {
  *out = {address, count, nullptr};
  if (op.handle == MPI_NO_OP) return Status::ok();
  PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &out->type));
  if (core::is_committed(*out->type)) return Status::ok();
  return Status::error(Code::kType, "origin_datatype is not committed");
}

}  // namespace

Status Put(Call& /*call*/, const void* origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype, int target_rank,
           MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win) {
  return win.operations().put({origin_addr, origin_count, &origin_datatype},
                              {target_rank, target_disp, target_count, &target_datatype}, nullptr);
}

Status Rput(Call& /*call*/, const void* origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype, int target_rank,
            MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win,
            MPI_Request* request) {
  return win.operations().put({origin_addr, origin_count, &origin_datatype},
                              {target_rank, target_disp, target_count, &target_datatype}, request);
}

Status Get(Call& /*call*/, void* origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype, int target_rank,
           MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win) {
  return win.operations().get({origin_addr, origin_count, &origin_datatype},
                              {target_rank, target_disp, target_count, &target_datatype}, nullptr);
}

Status Rget(Call& /*call*/, void* origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype, int target_rank,
            MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win,
            MPI_Request* request) {
  return win.operations().get({origin_addr, origin_count, &origin_datatype},
                              {target_rank, target_disp, target_count, &target_datatype}, request);
}

Status Accumulate(Call& /*call*/, const void* origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype,
                  int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Op& op,
                  core::Window& win) {
  return win.operations().accumulate({origin_addr, origin_count, &origin_datatype}, nullptr,
                                     {target_rank, target_disp, target_count, &target_datatype}, op, nullptr);
}

Status Raccumulate(Call& /*call*/, const void* origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype,
                   int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Op& op,
                   core::Window& win, MPI_Request* request) {
  return win.operations().accumulate({origin_addr, origin_count, &origin_datatype}, nullptr,
                                     {target_rank, target_disp, target_count, &target_datatype}, op, request);
}

Status Get_accumulate(Call& call, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                      void* result_addr, MPI_Count result_count, core::Datatype& result_datatype, int target_rank,
                      MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Op& op,
                      core::Window& win) {
  return Rget_accumulate(call, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
                         target_rank, target_disp, target_count, target_datatype, op, win, nullptr);
}

// `request` is null for the plain form.
Status Rget_accumulate(Call& call, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                       void* result_addr, MPI_Count result_count, core::Datatype& result_datatype, int target_rank,
                       MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Op& op,
                       core::Window& win, MPI_Request* request) {
  core::OriginData origin;
  PENSTOCK_TRY(origin_of(call, origin_addr, origin_count, origin_datatype, op, &origin));
  const core::OriginData result{result_addr, result_count, &result_datatype};
  return win.operations().accumulate(origin, &result, {target_rank, target_disp, target_count, &target_datatype}, op, request);
}

Status Fetch_and_op(Call& /*call*/, const void* origin_addr, void* result_addr, core::Datatype& datatype, int target_rank,
                    MPI_Aint target_disp, core::Op& op, core::Window& win) {
  if (!datatype.predefined()) {
    return Status::error(Code::kType, "MPI_Fetch_and_op takes one element of a predefined datatype");
  }
  const core::OriginData result{result_addr, 1, &datatype};
  return win.operations().accumulate({origin_addr, 1, &datatype}, &result, {target_rank, target_disp, 1, &datatype}, op,
                                     nullptr);
}

Status Compare_and_swap(Call& /*call*/, const void* origin_addr, const void* compare_addr, void* result_addr,
                        core::Datatype& datatype, int target_rank, MPI_Aint target_disp, core::Window& win) {
  return win.operations().compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp);
}

}  // namespace penstock::api::body
