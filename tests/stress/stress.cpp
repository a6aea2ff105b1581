// Random traffic, the same script on every rank from one seed: sizes around every threshold, vectors and subarrays on either
// side, any kind of memory, wildcards, synchronous sends, repeated tags in order, several communicators, collectives in
// between. Every byte that arrives is checked, and every byte between the blocks of a datatype.
#include "stress.hpp"

#include <mpi.h>
#include <penstock_gpu.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace stress {
namespace {

constexpr int kOrderedTag = 7, kFirstTag = 100;
constexpr int kCommunicators = 3;  // world, its duplicate, and all ranks in reverse
constexpr unsigned char kPoison = 0xA5;
constexpr std::size_t kSizes[] = {0,    1,    7,    8,    40,    48,     49,     64,     1000,    4096,
                                  8191, 8192, 8193, 8704, 65536, 262143, 262144, 262145, 1500000, 3000008};
constexpr double kProgressSeconds = 5;

[[noreturn]] void die(const std::string& what) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "stress: rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

// One message of the script. Blocks of 0 bytes: contiguous; otherwise a vector or the left half of a two-dimensional array.
struct Message {
  int source, target, tag, communicator;
  std::size_t bytes, source_block, target_block;
  std::string source_memory, target_memory;
  bool synchronous, any_source;
  unsigned pattern;
};

// Tags differ from round to round: a rank that is ahead must not meet the wildcards of one that is behind.
std::vector<Message> make_script(unsigned seed, std::mt19937& random, int ranks, const Options& options) {
  std::vector<Message> script(10 + random() % 30);
  for (std::size_t i = 0; i < script.size(); ++i) {
    Message& m = script[i];
    m.source = static_cast<int>(random() % static_cast<unsigned>(ranks));
    m.target = static_cast<int>(random() % static_cast<unsigned>(ranks));
    const bool ordered = random() % 4 == 0;
    m.tag = ordered ? kOrderedTag : kFirstTag + static_cast<int>(seed % 4096 * 64 + i);
    m.communicator = static_cast<int>(random() % kCommunicators);
    m.bytes = kSizes[random() % std::size(kSizes)];
    const auto block = [&]() -> std::size_t { return m.bytes % 8 == 0 && random() % 3 == 0 ? 8U << (random() % 3) : 0; };
    m.source_block = block();
    m.target_block = block();
    if (m.source_block != 0 && m.bytes % m.source_block != 0) m.source_block = 0;
    if (m.target_block != 0 && m.bytes % m.target_block != 0) m.target_block = 0;
    m.source_memory = options.memory[random() % options.memory.size()];
    m.target_memory = options.memory[random() % options.memory.size()];
    m.synchronous = random() % 5 == 0;
    m.any_source = !ordered && random() % 4 == 0;
    m.pattern = static_cast<unsigned>(random());
  }
  return script;
}

penstock_gpu_kind kind_of(const std::string& memory) {
  if (memory == "device") return PENSTOCK_GPU_DEVICE;
  if (memory == "managed") return PENSTOCK_GPU_MANAGED;
  if (memory == "pinned") return PENSTOCK_GPU_PINNED;
  if (memory == "pool") return PENSTOCK_GPU_POOL;
  die("--memory knows host, device, managed, pinned and pool, not " + memory);
}

// One side of a message: its memory, its datatype, and what the memory is to hold.
class Side {
 public:
  Side(const std::string& memory, std::size_t bytes, std::size_t block) : bytes_(bytes), block_(block), gpu_(memory != "host") {
    image_.assign(std::max<std::size_t>(1, block == 0 ? bytes : bytes * 2), kPoison);
    if (gpu_) {
      kind_ = kind_of(memory);
      if (penstock_gpu_allocate(kind_, image_.size(), &memory_) != 0) die(penstock_gpu_error());
    } else {
      memory_ = std::malloc(image_.size());
    }
    if (block == 0) {
      MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type_);
    } else if (bytes != 0 && block == 16) {
      const int whole[2] = {static_cast<int>(bytes / block), static_cast<int>(2 * block)};
      const int part[2] = {whole[0], static_cast<int>(block)};
      const int begin[2] = {0, 0};
      MPI_Type_create_subarray(2, whole, part, begin, MPI_ORDER_C, MPI_BYTE, &type_);
    } else {
      MPI_Type_vector(static_cast<int>(bytes / block), static_cast<int>(block), static_cast<int>(2 * block), MPI_BYTE, &type_);
    }
    MPI_Type_commit(&type_);
  }
  ~Side() {
    MPI_Type_free(&type_);
    if (!gpu_) {
      std::free(memory_);
    } else if (penstock_gpu_free(kind_, memory_) != 0) {
      die(penstock_gpu_error());
    }
  }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  void* data() const { return memory_; }
  MPI_Datatype type() const { return type_; }

