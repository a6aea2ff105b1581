#include "accel/queue/sites.hpp"

#include <utility>

namespace penstock::accel {

Status Sites::get(int device, Site** out) {
  PENSTOCK_TRY(presence_.need_live());
  const int count = presence_.devices().count();
  if (device < 0 || device >= count) {
    return Status::error(Code::kInternal, "there is no device {}: this process sees {}", device, count);
  }
  if (sites_.empty()) sites_.resize(static_cast<std::size_t>(count));
  auto& site = sites_[static_cast<std::size_t>(device)];
  if (!site) site = std::make_unique<Site>(presence_.driver(), images_);
  *out = site.get();
  return {};
}

Site* Sites::find(int device) const noexcept {
  const auto place = static_cast<std::size_t>(device);
  return place < sites_.size() ? sites_[place].get() : nullptr;
}

Status Sites::close() {
  Status first;
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    Status closed = sites_[i] ? close_one(static_cast<int>(i), *sites_[i]) : Status::ok();
    if (first.is_ok()) first = std::move(closed);
  }
  return first;
}

Status Sites::close_one(int device, Site& site) {
  Status first;
  const auto then = [&first](Status next) {
    if (first.is_ok()) first = std::move(next);
  };
  if (site.resident) then(site.resident->close());
  for (auto& queue : site.queues) {
    if (queue) then(queue->close());
  }
  then(presence_.devices().within(device, [&]() -> Status {
    Status unloaded = site.module.unload();
    if (site.prefetcher) then(site.prefetcher->close());
    if (site.application == nullptr) return unloaded;
    Status destroyed = presence_.driver().cuEventDestroy(std::exchange(site.application, nullptr));
    return unloaded.is_ok() ? std::move(destroyed) : std::move(unloaded);
  }));
  return first;
}

}  // namespace penstock::accel
