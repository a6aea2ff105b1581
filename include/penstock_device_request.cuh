// Partitions of requests in kernels. It is a part of penstock_device.cuh.
#ifndef PENSTOCK_DEVICE_REQUEST_CUH
#define PENSTOCK_DEVICE_REQUEST_CUH

namespace penstock_device {

PENSTOCK_DEVICE_FUNCTION std::uint64_t field(const penstock_device_request* request, std::size_t offset) {
  return address(request) + offset;
}
#define PENSTOCK_DEVICE_FIELD(request, name) ::penstock_device::field((request), offsetof(penstock_device_request, name))

// The group itself copies the data if the receive has been started and its memory is mapped; otherwise the host sends them.
template <typename Group>
PENSTOCK_DEVICE_FUNCTION int pready(int first, int last, penstock_device_request* request) {
  Group::sync();
  const auto start = load_fresh<std::uint32_t>(PENSTOCK_DEVICE_FIELD(request, start));
  const auto bytes = load_fresh<std::uint64_t>(PENSTOCK_DEVICE_FIELD(request, partition_bytes));
  const auto words = load_fresh<std::uint64_t>(PENSTOCK_DEVICE_FIELD(request, words));
  // One thread reads for all, because the host may change the words in between. The address is written before `opened`.
  bool direct = bytes <= Group::kMostDirect;
  if (direct) direct = Group::any(Group::rank() == 0 && load_acquire_32(PENSTOCK_DEVICE_FIELD(request, opened)) == start);
  if (direct) {
    const auto target = load_fresh<std::uint64_t>(PENSTOCK_DEVICE_FIELD(request, target));
    const auto source = load_fresh<std::uint64_t>(PENSTOCK_DEVICE_FIELD(request, source));
    const auto skipped = static_cast<std::uint64_t>(first) * bytes;
    copy<Group>(target + skipped, source + skipped, static_cast<std::uint64_t>(last - first + 1) * bytes);
    Group::sync();
  }
  if (Group::rank() == 0) {
    const std::uint64_t flags = direct ? load_fresh<std::uint64_t>(PENSTOCK_DEVICE_FIELD(request, flags)) : 0;
    for (int i = first; i <= last; ++i) {
      const std::uint64_t at = static_cast<std::uint64_t>(i) * sizeof(std::uint32_t);
      if (direct) store_release_32(flags + at, start);
      store_release_32(words + at, direct ? start | PENSTOCK_DEVICE_DIRECT : start);
    }
  }
  Group::sync();
  return 0;
}

PENSTOCK_DEVICE_FUNCTION bool has_arrived(const penstock_device_request* request, int partition) {
  const auto start = load_fresh<std::uint32_t>(PENSTOCK_DEVICE_FIELD(request, start));
  const auto flags = load_fresh<std::uint64_t>(PENSTOCK_DEVICE_FIELD(request, flags));
  const std::uint64_t at = static_cast<std::uint64_t>(partition) * sizeof(std::uint32_t);
  if (flags != 0 && load_acquire_32(flags + at) == start) return true;
  return load_acquire_32(load_fresh<std::uint64_t>(PENSTOCK_DEVICE_FIELD(request, words)) + at) == start;
}

}  // namespace penstock_device

// These work as MPI_Pready, MPI_Pready_range and MPI_Parrived on the host. Each partition is made ready once in a start, by a
// kernel or by the host. It contains all earlier writes of the caller, or of its warp or block.
PENSTOCK_DEVICE_FORMS(int, MPIX_Pready, (int partition, MPIX_Prequest request), pready, (partition, partition, request))
PENSTOCK_DEVICE_FORMS(int, MPIX_Pready_range, (int partition_low, int partition_high, MPIX_Prequest request), pready,
                      (partition_low, partition_high, request))
// *flag becomes 1 when the partition has arrived, and the caller sees the data. It also becomes 1 when a message of the request
// has failed, so that loops end; the result is then PENSTOCK_DEVICE_ABORTED.
PENSTOCK_DEVICE_FUNCTION int MPIX_Parrived(MPIX_Prequest request, int partition, int* flag) {
  *flag = penstock_device::has_arrived(request, partition) ? 1 : 0;
  if (*flag != 0) return 0;
  if (penstock_device::load_acquire_32(PENSTOCK_DEVICE_FIELD(request, abort)) == 0) return 0;
  *flag = 1;
  return PENSTOCK_DEVICE_ABORTED;
}

#endif  // PENSTOCK_DEVICE_REQUEST_CUH
