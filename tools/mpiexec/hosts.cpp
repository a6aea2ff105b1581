#include "mpiexec/hosts.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

namespace penstock::mpiexec {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

Status count_of(std::string_view text, std::string_view where, int* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (error == std::errc() && end == text.data() + text.size() && *out >= 1) return Status::ok();
  return Status::error(Code::kArg, "'{}': '{}' is no number of ranks from 1", where, text);
}

// Parses "a" or "a:4".
Status add_host(std::string_view text, std::vector<Host>* out) {
  const std::size_t colon = text.find(':');
  Host host;
  host.name = trimmed(text.substr(0, colon));
  if (host.name.empty()) return Status::error(Code::kArg, "'{}' names no host", text);
  if (colon != std::string_view::npos) PENSTOCK_TRY(count_of(trimmed(text.substr(colon + 1)), text, &host.ranks));
  out->push_back(std::move(host));
  return Status::ok();
}

Status add_line(std::string_view line, std::vector<Host>* out) {
  line = trimmed(line.substr(0, line.find('#')));
  if (line.empty()) return Status::ok();
  const std::size_t blank = line.find_first_of(" \t");
  PENSTOCK_TRY(add_host(line.substr(0, blank), out));
  if (blank == std::string_view::npos) return Status::ok();
  const std::string_view more = trimmed(line.substr(blank));
  constexpr std::string_view kSlots = "slots=";
  if (!more.starts_with(kSlots)) {
    return Status::error(Code::kArg, "'{}': after the host there may be slots=N, not '{}'", line, more);
  }
  return count_of(more.substr(kSlots.size()), line, &out->back().ranks);
}

std::string short_name(std::string_view name) {
  return std::string(name.substr(0, name.find('.')));
}

}  // namespace

Status read_hosts(std::string_view list, std::vector<Host>* out) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    PENSTOCK_TRY(add_host(list.substr(at, end - at), out));
    at = end + 1;
  }
  return Status::ok();
}

Status read_hostfile(std::string_view text, std::vector<Host>* out) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    PENSTOCK_TRY(add_line(text.substr(0, end), out));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (out->empty()) return Status::error(Code::kArg, "the file of hosts names none");
  return Status::ok();
}

bool all_here(const std::vector<Host>& hosts, std::string_view own) {
  return std::ranges::all_of(hosts, [&](const Host& host) {
    return host.name == "localhost" || host.name == "127.0.0.1" || host.name == own ||
           (short_name(host.name) == short_name(own) && (host.name == short_name(own) || own == short_name(own)));
  });
}

Status hosts_of(const Options& options, std::vector<Host>* out) {
  if (!options.hosts.empty()) PENSTOCK_TRY(read_hosts(options.hosts, out));
  if (options.hostfile.empty()) return Status::ok();
  std::ifstream file(options.hostfile);
  if (!file) return Status::error(Code::kArg, "--hostfile {}: the file cannot be read", options.hostfile);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return read_hostfile(text, out).within("--hostfile " + options.hostfile);
}

}  // namespace penstock::mpiexec
