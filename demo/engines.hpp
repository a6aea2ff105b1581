// The engines that make_engine() chooses from.
#pragma once

#include <memory>
#include <string>

#include "engine.hpp"

namespace demo {

// `why` is added to the engine's description.
[[nodiscard]] std::unique_ptr<Engine> make_host_engine(const Options& options, const std::string& why = "");

// Returns null, with a sentence in `complaint`, if this machine has no usable GPU.
[[nodiscard]] std::unique_ptr<Engine> make_gpu_engine(const Options& options, int local_rank, std::string* complaint);

}  // namespace demo
