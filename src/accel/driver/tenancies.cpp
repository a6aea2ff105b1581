#include "accel/driver/tenancies.hpp"

namespace penstock::accel {
namespace {

constexpr unsigned kQueries = 256;  // memory queries between two calls of look_again()

}  // namespace

std::vector<Tenancy>& Tenancies::all() {
  if (tenancies_.empty()) tenancies_.resize(static_cast<std::size_t>(presence_.devices().count()));
  return tenancies_;
}

Tenancy& Tenancies::of(int device) {
  return all()[static_cast<std::size_t>(device)];
}

void Tenancies::look_again() {
  queries_until_look_ = kQueries;
  if (!settled_) settle();
}

void Tenancies::look_at(int device) {
  last_seen_ = device;
  seen_devices_.resize(all().size());
  const auto place = static_cast<std::size_t>(device);
  if (place >= seen_devices_.size() || seen_devices_[place]) return;
  seen_devices_[place] = true;
  if (!settled_) settle();
}

// A failure is not retried: the resident kernel is not used on a device whose other users are unknown.
void Tenancies::settle() {
  settled_ = true;
  Devices& devices = presence_.devices();
  for (int device = 0; device < devices.count(); ++device) {
    Tenancy& tenancy = of(device);
    if (tenancy.opened()) continue;
    bool works = false;
    Status known = devices.active(device, &works);
    if (known.is_ok() && works) known = tenancy.open(devices.uuid(device));
    if (!known.is_ok())
      presence_.log().warn("looking who works on device {}: {}; small messages are slower there", device, known.message());
    settled_ = settled_ && (works || !known.is_ok());
  }
}

}  // namespace penstock::accel
