#include "traffic.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace stress {
namespace {

bool is_ready(const Message& m) {
  return m.mode == Mode::kReady;
}
bool is_ready_twice(const Message& m) {
  return m.mode == Mode::kReady && m.twice();
}
bool is_wild(const Message& m) {
  return m.way == Way::kWild;
}

using Sender = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
constexpr Sender kSend[] = {MPI_Isend, MPI_Issend, MPI_Irsend, MPI_Ibsend};
constexpr Sender kSendInit[] = {MPI_Send_init, MPI_Ssend_init, MPI_Rsend_init, MPI_Bsend_init};

constexpr std::size_t kWildBytes = 8192;

}  // namespace

Traffic::Traffic(const Options& options, MPI_Comm base)
    : options_(options), places_(base), own_(options.seed * 977U + static_cast<unsigned>(places_.rank())) {}

std::size_t Traffic::round(unsigned seed) {
  std::mt19937 shared(seed);
  if (shared() % 4 == 0) {
    const unsigned kind = 1 + shared() % (Places::kKinds - 1);
    places_.rebuild(static_cast<int>(kind), static_cast<unsigned>(shared()));
  }
  script_ = make_script(seed, shared, places_, options_);
  begin(seed);
  play(shared);
  take_later();
  complete();
  send_again();
  check();
  // Their requests completed long ago; the room is needed again.
  for (int kind = 0; kind < Places::kKinds; ++kind) {
    if (places_[kind].handle != MPI_COMM_NULL) MPI_Comm_flush_buffer(places_[kind].handle);
  }
  // Otherwise a wild message of the next round could match a receive of this round.
  if (any(is_wild)) MPI_Barrier(places_.base());
  return taken_.size() + wild_.size();
}

void Traffic::begin(unsigned seed) {
  seed_ = seed;
  requests_.clear();
  sent_.clear();
  taken_.clear();
  kept_.clear();
  wild_.clear();
  collectives_.clear();
  // Pointers to requests and buffers are kept during the round.
  wild_.reserve(script_.size());
  if (!any(is_ready)) return;
  for (std::size_t i = 0; i < script_.size(); ++i) {
    if (is_ready(script_[i]) && script_[i].target == places_.rank()) receive(i);
  }
  MPI_Barrier(places_.base());
}

// Every rank begins the collectives in one order, at different points among its messages. Nothing here waits for a message.
void Traffic::play(std::mt19937& shared) {
  std::vector<Collective::Choice> choices(shared() % 6);
  for (Collective::Choice& choice : choices) choice = Collective::draw(shared, options_);
  std::size_t begun = 0;
  const auto begin_one = [&] {
    const Collective::Choice& choice = choices[begun++];
    const Place& place = places_[choice.place];
    if (place.handle == MPI_COMM_NULL) return;
    MPI_Request request = MPI_REQUEST_NULL;
    collectives_.push_back(std::make_unique<Collective>(choice, place, places_.rank()));
    collectives_.back()->run(choice.waits ? nullptr : &request);
    if (!choice.waits) requests_.push_back(request);
  };
  for (const std::size_t i : any_order()) {
    if (begun < choices.size() && own_() % 8 == 0) begin_one();
    start(i);
  }
  while (begun < choices.size()) begin_one();
}

void Traffic::start(std::size_t index) {
  const Message& m = script_[index];
  const bool receives = m.target == places_.rank() && !is_ready(m), receive_first = own_() % 2 == 0;
  if (receives && receive_first) receive(index);
  if (m.source == places_.rank()) send(index);
  if (receives && !receive_first) receive(index);
}

void Traffic::send(std::size_t index) {
  const Message& m = script_[index];
  Side* side = sent_.emplace_back(Sent{index, std::make_unique<Side>(m.source_memory, m.bytes, m.source_block)}).side.get();
  side->fill(m.pattern);
  MPI_Request& request = requests_.emplace_back(MPI_REQUEST_NULL);
  const Sender call = (m.source_keeps ? kSendInit : kSend)[static_cast<std::size_t>(m.mode)];
  call(side->data(), 1, side->type(), address_of(m, m.target), m.tag, place_of(m).handle, &request);
  if (!m.source_keeps) return;
  kept_.push_back({requests_.size() - 1, index, side, true});
  MPI_Start(&request);
}

