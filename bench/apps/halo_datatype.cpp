// Sends vector datatypes from the array and receives them into it, in device memory.
#include "halo.hpp"

namespace bench::apps {
namespace {

class Datatype final : public Halo {
 public:
  Datatype(const Shape& shape, Watch& watch) : shape_(shape), watch_(watch) {
    for (int direction = 0; direction < kDirections; ++direction) {
      const Strip& strip = shape.strips[direction];
      MPI_Type_vector(strip.rows, strip.width, strip.pitch, shape.element, &types_[direction]);
      MPI_Type_commit(&types_[direction]);
    }
  }
  Datatype(const Datatype&) = delete;
  Datatype& operator=(const Datatype&) = delete;
  ~Datatype() override {
    for (MPI_Datatype& type : types_) MPI_Type_free(&type);
  }

  void exchange(char* array, Direction direction) override {
    MPI_Request requests[4];
    int count = 0;
    watch_.messages(direction);
    for (const Edge& edge : shape_.strips[direction].edges) {
      MPI_Irecv(array + edge.in, 1, types_[direction], edge.neighbour, edge.tag_in, MPI_COMM_WORLD, &requests[count++]);
    }
    for (const Edge& edge : shape_.strips[direction].edges) {
      MPI_Isend(array + edge.out, 1, types_[direction], edge.neighbour, edge.tag_out, MPI_COMM_WORLD, &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  }

 private:
  Shape shape_;
  Watch& watch_;
  MPI_Datatype types_[kDirections];
};

}  // namespace

std::unique_ptr<Halo> make_datatype(const Shape& shape, const Memory&, Watch& watch) {
  return std::make_unique<Datatype>(shape, watch);
}

}  // namespace bench::apps
