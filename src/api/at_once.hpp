// Calls that serve their simplest case before any argument is checked or any handle resolved (spec/implemented.yaml,
// at_once): without the frame of a call if only one thread calls, else within it. They return false if they did nothing;
// the entry point then continues as usual.
#pragma once

#include "core/p2p/p2p_at_once.hpp"
#include "core/p2p/requests.hpp"
#include "core/window/at_once.hpp"

namespace penstock::api::at_once {

inline bool Send(core::Instance& instance, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm) noexcept {
  return core::send_at_once(instance, buf, count, datatype, dest, tag, comm);
}

inline bool Isend(core::Instance& instance, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request* request) noexcept {
  return core::isend_at_once(instance, buf, count, datatype, dest, tag, comm, request);
}

inline bool Recv(core::Instance& instance, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                 MPI_Comm comm, MPI_Status* status) noexcept {
  return core::recv_at_once(instance, buf, count, datatype, source, tag, comm, status);
}

inline bool Irecv(core::Instance& instance, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                  MPI_Comm comm, MPI_Request* request) noexcept {
  return core::irecv_at_once(instance, buf, count, datatype, source, tag, comm, request);
}

[[nodiscard]] inline core::Window* window_of(core::Instance& instance, MPI_Win win) noexcept {
  return instance.table<core::Window>().find(core::number_of(win));
}

inline bool Put(core::Instance& instance, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
                MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr && core::put_at_once(*window, origin_addr, origin_count, origin_datatype,
                                                {target_rank, target_disp, target_count, target_datatype}, core::kAdmitsAccess);
}

inline bool Get(core::Instance& instance, void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
                MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr && core::get_at_once(*window, origin_addr, origin_count, origin_datatype,
                                                {target_rank, target_disp, target_count, target_datatype}, core::kAdmitsAccess);
}

inline bool Rput(core::Instance& instance, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                 int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
                 MPI_Request* request) noexcept {
  core::Window* const window = window_of(instance, win);
  if (window == nullptr || request == nullptr ||
      !core::put_at_once(*window, origin_addr, origin_count, origin_datatype,
                         {target_rank, target_disp, target_count, target_datatype}, core::kAdmitsPassive)) {
    return false;
  }
  *request = core::requests_of(instance).over();
  return true;
}

inline bool Rget(core::Instance& instance, void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                 int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
                 MPI_Request* request) noexcept {
  core::Window* const window = window_of(instance, win);
  if (window == nullptr || request == nullptr ||
      !core::get_at_once(*window, origin_addr, origin_count, origin_datatype,
                         {target_rank, target_disp, target_count, target_datatype}, core::kAdmitsPassive)) {
    return false;
  }
  *request = core::requests_of(instance).over();
  return true;
}

inline bool Accumulate(core::Instance& instance, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                       int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                       MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr && origin_datatype == target_datatype && origin_count == target_count &&
         core::accumulate_at_once(*window, origin_addr, nullptr, target_count, target_datatype, target_rank, target_disp, op,
                                  core::kAdmitsAccess);
}

inline bool Raccumulate(core::Instance& instance, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                        int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                        MPI_Win win, MPI_Request* request) noexcept {
  core::Window* const window = window_of(instance, win);
  if (window == nullptr || request == nullptr || origin_datatype != target_datatype || origin_count != target_count ||
      !core::accumulate_at_once(*window, origin_addr, nullptr, target_count, target_datatype, target_rank, target_disp, op,
                                core::kAdmitsPassive)) {
    return false;
  }
  *request = core::requests_of(instance).over();
  return true;
}

// With MPI_NO_OP the origin is not used.
[[nodiscard]] inline bool gets_and_accumulates(core::Instance& instance, const void* origin_addr, MPI_Count origin_count,
                                               MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
                                               MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                                               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                                               std::uint8_t admits) noexcept {
  core::Window* const window = window_of(instance, win);
  const bool reads = op == MPI_NO_OP;
  return window != nullptr && (reads || (origin_datatype == target_datatype && origin_count == target_count)) &&
         result_datatype == target_datatype && result_count == target_count && result_addr != nullptr &&
         core::accumulate_at_once(*window, origin_addr, result_addr, target_count, target_datatype, target_rank, target_disp,
                                  op, admits);
}

inline bool Get_accumulate(core::Instance& instance, const void* origin_addr, MPI_Count origin_count,
                           MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
                           MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                           MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) noexcept {
  return gets_and_accumulates(instance, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
                              target_rank, target_disp, target_count, target_datatype, op, win, core::kAdmitsAccess);
}

inline bool Rget_accumulate(core::Instance& instance, const void* origin_addr, MPI_Count origin_count,
                            MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
                            MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                            MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) noexcept {
  if (request == nullptr ||
      !gets_and_accumulates(instance, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
                            target_rank, target_disp, target_count, target_datatype, op, win, core::kAdmitsPassive)) {
    return false;
  }
  *request = core::requests_of(instance).over();
  return true;
}

inline bool Fetch_and_op(core::Instance& instance, const void* origin_addr, void* result_addr, MPI_Datatype datatype,
                         int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr && result_addr != nullptr &&
         core::accumulate_at_once(*window, origin_addr, result_addr, 1, datatype, target_rank, target_disp, op,
                                  core::kAdmitsAccess);
}

inline bool Compare_and_swap(core::Instance& instance, const void* origin_addr, const void* compare_addr, void* result_addr,
                             MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr &&
         core::compare_and_swap_at_once(*window, origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp);
}

inline bool Win_flush(core::Instance& instance, int rank, MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr && core::flush_at_once(*window, rank);
}

inline bool Win_flush_all(core::Instance& instance, MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr && core::flush_all_at_once(*window);
}

inline bool Win_flush_local(core::Instance& instance, int rank, MPI_Win win) noexcept {
  core::Window* const window = window_of(instance, win);
  return window != nullptr && core::flush_local_at_once(*window, rank);
}

}  // namespace penstock::api::at_once