void Traffic::receive(std::size_t index) {
  const Message& m = script_[index];
  if (is_wild(m)) {
    Wild& wild = wild_.emplace_back();
    wild.data.assign(kWildBytes, kPoison);
    MPI_Irecv(wild.data.data(), kWildBytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, place_of(m).handle, &wild.request);
    return;
  }
  Taken& taken = taken_.emplace_back(Taken{index, std::make_unique<Side>(m.target_memory, m.bytes, m.target_block)});
  Side* side = taken.side.get();
  side->clear();
  if (m.way == Way::kRace) {
    MPI_Irecv(side->data(), 1, side->type(), source_of(m), m.tag, place_of(m).handle, &taken.race);
    MPI_Cancel(&taken.race);
  } else if (m.way == Way::kReceive) {
    MPI_Request& request = requests_.emplace_back(MPI_REQUEST_NULL);
    const auto call = m.target_keeps ? MPI_Recv_init : MPI_Irecv;
    call(side->data(), 1, side->type(), source_of(m), m.tag, place_of(m).handle, &request);
    if (!m.target_keeps) return;
    kept_.push_back({requests_.size() - 1, index, side, false});
    MPI_Start(&request);
  }
}

int Traffic::source_of(const Message& m) const {
  return m.any_source ? MPI_ANY_SOURCE : address_of(m, m.source);
}

// Makes receives that may wait: by now every send of this rank has begun, so no two ranks wait for each other.
void Traffic::take_later() {
  std::shuffle(taken_.begin(), taken_.end(), own_);
  for (Taken& taken : taken_) {
    const Way way = script_[taken.message].way;
    if (way == Way::kRace) {
      take_raced(taken);
    } else if (way != Way::kReceive) {
      take_probed(taken);
    }
  }
}

void Traffic::take_raced(Taken& taken) {
  const Message& m = script_[taken.message];
  MPI_Status status;
  int cancelled = 0;
  MPI_Wait(&taken.race, &status);
  MPI_Test_cancelled(&status, &cancelled);
  if (cancelled != 0) {
    if (!taken.side->is_clear()) wrong(m, "a cancelled receive wrote");
    MPI_Recv(taken.side->data(), 1, taken.side->type(), source_of(m), m.tag, place_of(m).handle, &status);
  }
  count_is(status, m);
}

void Traffic::take_probed(Taken& taken) {
  const Message& m = script_[taken.message];
  const Place& place = place_of(m);
  MPI_Status status;
  MPI_Message matched = MPI_MESSAGE_NULL;
  int there = 0;
  switch (m.way) {
    case Way::kProbe: MPI_Probe(source_of(m), m.tag, place.handle, &status); break;
    case Way::kMprobe: MPI_Mprobe(source_of(m), m.tag, place.handle, &matched, &status); break;
    case Way::kIprobe:
      while (there == 0) MPI_Iprobe(source_of(m), m.tag, place.handle, &there, &status);
      break;
    default:
      while (there == 0) MPI_Improbe(source_of(m), m.tag, place.handle, &there, &matched, &status);
  }
  count_is(status, m);
  Side& side = *taken.side;
  if (matched == MPI_MESSAGE_NULL) {
    MPI_Recv(side.data(), 1, side.type(), status.MPI_SOURCE, status.MPI_TAG, place.handle, &status);
  } else if (m.way == Way::kMprobe) {
    MPI_Mrecv(side.data(), 1, side.type(), &matched, &status);
  } else {
    MPI_Imrecv(side.data(), 1, side.type(), &matched, &requests_.emplace_back(MPI_REQUEST_NULL));
  }
}

void Traffic::count_is(const MPI_Status& status, const Message& m) const {
  int bytes = -1;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  if (bytes != static_cast<int>(m.bytes)) wrong(m, "the status tells " + std::to_string(bytes) + " bytes");
  if (status.MPI_TAG != m.tag) wrong(m, "the status tells tag " + std::to_string(status.MPI_TAG));
  if (status.MPI_SOURCE != address_of(m, m.source)) wrong(m, "the status tells source " + std::to_string(status.MPI_SOURCE));
}

// Completes by any of the calls that complete several requests. Persistent requests stay.
void Traffic::complete() {
  const int count = static_cast<int>(requests_.size());
  std::vector<int> indices(requests_.size());
  const unsigned way = own_() % 4;
  int done = 0, index = 0, code = MPI_SUCCESS;
  if (way == 0) code = MPI_Waitall(count, requests_.data(), MPI_STATUSES_IGNORE);
  while (way == 1 && done == 0 && code == MPI_SUCCESS) code = MPI_Testall(count, requests_.data(), &done, MPI_STATUSES_IGNORE);
  while (way == 2 && index != MPI_UNDEFINED && code == MPI_SUCCESS) {
    code = MPI_Waitany(count, requests_.data(), &index, MPI_STATUS_IGNORE);
  }
  while (way == 3 && done != MPI_UNDEFINED && code == MPI_SUCCESS) {
    code = MPI_Waitsome(count, requests_.data(), &done, indices.data(), MPI_STATUSES_IGNORE);
  }
  for (Wild& wild : wild_) {
    MPI_Status status;
    MPI_Wait(&wild.request, &status);
    check_wild(wild, status);
  }
  if (code != MPI_SUCCESS) die("completing the requests of a round failed");
}

