#include "coll_plan.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "coll_units.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kCounts[] = {0, 1, 7, 1000, 4097, 70000};
constexpr std::size_t kUsualBytes = 640 << 10;  // the usual limit of a buffer
constexpr std::size_t kShifts[] = {0, 1, 3, 7};
constexpr std::size_t kBarrierEvery = 8;
constexpr int kMixedRounds = 16;
constexpr std::size_t kAtOnce = 6;
// 18 integers of C x 10, 9 others x 7, 9 floating types x 4, 8 logical types x 3, 12 complex x 2, bytes x 3, 9 pairs x 2, and
// two types with the application's operation.
constexpr long kLegalPairs = 180 + 63 + 48 + 24 + 24 + 3 + 18 + 2;
// GPUs lack some of these pairs: long integers x 7, long floating types x 4, long logical types x 3, long complex x 2, long
// pairs x 2, and the application's.
constexpr long kPairsOffGpus = 7 + 2 * 4 + 3 + 3 * 2 + 2 + 2;

struct MemoryChoice {
  Pattern pattern;
  int kind;  // -1: this machine has none
};

// "device" comes first, so that cases which depend on the place of the ranks use it. On GPUs alone, ranks
// have memory of any kind as often.
std::vector<MemoryChoice> memories(const Store& store, int devices, bool on_gpus) {
  const int device = store.find("device");
  std::vector<MemoryChoice> all;
  for (const Pattern pattern :
       {Pattern::kEven, Pattern::kOdd, Pattern::kRootAlone, Pattern::kAllButRoot, Pattern::kAny, Pattern::kAny}) {
    all.push_back({on_gpus ? Pattern::kAny : pattern, device});
  }
  for (const MemoryKind& kind : all_kinds()) {
    if (kind.where == Where::kPeer || kind.only_read() || (kind.where == Where::kSecondDevice && devices < 2)) continue;
    if (on_gpus && !kind.of_gpu()) continue;
    all.push_back({Pattern::kAllOne, store.find(kind.name)});
  }
  return all;
}

// GPUs have no arithmetic of these types, and no operations of the application.
bool is_for_gpus(const ElementType& type) {
  constexpr const char* kLong[] = {"LONG_DOUBLE", "MPI_INTEGER16", "MPI_REAL16", "MPI_LOGICAL16", "MPI_COMPLEX32"};
  const auto is = [&](const char* name) { return std::string(type.name).find(name) != std::string::npos; };
  return type.group != Group::kMatrix && std::none_of(std::begin(kLong), std::end(kLong), is);
}

class Planner {
 public:
  Planner(const Options& options, const Store& store, int ranks, int devices)
      : options_(options), draw_(options.seed), ranks_(ranks), memories_(memories(store, devices, options.on_gpus)) {}

  Plan make() {
    if (options_.wants("allreduce")) add_pairs();
    for (const CallRow& row : all_calls()) {
      if (row.call != Call::kBarrier && options_.wants(row.name)) add_call(row);
    }
    if (options_.large) add_large();
    if (options_.form[1] && options_.wants("mixed")) add_mixed();
    return std::move(plan_);
  }

 private:
  // The forms that were asked for alternate.
  Form next_form() {
    do {
      form_ = (form_ + 1) % std::size(kForms);
    } while (!options_.form[form_]);
    return static_cast<Form>(form_);
  }

  [[nodiscard]] bool may_have(const ElementType& type) const { return !options_.on_gpus || is_for_gpus(type); }

  void draw_type(Case* what) {
    const std::vector<ElementType>& types = element_types();
    do {
      what->type = draw_.below(types.size());
      what->op = static_cast<Op>(draw_.below(kOps));
    } while (!takes(what->op, types[what->type].group) || !may_have(types[what->type]));
  }

  // Reduces the size if the largest buffer would have more than `most` bytes.
  void limit(Case* what, std::size_t most) const {
    const bool one = what->call == Call::kBcast || what->call == Call::kReduce || what->call == Call::kAllreduce ||
                     what->call == Call::kScan || what->call == Call::kExscan;
    std::size_t extent = 0;
    if (row_of(what->call).reduces) {
      extent = element_types()[what->type].extent;
    } else {
      for (const Unit& unit : units_of(what->group)) extent = std::max(extent, unit.extent);
    }
    what->count = std::min(what->count, most / (extent * static_cast<std::size_t>(one ? 1 : ranks_)));
  }

  // A call without any bytes does not reach a GPU.
  [[nodiscard]] std::size_t count_at(std::size_t i) const {
    return std::max<std::size_t>(kCounts[i], options_.on_gpus ? 1 : 0);
  }

