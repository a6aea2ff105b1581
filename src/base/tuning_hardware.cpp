#include "base/tuning_hardware.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "base/fd.hpp"

namespace penstock::base {
namespace {

// Returns the first `most` bytes of a file at most, and an empty string if it cannot be read. The first processor of
// /proc/cpuinfo is enough; on large machines the rest costs milliseconds.
std::string head_of(int folder, const std::string& path, std::size_t most) {
  const Fd file(openat(folder, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return {};
  std::string text(most, '\0');
  std::size_t got = 0;
  while (got < most) {
    const ssize_t part = read(file.get(), text.data() + got, most - got);
    if (part <= 0) break;
    got += static_cast<std::size_t>(part);
  }
  text.resize(got);
  return text;
}

// Returns the value of a "name : value" line, and an empty string if there is none.
std::string_view field(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1) != name) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
  }
  return {};
}

// Converts the text to lower case and replaces each run of characters other than letters, digits and dots by one '-'.
std::string tidy(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool kept = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
    if (kept) out += upper ? static_cast<char>(c - 'A' + 'a') : c;
    if (!kept && !out.empty() && out.back() != '-') out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

std::string vendor_name(std::string_view vendor) {
  if (vendor == "GenuineIntel") return "intel";
  if (vendor == "AuthenticAMD") return "amd";
  return tidy(vendor);
}

void read_cpu(int root, Hardware* out) {
  constexpr std::size_t kFirstProcessor = 4096;
  const std::string text = head_of(root, "proc/cpuinfo", kFirstProcessor);
  out->cpu_name = field(text, "model name");
  const std::string_view part = field(text, "CPU part");
  if (!part.empty()) {  // an Arm processor
    out->cpu = fmt::format("arm-{}.{}", tidy(field(text, "CPU implementer")), tidy(part));
  } else if (const std::string_view vendor = field(text, "vendor_id"); !vendor.empty()) {
    out->cpu = fmt::format("{}-{}.{}", vendor_name(vendor), tidy(field(text, "cpu family")), tidy(field(text, "model")));
  } else {
    out->cpu = "unknown";
  }
}

// Counts the processors of a list such as "0-15,32-47".
int count_of(std::string_view list) {
  int count = 0;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view range = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    int low = 0;
    const auto [after, error] = std::from_chars(range.data(), range.data() + range.size(), low);
    if (error != std::errc()) continue;
    int high = low;
    if (after != range.data() + range.size() && *after == '-') std::from_chars(after + 1, range.data() + range.size(), high);
    if (high >= low && high - low < 1 << 20) count += high - low + 1;
  }
  return count;
}

std::uint32_t hexadecimal(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  std::uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

// Reads NVIDIA's devices of the display classes (VGA and 3D controllers); its bridges and audio devices are not GPUs.
void read_gpus(int root, Hardware* out) {
  constexpr std::uint32_t kNvidia = 0x10de;
  constexpr std::uint32_t kDisplay = 0x03;
  Fd folder(openat(root, "sys/bus/pci/devices", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0) return;
  const std::unique_ptr<DIR, int (*)(DIR*)> list(fdopendir(folder.get()), closedir);
  if (list == nullptr) return;
  const int at = folder.release();  // the directory stream owns it from here on
  std::vector<std::pair<std::string, std::string>> found;
  while (const dirent* entry = readdir(list.get())) {
    const std::string address = entry->d_name;
    if (address.starts_with('.')) continue;
    const auto number = [&](const char* file) { return hexadecimal(head_of(at, fmt::format("{}/{}", address, file), 32)); };
    if (number("vendor") != kNvidia || number("class") >> 16U != kDisplay) continue;
    found.emplace_back(address, fmt::format("{:04x}.{:04x}", kNvidia, number("device")));
  }
  std::sort(found.begin(), found.end());
  for (auto& [address, name] : found) out->gpus.push_back(std::move(name));
}

}  // namespace

std::string Hardware::key() const {
  std::map<std::string_view, int> kinds;
  for (const std::string& gpu : gpus) ++kinds[gpu];
  std::string accelerators;
  for (const auto& [name, count] : kinds) {
    accelerators += fmt::format("{}{}x{}", accelerators.empty() ? "" : "+", count, name);
  }
  return fmt::format("{}_{}cpus_{}", cpu, cpus, accelerators.empty() ? "nogpu" : accelerators);
}

Hardware read_hardware(const std::string& root) {
  constexpr std::size_t kLongestList = 4096;
  Hardware out;
  out.cpu = "unknown";
  const Fd top(open(root.empty() ? "/" : root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (top.get() < 0) return out;
  read_cpu(top.get(), &out);
  out.cpus = count_of(head_of(top.get(), "sys/devices/system/cpu/online", kLongestList));
  if (out.cpus == 0 && root.empty()) out.cpus = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  read_gpus(top.get(), &out);
  return out;
}

bool matches(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last star, and the length that it has matched so far
  std::size_t swallowed = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      swallowed = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++swallowed;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace penstock::base
