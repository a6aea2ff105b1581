#include "common/memory.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace penstock::test {
namespace {

int my_rank = -1;
int my_device = 0;
int devices = 0;

// Runs the work with the other device current, and then selects the first again.
template <typename Work>
int on_second_device(Work work) {
  need(penstock_gpu_select((my_device + 1) % devices), "selecting the second device");
  const int result = work();
  need(penstock_gpu_select(my_device), "selecting the first device again");
  return result;
}

// Returns null and the reason on failure.
void* allocate(const MemoryKind& kind, std::size_t bytes, std::string* why) {
  void* data = nullptr;
  switch (kind.where) {
    case Where::kHost:
      data = std::malloc(bytes);
      if (data == nullptr) *why = "malloc failed";
      return data;
    case Where::kHelper:
      if (penstock_gpu_allocate(kind.gpu, bytes, &data) != 0) *why = penstock_gpu_error();
      return data;
    case Where::kSecondDevice:
      if (devices < 2) {
        *why = "one device";
        return nullptr;
      }
      need(on_second_device([&] { return penstock_gpu_allocate(kind.gpu, bytes, &data); }), "memory of the second device");
      return data;
    case Where::kPeer: break;
  }
  *why = "another rank has it";
  return nullptr;
}

void release(const MemoryKind& kind, void* data) {
  switch (kind.where) {
    case Where::kHost: return std::free(data);
    case Where::kHelper: return need(penstock_gpu_free(kind.gpu, data), "freeing " + kind.name + " memory");
    case Where::kSecondDevice:
      return need(on_second_device([&] { return penstock_gpu_free(kind.gpu, data); }), "freeing memory of the second device");
    case Where::kPeer: return;
  }
}

}  // namespace

bool MemoryKind::on_host() const {
  return where == Where::kHost || (where == Where::kHelper && penstock_gpu_host_readable(gpu) != 0);
}

bool MemoryKind::of_gpu() const {
  return where != Where::kHost && (!on_host() || gpu == PENSTOCK_GPU_MANAGED);
}

MemoryKind helper_kind(penstock_gpu_kind gpu) {
  return {penstock_gpu_kind_name(gpu), Where::kHelper, gpu};
}

std::vector<MemoryKind> memory_kinds() {
  std::vector<MemoryKind> kinds{kHostMemory};
  for (int i = 0; i < PENSTOCK_GPU_KINDS; ++i) kinds.push_back(helper_kind(static_cast<penstock_gpu_kind>(i)));
  kinds.push_back({"second-device", Where::kSecondDevice, PENSTOCK_GPU_DEVICE});
  return kinds;
}

MemoryKind kind_named(const std::string& name) {
  std::string names;
  for (const MemoryKind& kind : memory_kinds()) {
    if (kind.name == name) return kind;
    names += (names.empty() ? "" : ", ") + kind.name;
  }
  give_up("there is no memory of the kind " + name + ", only " + names);
}

std::string open_gpu(int rank) {
  my_rank = rank;
  devices = penstock_gpu_open();
  if (devices == 0) return penstock_gpu_error();
  my_device = rank % devices;
  return penstock_gpu_select(my_device) == 0 ? "" : penstock_gpu_error();
}

// It does not call abort(), because a core file of a test that has printed the reason is useless.
void give_up(const std::string& what) {
  if (my_rank >= 0) {
    std::fprintf(stderr, "test: rank %d: %s\n", my_rank, what.c_str());
  } else {
    std::fprintf(stderr, "test: %s\n", what.c_str());
  }
  std::fflush(nullptr);
  std::_Exit(1);
}

void need(int result, const std::string& what) {
  if (result != 0) give_up(what + ": " + penstock_gpu_error());
}

Memory::Memory(MemoryKind kind, std::size_t bytes, void* data, std::function<void()> release)
    : kind_(std::move(kind)), bytes_(bytes), data_(data), release_(std::move(release)) {}

Memory::Memory(const MemoryKind& kind, std::size_t bytes)
    : kind_(kind), bytes_(std::max<std::size_t>(bytes, 1)), release_([this] { release(kind_, data_); }) {
  std::string why;
  data_ = allocate(kind_, bytes_, &why);
  if (data_ == nullptr) give_up("no " + kind_.name + " memory: " + why);
}

std::unique_ptr<Memory> Memory::make(const MemoryKind& kind, std::size_t bytes, std::string* why) {
  bytes = std::max<std::size_t>(bytes, 1);
  void* data = allocate(kind, bytes, why);
  if (data == nullptr) return nullptr;
  return std::make_unique<Memory>(kind, bytes, data, [kind, data] { release(kind, data); });
}

void Memory::fill(std::size_t offset, unsigned char value, std::size_t bytes, bool by_host) {
  if (bytes == 0) return;
  if (kind_.where == Where::kHost || kind_.only_read() || (by_host && kind_.on_host())) {
    std::memset(at(offset), value, bytes);
    return;
  }
  // A driver may fill neither several chunks with one call nor memory of a device other than the
  // selected one; it copies to both.
  if (penstock_gpu_fill(at(offset), value, bytes) == 0) return;
  const std::vector<unsigned char> filled(bytes, value);
  need(penstock_gpu_copy(at(offset), filled.data(), bytes), "filling " + kind_.name + " memory");
}

void Memory::put(std::size_t offset, const void* from, std::size_t bytes, bool by_host) {
  if (bytes == 0) return;
  if (kind_.where == Where::kHost || kind_.only_read() || (by_host && kind_.on_host())) {
    std::memcpy(at(offset), from, bytes);
  } else {
    need(penstock_gpu_copy(at(offset), from, bytes), "copying to " + kind_.name + " memory");
  }
}

void Memory::get(std::size_t offset, void* to, std::size_t bytes, bool by_host) const {
  if (bytes == 0) return;
  if (kind_.where == Where::kHost || (by_host && kind_.on_host())) {
    std::memcpy(to, at(offset), bytes);
  } else {
    need(penstock_gpu_copy(to, at(offset), bytes), "copying from " + kind_.name + " memory");
  }
}

}  // namespace penstock::test
