#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "penstock/doctor.hpp"
#include "penstock/doctor_child.hpp"

namespace penstock::tool::health {
namespace {

// A driver that starts for the first time loads its firmware.
constexpr double kGpuSeconds = 30;

}  // namespace

std::optional<std::string> Patient::text(std::string_view absolute) const {
  std::ifstream in(path(absolute));
  if (!in) return std::nullopt;
  std::stringstream all;
  all << in.rdbuf();
  std::string out = all.str();
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
  return out;
}

std::optional<std::int64_t> Patient::number(std::string_view absolute) const {
  const std::optional<std::string> read = text(absolute);
  if (!read) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(read->data(), read->data() + read->size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

bool Patient::exists(std::string_view absolute) const {
  struct stat status{};
  return stat(path(absolute).c_str(), &status) == 0;
}

std::vector<std::string> Patient::names(std::string_view absolute) const {
  std::vector<std::string> out;
  std::error_code none;
  for (std::filesystem::directory_iterator at(path(absolute), none), end; !none && at != end; at.increment(none)) {
    out.push_back(at->path().filename().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

const nlohmann::json& Patient::gpu() {
  if (gpu_) return *gpu_;
  Child child({"doctor", "--probe", "gpu"});
  std::string said;
  const bool whole = child.all(kGpuSeconds, &said);
  gpu_ = nlohmann::json::parse(said, nullptr, false);
  if (gpu_->is_discarded() || !gpu_->contains("cuda") || !gpu_->contains("nvml")) {
    const std::string why =
        whole ? "the process that asks the GPU driver died" : "the GPU driver does not answer within 30 seconds";
    gpu_ = nlohmann::json{{"cuda", {{"error", why}, {"hangs", true}}}, {"nvml", {{"error", why}}}};
  }
  return *gpu_;
}

bool Patient::has_gpu_hardware() const {
  return exists("/dev/nvidiactl") || exists("/proc/driver/nvidia/version");
}

std::vector<std::string> Patient::active_infiniband() const {
  std::vector<std::string> out;
  for (const std::string& device : names("/sys/class/infiniband")) {
    const std::string ports = "/sys/class/infiniband/" + device + "/ports";
    for (const std::string& port : names(ports)) {
      const std::string state = text(ports + "/" + port + "/state").value_or("");
      if (state.find("ACTIVE") != std::string::npos) out.push_back(device + ":" + port);
    }
  }
  return out;
}

}  // namespace penstock::tool::health
