// Calls whose answer is another one in the ABI of the face: versions and names, predefined attributes, how a datatype was made,
// tools.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "api/gen/entry.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"
#include "faces/common/texts.hpp"

namespace penstock::faces::PENSTOCK_FACE {
namespace {

void* address_of(const int& value) noexcept {
  return const_cast<int*>(&value);
}

// ---- attributes: the program gets pointers to values of its ABI, which live as long as the library ----
void* translated(int keyval, void* value) noexcept {
  static int host;
  static int io;
  static int last_used_code;
  const auto number = [&] { return *static_cast<const int*>(value); };
  const auto keep = [](int& place, int theirs) {
    __atomic_store_n(&place, theirs, __ATOMIC_RELAXED);
    return static_cast<void*>(&place);
  };
  switch (keyval) {
    case MPI_HOST: return keep(host, rank_out(number()));
    case MPI_IO: return keep(io, rank_out(number()));
    case MPI_LASTUSEDCODE: return keep(last_used_code, code_out(number()));
    default: return value;
  }
}

void* window_value(int keyval, void* value) noexcept {
  const auto find = [&](const auto& rows) {
    for (const Known& row : rows) {
      if (row.ours == *static_cast<const int*>(value)) return address_of(row.theirs);
    }
    return value;
  };
  switch (keyval) {
    case MPI_WIN_CREATE_FLAVOR: return find(kWindowFlavors);
    case MPI_WIN_MODEL: return find(kWindowModels);
    default: return value;
  }
}

template <typename Entry, typename Ours>
int get_attribute(Entry* entry, Ours object, int keyval, void* to, int* flag, void* (*translate)(int, void*)) noexcept {
  void* value = nullptr;
  const int ours = keyval_in(keyval);
  const int code = entry(object, ours, to != nullptr ? static_cast<void*>(&value) : nullptr, flag);
  if (code != MPI_SUCCESS || *flag == 0) return code_out(code);
  if (ours >= MPI_TAG_UB && ours <= MPI_WIN_MODEL) value = translate(ours, value);
  std::memcpy(to, static_cast<const void*>(&value), sizeof value);
  return MPI_SUCCESS;
}

// ---- how a datatype was made ----
// The integers of these two constructors have constants among them: in front of the last, which is the order, in the form with
// large counts as well.
void translate_contents(int combiner, bool large, int* integers) noexcept {
  if (combiner == MPI_COMBINER_SUBARRAY) {
    int& order = integers[large ? 1 : 1 + 3 * integers[0]];
    order = order_out(order);
  } else if (combiner == MPI_COMBINER_DARRAY) {
    const int dimensions = integers[2];
    int* const distributions = integers + 3 + (large ? 0 : dimensions);
    int* const block_sizes = distributions + dimensions;
    for (int i = 0; i < dimensions; ++i) {
      distributions[i] = distribution_out(distributions[i]);
      block_sizes[i] = distribution_argument_out(block_sizes[i]);
    }
    distributions[3 * dimensions] = order_out(distributions[3 * dimensions]);
  }
}

int get_contents(Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts,
                 MPI_Count max_datatypes, int* integers, MPI_Aint* addresses, MPI_Count* large_counts, Datatype* datatypes,
                 api::Form form) {
  const std::size_t size = length_of(max_datatypes, datatypes);
  Room<MPI_Datatype> room(size);
  std::fill_n(room.data(), size, nullptr);
  const int code = api::Type_get_contents(in(datatype), max_integers, max_addresses, max_large_counts, max_datatypes, integers,
                                          addresses, large_counts, datatypes != nullptr ? room.data() : nullptr, form);
  if (code != MPI_SUCCESS) return code_out(code);
  for (std::size_t i = 0; i < size && room.data()[i] != nullptr; ++i) datatypes[i] = out<Datatype>(room.data()[i]);
  MPI_Count numbers[4] = {};
  int combiner = MPI_COMBINER_NAMED;
  const int known =
      api::Type_get_envelope(in(datatype), &numbers[0], &numbers[1], &numbers[2], &numbers[3], &combiner, api::Form::kLarge);
  if (known == MPI_SUCCESS) translate_contents(combiner, numbers[2] > 0, integers);
  return code_out(known);
}

}  // namespace

// Applications call this to tell the standard ABI from others: this is not the standard's.
int Abi_get_version(int* abi_major, int* abi_minor) noexcept {
  const int code = api::Abi_get_version(abi_major, abi_minor);
  if (code == MPI_SUCCESS) *abi_major = *abi_minor = -1;
  return code_out(code);
}
WEAK_NAME(Abi_get_version);

int Get_library_version(char* version, int* resultlen) noexcept {
  char whole[MPI_MAX_LIBRARY_VERSION_STRING];
  const int code = api::Get_library_version(version != nullptr ? whole : nullptr, resultlen);
  if (code != MPI_SUCCESS) return code_out(code);
  constexpr std::string_view kStandard = "standard ABI 1.0";
  static_assert(kAbiName.size() <= kStandard.size());
  std::string_view text(whole, static_cast<std::size_t>(*resultlen));
  if (text.ends_with(kStandard)) {
    char* const end = std::copy(kAbiName.begin(), kAbiName.end(), whole + text.size() - kStandard.size());
    text = std::string_view(whole, static_cast<std::size_t>(end - whole));
  }
  cut(text, kMaxLibraryVersion, version, resultlen);
  return MPI_SUCCESS;
}
WEAK_NAME(Get_library_version);

int Get_processor_name(char* name, int* resultlen) noexcept {
  char whole[MPI_MAX_PROCESSOR_NAME];
  const int code = api::Get_processor_name(name != nullptr ? whole : nullptr, resultlen);
  if (code == MPI_SUCCESS) cut(whole, kMaxProcessorName, name, resultlen);
  return code_out(code);
}
WEAK_NAME(Get_processor_name);

int Info_get_nthkey(Info info, int n, char* key) noexcept {
  char whole[MPI_MAX_INFO_KEY];
  int length = 0;
  const int code = api::Info_get_nthkey(in(info), n, key != nullptr ? whole : nullptr);
  if (code == MPI_SUCCESS) cut(whole, kMaxInfoKey, key, &length);
  return code_out(code);
}
WEAK_NAME(Info_get_nthkey);

int Comm_get_attr(Comm comm, int comm_keyval, void* attribute_val, int* flag) noexcept {
  return get_attribute(api::Comm_get_attr, in(comm), comm_keyval, attribute_val, flag, translated);
}
WEAK_NAME(Comm_get_attr);

int Attr_get(Comm comm, int keyval, void* attribute_val, int* flag) noexcept {
  return get_attribute(api::Attr_get, in(comm), keyval, attribute_val, flag, translated);
}
WEAK_NAME(Attr_get);

int Win_get_attr(Win win, int win_keyval, void* attribute_val, int* flag) noexcept {
  return get_attribute(api::Win_get_attr, in(win), win_keyval, attribute_val, flag, window_value);
}
WEAK_NAME(Win_get_attr);

int Type_get_contents(Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[],
                      MPI_Aint array_of_addresses[], Datatype array_of_datatypes[]) noexcept {
  return get_contents(datatype, max_integers, max_addresses, 0, max_datatypes, array_of_integers, array_of_addresses, nullptr,
                      array_of_datatypes, api::Form::kSmall);
}
WEAK_NAME(Type_get_contents);

int Type_get_contents_c(Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts,
                        MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
                        MPI_Count array_of_large_counts[], Datatype array_of_datatypes[]) noexcept {
  return get_contents(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers,
                      array_of_addresses, array_of_large_counts, array_of_datatypes, api::Form::kLarge);
}
WEAK_NAME(Type_get_contents_c);

int T_event_get_info(int event_index, char* name, int* name_len, int* verbosity, Datatype array_of_datatypes[],
                     MPI_Aint array_of_displacements[], int* num_elements, MPI_T_enum* enumtype, Info* info, char* desc,
                     int* desc_len, int* bind) noexcept {
  const std::size_t size = num_elements != nullptr ? length_of(*num_elements, array_of_datatypes) : 0;
  Room<MPI_Datatype> room(size);
  std::fill_n(room.data(), size, nullptr);
  const int code = api::T_event_get_info(event_index, name, name_len, NumberOut<verbosity_out>(verbosity),
                                         array_of_datatypes != nullptr ? room.data() : nullptr, array_of_displacements,
                                         num_elements, enumtype, HandleOut(info), desc, desc_len, NumberOut<binding_out>(bind));
  for (std::size_t i = 0; i < size && room.data()[i] != nullptr; ++i) array_of_datatypes[i] = out<Datatype>(room.data()[i]);
  return code_out(code);
}
WEAK_NAME(T_event_get_info);

// A variable of communicators is the only one that looks at its object.
int T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, void* obj_handle, MPI_T_pvar_handle* handle,
                        int* count) noexcept {
  int bind = MPI_T_BIND_NO_OBJECT;
  MPI_Comm comm = MPI_COMM_NULL;
  const int known = api::T_pvar_get_info(pvar_index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                         &bind, nullptr, nullptr, nullptr);
  if (known == MPI_SUCCESS && bind == MPI_T_BIND_MPI_COMM && obj_handle != nullptr) {
    comm = in(*static_cast<const Comm*>(obj_handle));
    obj_handle = static_cast<void*>(&comm);
  }
  return code_out(api::T_pvar_handle_alloc(pe_session, pvar_index, obj_handle, handle, count));
}
WEAK_NAME(T_pvar_handle_alloc);

}  // namespace penstock::faces::PENSTOCK_FACE
