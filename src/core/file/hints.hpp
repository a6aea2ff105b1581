// The info keys of files that are used (MPI-5.0, section 14.2.8, and those of ROMIO).
#pragma once

#include <string>
#include <string_view>

#include "base/status.hpp"
#include "core/object/info.hpp"
#include "io/access/access.hpp"

namespace penstock::core {

// The values in use. A value that cannot be used is ignored, as hints are.
class FileHints {
 public:
  // `hints` may be null.
  void take(const Info* hints);
  // MPI_File_get_info returns these: every key that is known, with its default where the program has said nothing.
  [[nodiscard]] Status tell(std::string_view filename, Info* out) const;

  // file_perm: the permissions of a file that is created, less the umask.
  [[nodiscard]] unsigned permissions() const noexcept { return permissions_; }
  // ind_rd_buffer_size and romio_ds_read.
  [[nodiscard]] const io::AccessChoice& choice() const noexcept { return choice_; }

 private:
  unsigned permissions_ = 0666;
  std::string style_;  // access_style; empty: none was given
  io::AccessChoice choice_;
};

}  // namespace penstock::core
