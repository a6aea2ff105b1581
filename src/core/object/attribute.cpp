#include "core/object/attribute.hpp"

#include <algorithm>

#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

template <typename Function>
bool is_constant(Function* function, std::uintptr_t value) noexcept {
  return reinterpret_cast<std::uintptr_t>(function) == value;
}
constexpr std::uintptr_t kNullFunction = 0;
constexpr std::uintptr_t kDupFunction = 1;

Status failed(int code, std::string_view which, int keyval) {
  return Status::user(code, fmt::format("the attribute {} function of key {} returned error code {}", which, keyval, code));
}

bool is_predefined(int keyval) noexcept {
  return (keyval >= MPI_TAG_UB && keyval <= MPI_UNIVERSE_SIZE) || (keyval >= MPI_WIN_BASE && keyval <= MPI_WIN_MODEL);
}

}  // namespace

Keyval::~Keyval() {
  if (handle != MPI_KEYVAL_INVALID) instance_.forget(*this);
}

template <typename Handle>
Status Keyval::copy(Handle object, void* value, void** copied, bool* wanted) {
  const auto& functions = std::get<AttributeFunctions<Handle>>(functions_);
  *wanted = is_constant(functions.copy, kDupFunction);
  *copied = value;
  if (*wanted || is_constant(functions.copy, kNullFunction)) return Status::ok();
  int flag = 0;
  int code = MPI_SUCCESS;
  {
    const proto::Unlocked unlocked(instance_.engine().lock());
    code = functions.copy(object, handle, extra_state_, value, static_cast<void*>(copied), &flag);
  }
  *wanted = flag != 0;
  return code == MPI_SUCCESS ? Status::ok() : failed(code, "copy", handle);
}

template <typename Handle>
Status Keyval::remove(Handle object, void* value) {
  const auto& functions = std::get<AttributeFunctions<Handle>>(functions_);
  if (is_constant(functions.remove, kNullFunction)) return Status::ok();
  int code = MPI_SUCCESS;
  {
    const proto::Unlocked unlocked(instance_.engine().lock());
    code = functions.remove(object, handle, value, extra_state_);
  }
  return code == MPI_SUCCESS ? Status::ok() : failed(code, "delete", handle);
}

const Attributes::Entry* Attributes::find(const Keyval& keyval) const noexcept {
  const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.keyval.get() == &keyval; });
  return found != entries_.end() ? &*found : nullptr;
}

void Attributes::drop(const Keyval& keyval) noexcept {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.keyval.get() == &keyval; });
}

bool Attributes::get(const Keyval& keyval, void** value) const noexcept {
  const Entry* entry = find(keyval);
  if (entry != nullptr) *value = entry->value;
  return entry != nullptr;
}

template <typename Handle>
Status Attributes::set(Handle object, Keyval& keyval, void* value) {
  if (keyval.freed) return Status::error(Code::kKeyval, "the attribute key {} has been freed", keyval.handle);
  const auto held = Ref<Keyval>::share(keyval);
  if (const Entry* old = find(keyval); old != nullptr) PENSTOCK_TRY(keyval.remove(object, old->value));
  drop(keyval);
  entries_.push_back({held, value});
  return Status::ok();
}

template <typename Handle>
Status Attributes::remove(Handle object, Keyval& keyval) {
  const auto held = Ref<Keyval>::share(keyval);
  const Entry* entry = find(keyval);
  if (entry == nullptr) return Status::error(Code::kKeyval, "the object has no attribute of key {}", keyval.handle);
  PENSTOCK_TRY(keyval.remove(object, entry->value));
  drop(keyval);
  return Status::ok();
}

template <typename Handle>
Status Attributes::clear(Handle object) {
  while (!entries_.empty()) PENSTOCK_TRY(remove(object, *entries_.back().keyval));
  return Status::ok();
}

template <typename Handle>
Status Attributes::copy(Handle object, Attributes* out) const {
  const std::vector<Entry> entries = entries_;
  for (const Entry& entry : entries) {
    void* copied = nullptr;
    bool wanted = false;
    PENSTOCK_TRY(entry.keyval->copy(object, entry.value, &copied, &wanted));
    if (wanted) out->entries_.push_back({entry.keyval, copied});
  }
  return Status::ok();
}

template <typename Handle>
Status create_keyval(Instance& instance, AttributeFunctions<Handle> functions, void* extra_state, int* keyval) {
  Keyval* made = nullptr;
  PENSTOCK_TRY(instance.publish(Ref<Keyval>::adopt(new Keyval(instance, functions, extra_state)), &made));
  *keyval = made->handle;
  return Status::ok();
}

template <typename Handle>
Status find_keyval(Instance& instance, int keyval, Keyval** out) {
  if (is_predefined(keyval)) {
    return Status::error(Code::kKeyval, "key {} is MPI's own: its attributes cannot be changed", keyval);
  }
  const auto number = static_cast<std::uintptr_t>(static_cast<std::uint32_t>(keyval));
  Keyval* found = instance.table<Keyval>().find(number);
  if (found == nullptr) return instance.table<Keyval>().explain(number);
  if (!found->is_for<Handle>()) return Status::error(Code::kKeyval, "key {} was made for another kind of object", keyval);
  *out = found;
  return Status::ok();
}

template <typename Handle>
Status free_keyval(Instance& instance, int keyval) {
  Keyval* found = nullptr;
  PENSTOCK_TRY(find_keyval<Handle>(instance, keyval, &found));
  if (found->freed) {
    instance.note_unportable(fmt::format("the attribute key {} is freed a second time; attributes still have it", keyval));
    return Status::ok();
  }
  found->freed = true;
  found->release();  // the application's reference; the number is freed with the last attribute that has it
  return Status::ok();
}

#define PENSTOCK_ATTRIBUTES_OF(Handle)                                               \
  template Status Attributes::set(Handle, Keyval&, void*);                           \
  template Status Attributes::remove(Handle, Keyval&);                               \
  template Status Attributes::clear(Handle);                                         \
  template Status Attributes::copy(Handle, Attributes*) const;                       \
  template Status create_keyval(Instance&, AttributeFunctions<Handle>, void*, int*); \
  template Status find_keyval<Handle>(Instance&, int, Keyval**);                     \
  template Status free_keyval<Handle>(Instance&, int);

PENSTOCK_ATTRIBUTES_OF(MPI_Comm)
PENSTOCK_ATTRIBUTES_OF(MPI_Datatype)
PENSTOCK_ATTRIBUTES_OF(MPI_Win)

#undef PENSTOCK_ATTRIBUTES_OF

}  // namespace penstock::core