  // Puts poison, or the pattern where the datatype has bytes.
  void prepare(const unsigned* pattern) {
    if (pattern != nullptr) draw(*pattern);
    copy(memory_, image_.data());
  }
  bool holds(unsigned pattern) {
    draw(pattern);
    std::vector<unsigned char> seen(image_.size());
    copy(seen.data(), memory_);
    return seen == image_;
  }

 private:
  void draw(unsigned pattern) {
    std::mt19937_64 random(pattern);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes_; ++i) {
      word = i % sizeof(word) == 0 ? random() : word >> 8;
      const std::size_t at = block_ == 0 ? i : i / block_ * 2 * block_ + i % block_;
      image_[at] = static_cast<unsigned char>(word);
    }
  }
  void copy(void* to, const void* from) const {
    if (!gpu_) {
      std::memcpy(to, from, image_.size());
    } else if (penstock_gpu_copy(to, from, image_.size()) != 0) {
      die(penstock_gpu_error());
    }
  }

  std::size_t bytes_, block_;
  bool gpu_;
  penstock_gpu_kind kind_ = PENSTOCK_GPU_DEVICE;
  std::vector<unsigned char> image_;
  void* memory_ = nullptr;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

// The order in which this rank starts its part: any, but messages with the repeated tag keep theirs.
std::vector<std::size_t> any_order(std::mt19937& random, const std::vector<Message>& script) {
  std::vector<std::size_t> order(script.size()), places, ordered;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  for (std::size_t place = 0; place < order.size(); ++place) {
    if (script[order[place]].tag != kOrderedTag) continue;
    places.push_back(place);
    ordered.push_back(order[place]);
  }
  std::sort(ordered.begin(), ordered.end());
  for (std::size_t i = 0; i < places.size(); ++i) order[places[i]] = ordered[i];
  return order;
}

// One non-blocking collective of every kind, from a root that the script names.
class Collectives {
 public:
  void start(std::size_t kind, int root, int rank, int ranks, MPI_Comm communicator, MPI_Request* request) {
    kind_ = kind % kKinds;
    root_ = root;
    mine_ = rank + 1;
    word_ = rank == root ? kWord : 0;
    all_.assign(rank == root ? static_cast<std::size_t>(ranks) : 0, -1);
    switch (kind_) {
      case 0: MPI_Iallreduce(&mine_, &word_, 1, MPI_INT, MPI_SUM, communicator, request); break;
      case 1: MPI_Ibcast(&word_, 1, MPI_INT, root, communicator, request); break;
      case 2: MPI_Igather(&mine_, 1, MPI_INT, all_.data(), 1, MPI_INT, root, communicator, request); break;
      default: MPI_Ibarrier(communicator, request); break;
    }
  }
  void check(int rank, int ranks) const {
    if (kind_ == 0 && word_ != ranks * (ranks + 1) / 2) die("MPI_Iallreduce gave " + std::to_string(word_));
    if (kind_ == 1 && word_ != kWord) die("MPI_Ibcast gave " + std::to_string(word_));
    if (kind_ != 2 || rank != root_) return;
    for (int r = 0; r < ranks; ++r) {
      if (all_[static_cast<std::size_t>(r)] != r + 1) die("MPI_Igather gave a wrong number for rank " + std::to_string(r));
    }
  }

 private:
  static constexpr std::size_t kKinds = 4;
  static constexpr int kWord = 20261121;
  std::size_t kind_ = 0;
  int root_ = 0, mine_ = 0, word_ = 0;
  std::vector<int> all_;
};

