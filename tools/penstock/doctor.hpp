// The checks of `penstock doctor`: one row each, in doctor.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace penstock::tool::health {

enum class Verdict : std::uint8_t {
  kOk,
  kNote,    // worth knowing; costs little or nothing here
  kSlow,    // jobs run, slower than they could
  kBroken,  // jobs fail, or give another library's results
};
[[nodiscard]] std::string_view verdict_name(Verdict verdict) noexcept;

struct Finding {
  Verdict verdict = Verdict::kOk;
  std::string what;
  std::string cost = {};    // what the fault costs; empty where the verdict is kOk
  std::string remedy = {};  // how to fix it; empty where the verdict is kOk
};

// The machine that checks examine. Every question outside this process that could block is asked
// in a child, for a bounded time.
class Patient {
 public:
  // `root` stands in front of /proc, /sys, /dev and /etc: "" or a recorded tree.
  explicit Patient(std::string root) : root_(std::move(root)) {}

  [[nodiscard]] std::string path(std::string_view absolute) const { return root_ + std::string(absolute); }
  // Returns the file's text without the last end of line; nothing if it cannot be read.
  [[nodiscard]] std::optional<std::string> text(std::string_view absolute) const;
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view absolute) const;
  [[nodiscard]] bool exists(std::string_view absolute) const;
  // Returns the names within a folder, sorted; none if there is no such folder.
  [[nodiscard]] std::vector<std::string> names(std::string_view absolute) const;
  [[nodiscard]] bool recorded() const noexcept { return !root_.empty(); }

  // Returns the output of the child `--probe gpu` about driver and devices, which runs once. It always has "cuda" and "nvml",
  // each with "error" or with results.
  const nlohmann::json& gpu();
  // True if a GPU driver or the device files of a GPU are here.
  [[nodiscard]] bool has_gpu_hardware() const;
  [[nodiscard]] std::vector<std::string> active_infiniband() const;

 private:
  std::string root_;
  std::optional<nlohmann::json> gpu_;
};

struct Check {
  std::string_view name;
  std::string_view subject;  // the part of the machine that it checks, for --list
  Finding (*run)(Patient& patient);
  bool quick = true;  // it runs with --quick too
};
[[nodiscard]] std::span<const Check> checks() noexcept;

// doctor_system.cpp
Finding check_kernel(Patient& patient);
Finding check_cpus(Patient& patient);
Finding check_governor(Patient& patient);
Finding check_clock(Patient& patient);
Finding check_numa_balancing(Patient& patient);
Finding check_huge_pages(Patient& patient);
// doctor_memory.cpp
Finding check_shm(Patient& patient);
Finding check_memory(Patient& patient);
Finding check_limits(Patient& patient);
Finding check_leftovers(Patient& patient);
Finding check_namespaces(Patient& patient);
Finding check_cma(Patient& patient);
// doctor_network.cpp
Finding check_host_name(Patient& patient);
Finding check_loopback(Patient& patient);
Finding check_infiniband(Patient& patient);
Finding check_peermem(Patient& patient);
Finding check_ucx(Patient& patient);
// doctor_gpu.cpp
Finding check_cuda(Patient& patient);
Finding check_visible(Patient& patient);
Finding check_peers(Patient& patient);
Finding check_ipc(Patient& patient);
Finding check_mps(Patient& patient);
Finding check_gpu_modes(Patient& patient);
Finding check_gdrcopy(Patient& patient);
Finding check_affinity(Patient& patient);
// doctor_library.cpp
Finding check_settings(Patient& patient);
Finding check_tuning(Patient& patient);
Finding check_loader(Patient& patient);
Finding check_other_mpi(Patient& patient);
Finding check_preload(Patient& patient);
// doctor_wheels.cpp
Finding check_wheels(Patient& patient);

// The child's side (doctor_probe.cpp): runs `penstock doctor --probe WORD...` and returns its exit status.
int probe(std::span<const std::string> words);
// The probe "gpu": returns the JSON of Patient::gpu() (doctor_cuda.cpp).
nlohmann::json survey_gpus();

}  // namespace penstock::tool::health
