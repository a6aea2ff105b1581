// The packed form has u32 magic, u32 number of entries, then per entry u16 name length, u16 blob length, name, blob. Every
// length is checked before use, because the bytes come from another process.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "transport/transport.hpp"

namespace penstock::transport {
namespace {

constexpr std::uint32_t kMagic = 0x31435350;  // "PSC1"
constexpr std::size_t kMaxEntries = 32;
constexpr std::size_t kMaxName = 64;
constexpr std::size_t kMaxBlob = 8192;

template <typename T>
void append(std::vector<std::byte>* out, const T& value) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  std::copy_n(bytes, sizeof value, std::back_inserter(*out));
}

// Takes a value from the front of `bytes`; returns false if there are too few bytes.
template <typename T>
bool take(std::span<const std::byte>* bytes, T* out) {
  if (bytes->size() < sizeof(T)) return false;
  std::memcpy(out, bytes->data(), sizeof(T));
  *bytes = bytes->subspan(sizeof(T));
  return true;
}

Status malformed(std::string_view what) {
  return Status::error(Code::kProtocol, "a rank's address is malformed ({}): are all ranks of the job the same Penstock build?",
                       what);
}

}  // namespace

void WorkerAddress::add(std::string_view transport, std::span<const std::byte> blob) {
  entries_.push_back({std::string(transport), {blob.begin(), blob.end()}});
}

bool WorkerAddress::has(std::string_view transport) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == transport; });
}

std::span<const std::byte> WorkerAddress::find(std::string_view transport) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == transport; });
  return found == entries_.end() ? std::span<const std::byte>() : std::span<const std::byte>(found->blob);
}

std::vector<std::byte> WorkerAddress::pack() const {
  std::vector<std::byte> out;
  append(&out, kMagic);
  append(&out, static_cast<std::uint32_t>(entries_.size()));
  for (const Entry& entry : entries_) {
    append(&out, static_cast<std::uint16_t>(entry.name.size()));
    append(&out, static_cast<std::uint16_t>(entry.blob.size()));
    const auto* name = reinterpret_cast<const std::byte*>(entry.name.data());
    out.insert(out.end(), name, name + entry.name.size());
    out.insert(out.end(), entry.blob.begin(), entry.blob.end());
  }
  return out;
}

Status WorkerAddress::unpack(std::span<const std::byte> bytes, WorkerAddress* out) {
  std::uint32_t magic = 0;
  std::uint32_t count = 0;
  if (!take(&bytes, &magic) || !take(&bytes, &count) || magic != kMagic) return malformed("no address");
  if (count > kMaxEntries) return malformed("too many entries");
  WorkerAddress address;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint16_t name_bytes = 0;
    std::uint16_t blob_bytes = 0;
    if (!take(&bytes, &name_bytes) || !take(&bytes, &blob_bytes)) return malformed("cut short");
    if (name_bytes == 0 || name_bytes > kMaxName || blob_bytes > kMaxBlob) return malformed("an entry's length");
    if (bytes.size() < std::size_t{name_bytes} + blob_bytes) return malformed("cut short");
    const std::string_view name(reinterpret_cast<const char*>(bytes.data()), name_bytes);
    const auto same = [&](const Entry& e) { return e.name == name; };
    if (std::any_of(address.entries_.begin(), address.entries_.end(), same)) return malformed("an entry twice");
    address.add(name, bytes.subspan(name_bytes, blob_bytes));
    bytes = bytes.subspan(std::size_t{name_bytes} + blob_bytes);
  }
  if (!bytes.empty()) return malformed("bytes left over");
  *out = std::move(address);
  return Status::ok();
}

}  // namespace penstock::transport