class Traffic {
 public:
  Traffic(const Options& options, int rank, int ranks)
      : options_(options), rank_(rank), ranks_(ranks), own_(options.seed * 977U + static_cast<unsigned>(rank)) {
    communicators_[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &communicators_[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &communicators_[2]);
  }
  ~Traffic() {
    MPI_Comm_free(&communicators_[1]);
    MPI_Comm_free(&communicators_[2]);
  }
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;

  // Returns the number of messages that this rank received.
  std::size_t round(unsigned seed) {
    std::mt19937 shared(seed);
    const std::vector<Message> script = make_script(seed, shared, ranks_, options_);
    sides_.clear();
    requests_.clear();
    // Each rank begins the collectives in one order, at places of its own among its messages.
    std::vector<Collectives> collectives(shared() % 4);
    const std::size_t kind = shared();
    std::size_t begun = 0;
    const auto begin_one = [&] {
      const int root = static_cast<int>((kind + begun) % static_cast<unsigned>(ranks_));
      collectives[begun].start(kind + begun, root, rank_, ranks_, communicators_[begun % 2], &requests_.emplace_back());
      ++begun;
    };
    for (const std::size_t i : any_order(own_, script)) {
      if (begun < collectives.size() && own_() % 8 == 0) begin_one();
      start(script[i], i, own_() % 2 == 0);
    }
    while (begun < collectives.size()) begin_one();
    complete();
    std::size_t received = 0;
    for (auto& [message, side] : sides_) {
      if (side.target == nullptr) continue;
      ++received;
      if (!side.target->holds(script[message].pattern)) wrong(script[message], seed);
    }
    for (const Collectives& each : collectives) each.check(rank_, ranks_);
    return received;
  }

 private:
  struct Ends {
    std::unique_ptr<Side> source, target;
  };

  // By any of the calls that complete several.
  void complete() {
    const int count = static_cast<int>(requests_.size());
    const unsigned way = own_() % 3;
    int done = 0, index = 0, code = MPI_SUCCESS;
    if (way == 0) code = MPI_Waitall(count, requests_.data(), MPI_STATUSES_IGNORE);
    while (way == 1 && done == 0 && code == MPI_SUCCESS)
      code = MPI_Testall(count, requests_.data(), &done, MPI_STATUSES_IGNORE);
    while (way == 2 && index != MPI_UNDEFINED && code == MPI_SUCCESS) {
      code = MPI_Waitany(count, requests_.data(), &index, MPI_STATUS_IGNORE);
    }
    if (code != MPI_SUCCESS) die("completing the requests of a round failed");
  }

  [[nodiscard]] int rank_in(int communicator, int rank) const { return communicator == 2 ? ranks_ - 1 - rank : rank; }

  void start(const Message& m, std::size_t index, bool receive_first) {
    Ends ends;
    const auto receive = [&] {
      if (m.target != rank_) return;
      ends.target = std::make_unique<Side>(m.target_memory, m.bytes, m.target_block);
      ends.target->prepare(nullptr);
      MPI_Irecv(ends.target->data(), 1, ends.target->type(), m.any_source ? MPI_ANY_SOURCE : rank_in(m.communicator, m.source),
                m.tag, communicators_[m.communicator], &requests_.emplace_back());
    };
    const auto send = [&] {
      if (m.source != rank_) return;
      ends.source = std::make_unique<Side>(m.source_memory, m.bytes, m.source_block);
      ends.source->prepare(&m.pattern);
      const auto call = m.synchronous ? MPI_Issend : MPI_Isend;
      call(ends.source->data(), 1, ends.source->type(), rank_in(m.communicator, m.target), m.tag,
           communicators_[m.communicator], &requests_.emplace_back());
    };
    if (receive_first) receive();
    send();
    if (!receive_first) receive();
    sides_.emplace_back(index, std::move(ends));
  }

  [[noreturn]] void wrong(const Message& m, unsigned seed) const {
    die("wrong data: " + std::to_string(m.bytes) + " bytes from rank " + std::to_string(m.source) + " (" + m.source_memory +
        ", blocks of " + std::to_string(m.source_block) + ") to " + m.target_memory + " (blocks of " +
        std::to_string(m.target_block) + "), tag " + std::to_string(m.tag) + ", round seed " + std::to_string(seed));
  }

  const Options& options_;
  int rank_, ranks_;
  std::mt19937 own_;
  MPI_Comm communicators_[kCommunicators];
  std::vector<MPI_Request> requests_;
  std::vector<std::pair<std::size_t, Ends>> sides_;
};

void open_gpu(const Options& options, int rank) {
  if (std::all_of(options.memory.begin(), options.memory.end(), [](const std::string& m) { return m == "host"; })) return;
  const int devices = penstock_gpu_open();
  if (devices == 0 || penstock_gpu_select(rank % devices) != 0) die(penstock_gpu_error());
}

}  // namespace

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--seconds") {
      options.seconds = std::atof(value.c_str());
    } else if (name == "--seed") {
      options.seed = static_cast<unsigned>(std::atoi(value.c_str()));
    } else if (name == "--ranks") {
      options.ranks = std::atoi(value.c_str());
    } else if (name == "--memory") {
      options.memory.clear();
      for (std::size_t at = 0; at <= value.size();) {
        const std::size_t end = std::min(value.find(',', at), value.size());
        options.memory.push_back(value.substr(at, end - at));
        at = end + 1;
      }
    } else {
      std::fprintf(stderr, "stress: unknown option %s; it knows --seconds, --seed, --memory and, with threads, --ranks\n",
                   name.c_str());
      std::exit(2);
    }
  }
  return options;
}

void play(const Options& options) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  open_gpu(options, rank);
  if (rank == 0) std::printf("stress: %d ranks, seed %u, %.0f s\n", ranks, options.seed, options.seconds);
  const auto begin = std::chrono::steady_clock::now();
  std::size_t received = 0;
  unsigned rounds = 0;
  double told = 0;
  {
    Traffic traffic(options, rank, ranks);
    for (int go = 1; go != 0; ++rounds) {
      received += traffic.round(options.seed + rounds);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      go = spent.count() < options.seconds ? 1 : 0;
      MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
      if (rank != 0 || spent.count() < told + kProgressSeconds) continue;
      told = spent.count();
      std::printf("stress: %.0f of %.0f s, %u rounds\n", told, options.seconds, rounds + 1);
      std::fflush(stdout);
    }
  }
  double mine = static_cast<double>(received), all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) std::printf("stress: %u rounds, %.0f messages, every byte right\n", rounds, all);
}

}  // namespace stress
