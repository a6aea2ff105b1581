// Attributes: values that a program hangs on communicators, datatypes and windows, under keys of its own.
#pragma once

#include <variant>
#include <vector>

#include "base/status.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Instance;

// The program's functions. MPI's constants for "no function" are 0, and 1 for a copy function that copies the value.
template <typename Handle>
struct AttributeFunctions {
  using Copy = int(Handle object, int keyval, void* extra_state, void* value, void* copied_value, int* flag);
  using Delete = int(Handle object, int keyval, void* value, void* extra_state);
  Copy* copy = nullptr;
  Delete* remove = nullptr;
};

// What kind of object a key is for lies in the type of its functions. The number names the key as long as a program's
// variable or an attribute does.
class Keyval final : public Object {
 public:
  template <typename Handle>
  Keyval(Instance& instance, AttributeFunctions<Handle> functions, void* extra_state) noexcept
      : instance_(instance), functions_(functions), extra_state_(extra_state) {}

  template <typename Handle>
  [[nodiscard]] bool is_for() const noexcept {
    return std::holds_alternative<AttributeFunctions<Handle>>(functions_);
  }
  // Each runs a function of the program with the engine's lock released; a code it returns becomes the failure.
  template <typename Handle>
  [[nodiscard]] Status copy(Handle object, void* value, void** copied, bool* wanted);
  template <typename Handle>
  [[nodiscard]] Status remove(Handle object, void* value);

  int handle = MPI_KEYVAL_INVALID;
  bool freed = false;  // by the program; attributes may still hold it

 private:
  ~Keyval() override;

  Instance& instance_;
  std::variant<AttributeFunctions<MPI_Comm>, AttributeFunctions<MPI_Datatype>, AttributeFunctions<MPI_Win>> functions_;
  void* extra_state_;
};

// The attributes of one object. Functions of the program run inside set, remove, clear and copy and may change the very
// list: nothing is held across them but the key.
class Attributes {
 public:
  [[nodiscard]] bool get(const Keyval& keyval, void** value) const noexcept;
  // An old value is deleted first; if its function fails it stays.
  template <typename Handle>
  [[nodiscard]] Status set(Handle object, Keyval& keyval, void* value);
  // kKeyval where there is none. If the key's function fails the attribute stays.
  template <typename Handle>
  [[nodiscard]] Status remove(Handle object, Keyval& keyval);
  // All of them, the last one set first; ends at the first failure.
  template <typename Handle>
  [[nodiscard]] Status clear(Handle object);
  // What the copy functions want for a duplicate of `object`. On failure those made so far are in `out`.
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

// A new key. *keyval is its number.
template <typename Handle>
[[nodiscard]] Status create_keyval(Instance& instance, AttributeFunctions<Handle> functions, void* extra_state, int* keyval);
// The key of that number, for objects of that kind; kKeyval if there is none, or it is one of MPI's own.
template <typename Handle>
[[nodiscard]] Status find_keyval(Instance& instance, int keyval, Keyval** out);
// Gives the program's hold on the number back. Again, while attributes have the key: nothing but a note under PENSTOCK_CHECK,
// since other libraries take it.
template <typename Handle>
[[nodiscard]] Status free_keyval(Instance& instance, int keyval);

}  // namespace penstock::core
