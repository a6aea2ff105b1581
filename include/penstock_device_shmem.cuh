// These functions have names and addresses of OpenSHMEM: `target` and `signal` are this PE's addresses in the allocation to
// which the handle belongs. It is a part of penstock_device.cuh.
#ifndef PENSTOCK_DEVICE_SHMEM_CUH
#define PENSTOCK_DEVICE_SHMEM_CUH

namespace penstock_device {
PENSTOCK_DEVICE_FUNCTION std::uint64_t offset_of(const penstock_device_window& window, const void* symmetric) {
  return address(symmetric) - window.memory;
}
}  // namespace penstock_device

PENSTOCK_DEVICE_FUNCTION void* shmemx_ptr(const penstock_device_window& window, const void* target, int pe) {
  return penstock_ptr(window, pe, penstock_device::offset_of(window, target));
}
PENSTOCK_DEVICE_FORMS(void, shmemx_putmem,
                      (const penstock_device_window& window, void* target, const void* source, std::size_t bytes, int pe), put,
                      (window, pe, ::penstock_device::offset_of(window, target), source, bytes))
PENSTOCK_DEVICE_FORMS(void, shmemx_getmem,
                      (const penstock_device_window& window, void* target, const void* source, std::size_t bytes, int pe), get,
                      (window, target, pe, ::penstock_device::offset_of(window, source), bytes))
PENSTOCK_DEVICE_FORMS(void, shmemx_putmem_signal,
                      (const penstock_device_window& window, void* target, const void* source, std::size_t bytes,
                       std::uint64_t* signal, std::uint64_t value, penstock_signal_op op, int pe),
                      put_signal,
                      (window, pe, ::penstock_device::offset_of(window, target), source, bytes,
                       ::penstock_device::offset_of(window, signal), value, op))
PENSTOCK_DEVICE_FORMS(int, shmemx_signal_wait_until,
                      (const penstock_device_window& window, const std::uint64_t* signal, penstock_compare compare,
                       std::uint64_t value),
                      signal_wait, (window, ::penstock_device::offset_of(window, signal), compare, value))
PENSTOCK_DEVICE_FUNCTION std::uint64_t shmemx_uint64_atomic_fetch_add(const penstock_device_window& window,
                                                                      std::uint64_t* target, std::uint64_t value, int pe) {
  return penstock_fetch_add(window, pe, penstock_device::offset_of(window, target), value);
}
PENSTOCK_DEVICE_FORMS(void, shmemx_quiet, (), quiet, ())
PENSTOCK_DEVICE_FORMS(int, shmemx_barrier, (const penstock_device_window& window), barrier, (window))

#endif  // PENSTOCK_DEVICE_SHMEM_CUH
