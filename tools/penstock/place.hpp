// Finds and starts the other parts of this installation.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace penstock::tool {

// The folder of this program, links resolved: bin/ of the build tree or of the installation.
[[nodiscard]] std::string program_folder();
// True if a launcher started this process as a rank of a job.
[[nodiscard]] bool in_job();
// Returns the number of CPUs that this process may run on; 1 where the system does not say.
[[nodiscard]] int usable_cpus();

// Replaces this process by `program` (a path). Returns only on failure: prints the reason and returns the exit status, 127.
int become(const std::string& program, std::span<const std::string> words);
// Replaces this process by our mpiexec with `ranks` ranks of `program`. Returns as become().
int become_job(int ranks, const std::string& program, std::span<const std::string> words);
// Replaces this process by a Python module of ours: `module` is below python/penstock. Returns as become().
int become_python(std::string_view module, std::span<const std::string> words);

}  // namespace penstock::tool
