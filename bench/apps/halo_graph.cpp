// Two whole iterations as one CUDA graph, halos and all: datatypes on the field's stream.
#include <mpix.h>
#include <penstock_gpu_graph.h>

#include <map>

#include "field.hpp"
#include "halo.hpp"

namespace bench::apps {
namespace {

class Graph final : public Halo {
 public:
  explicit Graph(const Shape& shape) : shape_(shape) {
    for (int direction = 0; direction < kDirections; ++direction) {
      const Strip& strip = shape.strips[direction];
      MPI_Type_vector(strip.rows, strip.width, strip.pitch, shape.element, &types_[direction]);
      MPI_Type_commit(&types_[direction]);
    }
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() override {
    for (const auto& [_, graphs] : graphs_) {
      for (const penstock_gpu_graph each : {graphs.two, graphs.one}) {
        if (penstock_gpu_graph_destroy(each) != 0) report_gpu_failure("destroying a graph");
      }
    }
    for (MPI_Datatype& type : types_) MPI_Type_free(&type);
    if (comm_ == MPI_COMM_NULL) return;
    MPI_Comm_free(&comm_);
    MPIX_Stream_free(&object_);
  }

  void exchange(char* array, Direction direction) override {
    MPI_Request requests[4];
    int count = 0;
    for (const Edge& edge : shape_.strips[direction].edges) {
      MPIX_Irecv_enqueue(array + edge.in, 1, types_[direction], edge.neighbour, edge.tag_in, comm_, &requests[count++]);
    }
    for (const Edge& edge : shape_.strips[direction].edges) {
      MPIX_Isend_enqueue(array + edge.out, 1, types_[direction], edge.neighbour, edge.tag_out, comm_, &requests[count++]);
    }
    MPIX_Waitall_enqueue(count, requests, MPI_STATUSES_IGNORE);
  }

  // The last of an odd number of iterations leaves the field in the other array.
  bool iterate(Field& field, int iterations) override {
    if (comm_ == MPI_COMM_NULL) open(field);
    const Graphs& graphs = graphs_of(field);
    for (int i = 0; i < iterations / 2; ++i) gpu(penstock_gpu_graph_launch(graphs.two, field.stream()), "launching a graph");
    if (iterations % 2 != 0) {
      gpu(penstock_gpu_graph_launch(graphs.one, field.stream()), "launching a graph");
      field.turn();
    }
    gpu(penstock_gpu_stream_synchronize(field.stream()), "running the graphs");
    return true;
  }

 private:
  struct Graphs {
    penstock_gpu_graph two = nullptr, one = nullptr;  // iterations
  };

  void open(const Field& field) {
    const penstock_gpu_stream stream = field.stream();
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "type", "cudaStream_t");
    MPIX_Info_set_hex(info, "value", &stream, sizeof stream);
    MPIX_Stream_create(info, &object_);
    MPI_Info_free(&info);
    MPIX_Stream_comm_create(MPI_COMM_WORLD, object_, &comm_);
  }

  void put_iteration(Field& field) {
    exchange(field.array(), kNorthSouth);
    exchange(field.array(), kEastWest);
    field.enqueue_step();
  }

  // The buffers of a graph are those of its capture, so each array in which the field may begin has graphs of its own.
  const Graphs& graphs_of(Field& field) {
    const auto [place, made] = graphs_.try_emplace(field.array());
    if (!made) return place->second;
    gpu(penstock_gpu_capture_begin(field.stream(), PENSTOCK_GPU_CAPTURE_GLOBAL), "beginning a capture");
    put_iteration(field);
    put_iteration(field);
    gpu(penstock_gpu_capture_end(field.stream(), &place->second.two), "ending a capture");
    gpu(penstock_gpu_capture_begin(field.stream(), PENSTOCK_GPU_CAPTURE_GLOBAL), "beginning a capture");
    put_iteration(field);
    gpu(penstock_gpu_capture_end(field.stream(), &place->second.one), "ending a capture");
    field.turn();
    return place->second;
  }

  Shape shape_;
  MPI_Datatype types_[kDirections];
  MPIX_Stream object_ = MPIX_STREAM_NULL;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::map<char*, Graphs> graphs_;
};

}  // namespace

std::unique_ptr<Halo> make_graph(const Shape& shape, const Memory&, Watch&) {
  return std::make_unique<Graph>(shape);
}

}  // namespace bench::apps
