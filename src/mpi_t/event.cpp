#include "mpi_t/event.hpp"

#include <cstring>

namespace penstock::mpi_t {
namespace {

EventType make_type(std::string_view name, std::string_view description,
                    std::initializer_list<std::pair<std::string_view, MPI_Datatype>> elements) {
  EventType out{name, description, {}};
  MPI_Aint place = 0;
  for (const auto& [element, datatype] : elements) {
    const MPI_Aint size = datatype == MPI_INT ? sizeof(int) : sizeof(unsigned long long);
    place = (place + size - 1) / size * size;
    out.elements.push_back({element, datatype, place});
    place += size;
  }
  return out;
}

// Makes the types in the order of observe::Event.
std::vector<EventType> make_types() {
  return {
      make_type("penstock_message_kept",
                "A message has come before its receive: the sender's rank in MPI_COMM_WORLD, tag, bytes. Those of collectives "
                "are among them, with tags of the library's own.",
                {{"source", MPI_INT}, {"tag", MPI_INT}, {"bytes", MPI_UNSIGNED_LONG_LONG}}),
      make_type("penstock_credits",
                "A receiver has too many messages without receives (PENSTOCK_UNEXPECTED_LIMIT): it asks this process to hold "
                "(1) its sends until they are matched, or to go on (0). Its rank in MPI_COMM_WORLD, what it asks.",
                {{"peer", MPI_INT}, {"hold", MPI_INT}}),
      make_type(
          "penstock_path_chosen",
          "How the bytes of a large message move: the peer's rank in MPI_COMM_WORLD, whether this process receives (1) or "
          "sends (0), the way (0 get, 1 put, 2 ask the peer to put, 3 staged, 4 fragments, 5 exchange, 6 stream), bytes.",
          {{"peer", MPI_INT}, {"receives", MPI_INT}, {"way", MPI_INT}, {"bytes", MPI_UNSIGNED_LONG_LONG}}),
  };
}

}  // namespace

std::span<const EventType> event_types() {
  static const std::vector<EventType> all = make_types();
  return all;
}

void give_element(const observe::EventRecord& record, std::size_t element, void* buffer) {
  const std::int64_t value = record.values[element];
  if (event_types()[static_cast<std::size_t>(record.event)].elements[element].datatype == MPI_INT) {
    const auto number = static_cast<int>(value);
    std::memcpy(buffer, &number, sizeof number);
  } else {
    const auto number = static_cast<unsigned long long>(value);
    std::memcpy(buffer, &number, sizeof number);
  }
}

}  // namespace penstock::mpi_t
