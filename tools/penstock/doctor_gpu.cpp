// Checks of GPUs: the driver, the GPUs that this process sees, and what two processes can do with them.
#include <sched.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "penstock/doctor.hpp"
#include "penstock/doctor_child.hpp"
#include "penstock/topology_read.hpp"

namespace penstock::tool::health {
namespace {

constexpr int kNeededCuda = 12000;
constexpr double kIpcSeconds = 30;
constexpr double kTopologySeconds = 30;

// Returns the number of devices that CUDA shows; 0 without a driver.
int device_count(Patient& patient) {
  const nlohmann::json& cuda = patient.gpu()["cuda"];
  return cuda.contains("devices") ? static_cast<int>(cuda["devices"].size()) : 0;
}

Finding no_devices() {
  return {Verdict::kOk, "not needed: no GPU is used here"};
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) out.push_back(word);
  return out;
}

// Returns the number of ranks on this host if a launcher started this program as one of them; else 0.
int local_ranks() {
  for (const char* name : {"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_TASKS_PER_NODE"}) {
    const char* value = std::getenv(name);
    const long ranks = value == nullptr ? 0 : std::strtol(value, nullptr, 10);
    if (ranks > 0 && ranks < INT_MAX) return static_cast<int>(ranks);
  }
  return 0;
}

int device_files(const Patient& patient) {
  int count = 0;
  for (const std::string& name : patient.names("/dev")) {
    count += name.starts_with("nvidia") && name.size() > 6 &&
             std::all_of(name.begin() + 6, name.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  return count;
}

// Returns a line with the result of another process's use of the first one's memory.
std::string try_ipc(int owner, int user) {
  Child exporter({"doctor", "--probe", "ipc-export", std::to_string(owner)});
  std::string descriptor;
  if (!exporter.line(kIpcSeconds, &descriptor)) return "the process that owns the memory does not answer";
  if (!descriptor.starts_with("descriptor ")) return descriptor;
  Child importer(
      {"doctor", "--probe", "ipc-import", std::to_string(user), descriptor.substr(std::string_view("descriptor ").size())});
  std::string said;
  return importer.line(kIpcSeconds, &said) ? said : "the process that maps the memory does not answer";
}

bool near_cores(const base::Machine& machine, int numa, const cpu_set_t& allowed) {
  bool known = false;
  for (const base::Core& core : machine.cores) {
    if (core.numa != numa) continue;
    known = true;
    if (std::any_of(core.cpus.begin(), core.cpus.end(),
                    [&allowed](int cpu) { return CPU_ISSET(static_cast<std::size_t>(cpu), &allowed); }))
      return true;
  }
  return !known;
}

Status look_at_topology(base::Machine* out) {
  Child child({"info", "--topology", "--json"});
  std::string said;
  if (!child.all(kTopologySeconds, &said)) return Status::error(Code::kSystem, "the topology is not known within 30 seconds");
  const nlohmann::json record = nlohmann::json::parse(said, nullptr, false);
  if (record.is_discarded()) return Status::error(Code::kSystem, "`penstock info --topology` fails; run it alone");
  return machine_from_json(record, out);
}

}  // namespace

Finding check_cuda(Patient& patient) {
  const nlohmann::json& cuda = patient.gpu()["cuda"];
  if (cuda.contains("error")) {
    const std::string why = cuda["error"];
    if (!patient.has_gpu_hardware() && !cuda.contains("hangs"))
      return {Verdict::kOk, fmt::format("no GPU here ({}): jobs use host memory", why)};
    return {Verdict::kBroken, fmt::format("a GPU driver is here, but CUDA does not work: {}", why),
            "no program uses GPU memory", "nvidia-smi, then dmesg | grep -i nvrm; in a container: docker run --gpus all"};
  }
  const int version = cuda["version"];
  const std::string what =
      fmt::format("CUDA {}.{} of the driver{}, {} devices{}", version / 1000, version % 1000 / 10,
                  patient.gpu()["nvml"].contains("driver") ? " " + patient.gpu()["nvml"]["driver"].get<std::string>() : "",
                  device_count(patient), cuda.value("standin", false) ? " (a stand-in for tests, no GPU)" : "");
  if (version < kNeededCuda)
    return {Verdict::kBroken, what, "Penstock needs a driver of CUDA 12.0 (525) or newer", "install a newer NVIDIA driver"};
  return {Verdict::kOk, what};
}

Finding check_visible(Patient& patient) {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const int files = device_files(patient);
  if (visible == nullptr) return {Verdict::kOk, "CUDA_VISIBLE_DEVICES is not set: every GPU is seen"};
  const std::vector<std::string> words = split(visible);
  if (words.empty() || words[0] == "-1") {
    return files == 0 && !patient.gpu()["cuda"].value("loaded", true)
               ? Finding{Verdict::kOk, "CUDA_VISIBLE_DEVICES hides GPUs, of which there are none"}
               : Finding{Verdict::kBroken, fmt::format("CUDA_VISIBLE_DEVICES='{}' hides every GPU", visible),
                         "programs find no GPU", "unset CUDA_VISIBLE_DEVICES"};
  }
  if (std::set<std::string>(words.begin(), words.end()).size() != words.size()) {
    return {Verdict::kBroken, fmt::format("CUDA_VISIBLE_DEVICES='{}' names a GPU twice", visible),
            "CUDA shows no device then, or each one once", "name each GPU once"};
  }
  const int seen = device_count(patient);
  if (seen < static_cast<int>(words.size())) {
    return {Verdict::kBroken,
            fmt::format("CUDA_VISIBLE_DEVICES='{}' names {} GPUs, CUDA shows {}", visible, words.size(), seen),
            "CUDA stops at the first name that it does not know: the rest are hidden", "nvidia-smi -L lists the names"};
  }
  if (files > seen && seen == 1) {
    return {
        Verdict::kNote, fmt::format("CUDA_VISIBLE_DEVICES='{}': one GPU of {}", visible, files),
        "if each rank sees another GPU alone, the ranks' GPUs cannot reach each other: messages are staged through host memory",
        "let all ranks see all GPUs and choose by rank (cudaSetDevice)"};
  }
  return {Verdict::kOk, fmt::format("CUDA_VISIBLE_DEVICES='{}': {} GPUs", visible, seen)};
}

Finding check_peers(Patient& patient) {
  const int devices = device_count(patient);
  if (devices < 2) return {Verdict::kOk, devices == 0 ? no_devices().what : "one GPU: there is no other to reach"};
  const nlohmann::json& reach = patient.gpu()["cuda"]["reach"];
  std::vector<std::string> cut;
  for (int from = 0; from < devices; ++from) {
    for (int to = 0; to < devices; ++to) {
      if (from != to && reach.at(static_cast<std::size_t>(from)).at(static_cast<std::size_t>(to)) == 0)
        cut.push_back(fmt::format("{}->{}", from, to));
    }
  }
  if (cut.empty()) return {Verdict::kOk, fmt::format("all {} GPUs reach each other", devices)};
  std::string pairs;
  for (std::size_t i = 0; i < cut.size() && i < 6; ++i) pairs += (i == 0 ? "" : ", ") + cut[i];
  return {Verdict::kSlow,
          fmt::format("GPUs that do not reach each other: {}{}", pairs,
                      cut.size() > 6 ? fmt::format(" and {} more", cut.size() - 6) : ""),
          "their messages go through host memory: 10 to 25 GB/s instead of the link's rate",
          "without NVLink: allow PCIe peer access (IOMMU off or ACS off in the firmware; not in every virtual machine)"};
}

Finding check_ipc(Patient& patient) {
  const int devices = device_count(patient);
  if (devices == 0) return no_devices();
  const std::string same = try_ipc(0, 0);
  const std::string other = devices > 1 ? try_ipc(0, 1) : "ok";
  if (same == "ok" && other == "ok") {
    return {Verdict::kOk, fmt::format("GPU memory of one process was read by another{}",
                                      devices > 1 ? ", on the same and on another GPU" : "")};
  }
  return {Verdict::kSlow, fmt::format("GPU memory cannot be shared by two processes: {}", same != "ok" ? same : other),
          "device messages between ranks go through host memory, at a tenth of the rate",
          "processes must share PID and IPC namespaces (docker run --ipc=host --pid=host, or one container), and /dev/shm must "
          "exist; compute mode must "
          "not be exclusive"};
}

// If this program is a rank, the number of ranks that share GPUs is known. Otherwise a job with
// one rank for each CPU is assumed.
Finding check_mps(Patient& patient) {
  const int devices = device_count(patient);
  if (devices == 0) return no_devices();
  const nlohmann::json& served = patient.gpu()["cuda"]["mps"];
  const auto off = std::ranges::count(served, nlohmann::json(0));
  if (off == 0) {
    const bool known = std::ranges::count(served, nlohmann::json(-1)) == 0;
    return {Verdict::kOk,
            known ? "MPS serves the GPUs: ranks may share them" : "this driver does not tell whether MPS serves the GPUs"};
  }
  constexpr const char* kCost =
      "kernels of two processes take turns on a GPU: a small message between them takes about 0.15 ms, under MPS 14 us "
      "(measured on "
      "one H100)";
  constexpr const char* kRemedy =
      "start MPS before the job, as the user who runs it: nvidia-cuda-mps-control -d (echo quit | "
      "nvidia-cuda-mps-control ends it)";
  const int ranks = local_ranks();
  if (ranks > devices) {
    return {Verdict::kSlow, fmt::format("{} ranks share {} GPU{} without MPS", ranks, devices, devices == 1 ? "" : "s"), kCost,
            kRemedy};
  }
  if (ranks > 0) return {Verdict::kOk, fmt::format("no MPS; {} ranks on {} GPUs need none", ranks, devices)};
  return {
      Verdict::kNote,
      fmt::format("MPS does not run; jobs of more than {} rank{} on this host share a GPU", devices, devices == 1 ? "" : "s"),
      kCost, kRemedy};
}

Finding check_gpu_modes(Patient& patient) {
  const nlohmann::json& nvml = patient.gpu()["nvml"];
  if (nvml.contains("error")) {
    if (!patient.has_gpu_hardware()) return no_devices();
    return {Verdict::kNote, nvml["error"].get<std::string>(), "links and modes of the GPUs are not known",
            "give the container the driver's utilities (NVIDIA_DRIVER_CAPABILITIES=compute,utility)"};
  }
  int persistence = 1;
  bool mig = false;
  int exclusive = 0;
  bool ecc = true;
  for (const auto& gpu : nvml["gpus"]) {
    if (gpu["persistence"] == 0) persistence = 0;
    mig = mig || gpu["mig"] == 1;
    exclusive = std::max(exclusive, gpu["compute_mode"].get<int>());
    ecc = ecc && gpu["ecc"] != 0;
  }
  if (exclusive == 2)
    return {Verdict::kBroken, "a GPU's compute mode is 'prohibited'", "no program can use it", "nvidia-smi -c DEFAULT"};
  if (exclusive != 0) {
    return {Verdict::kSlow, "a GPU's compute mode is exclusive",
            "two ranks cannot share it, nor can one rank use memory of another's GPU: messages are staged",
            "nvidia-smi -c DEFAULT (or run under MPS)"};
  }
  if (mig) {
    return {Verdict::kSlow, "a GPU is divided (MIG)",
            "its instances do not reach each other nor other GPUs: messages between them are staged",
            "nvidia-smi -mig 0, where the whole GPU is yours"};
  }
  if (persistence == 0)
    return {Verdict::kNote, "persistence mode is off", "the first program after a pause waits seconds for the driver",
            "nvidia-smi -pm 1, or nvidia-persistenced"};
  return {Verdict::kOk,
          fmt::format("{} GPUs: default compute mode, not divided, ECC {}", nvml["gpus"].size(), ecc ? "on" : "off")};
}

Finding check_gdrcopy(Patient& patient) {
  if (device_count(patient) == 0) return no_devices();
  // A CPU copy through the GPU's BAR would stall on each read, and could neither pack nor reduce.
  constexpr std::string_view kWhy =
      "Penstock does not use it: on one host a kernel that stays on the GPU moves small messages, packs and reduces them";
  if (!patient.exists("/dev/gdrdrv"))
    return {Verdict::kOk, fmt::format("no GDRCopy (/dev/gdrdrv), and none is missed; {}", kWhy)};
  return {Verdict::kOk,
          fmt::format("GDRCopy's driver is here; {}. UCX takes it between hosts where it was built with it", kWhy)};
}

Finding check_affinity(Patient&) {
  base::Machine machine;
  if (Status read = look_at_topology(&machine); !read.is_ok()) {
    return {Verdict::kNote, std::string(read.message()), "ranks cannot be placed near their GPUs",
            "penstock info --topology says more"};
  }
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return {Verdict::kNote, "the allowed CPUs cannot be read", "nothing by itself", ""};
  for (std::size_t i = 0; i < machine.gpus.size(); ++i) {
    const int numa = machine.gpus[i].place.numa;
    if (numa < 0 || near_cores(machine, numa, allowed)) continue;
    return {Verdict::kSlow, fmt::format("GPU {} hangs on NUMA node {}, of which this process may use no core", i, numa),
            "each call to the GPU crosses between processors: 1 to 2 us more, and half the bandwidth to host memory",
            "bind ranks near their GPUs: `penstock info --topology` prints which cores; docker run --cpuset-cpus"};
  }
  const std::vector<base::Placement> placements = base::place_ranks(machine, static_cast<int>(machine.gpus.size()));
  for (const base::Placement& placement : placements) {
    if (placement.to_adapter != base::Distance::kFar) continue;
    return {Verdict::kNote, fmt::format("the adapter nearest to GPU {} hangs on another processor", placement.gpu),
            "its messages to other hosts cross between processors",
            "give that GPU's ranks less traffic to other hosts, or move the adapter"};
  }
  if (machine.gpus.empty()) return {Verdict::kOk, fmt::format("{} cores, no GPU", machine.cores.size())};
  return {Verdict::kOk,
          fmt::format("{} GPUs have cores{} near them", machine.gpus.size(), machine.adapters.empty() ? "" : " and adapters")};
}

}  // namespace penstock::tool::health
