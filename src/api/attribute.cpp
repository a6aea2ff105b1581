// Attributes of communicators and datatypes (section 7.7).
#include "core/object/attribute.hpp"

#include <cstring>

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

// The application passes the address of a pointer as void*.
void hand_out(void* value, void* attribute_val) noexcept {
  std::memcpy(attribute_val, static_cast<const void*>(&value), sizeof(value));
}

template <typename Handle>
Status free_keyval(Call& call, int* keyval) {
  PENSTOCK_TRY(core::free_keyval<Handle>(call.instance(), *keyval));
  *keyval = MPI_KEYVAL_INVALID;
  return Status::ok();
}

template <typename Owner>
Status set_attribute(Call& call, Owner& owner, int keyval, void* value) {
  core::Keyval* found = nullptr;
  PENSTOCK_TRY(core::find_keyval<decltype(owner.handle)>(call.instance(), keyval, &found));
  const auto kept = core::Ref<Owner>::share(owner);
  return owner.attributes.set(owner.handle, *found, value);
}

template <typename Owner>
Status get_attribute(Call& call, Owner& owner, int keyval, void* attribute_val, int* flag) {
  core::Keyval* found = nullptr;
  PENSTOCK_TRY(core::find_keyval<decltype(owner.handle)>(call.instance(), keyval, &found));
  void* value = nullptr;
  *flag = owner.attributes.get(*found, &value) ? 1 : 0;
  if (*flag != 0) hand_out(value, attribute_val);
  return Status::ok();
}

template <typename Owner>
Status delete_attribute(Call& call, Owner& owner, int keyval) {
  core::Keyval* found = nullptr;
  PENSTOCK_TRY(core::find_keyval<decltype(owner.handle)>(call.instance(), keyval, &found));
  const auto kept = core::Ref<Owner>::share(owner);
  return owner.attributes.remove(owner.handle, *found);
}

}  // namespace

Status Comm_create_keyval(Call& call, MPI_Comm_copy_attr_function* comm_copy_attr_fn,
                          MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval, void* extra_state) {
  return core::create_keyval<MPI_Comm>(call.instance(), {comm_copy_attr_fn, comm_delete_attr_fn}, extra_state, comm_keyval);
}

Status Comm_free_keyval(Call& call, int* comm_keyval) {
  return free_keyval<MPI_Comm>(call, comm_keyval);
}

Status Comm_set_attr(Call& call, core::Comm& comm, int comm_keyval, void* attribute_val) {
  return set_attribute(call, comm, comm_keyval, attribute_val);
}

// MPI's own attributes are the same on every communicator.
Status Comm_get_attr(Call& call, core::Comm& comm, int comm_keyval, void* attribute_val, int* flag) {
  if (comm_keyval < MPI_TAG_UB || comm_keyval > MPI_UNIVERSE_SIZE) {
    return get_attribute(call, comm, comm_keyval, attribute_val, flag);
  }
  int* value = call.instance().attributes.find(comm_keyval);
  *flag = value != nullptr ? 1 : 0;
  if (value != nullptr) hand_out(value, attribute_val);
  return Status::ok();
}

Status Comm_delete_attr(Call& call, core::Comm& comm, int comm_keyval) {
  return delete_attribute(call, comm, comm_keyval);
}

// These are the deprecated names of the same calls (section 18.1).
Status Keyval_create(Call& call, MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn, int* keyval, void* extra_state) {
  return Comm_create_keyval(call, copy_fn, delete_fn, keyval, extra_state);
}

Status Keyval_free(Call& call, int* keyval) {
  return Comm_free_keyval(call, keyval);
}

Status Attr_put(Call& call, core::Comm& comm, int keyval, void* attribute_val) {
  return Comm_set_attr(call, comm, keyval, attribute_val);
}

Status Attr_get(Call& call, core::Comm& comm, int keyval, void* attribute_val, int* flag) {
  return Comm_get_attr(call, comm, keyval, attribute_val, flag);
}

Status Attr_delete(Call& call, core::Comm& comm, int keyval) {
  return Comm_delete_attr(call, comm, keyval);
}

Status Type_create_keyval(Call& call, MPI_Type_copy_attr_function* type_copy_attr_fn,
                          MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval, void* extra_state) {
  return core::create_keyval<MPI_Datatype>(call.instance(), {type_copy_attr_fn, type_delete_attr_fn}, extra_state, type_keyval);
}

Status Type_free_keyval(Call& call, int* type_keyval) {
  return free_keyval<MPI_Datatype>(call, type_keyval);
}

Status Type_set_attr(Call& call, core::Datatype& datatype, int type_keyval, void* attribute_val) {
  return set_attribute(call, datatype, type_keyval, attribute_val);
}

Status Type_get_attr(Call& call, core::Datatype& datatype, int type_keyval, void* attribute_val, int* flag) {
  return get_attribute(call, datatype, type_keyval, attribute_val, flag);
}

Status Type_delete_attr(Call& call, core::Datatype& datatype, int type_keyval) {
  return delete_attribute(call, datatype, type_keyval);
}

}  // namespace penstock::api::body
