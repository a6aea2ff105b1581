// One kernel runs all iterations of a round and puts its own halos (persistent_body.hpp). This works on device memory that the
// neighbours' GPUs map, with the library's device handles of windows.
#include <dlfcn.h>

#include <algorithm>

#include "field.hpp"
#include "gpu.hpp"
#include "halo.hpp"
#include "persistent_arguments.hpp"

namespace bench::apps {
namespace {

using GetHandle = int (*)(MPI_Win, penstock_device_window*);

// This program runs with any MPI, so the one function that only this library has is looked up at run time.
GetHandle find_get_handle() {
  auto* const found = reinterpret_cast<GetHandle>(dlsym(RTLD_DEFAULT, "MPIX_Win_get_device_handle"));
  if (found == nullptr) throw Failure("version kernel needs MPIX_Win_get_device_handle, which this MPI library does not have");
  return found;
}

void need(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Failure(std::string(call) + ": " + text);
}

class Window {
 public:
  Window(void* memory, std::size_t bytes) {
    need(MPI_Win_create(memory, static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window_), "MPI_Win_create");
    need(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    need(find_get_handle()(window_, &handle), "MPIX_Win_get_device_handle");
  }
  ~Window() { MPI_Win_free(&window_); }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  penstock_device_window handle{};

 private:
  MPI_Win window_ = MPI_WIN_NULL;
};

// The description of a block that ranks exchange.
struct Card {
  int rows, columns, neighbour[demo::kSides];
};

class Kernel final : public Halo {
 public:
  Kernel(const Shape& shape, Watch& watch) : watch_(watch), double_(shape.element_bytes == sizeof(double)) {
    MPI_Comm host = MPI_COMM_NULL;
    int ranks = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &ranks);
    MPI_Comm_free(&host);
    const int devices = std::max(1, penstock_gpu_open());
    sharers_ = static_cast<unsigned>((ranks + devices - 1) / devices);
  }

  void exchange(char*, Direction) override { throw Failure("version kernel exchanges nothing by the host"); }

  bool iterate(Field& field, int iterations) override {
    if (!signals_) prepare(field);
    const bool turned = field.array() != first_;
    arguments_.arrays[0] = windows_[turned ? 1 : 0]->handle;
    arguments_.arrays[1] = windows_[turned ? 0 : 1]->handle;
    arguments_.iterations = iterations;
    watch_.compute();
    field.run_together(double_ ? "bench_persistent_double" : "bench_persistent_float", sharers_, &arguments_);
    arguments_.done += static_cast<std::uint64_t>(iterations);
    if (iterations % 2 == 1) field.turn();
    return true;
  }

 private:
  void prepare(Field& field) {
    first_ = field.array();
    signal_memory_ = std::make_unique<Buffer>(field.memory(), kSignalBytes);
    const std::vector<char> zeros(kSignalBytes);
    signal_memory_->write(zeros.data(), zeros.size());
    windows_[0] = std::make_unique<Window>(field.array(), field.bytes());
    windows_[1] = std::make_unique<Window>(field.other(), field.bytes());
    signals_ = std::make_unique<Window>(signal_memory_->data(), kSignalBytes);
    arguments_.signals = signals_->handle;
    arguments_.rows = field.block().rows;
    arguments_.columns = field.block().columns;
    find_neighbours(field.block());
  }

  // A diagonal neighbour is a neighbour of a neighbour.
  void find_neighbours(const demo::Block& block) {
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    Card mine{block.rows, block.columns, {}};
    std::copy(block.neighbour, block.neighbour + demo::kSides, mine.neighbour);
    std::vector<Card> cards(static_cast<std::size_t>(ranks));
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, cards.data(), sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
    for (int index = 0; index < kEdges; ++index) {
      const int place = index < 4 ? index : index + 1, down = place / 3 - 1, right = place % 3 - 1;
      int rank = down == 0 ? -1 : block.neighbour[down < 0 ? demo::kNorth : demo::kSouth];
      if (right != 0) {
        const int* const from = down == 0  ? block.neighbour
                                : rank < 0 ? nullptr
                                           : cards[static_cast<std::size_t>(rank)].neighbour;
        rank = from == nullptr ? -1 : from[right < 0 ? demo::kWest : demo::kEast];
      }
      arguments_.edges[index] = rank < 0 ? Edge8{} : edge_to(cards[static_cast<std::size_t>(rank)], rank, index, down, right);
    }
  }

  // Returns the part of the neighbour's halo that faces this block.
  static Edge8 edge_to(const Card& card, int rank, int index, int down, int right) {
    const std::int64_t pitch = card.columns + 2;
    const std::int64_t row = down < 0 ? card.rows + 1 : down > 0 ? 0 : 1;
    const std::int64_t column = right < 0 ? card.columns + 1 : right > 0 ? 0 : 1;
    return {rank, kEdges - 1 - index, row * pitch + column, right == 0 ? 1 : down == 0 ? pitch : 0};
  }

  Watch& watch_;
  bool double_;
  unsigned sharers_ = 1;
  char* first_ = nullptr;
  std::unique_ptr<Buffer> signal_memory_;
  std::unique_ptr<Window> windows_[2], signals_;
  PersistentArguments arguments_;
};

}  // namespace

std::unique_ptr<Halo> make_kernel(const Shape& shape, const Memory&, Watch& watch) {
  return std::make_unique<Kernel>(shape, watch);
}

}  // namespace bench::apps
