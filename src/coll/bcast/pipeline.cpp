// Pipelined chain: each rank passes pieces on while later ones arrive. n - 2 + p steps of 1/p of the data: near the cost of
// one transfer for data much larger than a piece.
#include <algorithm>

#include "coll/bcast/bcast.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kPieceBytes = 256 << 10;

// No more pieces than there are messages to tell apart.
std::uint64_t piece_of(std::uint64_t total) {
  const std::uint64_t smallest = (total + Schedule::kMessages - 1) / Schedule::kMessages;
  return std::max(kPieceBytes, (smallest + 4095) / 4096 * 4096);
}

}  // namespace

// Pieces are cut by bytes, since ranks may describe the same data by different types. A layout with gaps therefore goes
// through packed host memory.
void bcast_pipeline(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const proto::Buffer& data = arguments.recv;
  const std::uint64_t total = data.bytes();
  if (n == 1 || total == 0) return;
  const int rank = schedule.team().rank;
  const int relative = (rank - arguments.root + n) % n;
  const int from = (rank - 1 + n) % n;
  const int to = (rank + 1) % n;
  const bool direct = data.layout->is_contiguous(data.count);
  auto* memory = direct ? static_cast<std::byte*>(data.address) : schedule.scratch(total);
  const proto::Buffer packed = schedule.packed(memory, total);
  const std::uint64_t piece_bytes = piece_of(total);
  const Step loaded = !direct && relative == 0 ? schedule.copy(packed, data) : kNoStep;
  const Step stored = !direct && relative != 0 ? schedule.copy(data, packed) : kNoStep;
  std::uint32_t message = 0;
  for (std::uint64_t first = 0; first < total; first += piece_bytes, ++message) {
    const proto::Buffer piece = schedule.packed(memory + first, std::min(piece_bytes, total - first));
    Step ready = loaded;
    if (relative != 0) ready = schedule.recv(piece, from, message);
    if (stored != kNoStep) schedule.order(ready, stored);
    if (relative != n - 1) schedule.send(piece, to, message, {ready});
  }
}

}  // namespace penstock::coll
