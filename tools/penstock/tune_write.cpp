// Writes the table to a file: whole or not at all.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "base/fd.hpp"
#include "base/tuning.hpp"
#include "base/tuning_hardware.hpp"
#include "coll/select/select.hpp"
#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

Status write_all(int file, const std::string& text, const std::string& path) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t part = write(file, text.data() + at, text.size() - at);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) return Status::system(errno, path);
    at += static_cast<std::size_t>(part);
  }
  return fsync(file) == 0 ? Status::ok() : Status::system(errno, path);
}

// Checks that the library accepts the written text.
Status check(const std::string& text, const std::string& path) {
  base::TuningTable table;
  coll::Selection selection;
  PENSTOCK_TRY(base::parse_table(text, path, &table));
  return coll::Selection::create(table.coll, &selection);
}

// Makes a comment one line, whatever it contains.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  }
  return text;
}

Status put_in_place(const std::string& fresh, const std::string& path, bool replace) {
  if (!replace) {
    if (link(fresh.c_str(), path.c_str()) == 0) return Status::ok();
    if (errno == EEXIST) return Status::error(Code::kArg, "{} exists; --force replaces it and keeps it as {}.bak", path, path);
    return Status::system(errno, path);
  }
  const std::string kept = path + ".bak";
  if (rename(path.c_str(), kept.c_str()) != 0 && errno != ENOENT) return Status::system(errno, kept);
  return rename(fresh.c_str(), path.c_str()) == 0 ? Status::ok() : Status::system(errno, path);
}

}  // namespace

std::string table_text(const Plan& plan, const Findings& findings, const std::string& date) {
  const base::Hardware hardware = base::read_hardware(plan.settings.config.machine_root);
  std::string text =
      fmt::format("# Written by `penstock tune` for {} with {} CPUs and {} GPUs.\n",
                  one_line(hardware.cpu_name.empty() ? hardware.cpu : hardware.cpu_name), hardware.cpus, hardware.gpus.size());
  text += "# Values may be edited; `penstock tune --force` measures again and keeps this file as .bak.\n";
  text += fmt::format("schema {}\nname tuned\nhardware {}\nmade by penstock {} on {}\n\n# Measured:\n", base::kTuningSchema,
                      hardware.key(), PENSTOCK_VERSION, date);
  for (const std::string& line : findings.measured) text += fmt::format("#   {}\n", one_line(line));
  for (const std::string& line : findings.skipped) text += fmt::format("# Not measured: {}\n", one_line(line));
  text += findings.rows.empty() ? "\n# Nothing beat the values in force by more than noise.\n" : "\n";
  for (const Finding& one : findings.rows) {
    text += fmt::format("# {}; before: {}{}\n{}\n", one_line(one.comment), one_line(one.before),
                        one.gain > 1 ? fmt::format("; {:.2f} times as fast", one.gain) : "", one.row);
  }
  return text;
}

Status write_table(const std::string& path, const std::string& text, bool replace) {
  PENSTOCK_TRY(check(text, path));
  std::error_code why;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::create_directories(folder, why) && why) {
    return Status::error(Code::kSystem, "{}: {}", folder.string(), why.message());
  }
  const std::string fresh = fmt::format("{}.{}.new", path, getpid());
  const base::Fd file(open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file) return Status::system(errno, fresh);
  Status written = write_all(file.get(), text, fresh);
  if (written.is_ok()) written = put_in_place(fresh, path, replace);
  unlink(fresh.c_str());  // after a rename it is gone already
  return written;
}

}  // namespace penstock::tool
