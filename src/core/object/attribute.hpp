// Attributes: values that an application attaches to communicators, datatypes and windows under its own keys.
#pragma once

#include <variant>
#include <vector>

#include "base/status.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Instance;

// The application's functions. MPI's constant for "no function" is 0, and 1 for a copy function that copies the value.
template <typename Handle>
struct AttributeFunctions {
  using Copy = int(Handle object, int keyval, void* extra_state, void* value, void* copied_value, int* flag);
  using Delete = int(Handle object, int keyval, void* value, void* extra_state);
  Copy* copy = nullptr;
  Delete* remove = nullptr;
};

// The type of the functions tells the kind of object that a key is for. The number names the key as long as a variable of the
// application or an attribute uses it.
class Keyval final : public Object {
 public:
  template <typename Handle>
  Keyval(Instance& instance, AttributeFunctions<Handle> functions, void* extra_state) noexcept
      : instance_(instance), functions_(functions), extra_state_(extra_state) {}

  template <typename Handle>
  [[nodiscard]] bool is_for() const noexcept {
    return std::holds_alternative<AttributeFunctions<Handle>>(functions_);
  }
  // Each runs a function of the application with the engine's lock released; an error code that it returns becomes the failure.
  template <typename Handle>
  [[nodiscard]] Status copy(Handle object, void* value, void** copied, bool* wanted);
  template <typename Handle>
  [[nodiscard]] Status remove(Handle object, void* value);

  int handle = MPI_KEYVAL_INVALID;
  bool freed = false;  // by the application; attributes may still use it

 private:
  ~Keyval() override;

  Instance& instance_;
  std::variant<AttributeFunctions<MPI_Comm>, AttributeFunctions<MPI_Datatype>, AttributeFunctions<MPI_Win>> functions_;
  void* extra_state_;
};

// The attributes of one object. The application's functions run inside set, remove, clear and copy and may change this list:
// only the key is kept across their calls.
class Attributes {
 public:
  [[nodiscard]] bool get(const Keyval& keyval, void** value) const noexcept;
  // Deletes an old value first; if its delete function fails, the old value stays.
  template <typename Handle>
  [[nodiscard]] Status set(Handle object, Keyval& keyval, void* value);
  // Returns kKeyval if there is no such attribute. If the delete function fails, the attribute stays.
  template <typename Handle>
  [[nodiscard]] Status remove(Handle object, Keyval& keyval);
  // Removes all attributes, the last one set first; stops at the first failure.
  template <typename Handle>
  [[nodiscard]] Status clear(Handle object);
  // Copies the attributes that the copy functions select for a duplicate of `object`. On failure `out` has those copied so far.
  template <typename Handle>
  [[nodiscard]] Status copy(Handle object, Attributes* out) const;

 private:
  struct Entry {
    Ref<Keyval> keyval;
    void* value;
  };
  [[nodiscard]] const Entry* find(const Keyval& keyval) const noexcept;
  void drop(const Keyval& keyval) noexcept;

  std::vector<Entry> entries_;  // in the order they were set
};

// Makes a new key. *keyval is its number.
template <typename Handle>
[[nodiscard]] Status create_keyval(Instance& instance, AttributeFunctions<Handle> functions, void* extra_state, int* keyval);
// Finds the key with that number, for objects of that kind; kKeyval if there is none, or if it is one of MPI's own.
template <typename Handle>
[[nodiscard]] Status find_keyval(Instance& instance, int keyval, Keyval** out);
// Releases the application's hold on the number. A repeated call while attributes use the key is only noted under
// PENSTOCK_CHECK, since other libraries accept it.
template <typename Handle>
[[nodiscard]] Status free_keyval(Instance& instance, int keyval);

}  // namespace penstock::core
