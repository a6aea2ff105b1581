#include "accel/queue/prefetcher.hpp"

#include <array>
#include <utility>

namespace penstock::accel {
namespace {

// A few pages are not worth the driver calls.
constexpr std::size_t kLeastBytes = 16 * 1024;

}  // namespace

// The CPU may have touched a range since it was prefetched; asking costs as much as prefetching pages that are present.
Status Prefetcher::wanted(CUdeviceptr address, std::size_t bytes, bool* out) {
  *out = true;
  if (!driver_.cuMemRangeGetAttributes.available()) return {};
  int preferred = CU_DEVICE_INVALID;
  int last = CU_DEVICE_INVALID;
  std::array<void*, 2> values = {&preferred, &last};
  std::array<std::size_t, 2> sizes = {sizeof preferred, sizeof last};
  std::array<CUmem_range_attribute, 2> attributes = {CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                                     CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
  PENSTOCK_TRY(
      driver_.cuMemRangeGetAttributes(values.data(), sizes.data(), attributes.data(), attributes.size(), address, bytes));
  *out = preferred != CU_DEVICE_CPU && (when_ == Config::ManagedPrefetch::kAlways || last != devices_.handle(device_));
  return {};
}

Status Prefetcher::start(CUdeviceptr address, std::size_t bytes) {
  if (stream_ == nullptr) PENSTOCK_TRY(devices_.make_stream(&stream_));
  if (come_ == nullptr) PENSTOCK_TRY(driver_.cuEventCreate(&come_, static_cast<unsigned>(CU_EVENT_DISABLE_TIMING)));
  PENSTOCK_TRY(driver_.cuMemPrefetchAsync(address, bytes, devices_.handle(device_), stream_));
  return driver_.cuEventRecord(come_, stream_);
}

Status Prefetcher::bring(CUdeviceptr address, std::size_t bytes, CUevent* after) {
  *after = nullptr;
  if (when_ == Config::ManagedPrefetch::kNever || bytes < kLeastBytes || !driver_.cuMemPrefetchAsync.available()) return {};
  bool needed = false;
  Status begun = devices_.within(device_, [&]() -> Status {
    PENSTOCK_TRY(wanted(address, bytes, &needed));
    return needed ? start(address, bytes) : Status::ok();
  });
  if (!begun.is_ok()) {
    when_ = Config::ManagedPrefetch::kNever;
    return begun;
  }
  if (needed) *after = come_;
  return {};
}

Status Prefetcher::close() {
  Status first;
  if (come_ != nullptr) first = driver_.cuEventDestroy(std::exchange(come_, nullptr));
  if (stream_ == nullptr) return first;
  Status destroyed = driver_.cuStreamDestroy(std::exchange(stream_, nullptr));
  return first.is_ok() ? std::move(destroyed) : std::move(first);
}

}  // namespace penstock::accel
