// FACES_COST_CASES is the function's name, and the mpi.h of the ABI comes first on the include path. The functions are looked
// up in the library, so that two ABIs fit in one process.
#include <dlfcn.h>
#include <mpi.h>

#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cost.hpp"

namespace penstock::faces_cost {
namespace {

struct Functions {
  decltype(&MPI_Comm_rank) comm_rank;
  decltype(&MPI_Type_size) type_size;
  decltype(&MPI_Test) test;
  decltype(&MPI_Iprobe) iprobe;
  decltype(&MPI_Isend) isend;
  decltype(&MPI_Irecv) irecv;
  decltype(&MPI_Waitall) waitall;
  decltype(&MPI_Sendrecv) sendrecv;
  decltype(&MPI_Allreduce) allreduce;
  decltype(&MPI_Bcast) bcast;
};

class Finder {
 public:
  explicit Finder(void* library) : library_(library) {}
  template <typename Function>
  void find(const char* name, Function* out) {
    void* const found = ::dlsym(library_, name);
    if (found == nullptr) std::fprintf(stderr, "faces_cost: no %s\n", name), complete_ = false;
    *out = reinterpret_cast<Function>(found);
  }
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  void* library_;
  bool complete_ = true;
};

bool find_all(void* library, Functions* out) {
  Finder finder(library);
  finder.find("MPI_Comm_rank", &out->comm_rank);
  finder.find("MPI_Type_size", &out->type_size);
  finder.find("MPI_Test", &out->test);
  finder.find("MPI_Iprobe", &out->iprobe);
  finder.find("MPI_Isend", &out->isend);
  finder.find("MPI_Irecv", &out->irecv);
  finder.find("MPI_Waitall", &out->waitall);
  finder.find("MPI_Sendrecv", &out->sendrecv);
  finder.find("MPI_Allreduce", &out->allreduce);
  finder.find("MPI_Bcast", &out->bcast);
  return finder.complete();
}

template <typename Body>
Case repeated(std::string name, int calls, Body body) {
  return {std::move(name), calls, [body](int rounds) {
            for (int i = 0; i < rounds; ++i) body();
          }};
}

// A rank sends messages to itself, so that nothing waits.
void message(const Functions& f) {
  std::array<MPI_Request, 2> requests{};
  std::array<MPI_Status, 2> statuses{};
  double from = 1;
  double to = 0;
  f.irecv(&to, 1, MPI_DOUBLE, 0, 7, MPI_COMM_SELF, &requests[0]);
  f.isend(&from, 1, MPI_DOUBLE, 0, 7, MPI_COMM_SELF, &requests[1]);
  f.waitall(2, requests.data(), statuses.data());
}

}  // namespace

std::vector<Case> FACES_COST_CASES(void* library) {
  Functions f{};
  if (!find_all(library, &f)) return {};
  std::vector<Case> out;
  out.push_back(repeated("MPI_Comm_rank", 1, [f] {
    int rank = 0;
    f.comm_rank(MPI_COMM_WORLD, &rank);
  }));
  out.push_back(repeated("MPI_Type_size", 1, [f] {
    int size = 0;
    f.type_size(MPI_DOUBLE, &size);
  }));
  out.push_back(repeated("MPI_Test of MPI_REQUEST_NULL", 1, [f] {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int flag = 0;
    f.test(&request, &flag, &status);
  }));
  out.push_back(repeated("MPI_Iprobe, nothing there", 1, [f] {
    MPI_Status status;
    int flag = 0;
    f.iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_SELF, &flag, &status);
  }));
  out.push_back(repeated("MPI_Irecv, MPI_Isend, MPI_Waitall, 8 bytes", 3, [f] { message(f); }));
  out.push_back(repeated("MPI_Sendrecv, 8 bytes", 1, [f] {
    double from = 1;
    double to = 0;
    MPI_Status status;
    f.sendrecv(&from, 1, MPI_DOUBLE, 0, 5, &to, 1, MPI_DOUBLE, 0, 5, MPI_COMM_SELF, &status);
  }));
  out.push_back(repeated("MPI_Waitall of 64 null requests", 1, [f] {
    std::array<MPI_Request, 64> requests;
    requests.fill(MPI_REQUEST_NULL);
    f.waitall(64, requests.data(), MPI_STATUSES_IGNORE);
  }));
  out.push_back(repeated("MPI_Allreduce, 8 bytes", 1, [f] {
    double from = 1;
    double to = 0;
    f.allreduce(&from, &to, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
  }));
  out.push_back(repeated("MPI_Bcast, 8 bytes", 1, [f] {
    double value = 1;
    f.bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_SELF);
  }));
  return out;
}

}  // namespace penstock::faces_cost
