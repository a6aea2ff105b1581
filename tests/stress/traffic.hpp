// Runs this rank's part of one script after the other, and checks every byte.
#pragma once

#include <mpi.h>

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "collective.hpp"
#include "places.hpp"
#include "script.hpp"
#include "side.hpp"
#include "stress.hpp"

namespace stress {

class Traffic {
 public:
  // The constructor and the destructor are collective over `base`.
  Traffic(const Options& options, MPI_Comm base);

  // Runs a round. Collective. Returns the number of messages that this rank received. A wrong byte ends the job.
  std::size_t round(unsigned seed);

 private:
  struct Sent {
    std::size_t message;
    std::unique_ptr<Side> side;
  };
  struct Taken {
    std::size_t message;
    std::unique_ptr<Side> side;
    MPI_Request race = MPI_REQUEST_NULL;
  };
  // A persistent request, whose handle is in requests_.
  struct Kept {
    std::size_t request, message;
    Side* side;
    bool sends;
  };
  struct Wild {
    std::vector<unsigned char> data;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void begin(unsigned seed);
  void play(std::mt19937& shared);
  void start(std::size_t index);
  void send(std::size_t index);
  void receive(std::size_t index);
  void take_probed(Taken& taken);
  void take_raced(Taken& taken);
  void take_later();
  void complete();
  void send_again();
  void check();
  void check_wild(const Wild& wild, const MPI_Status& status) const;
  void count_is(const MPI_Status& status, const Message& message) const;
  std::vector<std::size_t> any_order();
  [[nodiscard]] bool any(bool (*is)(const Message&)) const;
  [[nodiscard]] const Place& place_of(const Message& message) const { return places_[message.place]; }
  [[nodiscard]] int address_of(const Message& message, int end) const { return rank_in(place_of(message).peers(), end); }
  [[nodiscard]] int source_of(const Message& message) const;
  [[noreturn]] void wrong(const Message& message, const std::string& what) const;

  const Options& options_;
  Places places_;
  std::mt19937 own_;
  unsigned seed_ = 0;
  std::vector<Message> script_;
  std::vector<MPI_Request> requests_;
  std::vector<Sent> sent_;
  std::vector<Taken> taken_;
  std::vector<Kept> kept_;
  std::vector<Wild> wild_;
  std::vector<std::unique_ptr<Collective>> collectives_;
};

}  // namespace stress
