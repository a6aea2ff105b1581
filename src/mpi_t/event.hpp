// Types of events, and the data of each.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "mpi.h"
#include "observe/events.hpp"

namespace penstock::mpi_t {

struct Element {
  std::string_view name;
  MPI_Datatype datatype;  // MPI_INT or MPI_UNSIGNED_LONG_LONG
  MPI_Aint displacement;  // offset in the output of MPI_T_event_copy
};

struct EventType {
  std::string_view name;
  std::string_view description;
  std::vector<Element> elements;  // one for each value of the record, in that order
};

// Returns the types, indexed by observe::Event.
[[nodiscard]] std::span<const EventType> event_types();

// Writes one element of an event, in its datatype.
void give_element(const observe::EventRecord& record, std::size_t element, void* buffer);

}  // namespace penstock::mpi_t
