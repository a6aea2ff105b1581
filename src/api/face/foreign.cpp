#include "api/face/foreign.hpp"

#include <utility>

#include "api/checks.hpp"
#include "api/life.hpp"
#include "core/comm/comm.hpp"
#include "core/comm_create/create.hpp"
#include "core/object/errhandler.hpp"
#include "core/object/instance.hpp"
#include "core/type/op.hpp"

namespace penstock::api {
namespace {

template <typename Program>
Status make_errhandler(Call& call, ForeignErrhandler* foreign, void (*function)(), MPI_Errhandler* errhandler) {
  PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
  PENSTOCK_TRY(check_pointer(function == nullptr, "errhandler_fn"));
  core::Errhandler* published = nullptr;
  auto* const as_stored = reinterpret_cast<Program*>(function);
  auto made = core::Ref<core::Errhandler>::adopt(new core::Errhandler(call.instance(), as_stored, foreign));
  PENSTOCK_TRY(call.instance().publish(std::move(made), &published));
  *errhandler = published->handle;
  return Status::ok();
}

core::UserFunction reduction(ForeignReduction* call, void (*function)(), bool large) noexcept {
  if (large) return {nullptr, reinterpret_cast<MPI_User_function_c*>(function), call};
  return {reinterpret_cast<MPI_User_function*>(function), nullptr, call};
}

}  // namespace

int foreign_op(ForeignReduction* foreign, void (*function)(), bool large, int commute, MPI_Op* op) noexcept {
  Call call(Function::kOp_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(op == nullptr, "op"));
    core::Op* made = nullptr;
    PENSTOCK_TRY(core::make_op(call.instance(), reduction(foreign, function, large), commute != 0, &made));
    *op = made->handle;
    return Status::ok();
  });
}

int foreign_comm_errhandler(ForeignErrhandler* foreign, void (*function)(), MPI_Errhandler* errhandler) noexcept {
  Call call(Function::kComm_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return make_errhandler<MPI_Comm_errhandler_function>(call, foreign, function, errhandler);
  });
}

int foreign_session_errhandler(ForeignErrhandler* foreign, void (*function)(), MPI_Errhandler* errhandler) noexcept {
  Call call(Function::kSession_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    return make_errhandler<MPI_Session_errhandler_function>(call, foreign, function, errhandler);
  });
}

int foreign_win_errhandler(ForeignErrhandler* foreign, void (*function)(), MPI_Errhandler* errhandler) noexcept {
  Call call(Function::kWin_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return make_errhandler<MPI_Win_errhandler_function>(call, foreign, function, errhandler);
  });
}

int foreign_file_errhandler(ForeignErrhandler* foreign, void (*function)(), MPI_Errhandler* errhandler) noexcept {
  Call call(Function::kFile_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    return make_errhandler<MPI_File_errhandler_function>(call, foreign, function, errhandler);
  });
}

int foreign_idup(MPI_Comm comm, MPI_Info info, ForeignComm* write, void* to, MPI_Request* request) noexcept {
  Call call(info == MPI_INFO_NULL ? Function::kComm_idup : Function::kComm_idup_with_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* found = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &found));
    call.raise_on(found);
    core::Info* hints = nullptr;
    if (info != MPI_INFO_NULL) PENSTOCK_TRY(core::find_info(call.instance(), info, &hints));
    PENSTOCK_TRY(check_pointer(to == nullptr, "newcomm"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return core::idup_comm(*found, hints, {to, write}, request);
  });
}

}  // namespace penstock::api
