#include "mpiexec/needed.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include "base/fd.hpp"

namespace penstock::mpiexec {
namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Entry = ElfW(Dyn);

constexpr std::size_t kMostEntries = 4096;  // a damaged file must not cost much memory
constexpr std::size_t kMostText = 1U << 26;

class File {
 public:
  explicit File(const std::string& name) : fd_(::open(name.c_str(), O_RDONLY | O_CLOEXEC)) {}

  [[nodiscard]] bool read(std::uint64_t offset, void* to, std::size_t bytes) const {
    return fd_.valid() && ::pread(fd_.get(), to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
  }

 private:
  base::Fd fd_;
};

bool is_of_this_kind(const Header& header) {
  constexpr unsigned char kClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == kClass &&
         header.e_phentsize == sizeof(Segment);
}

std::vector<Segment> segments_of(const File& file) {
  Header header{};
  if (!file.read(0, &header, sizeof header) || !is_of_this_kind(header)) return {};
  std::vector<Segment> out(header.e_phnum);
  if (!file.read(header.e_phoff, out.data(), out.size() * sizeof(Segment))) out.clear();
  return out;
}

std::vector<Entry> entries_of(const File& file, const std::vector<Segment>& segments) {
  const auto dynamic = std::ranges::find(segments, static_cast<decltype(Segment::p_type)>(PT_DYNAMIC), &Segment::p_type);
  if (dynamic == segments.end()) return {};
  std::vector<Entry> out(std::min<std::size_t>(dynamic->p_filesz / sizeof(Entry), kMostEntries));
  if (!file.read(dynamic->p_offset, out.data(), out.size() * sizeof(Entry))) out.clear();
  return out;
}

// Returns the offset in the file of the data at this address.
std::optional<std::uint64_t> offset_of(std::uint64_t address, const std::vector<Segment>& segments) {
  for (const Segment& segment : segments) {
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz) {
      return address - segment.p_vaddr + segment.p_offset;
    }
  }
  return std::nullopt;
}

// Returns the strings that the entries name; empty if they cannot be read.
std::string text_of(const File& file, const std::vector<Segment>& segments, const std::vector<Entry>& entries) {
  std::optional<std::uint64_t> offset;
  std::size_t bytes = 0;
  for (const Entry& entry : entries) {
    if (entry.d_tag == DT_STRTAB) offset = offset_of(entry.d_un.d_ptr, segments);
    if (entry.d_tag == DT_STRSZ) bytes = entry.d_un.d_val;
  }
  std::string out;
  if (!offset || bytes > kMostText) return out;
  out.resize(bytes);
  if (!file.read(*offset, out.data(), bytes)) out.clear();
  return out;
}

}  // namespace

std::vector<std::string> needed_libraries(const std::string& name) {
  const File file(name);
  const std::vector<Segment> segments = segments_of(file);
  const std::vector<Entry> entries = entries_of(file, segments);
  const std::string text = text_of(file, segments, entries);
  std::vector<std::string> out;
  for (const Entry& entry : entries) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED && entry.d_un.d_val < text.size()) out.emplace_back(text.c_str() + entry.d_un.d_val);
  }
  return out;
}

}  // namespace penstock::mpiexec
