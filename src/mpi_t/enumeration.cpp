#include "mpi_t/enumeration.hpp"

#include <algorithm>

#include "base/config.hpp"
#include "core/object/handle_table.hpp"
#include "mpi_t/event.hpp"
#include "mpi_t/gen/calls.hpp"
#include "mpi_t/text.hpp"

namespace penstock::mpi_t {
namespace {

constexpr std::uintptr_t kFirst = 0x100;  // above MPI_T_ENUM_NULL and above values that a tool may take for small numbers

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t end = text.find('|'); end != std::string_view::npos; end = text.find('|')) {
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  out.emplace_back(text);
  return out;
}

std::vector<Enumeration> make_enumerations() {
  std::vector<Enumeration> out = {{"truth", {"no", "yes"}}, {"phase", {"not running", "running"}}};
  for (const base::Tunable& row : base::tunables()) {
    if (row.type == "choice") out.push_back({std::string(row.name), split(row.limits)});
  }
  for (const EventType& type : event_types()) {
    Enumeration names{std::string(type.name), {}};
    for (const Element& element : type.elements) names.items.emplace_back(element.name);
    out.push_back(std::move(names));
  }
  return out;
}

}  // namespace

std::span<const Enumeration> enumerations() {
  static const std::vector<Enumeration> all = make_enumerations();
  return all;
}

MPI_T_enum enum_of(std::string_view name) {
  const auto all = enumerations();
  const auto found = std::ranges::find(all, name, &Enumeration::name);
  if (found == all.end()) return MPI_T_ENUM_NULL;
  return core::handle_from<MPI_T_enum>(kFirst + static_cast<std::uintptr_t>(found - all.begin()));
}

const Enumeration* find_enumeration(MPI_T_enum handle) {
  const std::uintptr_t number = core::number_of(handle) - kFirst;
  return number < enumerations().size() ? &enumerations()[number] : nullptr;
}

int enum_get_info(Caller& /*caller*/, MPI_T_enum enumtype, int* num, char* name, int* name_len) {
  const Enumeration* found = find_enumeration(enumtype);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  give(static_cast<int>(found->items.size()), num);
  give_text(found->name, name, name_len);
  return MPI_SUCCESS;
}

int enum_get_item(Caller& /*caller*/, MPI_T_enum enumtype, int index, int* value, char* name, int* name_len) {
  const Enumeration* found = find_enumeration(enumtype);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  if (index < 0 || static_cast<std::size_t>(index) >= found->items.size()) return MPI_T_ERR_INVALID_INDEX;
  give(index, value);
  give_text(found->items[static_cast<std::size_t>(index)], name, name_len);
  return MPI_SUCCESS;
}

}  // namespace penstock::mpi_t
