#include "coll_buffer.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdio>

namespace penstock::test {
namespace {

constexpr std::size_t kGuard = 256;
constexpr unsigned char kGarbage = 0x5a;
constexpr std::size_t kChunk = 2 << 20;     // of memory in chunks
constexpr std::size_t kUsual = 2 * kChunk;  // of an area

// Returns where a buffer of this kind begins: across the edge of a chunk if there is one, otherwise at the beginning of memory.
std::size_t base_of(const MemoryKind& kind, std::size_t bytes) {
  const bool chunks = kind.where == Where::kHelper && kind.gpu == PENSTOCK_GPU_VMM_CHUNKS;
  return chunks && bytes < kChunk ? kChunk - bytes / 2 / 64 * 64 : kGuard;
}

}  // namespace

// Two kinds are left out: memory that a peer has allocated, which takes pairs of ranks to make, and
// read-only memory. gpu_kinds has both.
Store::Store(int rank, int devices, bool on_gpus) {
  for (const MemoryKind& kind : all_kinds()) {
    if (kind.where == Where::kPeer || kind.only_read() || (on_gpus && !kind.of_gpu())) continue;
    if (kind.where == Where::kSecondDevice && devices < 2) {
      if (rank == 0) std::printf("one device: memory of a second one is not tried\n");
      continue;
    }
    std::string why;
    std::unique_ptr<Memory> area = make_memory(kind, kUsual, &why);
    const int here = area != nullptr ? 1 : 0;
    int everywhere = 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (here == 0) std::printf("rank %d: no %s memory: %s\n", rank, kind.name.c_str(), why.c_str());
    if (everywhere == 0) ++missing_;
    if (everywhere == 0) continue;
    kinds_.push_back(kind);
    free_.emplace_back().push_back(std::move(area));
  }
}

int Store::find(const std::string& name) const {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(), [&](const MemoryKind& kind) { return kind.name == name; });
  return found == kinds_.end() ? -1 : static_cast<int>(found - kinds_.begin());
}

std::unique_ptr<Memory> Store::make(std::size_t kind, std::size_t bytes) {
  std::string why;
  std::unique_ptr<Memory> made = make_memory(kinds_[kind], std::max(bytes, kUsual), &why);
  if (made == nullptr) give_up("no more " + kinds_[kind].name + " memory: " + why);
  return made;
}

std::unique_ptr<Memory> Store::take(std::size_t kind, std::size_t bytes) {
  if (bytes > kUsual || free_[kind].empty()) return make(kind, bytes);
  std::unique_ptr<Memory> area = std::move(free_[kind].back());
  free_[kind].pop_back();
  return area;
}

void Store::give(std::size_t kind, std::unique_ptr<Memory> area) {
  if (area->bytes() <= kUsual) free_[kind].push_back(std::move(area));
}

Buffer::Buffer(Store& store, std::size_t kind, std::size_t bytes, std::size_t shift)
    : store_(store), kind_(kind), bytes_(bytes), origin_(base_of(store.kinds()[kind], bytes + kGuard) + shift) {
  area_ = store.take(kind, origin_ + bytes + kGuard);
}

Buffer::~Buffer() {
  store_.give(kind_, std::move(area_));
}

void Buffer::set(const Bytes& contents, bool by_host) {
  Bytes all(contents.size() + 2 * kGuard, kPoison);
  std::copy(contents.begin(), contents.end(), all.begin() + kGuard);
  area_->put(origin_ - kGuard, all.data(), all.size(), by_host);
}

bool Buffer::get(Bytes* contents, bool by_host, std::string* wrong) const {
  Bytes all(bytes_ + 2 * kGuard);
  area_->get(origin_ - kGuard, all.data(), all.size(), by_host);
  const auto first = all.begin() + kGuard;
  const auto last = first + static_cast<std::ptrdiff_t>(bytes_);
  const auto written = [](unsigned char byte) { return byte != kPoison; };
  if (std::any_of(all.begin(), first, written)) *wrong = "bytes before the buffer were written";
  if (std::any_of(last, all.end(), written)) *wrong = "bytes behind the buffer were written";
  contents->assign(first, last);
  return wrong->empty();
}

void Buffer::overwrite() {
  area_->fill(origin_, kGarbage, bytes_);
}

void Buffer::replace() {
  const std::size_t bytes = area_->bytes();
  area_.reset();
  area_ = store_.make(kind_, bytes);
  area_->fill(origin_ - kGuard, kGarbage, bytes_ + 2 * kGuard);
}

}  // namespace penstock::test