// Messages that are persistent on both sides are sent once more, with other contents; then all persistent requests are freed.
void Traffic::send_again() {
  std::vector<MPI_Request> again;
  for (const Kept& kept : kept_) {
    if (!script_[kept.message].twice() || kept.sends) continue;
    if (!kept.side->holds(script_[kept.message].pattern)) wrong(script_[kept.message], "wrong data");
    kept.side->clear();
    again.push_back(requests_[kept.request]);
    MPI_Start(&again.back());
  }
  if (any(is_ready_twice)) MPI_Barrier(places_.base());
  for (const Kept& kept : kept_) {
    if (!script_[kept.message].twice() || !kept.sends) continue;
    kept.side->fill(script_[kept.message].pattern + 1);
    again.push_back(requests_[kept.request]);
    MPI_Start(&again.back());
  }
  MPI_Waitall(static_cast<int>(again.size()), again.data(), MPI_STATUSES_IGNORE);
  for (const Kept& kept : kept_) MPI_Request_free(&requests_[kept.request]);
}

void Traffic::check() {
  for (Taken& taken : taken_) {
    const Message& m = script_[taken.message];
    if (!taken.side->holds(m.pattern + (m.twice() ? 1 : 0))) wrong(m, "wrong data");
  }
  for (const std::unique_ptr<Collective>& each : collectives_) {
    if (!each->is_right()) die(each->describe() + ": wrong result, round seed " + std::to_string(seed_));
  }
}

void Traffic::check_wild(const Wild& wild, const MPI_Status& status) const {
  if (status.MPI_TAG < 0 || static_cast<std::size_t>(status.MPI_TAG) >= script_.size()) {
    die("a message with tag " + std::to_string(status.MPI_TAG) + " that nobody sent, round seed " + std::to_string(seed_));
  }
  const Message& m = script_[static_cast<std::size_t>(status.MPI_TAG)];
  if (!is_wild(m) || m.target != places_.rank()) wrong(m, "came where nobody sent it");
  count_is(status, m);
  Side image("host", m.bytes, 0);
  image.fill(m.pattern);
  const auto rest = wild.data.begin() + static_cast<std::ptrdiff_t>(m.bytes);
  const bool kept = std::all_of(rest, wild.data.end(), [](unsigned char byte) { return byte == kPoison; });
  if (!kept || std::memcmp(wild.data.data(), image.data(), m.bytes) != 0) wrong(m, "wrong data");
}

// Returns the order in which this rank starts its part: random, except that messages that share their tag keep their order.
std::vector<std::size_t> Traffic::any_order() {
  std::vector<std::size_t> order(script_.size()), places, ordered;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), own_);
  for (std::size_t place = 0; place < order.size(); ++place) {
    if (!script_[order[place]].ordered) continue;
    places.push_back(place);
    ordered.push_back(order[place]);
  }
  std::sort(ordered.begin(), ordered.end());
  for (std::size_t i = 0; i < places.size(); ++i) order[places[i]] = ordered[i];
  return order;
}

bool Traffic::any(bool (*is)(const Message&)) const {
  return std::any_of(script_.begin(), script_.end(), is);
}

void Traffic::wrong(const Message& m, const std::string& what) const {
  die(what + ": " + std::to_string(m.bytes) + " bytes from rank " + std::to_string(m.source) + " (" + m.source_memory +
      ", blocks of " + std::to_string(m.source_block) + ", mode " + std::to_string(static_cast<int>(m.mode)) +
      (m.source_keeps ? ", persistent" : "") + ") to rank " + std::to_string(m.target) + " (" + m.target_memory +
      ", blocks of " + std::to_string(m.target_block) + ", way " + std::to_string(static_cast<int>(m.way)) +
      (m.target_keeps ? ", persistent" : "") + "), tag " + std::to_string(m.tag) + ", communicator " + std::to_string(m.place) +
      ", round seed " + std::to_string(seed_));
}

}  // namespace stress
