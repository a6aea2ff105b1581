// Each strip goes in pieces: while one is on its way between the hosts, others are copied from and to the devices. Each piece
// has a stream that shows when it has arrived on the host; one stream for all copies them to the device. There are no more
// streams than pieces, because idle streams of other choices would still take part in the GPU's queues.
#include <algorithm>

#include "gpu.hpp"
#include "halo.hpp"

namespace bench::apps {
namespace {

struct Piece {
  const Edge* edge;
  std::size_t at, width, rows;  // rows of `width` bytes from byte `at` of the strip on
  int cells;
  char *out, *in;  // on the host
};

class Pipelined final : public Halo {
 public:
  Pipelined(const Shape& shape, const Memory& staging, Watch& watch) : shape_(shape), watch_(watch) {
    for (const Strip& strip : shape.strips) {
      const std::size_t bytes = strip.rows * strip.width * shape.element_bytes;
      for (int i = 0; i < 4; ++i) buffers_.push_back(std::make_unique<Buffer>(staging, bytes));
    }
    gpu(penstock_gpu_stream_create(&to_device_), "making a stream");
    for (int direction = 0; direction < kDirections; ++direction) set_pieces(static_cast<Direction>(direction), 1);
  }
  Pipelined(const Pipelined&) = delete;
  Pipelined& operator=(const Pipelined&) = delete;
  ~Pipelined() override {
    for (penstock_gpu_stream stream : to_host_) destroy(stream);
    destroy(to_device_);
  }

  void set_pieces(Direction direction, int count) override {
    pieces_[direction].clear();
    for (int i = 0; i < count; ++i) {
      for (int side = 0; side < 2; ++side) add_piece(direction, side, i, count);
    }
    const std::size_t streams = std::max(pieces_[kNorthSouth].size(), pieces_[kEastWest].size());
    for (; to_host_.size() > streams; to_host_.pop_back()) destroy(to_host_.back());
    while (to_host_.size() < streams) gpu(penstock_gpu_stream_create(&to_host_.emplace_back()), "making a stream");
  }

  void exchange(char* array, Direction direction) override {
    const std::vector<Piece>& pieces = pieces_[direction];
    const std::size_t pitch = shape_.strips[direction].pitch * shape_.element_bytes, count = pieces.size();
    if (count == 0) return;  // waiting for a stream takes a while even if it is idle
    MPI_Request sends[2 * kMostPieces], receives[2 * kMostPieces];
    watch_.messages(direction);
    for (std::size_t i = 0; i < count; ++i) {
      const Piece& piece = pieces[i];
      MPI_Irecv(piece.in, piece.cells, shape_.element, piece.edge->neighbour, piece.edge->tag_in, MPI_COMM_WORLD, &receives[i]);
    }
    watch_.copies(direction);
    for (std::size_t i = 0; i < count; ++i) {
      const Piece& piece = pieces[i];
      const char* from = array + piece.edge->out + piece.at;
      gpu(penstock_gpu_copy_rows_on(to_host_[i], piece.out, piece.width, from, pitch, piece.width, piece.rows), "copying");
    }
    for (std::size_t sent = 0, received = 0; sent < count || received < count;) {
      if (sent < count && on_host(sent, direction)) {
        const Piece& piece = pieces[sent];
        MPI_Isend(piece.out, piece.cells, shape_.element, piece.edge->neighbour, piece.edge->tag_out, MPI_COMM_WORLD,
                  &sends[sent++]);
      }
      int which = MPI_UNDEFINED, arrived = 0;
      watch_.messages(direction);
      MPI_Testany(static_cast<int>(count), receives, &which, &arrived, MPI_STATUS_IGNORE);
      if (arrived == 0 || which == MPI_UNDEFINED) continue;
      const Piece& piece = pieces[which];
      char* to = array + piece.edge->in + piece.at;
      watch_.copies(direction);
      gpu(penstock_gpu_copy_rows_on(to_device_, to, pitch, piece.in, piece.width, piece.width, piece.rows), "copying");
      ++received;
    }
    watch_.messages(direction);
    MPI_Waitall(static_cast<int>(count), sends, MPI_STATUSES_IGNORE);
    watch_.copies(direction);
    gpu(penstock_gpu_stream_synchronize(to_device_), "waiting for copies");
  }

 private:
  void add_piece(Direction direction, int side, int number, int count) {
    const Strip& strip = shape_.strips[direction];
    const std::size_t cell = shape_.element_bytes, total = strip.rows * strip.width;
    const std::size_t begin = total * number / count, cells = total * (number + 1) / count - begin;
    if (strip.edges[side].neighbour == MPI_PROC_NULL || cells == 0) return;
    const bool row = strip.rows == 1;
    const std::size_t buffer = direction * 4 + side * 2;
    pieces_[direction].push_back({.edge = &strip.edges[side],
                                  .at = begin * (row ? cell : strip.pitch * cell),
                                  .width = row ? cells * cell : cell,
                                  .rows = row ? 1 : cells,
                                  .cells = static_cast<int>(cells),
                                  .out = static_cast<char*>(buffers_[buffer]->data()) + begin * cell,
                                  .in = static_cast<char*>(buffers_[buffer + 1]->data()) + begin * cell});
  }

  static void destroy(penstock_gpu_stream stream) {
    if (stream != nullptr && penstock_gpu_stream_destroy(stream) != 0) report_gpu_failure("destroying a stream");
  }

  bool on_host(std::size_t piece, Direction direction) {
    watch_.copies(direction);
    const int idle = penstock_gpu_stream_idle(to_host_[piece]);
    gpu(idle, "copying");
    watch_.messages(direction);
    return idle == 1;
  }

  Shape shape_;
  Watch& watch_;
  std::vector<penstock_gpu_stream> to_host_;
  penstock_gpu_stream to_device_ = nullptr;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  std::array<std::vector<Piece>, kDirections> pieces_;
};

}  // namespace

std::unique_ptr<Halo> make_pipelined(const Shape& shape, const Memory& staging, Watch& watch) {
  return std::make_unique<Pipelined>(shape, staging, watch);
}

}  // namespace bench::apps
