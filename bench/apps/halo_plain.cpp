// Each strip is copied to a host buffer, sent from there, received into another and copied to the device.
#include "gpu.hpp"
#include "halo.hpp"

namespace bench::apps {
namespace {

class Plain final : public Halo {
 public:
  Plain(const Shape& shape, const Memory& staging, Watch& watch) : shape_(shape), watch_(watch) {
    for (const Strip& strip : shape.strips) {
      const std::size_t bytes = strip.rows * strip.width * shape.element_bytes;
      for (int side = 0; side < 2; ++side) {
        out_.push_back(std::make_unique<Buffer>(staging, bytes));
        in_.push_back(std::make_unique<Buffer>(staging, bytes));
      }
    }
  }

  void exchange(char* array, Direction direction) override {
    const Strip& strip = shape_.strips[direction];
    const std::size_t width = strip.width * shape_.element_bytes, pitch = strip.pitch * shape_.element_bytes;
    const int cells = strip.rows * strip.width;
    MPI_Request requests[4];
    int count = 0;
    watch_.messages(direction);
    for (int side = 0; side < 2; ++side) {
      const Edge& edge = strip.edges[side];
      void* buffer = in_[direction * 2 + side]->data();
      MPI_Irecv(buffer, cells, shape_.element, edge.neighbour, edge.tag_in, MPI_COMM_WORLD, &requests[count++]);
    }
    for (int side = 0; side < 2; ++side) {
      const Edge& edge = strip.edges[side];
      void* buffer = out_[direction * 2 + side]->data();
      if (edge.neighbour == MPI_PROC_NULL) continue;
      watch_.copies(direction);
      gpu(penstock_gpu_copy_rows(buffer, width, array + edge.out, pitch, width, strip.rows), "copying a strip to the host");
      watch_.messages(direction);
      MPI_Isend(buffer, cells, shape_.element, edge.neighbour, edge.tag_out, MPI_COMM_WORLD, &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    watch_.copies(direction);
    for (int side = 0; side < 2; ++side) {
      const Edge& edge = strip.edges[side];
      void* buffer = in_[direction * 2 + side]->data();
      if (edge.neighbour == MPI_PROC_NULL) continue;
      gpu(penstock_gpu_copy_rows(array + edge.in, pitch, buffer, width, width, strip.rows), "copying a strip to the device");
    }
  }

 private:
  Shape shape_;
  Watch& watch_;
  std::vector<std::unique_ptr<Buffer>> out_, in_;
};

}  // namespace

std::unique_ptr<Halo> make_plain(const Shape& shape, const Memory& staging, Watch& watch) {
  return std::make_unique<Plain>(shape, staging, watch);
}

}  // namespace bench::apps
