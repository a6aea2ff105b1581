// The calls about control variables.
#include "base/tunable_traits.hpp"

#include <algorithm>
#include "mpi_t/cvar.hpp"
#include "mpi_t/enumeration.hpp"
#include "mpi_t/gen/calls.hpp"
#include "mpi_t/text.hpp"

namespace penstock::mpi_t {
namespace {

using base::Settable;

bool is_tunable(int index) noexcept {
  return index >= 0 && static_cast<std::size_t>(index) < base::tunables().size();
}

int verbosity_for(int level) noexcept {
  if (level == 1) return MPI_T_VERBOSITY_USER_BASIC;
  return level == 2 ? MPI_T_VERBOSITY_TUNER_BASIC : MPI_T_VERBOSITY_MPIDEV_BASIC;
}

int scope_of(Settable settable) noexcept {
  switch (settable) {
    case Settable::kStart:
    case Settable::kRunning: return MPI_T_SCOPE_LOCAL;
    case Settable::kStartAlike: return MPI_T_SCOPE_ALL_EQ;
    case Settable::kNever: return MPI_T_SCOPE_READONLY;
  }
  return MPI_T_SCOPE_READONLY;
}

MPI_T_enum names_of(const base::Tunable& row) {
  if (row.type == "bool") return enum_of("truth");
  return row.type == "choice" ? enum_of(row.name) : MPI_T_ENUM_NULL;
}

std::string description(const base::Tunable& row) {
  std::string out(row.meaning);
  if (row.type == "cost") out += " Two numbers: the latency in us, and the rate in MB/s.";
  if (!row.unit.empty()) out += fmt::format(" In {}.", row.unit);
  if (!row.limits.empty() && row.type != "choice") out += fmt::format(" Values: {}.", row.limits);
  return out;
}

// The value takes effect now, or in the next process.
int assign(Caller& caller, std::size_t tunable, const std::string& value) {
  const base::Tunable& row = base::tunables()[tunable];
  const Settable settable = base::tunable_traits()[tunable].settable;
  Config tried = caller.config();
  if (!tried.set(row.name, value).is_ok()) return MPI_T_ERR_INVALID;
  if (core::Instance* instance = caller.instance(); instance != nullptr) {
    if (settable != Settable::kRunning) return MPI_T_ERR_CVAR_SET_NOT_NOW;
    if (!instance->job().change(row.name, value).is_ok()) return MPI_T_ERR_INVALID;
    caller.tools().loaded = false;
  } else {
    caller.tools().settings.config = std::move(tried);
  }
  caller.tools().changed[tunable] = value;
  return MPI_SUCCESS;
}

}  // namespace

int cvar_get_num(Caller& /*caller*/, int* num_cvar) {
  give(static_cast<int>(base::tunables().size()), num_cvar);
  return MPI_SUCCESS;
}

int cvar_get_info(Caller& /*caller*/, int cvar_index, char* name, int* name_len, int* verbosity, MPI_Datatype* datatype,
                  MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* scope) {
  if (!is_tunable(cvar_index)) return MPI_T_ERR_INVALID_INDEX;
  const base::Tunable& row = base::tunables()[static_cast<std::size_t>(cvar_index)];
  const base::TunableTraits& traits = base::tunable_traits()[static_cast<std::size_t>(cvar_index)];
  give_text(row.name, name, name_len);
  give(verbosity_for(traits.level), verbosity);
  give(cvar_form(row).datatype, datatype);
  give(names_of(row), enumtype);
  give_text(description(row), desc, desc_len);
  give(MPI_T_BIND_NO_OBJECT, bind);
  give(scope_of(traits.settable), scope);
  return MPI_SUCCESS;
}

int cvar_get_index(Caller& /*caller*/, const char* name, int* cvar_index) {
  if (name == nullptr || cvar_index == nullptr) return MPI_T_ERR_INVALID;
  const auto all = base::tunables();
  const auto found = std::ranges::find(all, std::string_view(name), &base::Tunable::name);
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *cvar_index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}

int cvar_handle_alloc(Caller& caller, int cvar_index, void* /*obj_handle*/, MPI_T_cvar_handle* handle, int* count) {
  if (!is_tunable(cvar_index)) return MPI_T_ERR_INVALID_INDEX;
  if (handle == nullptr || count == nullptr) return MPI_T_ERR_INVALID;
  const auto tunable = static_cast<std::size_t>(cvar_index);
  *handle = caller.tools().cvars.add({tunable});
  *count = cvar_form(base::tunables()[tunable]).count;
  return MPI_SUCCESS;
}

int cvar_handle_free(Caller& caller, MPI_T_cvar_handle* handle) {
  if (handle == nullptr || !caller.tools().cvars.remove(*handle)) return MPI_T_ERR_INVALID_HANDLE;
  *handle = MPI_T_CVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int cvar_read(Caller& caller, MPI_T_cvar_handle handle, void* buf) {
  const CvarHandle* found = caller.tools().cvars.find(handle);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  if (buf == nullptr) return MPI_T_ERR_INVALID;
  const base::Tunable& row = base::tunables()[found->tunable];
  return cvar_from_text(row, caller.config().get(row.name), buf).is_ok() ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

int cvar_write(Caller& caller, MPI_T_cvar_handle handle, const void* buf) {
  const CvarHandle* found = caller.tools().cvars.find(handle);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  if (buf == nullptr) return MPI_T_ERR_INVALID;
  if (base::tunable_traits()[found->tunable].settable == Settable::kNever) return MPI_T_ERR_CVAR_SET_NEVER;
  std::string value;
  if (!cvar_to_text(base::tunables()[found->tunable], buf, &value).is_ok()) return MPI_T_ERR_INVALID;
  return assign(caller, found->tunable, value);
}

}  // namespace penstock::mpi_t