  Case draw(Call call, Form form) {
    Case what{.number = ++number_, .call = call, .form = form};
    const int roots[] = {0, ranks_ - 1, ranks_ / 2};
    what.count = count_at(draw_.below(std::size(kCounts)));
    what.shift = kShifts[draw_.below(std::size(kShifts))];
    what.group = draw_.below(kUnitGroups);
    what.root = roots[draw_.below(std::size(roots))];
    what.in_place = call != Call::kBcast && draw_.one_in(3);
    what.overwrites = draw_.one_in(2);
    what.replaces = what.overwrites && form != Form::kPersistent && draw_.one_in(2);
    what.by_host = draw_.one_in(2);
    what.key = draw_.word();
    draw_type(&what);
    return what;
  }

  void put(const MemoryChoice& memory, Case* what) const {
    what->pattern = memory.pattern;
    what->kind = static_cast<std::size_t>(memory.kind);
  }
  // Chooses any memory that there is.
  void put_any(Case* what) {
    const MemoryChoice* memory = nullptr;
    do {
      memory = &memories_[draw_.below(memories_.size())];
    } while (memory->kind < 0);
    put(*memory, what);
  }

  void add_pairs() {
    for (std::size_t type = 0; type < element_types().size(); ++type) {
      for (std::size_t op = 0; op < kOps; ++op) {
        if (!takes(static_cast<Op>(op), element_types()[type].group) || !may_have(element_types()[type])) continue;
        Case what = draw(Call::kAllreduce, next_form());
        what.type = type;
        what.op = static_cast<Op>(op);
        what.count = std::max<std::size_t>(what.count, op == static_cast<std::size_t>(Op::kMatrix) ? 7 : 1);
        put_any(&what);
        limit(&what, kUsualBytes / 2);
        plan_.single.push_back(what);
      }
    }
  }

  void use_gaps(Case* what) const {
    what->group = kGapGroup;
    if (options_.on_gpus) return;
    what->type = element_types().size() - 1;
    what->op = Op::kMatrix;
  }

  // Adds every kind of memory in every form; sizes alternate, and a third of the cases have gaps.
  void add_call(const CallRow& row) {
    for (std::size_t form = 0; form < std::size(kForms); ++form) {
      if (!options_.form[form]) continue;
      for (std::size_t i = 0; i < memories_.size(); ++i) {
        Case what = draw(row.call, static_cast<Form>(form));
        if (memories_[i].kind < 0) {
          ++plan_.skipped;
          continue;
        }
        what.count = count_at(i % std::size(kCounts));
        if ((i / std::size(kCounts) + i) % 3 == 0) use_gaps(&what);
        put(memories_[i], &what);
        limit(&what, kUsualBytes);
        plan_.single.push_back(what);
      }
    }
  }

  void add_large() {
    for (const CallRow& row : all_calls()) {
      if (row.call == Call::kBarrier || !options_.wants(row.name)) continue;
      for (const std::size_t mib : {3, 17, 64}) {
        Case what = draw(row.call, next_form());
        what.count = mib << 20;
        what.group = draw_.below(2) + 2;
        put(mib == 17 ? MemoryChoice{Pattern::kAny, memories_[0].kind} : MemoryChoice{Pattern::kAllOne, memories_[0].kind},
            &what);
        limit(&what, mib << 20);
        plan_.single.push_back(what);
      }
    }
  }

  void add_mixed() {
    for (int round = 0; round < kMixedRounds; ++round) {
      std::vector<Case> several;
      while (several.size() < kAtOnce) {
        Case what = draw(static_cast<Call>(1 + draw_.below(kCalls - 1)), Form::kStarted);
        put_any(&what);
        limit(&what, kUsualBytes / 2);
        several.push_back(what);
      }
      plan_.mixed.push_back(several);
    }
  }

  const Options& options_;
  Draw draw_;
  int ranks_;
  std::vector<MemoryChoice> memories_;
  std::size_t form_ = 0;
  long number_ = 0;
  Plan plan_;
};

}  // namespace

Plan make_plan(const Options& options, const Store& store, int ranks, int devices) {
  Plan plan = Planner(options, store, ranks, devices).make();
  if (!options.wants("barrier")) return plan;
  std::vector<Case> with_barriers;
  std::size_t barriers = 0;
  const auto add_barrier = [&] {
    while (!options.form[barriers % std::size(kForms)]) ++barriers;
    with_barriers.push_back({.number = -1, .form = static_cast<Form>(barriers++ % std::size(kForms))});
  };
  for (const Case& what : plan.single) {
    if (with_barriers.size() % kBarrierEvery == 0) add_barrier();
    with_barriers.push_back(what);
  }
  for (int i = 0; i < 30; ++i) add_barrier();
  plan.single = std::move(with_barriers);
  return plan;
}

Coverage::Coverage() : pairs(element_types().size(), std::vector<bool>(kOps)) {}

