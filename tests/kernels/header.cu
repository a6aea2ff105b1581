// Calls every function of penstock_device.cuh as an application would, in C++17: it compiles for all
// architectures that the header supports.
#include <penstock_device.cuh>

__global__ void windows(penstock_device_window window, double* x, long long* n, std::uint64_t* out) {
  auto* const there = static_cast<double*>(penstock_ptr(window, 1, 64));
  there[threadIdx.x] = x[threadIdx.x];
  penstock_put(window, 1, 0, x, 8);
  penstock_put_warp(window, 1, 0, x, 8);
  penstock_put_block(window, 1, 0, x, 8);
  penstock_get(window, x, 1, 0, 8);
  penstock_get_warp(window, x, 1, 0, 8);
  penstock_get_block(window, x, 1, 0, 8);
  penstock_put_signal(window, 1, 0, x, 8, 8, 1, PENSTOCK_SIGNAL_SET);
  penstock_put_signal_warp(window, 1, 0, x, 8, 8, 1, PENSTOCK_SIGNAL_ADD);
  penstock_put_signal_block(window, 1, 0, x, 8, 8, 1, PENSTOCK_SIGNAL_SET);
  int lost = penstock_signal_wait_until(window, 8, PENSTOCK_CMP_EQ, 1);
  lost += penstock_signal_wait_until_warp(window, 8, PENSTOCK_CMP_NE, 0) +
          penstock_signal_wait_until_block(window, 8, PENSTOCK_CMP_GT, 0);
  out[0] = penstock_fetch_add(window, 1, 16, 1);
  penstock_quiet();
  penstock_quiet_warp();
  penstock_quiet_block();
  lost +=
      penstock_barrier(window) + penstock_barrier_warp(window) + penstock_barrier_block(window) + penstock_barrier_grid(window);
  lost += penstock_sum_reduce_warp(window, x, x, 4) + penstock_sum_reduce_block(window, n, n, 4);
  lost += penstock_min_reduce_warp(window, x, x, 4) + penstock_min_reduce_block(window, n, n, 4);
  lost += penstock_max_reduce_warp(window, x, x, 4) + penstock_max_reduce_block(window, n, n, 4);
  out[1] = static_cast<std::uint64_t>(lost);
}

__global__ void requests(MPIX_Prequest send, MPIX_Prequest recv, int* out) {
  MPIX_Pready(0, send);
  MPIX_Pready_warp(1, send);
  MPIX_Pready_block(2, send);
  MPIX_Pready_range(3, 4, send);
  MPIX_Pready_range_warp(5, 6, send);
  MPIX_Pready_range_block(7, 8, send);
  out[1] = MPIX_Parrived(recv, 0, &out[0]);
}

__global__ void symmetric(penstock_device_window window, double* x, std::uint64_t* signal) {
  *static_cast<double*>(shmemx_ptr(window, x, 1)) = 1;
  shmemx_putmem(window, x, x, 8, 1);
  shmemx_putmem_warp(window, x, x, 8, 1);
  shmemx_putmem_block(window, x, x, 8, 1);
  shmemx_getmem(window, x, x, 8, 1);
  shmemx_getmem_warp(window, x, x, 8, 1);
  shmemx_getmem_block(window, x, x, 8, 1);
  shmemx_putmem_signal(window, x, x, 8, signal, 1, PENSTOCK_SIGNAL_SET, 1);
  shmemx_putmem_signal_warp(window, x, x, 8, signal, 1, PENSTOCK_SIGNAL_SET, 1);
  shmemx_putmem_signal_block(window, x, x, 8, signal, 1, PENSTOCK_SIGNAL_ADD, 1);
  shmemx_signal_wait_until(window, signal, PENSTOCK_CMP_GE, 1);
  shmemx_signal_wait_until_warp(window, signal, PENSTOCK_CMP_LT, 9);
  shmemx_signal_wait_until_block(window, signal, PENSTOCK_CMP_LE, 9);
  shmemx_uint64_atomic_fetch_add(window, signal, 1, 1);
  shmemx_quiet_block();
  shmemx_barrier_warp(window);
  shmemx_barrier_block(window);
}
