// The first action of every entry point: it is counted, may be made to fail, and finds the driver in the right phase.
#pragma once

#include <cuda.h>

#include <new>
#include <system_error>

// This is the form of CUDA 8, which the headers of CUDA 13 hide behind a later one.
#undef cuMemPrefetchAsync
extern "C" CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream);
// This is the form of CUDA 11.3.
#undef cuStreamGetCaptureInfo
#define cuStreamGetCaptureInfo cuStreamGetCaptureInfo_v2
extern "C" CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out,
                                                   cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out,
                                                   size_t* numDependencies_out);

namespace penstock::fakecuda {

enum class Entry : int {
#define PENSTOCK_FAKECUDA_ENTRY(name, version, needs) name,
#include "entries.inc"
#undef PENSTOCK_FAKECUDA_ENTRY
  async,  // not an entry point: one operation of a stream
  count
};

// The phase of the driver in this process: before cuInit, usable, after the process began to exit,
// in a child forked after cuInit.
enum class Phase : int { kFresh, kLive, kTornDown, kForked };
[[nodiscard]] Phase phase() noexcept;
void set_phase(Phase next) noexcept;

// Counts the call. Returns the result of an injected failure, the error for a wrong phase, or CUDA_SUCCESS.
[[nodiscard]] CUresult begin(Entry entry) noexcept;
// Counts one operation of a stream; returns the result injected for it.
[[nodiscard]] CUresult begin_async() noexcept;

// capture.hpp documents it.
CUresult refuse_unsafe(Entry entry);

template <typename Body>
CUresult call(Entry entry, Body&& body) noexcept {
  if (const CUresult result = begin(entry); result != CUDA_SUCCESS) return result;
  try {
    if (const CUresult refused = refuse_unsafe(entry); refused != CUDA_SUCCESS) return refused;
    return body();
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  } catch (const std::system_error&) {  // no thread for a stream
    return CUDA_ERROR_OPERATING_SYSTEM;
  }
}

// Returns the number of an error called `name` (or its digits); CUDA_ERROR_UNKNOWN if there is none.
[[nodiscard]] CUresult error_named(const char* name) noexcept;
// Returns "cuMemAlloc" for Entry::cuMemAlloc; null beyond the last.
[[nodiscard]] const char* entry_name(int index) noexcept;

}  // namespace penstock::fakecuda
