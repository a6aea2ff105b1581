#include "halo.hpp"

namespace demo {

Halo::Halo(const Block& block, MPI_Datatype element, int element_size) : block_(block), element_size_(element_size) {
  MPI_Type_vector(1, block.columns, block.pitch(), element, &row_);
  MPI_Type_vector(block.rows + 2, 1, block.pitch(), element, &column_);
  MPI_Type_commit(&row_);
  MPI_Type_commit(&column_);
}

Halo::~Halo() {
  MPI_Type_free(&row_);
  MPI_Type_free(&column_);
}

long Halo::sent(Side side) const {
  const long pitch = block_.pitch();
  const long cell[kSides] = {pitch + 1, block_.rows * pitch + 1, 1, block_.columns};
  return cell[side] * element_size_;
}

long Halo::received(Side side) const {
  const long pitch = block_.pitch();
  const long cell[kSides] = {1, (block_.rows + 1) * pitch + 1, 0, block_.columns + 1L};
  return cell[side] * element_size_;
}

// The tag is the side from the sender's point of view.
void Halo::swap(char* array, Side first, Side second, MPI_Datatype type, long bytes) {
  MPI_Request requests[4];
  int count = 0;
  for (const Side side : {first, second}) {
    MPI_Irecv(array + received(side), 1, type, block_.neighbour[side], opposite(side), MPI_COMM_WORLD, &requests[count++]);
  }
  for (const Side side : {first, second}) {
    MPI_Isend(array + sent(side), 1, type, block_.neighbour[side], side, MPI_COMM_WORLD, &requests[count++]);
    if (block_.neighbour[side] == MPI_PROC_NULL) continue;
    ++cost_[side].messages;
    cost_[side].bytes += bytes;
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

void Halo::exchange(void* array) {
  const double begin = MPI_Wtime();
  swap(static_cast<char*>(array), kNorth, kSouth, row_, block_.columns * element_size_);
  swap(static_cast<char*>(array), kWest, kEast, column_, (block_.rows + 2) * element_size_);
  seconds_ += MPI_Wtime() - begin;
}

template <typename T>
std::vector<T> gather_field(const Grid& grid, const Block& block, int size, const T* array, MPI_Datatype element) {
  constexpr int kTag = 100;
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  std::vector<T> field;
  std::vector<MPI_Request> requests;
  if (rank == 0) {
    field.resize(static_cast<std::size_t>(size) * size);
    for (int from = 0; from < ranks; ++from) {
      const Block theirs = grid.block(from, size, size);
      MPI_Datatype place;
      MPI_Type_vector(theirs.rows, theirs.columns, size, element, &place);
      MPI_Type_commit(&place);
      T* corner = field.data() + static_cast<std::size_t>(theirs.row) * size + theirs.column;
      MPI_Irecv(corner, 1, place, from, kTag, MPI_COMM_WORLD, &requests.emplace_back());
      MPI_Type_free(&place);
    }
  }
  MPI_Datatype inner;
  MPI_Type_vector(block.rows, block.columns, block.pitch(), element, &inner);
  MPI_Type_commit(&inner);
  MPI_Isend(array + block.pitch() + 1, 1, inner, 0, kTag, MPI_COMM_WORLD, &requests.emplace_back());
  MPI_Type_free(&inner);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return field;
}

template std::vector<float> gather_field<float>(const Grid&, const Block&, int, const float*, MPI_Datatype);
template std::vector<double> gather_field<double>(const Grid&, const Block&, int, const double*, MPI_Datatype);

}  // namespace demo
