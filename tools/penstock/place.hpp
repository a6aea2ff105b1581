// Where this installation's other parts are, and starting them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace penstock::tool {

// The folder of this program, links resolved: bin/ of the build tree or of the installation.
[[nodiscard]] std::string program_folder();
// Whether a launcher started this process as a rank of a job.
[[nodiscard]] bool in_job();
// CPUs that this process may run on; 1 where the system does not say.
[[nodiscard]] int usable_cpus();

// Becomes `program` (a path). Returns only on failure: prints why and gives the exit status, 127.
int become(const std::string& program, std::span<const std::string> words);
// Becomes a job of `ranks` ranks of `program`, by our own mpiexec. The same.
int become_job(int ranks, const std::string& program, std::span<const std::string> words);
// Becomes a Python module of ours: `module` is below python/penstock. The same.
int become_python(std::string_view module, std::span<const std::string> words);

}  // namespace penstock::tool
