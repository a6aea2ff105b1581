// Checks of memory, limits and the access of processes to each other.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <sstream>

#include <fmt/format.h>

#include "penstock/doctor.hpp"
#include "penstock/doctor_child.hpp"
#include "proto/p2p/explain.hpp"

namespace penstock::tool::health {
namespace {

using proto::size_text;

constexpr std::uint64_t kMiB = 1U << 20;
constexpr std::uint64_t kSegment = 8 * kMiB;  // about the size of a rank's segment
constexpr double kProbeSeconds = 5;

// Makes memory without a name, as Segment::create does.
std::string try_memfd() {
  const int fd = memfd_create("penstock-doctor", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return fmt::format("memfd_create: {}", std::strerror(errno));
  std::string why;
  if (ftruncate(fd, kSegment) != 0) why = fmt::format("ftruncate of a memfd: {}", std::strerror(errno));
  close(fd);
  return why;
}

std::string mib_text(std::uint64_t bytes) {
  return bytes >= 1024 * kMiB ? fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1024.0 * kMiB))
                              : fmt::format("{} MiB", bytes / kMiB);
}

struct Limit {
  int resource;
  std::string_view name;
  std::string_view option;  // the option of ulimit
  rlim_t least;
  Verdict verdict;
  std::string_view cost;
};

constexpr Limit kLimits[] = {
    {RLIMIT_NOFILE, "open files", "-n", 64, Verdict::kBroken, "a job of more than a few ranks cannot open its ranks' memory"},
    {RLIMIT_NOFILE, "open files", "-n", 1024, Verdict::kNote, "a rank needs one a peer of its host, and programs need theirs"},
    {RLIMIT_NPROC, "processes", "-u", 64, Verdict::kSlow, "mpiexec may fail to start ranks (EAGAIN)"},
    {RLIMIT_MEMLOCK, "locked memory", "-l", 64 * kMiB, Verdict::kNote,
     "network adapters cannot register large buffers; between ranks of one host it costs nothing"},
};

bool another_mpi(const std::string& name) {
  for (const char* prefix : {"penstock", "vader_segment", "mpich_shm", "psm2_shm", "psm3_shm", "nccl-", "ompi.", "cma_shm"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

// The users of /dev/shm: the mappings of living processes, each process looked at once. `blind`: some process could not be
// looked into, so that its use is unknown.
struct Users {
  std::string mapped;
  bool blind = false;
};

Users shm_users(const Patient& patient) {
  Users out;
  for (const std::string& pid : patient.names("/proc")) {
    if (std::isdigit(static_cast<unsigned char>(pid.front())) == 0) continue;
    const auto maps = patient.text("/proc/" + pid + "/maps");
    if (!maps && patient.exists("/proc/" + pid)) out.blind = true;
    std::istringstream lines(maps.value_or(""));
    for (std::string line; std::getline(lines, line);) {
      if (const std::size_t at = line.find("/dev/shm/"); at != std::string::npos) out.mapped += line.substr(at) + "\n";
    }
  }
  return out;
}

}  // namespace

Finding check_shm(Patient& patient) {
  if (const std::string why = try_memfd(); !why.empty()) {
    return {Verdict::kBroken, why, "ranks have no memory in common: no job of more than one rank starts",
            "allow memfd_create (seccomp profile of the container), and enough memory"};
  }
  struct statvfs size{};
  if (statvfs(patient.path("/dev/shm").c_str(), &size) != 0) {
    return {Verdict::kNote, "there is no /dev/shm",
            "nothing here: Penstock uses memory without a name; other libraries (NCCL, PyTorch) fail",
            "docker run --shm-size=1g"};
  }
  const std::uint64_t total = static_cast<std::uint64_t>(size.f_blocks) * size.f_frsize;
  if (total < 64 * kMiB) {
    return {Verdict::kNote, fmt::format("/dev/shm has {}", size_text(total)),
            "nothing here: Penstock uses memory without a name; other libraries (NCCL, PyTorch) may fail",
            "docker run --shm-size=1g"};
  }
  return {Verdict::kOk, fmt::format("memfd works; /dev/shm has {}", mib_text(total))};
}

Finding check_memory(Patient& patient) {
  const auto limit = patient.number("/sys/fs/cgroup/memory.max");
  const std::int64_t used = patient.number("/sys/fs/cgroup/memory.current").value_or(0);
  if (limit && *limit - used < static_cast<std::int64_t>(256 * kMiB)) {
    return {Verdict::kSlow,
            fmt::format("the container may use {} more of memory",
                        mib_text(static_cast<std::uint64_t>(std::max<std::int64_t>(0, *limit - used)))),
            "ranks share memory that counts here: the kernel kills one when it is used up",
            "raise the container's limit (docker run --memory)"};
  }
  if (patient.number("/proc/sys/vm/overcommit_memory").value_or(0) == 2) {
    return {Verdict::kNote, "memory is not overcommitted (vm.overcommit_memory=2)",
            "CUDA and sanitizers reserve far more addresses than they use, and may fail", "sysctl vm.overcommit_memory=0"};
  }
  return {Verdict::kOk, limit
                            ? fmt::format("the container may use {} more", mib_text(static_cast<std::uint64_t>(*limit - used)))
                            : "no limit of a container"};
}

Finding check_limits(Patient& patient) {
  const bool fast_network = !patient.active_infiniband().empty();
  for (const Limit& limit : kLimits) {
    rlimit now{};
    if (getrlimit(static_cast<__rlimit_resource>(limit.resource), &now) != 0 || now.rlim_cur >= limit.least) continue;
    const bool slow = limit.resource == RLIMIT_MEMLOCK && fast_network;
    if (limit.resource == RLIMIT_MEMLOCK && !fast_network) continue;
    return {slow ? Verdict::kSlow : limit.verdict, fmt::format("the limit of {} is {}", limit.name, now.rlim_cur),
            std::string(limit.cost),
            fmt::format("ulimit {} {} before the job (hard limit: {}), or /etc/security/limits.conf", limit.option,
                        limit.resource == RLIMIT_MEMLOCK ? std::string("unlimited")
                                                         : std::to_string(std::max<rlim_t>(limit.least, 4096)),
                        now.rlim_max == RLIM_INFINITY ? std::string("none") : std::to_string(now.rlim_max))};
  }
  return {Verdict::kOk, "open files, processes and locked memory suffice"};
}

Finding check_leftovers(Patient& patient) {
  std::vector<std::string> dead;
  std::uint64_t bytes = 0;
  const Users users = shm_users(patient);
  for (const std::string& name : patient.names("/dev/shm")) {
    if (users.blind || !another_mpi(name) || users.mapped.find("/dev/shm/" + name + "\n") != std::string::npos) continue;
    struct stat status{};
    if (stat(patient.path("/dev/shm/" + name).c_str(), &status) == 0) bytes += static_cast<std::uint64_t>(status.st_size);
    dead.push_back(name);
  }
  if (dead.empty()) return {Verdict::kOk, "no shared memory of dead jobs in /dev/shm"};
  return {Verdict::kNote,
          fmt::format("{} files of dead jobs in /dev/shm ({}, the first is {})", dead.size(), mib_text(bytes), dead.front()),
          "memory that nobody uses; not of Penstock, which leaves none behind",
          "rm those files in /dev/shm, once no job of theirs runs"};
}

Finding check_namespaces(Patient& patient) {
  const std::string status = patient.text("/proc/self/status").value_or("");
  const bool filtered = status.find("Seccomp:\t2") != std::string::npos;
  if (!patient.recorded() && !patient.exists("/proc/self/ns/pid")) {
    return {
        Verdict::kSlow, "/proc does not show namespaces",
        "each rank is taken to be in one of its own: large host messages are copied twice, GPU memory goes through exchange "
        "slots",
        "mount the container's own /proc"};
  }
  const std::string host = patient.text("/proc/sys/kernel/random/boot_id").value_or("");
  if (host.empty()) {
    return {Verdict::kNote, "this host has no boot id to be read",
            "ranks are matched by host name: two containers of one name would be taken for one host",
            "mount /proc, or set PENSTOCK_HOST_ID"};
  }
  return {Verdict::kOk, fmt::format("namespaces can be told apart{}", filtered ? "; system calls are filtered (seccomp)" : "")};
}

// Checks with two siblings, because ranks are siblings: a parent may read its child where siblings may not read each other.
Finding check_cma(Patient& patient) {
  const std::int64_t scope = patient.number("/proc/sys/kernel/yama/ptrace_scope").value_or(0);
  Child target({"doctor", "--probe", "cma-target"});
  std::string where;
  if (!target.line(kProbeSeconds, &where)) {
    return {Verdict::kBroken, "a second process of this program does not start", "no job starts",
            "penstock --version says why"};
  }
  Child reader({"doctor", "--probe", "cma-reader", where});
  std::string said;
  static_cast<void>(reader.line(kProbeSeconds, &said));
  if (said == "ok")
    return {Verdict::kOk, fmt::format("process_vm_readv between two processes works{}",
                                      scope > 0 ? fmt::format(" (ptrace_scope is {})", scope) : "")};
  std::string remedy = scope >= 2 ? "sysctl kernel.yama.ptrace_scope=1" : "";
  if (remedy.empty() && scope == 1) remedy = "leave PENSTOCK_PTRACER=1, or sysctl kernel.yama.ptrace_scope=0";
  if (remedy.empty())
    remedy = "allow process_vm_readv and process_vm_writev in the container (--cap-add SYS_PTRACE, or its seccomp profile)";
  return {Verdict::kSlow,
          fmt::format("process_vm_readv between two processes: {}{}", said.empty() ? "no answer" : said,
                      scope > 0 ? fmt::format(" (ptrace_scope is {})", scope) : ""),
          "host messages above the eager limit are copied twice: half the bandwidth", remedy};
}

}  // namespace penstock::tool::health
