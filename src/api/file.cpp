// Files: opening, sizes, views, pointers, hints and error handlers (sections 14.2, 14.3, 14.6 and 14.7).
#include "core/file/file.hpp"

#include <cstring>

#include "api/gen/bodies.hpp"
#include "core/file/files.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

// Returns the handle of a predefined datatype itself, and a new handle of any other datatype, which the application frees.
Status hand_out(core::Instance& instance, core::Datatype& type, MPI_Datatype* out) {
  if (type.predefined()) return *out = type.handle, Status::ok();
  core::Datatype* made = nullptr;
  PENSTOCK_TRY(core::clone_datatype(instance, type, &made));
  made->commit(instance.job().plans);
  *out = made->handle;
  return Status::ok();
}

// *out is null for MPI_FILE_NULL.
Status find(Call& call, MPI_File handle, core::File** out) {
  *out = nullptr;
  if (handle == MPI_FILE_NULL) return Status::ok();
  PENSTOCK_TRY(core::find_file(call.instance(), handle, out));
  call.raise_on(*out);
  return Status::ok();
}

}  // namespace

Status File_open(Call& /*call*/, core::Comm& comm, const char* filename, int amode, core::Info* info, MPI_File* fh) {
  core::File* made = nullptr;
  PENSTOCK_TRY(core::open_file(comm, filename, amode, info, &made));
  *fh = made->handle;
  return Status::ok();
}

Status File_close(Call& call, MPI_File* fh) {
  core::File* found = nullptr;
  PENSTOCK_TRY(core::find_file(call.instance(), *fh, &found));
  const auto kept = core::Ref<core::File>::share(*found);
  call.raise_on(found);
  Status closed = core::close_file(*found);
  *fh = MPI_FILE_NULL;
  if (!closed.is_ok()) {
    core::files_of(call.instance()).keep(core::Ref<core::Object>::share(*found));
  } else {
    call.raise_on({});
  }
  return closed;
}

Status File_delete(Call& call, const char* filename, core::Info* /*info*/) {
  return core::delete_file(call.instance(), filename);
}

Status File_set_size(Call& /*call*/, core::File& fh, MPI_Offset size) {
  return fh.set_size(size);
}

Status File_preallocate(Call& /*call*/, core::File& fh, MPI_Offset size) {
  return fh.preallocate(size);
}

Status File_get_size(Call& /*call*/, core::File& fh, MPI_Offset* size) {
  return fh.size(size);
}

// The application gets a new group object, because a group object has only one handle.
Status File_get_group(Call& call, core::File& fh, MPI_Group* group) {
  const core::Group& members = fh.comm().group();
  core::Group* made = nullptr;
  PENSTOCK_TRY(core::make_group(call.instance(), {members.world().begin(), members.world().end()}, members.session(), &made));
  *group = made->handle;
  return Status::ok();
}

Status File_get_amode(Call& /*call*/, core::File& fh, int* amode) {
  *amode = fh.amode();
  return Status::ok();
}

Status File_set_info(Call& /*call*/, core::File& fh, core::Info* info) {
  fh.hints().take(info);
  return Status::ok();
}

Status File_get_info(Call& call, core::File& fh, MPI_Info* info_used) {
  auto told = core::Ref<core::Info>::adopt(new core::Info());
  PENSTOCK_TRY(fh.hints().tell(fh.name(), told.get()));
  core::Info* made = nullptr;
  PENSTOCK_TRY(call.instance().publish(std::move(told), &made));
  *info_used = made->handle;
  return Status::ok();
}

Status File_set_view(Call& /*call*/, core::File& fh, MPI_Offset disp, core::Datatype& etype, core::Datatype& filetype,
                     const char* datarep, core::Info* info) {
  return fh.set_view(disp, etype, filetype, datarep, info);
}

Status File_get_view(Call& call, core::File& fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype, char* datarep) {
  const core::FileView& view = fh.view();
  PENSTOCK_TRY(hand_out(call.instance(), *view.etype, etype));
  PENSTOCK_TRY(hand_out(call.instance(), *view.filetype, filetype));
  *disp = static_cast<MPI_Offset>(view.view.displacement());
  std::memcpy(datarep, view.datarep.c_str(), view.datarep.size() + 1);
  return Status::ok();
}

Status File_seek(Call& /*call*/, core::File& fh, MPI_Offset offset, int whence) {
  return fh.seek(offset, whence);
}

Status File_get_position(Call& /*call*/, core::File& fh, MPI_Offset* offset) {
  return fh.position(offset);
}

Status File_seek_shared(Call& /*call*/, core::File& fh, MPI_Offset offset, int whence) {
  return fh.seek_shared(offset, whence);
}

Status File_get_position_shared(Call& /*call*/, core::File& fh, MPI_Offset* offset) {
  return fh.shared_position(offset);
}

Status File_get_byte_offset(Call& /*call*/, core::File& fh, MPI_Offset offset, MPI_Offset* disp) {
  return fh.byte_offset(offset, disp);
}

// In both data representations, "native" and "internal", extents in the file are those in memory.
Status File_get_type_extent(Call& /*call*/, core::File& /*fh*/, core::Datatype& datatype, CountOut extent) {
  extent.set(datatype.layout().extent());
  return Status::ok();
}

Status File_set_atomicity(Call& /*call*/, core::File& fh, int flag) {
  return fh.set_atomic(flag != 0);
}

Status File_get_atomicity(Call& /*call*/, core::File& fh, int* flag) {
  *flag = fh.is_atomic() ? 1 : 0;
  return Status::ok();
}

Status File_sync(Call& /*call*/, core::File& fh) {
  return fh.sync();
}

Status File_set_errhandler(Call& call, MPI_File file, core::Errhandler& errhandler) {
  core::File* found = nullptr;
  PENSTOCK_TRY(find(call, file, &found));
  PENSTOCK_TRY(errhandler.check_for(core::ErrhandlerObject::kFile));
  auto handler = core::Ref<core::Errhandler>::share(errhandler);
  if (found != nullptr) return found->set_errhandler(std::move(handler)), Status::ok();
  core::files_of(call.instance()).set_errhandler(std::move(handler));
  return Status::ok();
}

// Each call adds a reference to the error handler, which the application drops with MPI_Errhandler_free.
Status File_get_errhandler(Call& call, MPI_File file, MPI_Errhandler* errhandler) {
  core::File* found = nullptr;
  PENSTOCK_TRY(find(call, file, &found));
  core::Errhandler& handler = found != nullptr ? found->errhandler() : core::errhandler_of_no_file(call.instance());
  handler.hold();
  *errhandler = handler.handle;
  return Status::ok();
}

Status File_call_errhandler(Call& call, MPI_File fh, int errorcode) {
  core::File* found = nullptr;
  PENSTOCK_TRY(find(call, fh, &found));
  if (class_of(errorcode) < 0) return Status::error(Code::kArg, "{} is no error code of this library", errorcode);
  raise(call.instance_or_null(), call.hearer(), errorcode);
  return Status::ok();
}

}  // namespace penstock::api::body