void Coverage::add(const Case& what) {
  const CallRow& row = row_of(what.call);
  const auto call = static_cast<std::size_t>(what.call);
  ++by_form[call][static_cast<std::size_t>(what.form)];
  if (what.call == Call::kBarrier) return;
  const bool gaps = row.reduces ? what.type + 1 == element_types().size() : what.group == kGapGroup;
  if (gaps && what.count > 1) ++gapped[call];
  if (what.call == Call::kAllreduce && what.count > 0) pairs[what.type][static_cast<std::size_t>(what.op)] = true;
  if (what.overwrites) ++overwritten;
  if (!what.overwrites) ++untouched;
  if (what.replaces) ++replaced;
  if (what.in_place) ++in_place;
}

long Coverage::pairs_done() const {
  long done = 0;
  for (const std::vector<bool>& of_type : pairs) done += std::count(of_type.begin(), of_type.end(), true);
  return done;
}

std::string Coverage::lacks(const Options& options) const {
  if (options.only == "mixed") return "";  // "mixed" draws its calls at random
  for (const CallRow& row : all_calls()) {
    if (!options.wants(row.name)) continue;
    const auto call = static_cast<std::size_t>(row.call);
    for (std::size_t form = 0; form < std::size(kForms); ++form) {
      const bool wanted = options.form[form];
      if (wanted && by_form[call][form] == 0) return std::string("no ") + name_of(static_cast<Form>(form)) + " " + row.name;
    }
    const bool may = row.call != Call::kBarrier && !(row.reduces && options.on_gpus);
    if (may && gapped[call] == 0) return std::string("no ") + row.name + " of a datatype with gaps";
  }
  const long pairs_wanted = kLegalPairs - (options.on_gpus ? kPairsOffGpus : 0);
  if (options.wants("allreduce") && pairs_done() != pairs_wanted) {
    return std::to_string(pairs_done()) + " pairs of type and operation, not " + std::to_string(pairs_wanted);
  }
  const bool all = options.only.empty();
  return all && (overwritten == 0 || untouched == 0 || in_place == 0) ? "a way to treat the buffers did not occur" : "";
}

namespace {

bool parse_forms(const std::string& list, Options* out) {
  for (bool& wanted : out->form) wanted = false;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    bool known = false;
    for (std::size_t form = 0; form < std::size(kForms); ++form) {
      if (list.substr(at, end - at) != name_of(static_cast<Form>(form))) continue;
      out->form[form] = known = true;
    }
    if (!known) return false;
    at = end + 1;
  }
  return true;
}

bool is_part(const std::string& name) {
  const auto rows = all_calls();
  return name == "mixed" || std::any_of(rows.begin(), rows.end(), [&](const CallRow& row) { return name == row.name; });
}

bool parse_seed(const std::string& word, Options* out) {
  char* end = nullptr;
  out->seed = std::strtoull(word.c_str(), &end, 10);
  return !word.empty() && *end == '\0';
}

// True if `word` and `value` are an option.
bool parse_pair(const std::string& word, const std::string& value, Options* out) {
  if (word == "--seed") return parse_seed(value, out);
  if (word == "--forms") return parse_forms(value, out);
  if (word != "--only") return false;
  out->only = value;
  return is_part(value);
}

}  // namespace

bool parse(int argc, char** argv, Options* out) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--on-gpus") {
      out->on_gpus = true;
    } else if (word == "--large") {
      out->large = true;
    } else if (word == "--verbose") {
      out->verbose = true;
    } else if (word == "--help") {
      out->help = true;
    } else if (i + 1 < argc && parse_pair(word, argv[i + 1], out)) {
      ++i;
    } else {
      std::fprintf(stderr, "gpu_collectives: %s is not understood\n%s", word.c_str(), usage());
      return false;
    }
  }
  return true;
}

const char* usage() {
  return "usage: gpu_collectives [--seed N] [--only NAME] [--forms LIST] [--on-gpus] [--large] [--verbose]\n"
         "  --seed N      other sizes, places, memory and delays; default 1\n"
         "  --only NAME   one call (bcast, reduce_scatter_block, barrier...) or mixed: several at once\n"
         "  --forms LIST  some of blocking,started,persistent\n"
         "  --on-gpus     memory of GPUs alone, and types and operations that these have\n"
         "  --large       buffers of up to 64 MiB as well\n"
         "  --verbose     each case of rank 0 before it begins\n"
         "examples:\n"
         "  mpiexec -n 4 gpu_collectives --seed 7\n"
         "  mpiexec -n 3 gpu_collectives --only allreduce --forms blocking,persistent\n"
         "  mpiexec -n 8 gpu_collectives --large\n";
}

}  // namespace penstock::test
