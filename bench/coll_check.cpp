#include "coll_check.hpp"

#include <cctype>
#include <limits>

#include "mpi_call.hpp"

namespace bench {
namespace {

// Returns the name of the MPI function: MPI_Bcast, MPI_Ibcast or MPI_Bcast_init.
std::string name_of(const Coll& coll, CallForm form) {
  std::string name(coll.call);
  const std::size_t first = name.find('_') + 1;
  if (form == CallForm::kPersistent) return name + "_init";
  if (form == CallForm::kBlocking || first >= name.size()) return name;
  name[first] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[first])));
  return name.insert(first, 1, 'I');
}

}  // namespace

Operation::Operation(Scene& scene, CallForm form)
    : scene_(scene), form_(form), coll_(*scene.which.coll), call_(name_of(coll_, form)) {
  check_options();
  const Layout& layout = scene.layout();
  const auto ranks = static_cast<std::size_t>(scene.team.size);
  arguments_.count = layout.count();
  arguments_.type = layout.type();
  arguments_.comm = scene.team.comm;
  arguments_.counts.assign(ranks, layout.count());
  arguments_.types.assign(ranks, layout.type());
  for (std::size_t i = 0; coll_.places && i < ranks; ++i) {
    arguments_.places.push_back(static_cast<int>(i) * layout.count());
    arguments_.byte_places.push_back(static_cast<int>(i * layout.slot()));
  }
  share_out();
  if (form != CallForm::kBlocking) arguments_.request = &request_;
  if (scene.options.staged && coll_.flow != Flow::kNone) stage();
  refresh();
}

void Operation::check_options() const {
  const Layout& layout = scene_.layout();
  if (sums(coll_.flow) && scene_.datatype != "contiguous") {
    throw Unsupported(call_ + ": MPI_SUM takes predefined datatypes only; use --datatype contiguous");
  }
  const std::size_t last = layout.slot() * static_cast<std::size_t>(scene_.team.size - 1);
  if (coll_.places && last > std::numeric_limits<int>::max()) {
    throw Unsupported(call_ + ": the last rank's block lies more than 2 GiB behind the first; choose a smaller --max");
  }
}

// Splits the elements of a vector over the ranks; the first ranks get the remainder.
void Operation::share_out() {
  const int ranks = scene_.team.size, whole = arguments_.count;
  for (int rank = 0; rank < ranks; ++rank) {
    if (rank == scene_.team.rank) {
      part_first_ = 0;
      for (const int part : arguments_.parts) part_first_ += static_cast<std::size_t>(part);
    }
    arguments_.parts.push_back(whole / ranks + (!coll_.blocks && rank < whole % ranks ? 1 : 0));
  }
}

// Copies to and from the GPU exactly the bytes that this rank's part of the call reads and writes.
void Operation::stage() {
  const auto ranks = static_cast<std::size_t>(scene_.team.size);
  const std::size_t item = scene_.layout().slot();
  const bool root = scene_.team.rank == kRoot, whole = coll_.flow == Flow::kAlltoall;
  Staged::Bytes bytes;
  bytes.in = coll_.flow == Flow::kScatter ? (root ? ranks * item : 0) : whole ? ranks * item : item;
  bytes.out = coll_.flow == Flow::kGather || coll_.flow == Flow::kAllgather || whole ? ranks * item : item;
  if (coll_.flow == Flow::kScatterSum) {
    bytes.out =
        static_cast<std::size_t>(arguments_.parts[static_cast<std::size_t>(scene_.team.rank)]) * scene_.which.element.bytes;
  }
  if (coll_.flow == Flow::kBcast) {
    bytes.in = 0;
    bytes.first = root ? item : 0;
  }
  if (!receives() || bytes.first != 0) bytes.out = 0;
  staged_ = std::make_unique<Staged>(scene_, bytes);
}

void Operation::refresh() {
  arguments_.send = staged_ ? staged_->send() : scene_.send().data();
  arguments_.recv = staged_ ? staged_->recv() : scene_.recv().data();
  if (form_ == CallForm::kPersistent) make();
}

