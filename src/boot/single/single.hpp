// A job of one rank is a program that was started without a launcher.
#pragma once

#include <memory>

#include "boot/boot.hpp"

namespace penstock::boot {

Status make_single(const Log& log, std::unique_ptr<Boot>* out);

}  // namespace penstock::boot
