// The info keys (hints) of files that Penstock uses: reserved keys of MPI-5.0, section 14.2.8, and keys of ROMIO.
#pragma once

#include <string>
#include <string_view>

#include "base/status.hpp"
#include "core/object/info.hpp"
#include "io/access/access.hpp"

namespace penstock::core {

// The hints in use. An invalid value is ignored.
class FileHints {
 public:
  // `hints` may be null.
  void take(const Info* hints);
  // Writes the hints that MPI_File_get_info returns: every known key, with its default if the application has not set it. A
  // style (access_style) has no default, and a file name that is too long for an info value is left out.
  [[nodiscard]] Status tell(std::string_view filename, Info* out) const;

  // file_perm: the permissions of a file that is created, before the umask is applied.
  [[nodiscard]] unsigned permissions() const noexcept { return permissions_; }
  // The values of ind_rd_buffer_size and romio_ds_read.
  [[nodiscard]] const io::AccessChoice& choice() const noexcept { return choice_; }

 private:
  unsigned permissions_ = 0666;
  std::string style_;  // access_style; empty: the application has not set it
  io::AccessChoice choice_;
};

}  // namespace penstock::core