void Operation::make() {
  if (request_ != MPI_REQUEST_NULL) check(MPI_Request_free(&request_), "MPI_Request_free");
  arguments_.make = true;
  check(coll_.start(arguments_), call_.c_str());
}

Operation::~Operation() {
  if (form_ == CallForm::kPersistent && request_ != MPI_REQUEST_NULL) MPI_Request_free(&request_);
}

void Operation::start() {
  if (form_ == CallForm::kPersistent) return check(MPI_Start(&request_), "MPI_Start");
  check(coll_.start(arguments_), call_.c_str());
}
void Operation::wait() {
  check(MPI_Wait(&request_, MPI_STATUS_IGNORE), "MPI_Wait");
}

void Operation::run() {
  if (staged_) staged_->copy_in(scene_);
  start();
  if (arguments_.request != nullptr) wait();
  if (staged_) staged_->copy_out(scene_);
}

bool Operation::receives() const {
  const bool root = scene_.team.rank == kRoot;
  switch (coll_.flow) {
    case Flow::kNone: return false;
    case Flow::kGather:
    case Flow::kReduce: return root;
    case Flow::kExscan: return scene_.team.rank > 0;  // on rank 0 the receive buffer is not significant
    default: return true;
  }
}

// After reduce_scatter the rest of the item is part of the picture too, because nothing may be written there.
Picture Operation::wanted_sum(std::uint32_t seed) const {
  const int rank = scene_.team.rank, size = scene_.team.size;
  const bool part = coll_.flow == Flow::kScatterSum;
  const int terms = coll_.flow == Flow::kScan ? rank + 1 : coll_.flow == Flow::kExscan ? rank : size;
  std::vector<float> sum(static_cast<std::size_t>(part ? arguments_.parts[static_cast<std::size_t>(rank)] : arguments_.count));
  for (int from = 0; from < terms; ++from) add_terms(&sum, seed, from, part ? part_first_ : 0);
  Picture picture(scene_.layout(), 1);
  picture.set(0, bytes_of(sum));
  return picture;
}

void Operation::fill(std::uint32_t seed) {
  const Layout& layout = scene_.layout();
  const int rank = scene_.team.rank;
  if (sums(coll_.flow)) {
    std::vector<float> terms(static_cast<std::size_t>(arguments_.count));
    add_terms(&terms, seed, rank, 0);
    const Payload payload = bytes_of(terms);
    return scene_.send().write(payload.data(), payload.size());
  }
  const bool many = coll_.flow == Flow::kScatter || coll_.flow == Flow::kAlltoall;
  const int items = many ? scene_.team.size : 1;
  Picture sent(layout, static_cast<std::size_t>(items));
  for (int item = 0; item < items; ++item) {
    sent.set(static_cast<std::size_t>(item), pattern(layout.payload(), seed, rank, item));
  }
  sent.put(scene_.send());
}

Picture Operation::wanted(std::uint32_t seed) const {
  const Layout& layout = scene_.layout();
  const int rank = scene_.team.rank;
  const bool many = coll_.flow == Flow::kGather || coll_.flow == Flow::kAllgather || coll_.flow == Flow::kAlltoall;
  Picture picture(layout, many ? static_cast<std::size_t>(scene_.team.size) : 1);
  if (!many) {  // bcast and scatter
    picture.set(0, pattern(layout.payload(), seed, kRoot, coll_.flow == Flow::kScatter ? rank : 0));
    return picture;
  }
  for (int from = 0; from < scene_.team.size; ++from) {
    picture.set(static_cast<std::size_t>(from),
                pattern(layout.payload(), seed, from, coll_.flow == Flow::kAlltoall ? rank : 0));
  }
  return picture;
}

bool Operation::right() {
  if (coll_.flow == Flow::kNone) {
    run();
    return true;
  }
  const std::uint32_t seed = scene_.next_seed();
  fill(seed);
  const Picture picture = sums(coll_.flow) ? wanted_sum(seed) : wanted(seed);
  picture.poison(scene_.recv());
  if (coll_.flow == Flow::kBcast && scene_.team.rank == kRoot) picture.put(scene_.recv());
  scene_.barrier();
  run();
  return scene_.agree(!receives() || picture.found_in(scene_.recv(), scene_.options.plant_error));
}

}  // namespace bench
