// The calls about events and the source of their times.
#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "core/object/info.hpp"
#include "mpi_t/enumeration.hpp"
#include "mpi_t/event.hpp"
#include "mpi_t/gen/calls.hpp"
#include "mpi_t/text.hpp"

namespace penstock::mpi_t {
namespace {

constexpr MPI_Count kTicksPerSecond = 1'000'000'000;

bool is_event(int index) noexcept {
  return index >= 0 && static_cast<std::size_t>(index) < event_types().size();
}

// Returns the index of a level among those that callbacks have; the number of levels if it is none.
std::size_t place_of(MPI_T_cb_safety safety) noexcept {
  return static_cast<std::size_t>(std::ranges::find(kSafetyLevels, safety) - kSafetyLevels.begin());
}

// Makes an info object without keys, because no hint has an effect. It needs a process that runs.
int give_no_hints(Caller& caller, MPI_Info* info) {
  if (info == nullptr) return MPI_SUCCESS;
  *info = MPI_INFO_NULL;
  if (caller.instance() == nullptr) return MPI_SUCCESS;
  core::Info* made = nullptr;
  if (!caller.instance()->publish(core::Ref<core::Info>::adopt(new core::Info()), &made).is_ok()) return MPI_T_ERR_MEMORY;
  *info = made->handle;
  return MPI_SUCCESS;
}

// Called when the set of events with listeners has changed.
void update(Caller& caller) {
  if (caller.instance() != nullptr) caller.tools().listen(*caller.instance());
}

int find(Caller& caller, MPI_T_event_registration handle, Registration** out) {
  *out = caller.tools().registrations.find(handle);
  return *out != nullptr ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
}

int find(Caller& caller, MPI_T_event_instance handle, const observe::EventRecord** out) {
  const Instance* found = caller.tools().instances.find(handle);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  *out = &found->record;
  return MPI_SUCCESS;
}

}  // namespace

int source_get_num(Caller& /*caller*/, int* num_sources) {
  give(1, num_sources);
  return MPI_SUCCESS;
}

int source_get_info(Caller& caller, int source_index, char* name, int* name_len, char* desc, int* desc_len,
                    MPI_T_source_order* ordering, MPI_Count* ticks_per_second, MPI_Count* max_ticks, MPI_Info* info) {
  if (source_index != 0) return MPI_T_ERR_INVALID_INDEX;
  give_text("penstock", name, name_len);
  give_text("The library in this process. Its clock is monotonic, that of the whole host.", desc, desc_len);
  give(MPI_T_SOURCE_ORDERED, ordering);
  give(kTicksPerSecond, ticks_per_second);
  give(std::numeric_limits<MPI_Count>::max(), max_ticks);
  return give_no_hints(caller, info);
}

int source_get_timestamp(Caller& /*caller*/, int source_index, MPI_Count* timestamp) {
  if (source_index != 0) return MPI_T_ERR_INVALID_INDEX;
  give(static_cast<MPI_Count>(base::now_ns()), timestamp);
  return MPI_SUCCESS;
}

int event_get_num(Caller& /*caller*/, int* num_events) {
  give(static_cast<int>(event_types().size()), num_events);
  return MPI_SUCCESS;
}

int event_get_info(Caller& caller, int event_index, char* name, int* name_len, int* verbosity,
                   MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int* num_elements,
                   MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len, int* bind) {
  if (!is_event(event_index)) return MPI_T_ERR_INVALID_INDEX;
  const EventType& type = event_types()[static_cast<std::size_t>(event_index)];
  give_text(type.name, name, name_len);
  give(MPI_T_VERBOSITY_TUNER_DETAIL, verbosity);
  if (num_elements != nullptr) {
    const std::size_t room = static_cast<std::size_t>(std::max(*num_elements, 0));
    for (std::size_t i = 0; i < std::min(room, type.elements.size()); ++i) {
      if (array_of_datatypes != nullptr) array_of_datatypes[i] = type.elements[i].datatype;
      if (array_of_displacements != nullptr) array_of_displacements[i] = type.elements[i].displacement;
    }
    *num_elements = static_cast<int>(type.elements.size());
  }
  give(enum_of(type.name), enumtype);
  give_text(type.description, desc, desc_len);
  give(MPI_T_BIND_NO_OBJECT, bind);
  return give_no_hints(caller, info);
}

namespace {

std::string_view current_name(std::string_view name) noexcept {
  if (name == std::string_view{"penstock_flow"}) return "penstock_credits";
  if (name == std::string_view{"penstock_way_chosen"}) return "penstock_path_chosen";
  return name;
}

}  // namespace

int event_get_index(Caller& /*caller*/, const char* name, int* event_index) {
  if (name == nullptr || event_index == nullptr) return MPI_T_ERR_INVALID;
  const auto all = event_types();
  const auto found = std::ranges::find(all, current_name(name), &EventType::name);
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *event_index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}

int event_handle_alloc(Caller& caller, int event_index, void* /*obj_handle*/, MPI_Info /*info*/,
                       MPI_T_event_registration* event_registration) {
  if (!is_event(event_index)) return MPI_T_ERR_INVALID_INDEX;
  if (event_registration == nullptr) return MPI_T_ERR_INVALID;
  Registration made;
  made.event = static_cast<observe::Event>(event_index);
  *event_registration = caller.tools().registrations.add(made);
  return MPI_SUCCESS;
}

int event_handle_set_info(Caller& caller, MPI_T_event_registration event_registration, MPI_Info /*info*/) {
  Registration* found = nullptr;
  return find(caller, event_registration, &found);
}

int event_handle_get_info(Caller& caller, MPI_T_event_registration event_registration, MPI_Info* info_used) {
  Registration* found = nullptr;
  if (const int failed = find(caller, event_registration, &found); failed != MPI_SUCCESS) return failed;
  return give_no_hints(caller, info_used);
}

// A null function removes the callback of that level.
int event_register_callback(Caller& caller, MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
                            MPI_Info /*info*/, void* user_data, MPI_T_event_cb_function* event_cb_function) {
  Registration* found = nullptr;
  if (const int failed = find(caller, event_registration, &found); failed != MPI_SUCCESS) return failed;
  const std::size_t place = place_of(cb_safety);
  if (place == kSafetyLevels.size()) return MPI_T_ERR_INVALID;
  found->callbacks[place] = {event_cb_function, user_data};
  update(caller);
  return MPI_SUCCESS;
}

int event_callback_set_info(Caller& caller, MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
                            MPI_Info /*info*/) {
  Registration* found = nullptr;
  if (const int failed = find(caller, event_registration, &found); failed != MPI_SUCCESS) return failed;
  return place_of(cb_safety) < kSafetyLevels.size() ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

int event_callback_get_info(Caller& caller, MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
                            MPI_Info* info_used) {
  if (const int failed = event_callback_set_info(caller, event_registration, cb_safety, MPI_INFO_NULL); failed != MPI_SUCCESS) {
    return failed;
  }
  return give_no_hints(caller, info_used);
}

int event_set_dropped_handler(Caller& caller, MPI_T_event_registration event_registration,
                              MPI_T_event_dropped_cb_function* dropped_cb_function) {
  Registration* found = nullptr;
  if (const int failed = find(caller, event_registration, &found); failed != MPI_SUCCESS) return failed;
  found->dropped = dropped_cb_function;
  return MPI_SUCCESS;
}

int event_handle_free(Caller& caller, MPI_T_event_registration event_registration, void* user_data,
                      MPI_T_event_free_cb_function* free_cb_function) {
  if (!caller.tools().registrations.remove(event_registration)) return MPI_T_ERR_INVALID_HANDLE;
  update(caller);
  if (free_cb_function != nullptr) {
    caller.then([=] { free_cb_function(event_registration, MPI_T_CB_REQUIRE_NONE, user_data); });
  }
  return MPI_SUCCESS;
}

int event_read(Caller& caller, MPI_T_event_instance event_instance, int element_index, void* buffer) {
  const observe::EventRecord* record = nullptr;
  if (const int failed = find(caller, event_instance, &record); failed != MPI_SUCCESS) return failed;
  const EventType& type = event_types()[static_cast<std::size_t>(record->event)];
  if (element_index < 0 || static_cast<std::size_t>(element_index) >= type.elements.size()) return MPI_T_ERR_INVALID_INDEX;
  if (buffer == nullptr) return MPI_T_ERR_INVALID;
  give_element(*record, static_cast<std::size_t>(element_index), buffer);
  return MPI_SUCCESS;
}

int event_copy(Caller& caller, MPI_T_event_instance event_instance, void* buffer) {
  const observe::EventRecord* record = nullptr;
  if (const int failed = find(caller, event_instance, &record); failed != MPI_SUCCESS) return failed;
  if (buffer == nullptr) return MPI_T_ERR_INVALID;
  const EventType& type = event_types()[static_cast<std::size_t>(record->event)];
  for (std::size_t i = 0; i < type.elements.size(); ++i) {
    give_element(*record, i, static_cast<char*>(buffer) + type.elements[i].displacement);
  }
  return MPI_SUCCESS;
}

int event_get_timestamp(Caller& caller, MPI_T_event_instance event_instance, MPI_Count* event_timestamp) {
  const observe::EventRecord* record = nullptr;
  if (const int failed = find(caller, event_instance, &record); failed != MPI_SUCCESS) return failed;
  give(static_cast<MPI_Count>(record->time_ns), event_timestamp);
  return MPI_SUCCESS;
}

int event_get_source(Caller& caller, MPI_T_event_instance event_instance, int* source_index) {
  const observe::EventRecord* record = nullptr;
  if (const int failed = find(caller, event_instance, &record); failed != MPI_SUCCESS) return failed;
  give(0, source_index);
  return MPI_SUCCESS;
}

}  // namespace penstock::mpi_t
