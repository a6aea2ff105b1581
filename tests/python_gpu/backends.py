"""Arrays of bytes in GPU memory, one class for each library that makes them.

A backend is made for one kind of memory on one device. What pattern() and blank() give is complete when they return, as a
message's memory has to be; both are cut from an allocation `skew` bytes behind its begin. `array` below is whatever the
library calls an array: mpi4py is given it as it is.
"""
import ctypes
import os

MULTIPLIER = -1640531535  # 2654435761 as 32 bits with a sign: neighbouring words have nothing in common
BLANK = 0xA5


class NotHere(Exception):
    """This machine has no such library, or the library finds no GPU."""


def words_for(nbytes):
    return (nbytes + 3) // 4


class Filled:
    """Fills its arrays with the library's own kernels."""

    def pattern(self, nbytes, seed, skew=0):
        out = self.blank(nbytes, skew)
        out[...] = self.words(nbytes, seed)
        self.finish()
        return out

    def columns(self, rows, seed):
        """Returns every second column of a matrix, which is not contiguous, and what it should hold elsewhere."""
        whole = self.words(rows * 64, seed).reshape(rows, 64)
        self.finish()
        return whole[:, ::2]


class Uploaded:
    """Makes and compares its arrays on the host: no kernel is compiled."""
    columns = None  # it has no packing of its own

    def pattern(self, nbytes, seed, skew=0):
        whole = self.host.blank(nbytes + skew)
        whole[skew:] = self.host.words(nbytes, seed)
        return self.upload(whole, skew)

    def blank(self, nbytes, skew=0):
        return self.upload(self.host.blank(nbytes + skew), skew)

    def holds(self, array, nbytes, seed):
        return self.host.holds(self.to_host(array), nbytes, seed)


class Torch(Filled):
    """Chooses PyTorch's allocators by the environment, which torch reads when it is imported."""
    SETTINGS = {"default": None, "expandable": "expandable_segments:True", "async": "backend:cudaMallocAsync"}

    def __init__(self, kind, device):
        setting = self.SETTINGS[kind]
        os.environ.pop("PYTORCH_CUDA_ALLOC_CONF", None)
        if setting:
            os.environ["PYTORCH_CUDA_ALLOC_CONF"] = setting
        try:
            import torch
        except ImportError as error:
            raise NotHere(f"torch is not installed ({error})") from error
        if not torch.cuda.is_available():
            raise NotHere("torch finds no GPU")
        self.torch, self.version, self.devices = torch, torch.__version__, torch.cuda.device_count()
        self.device = f"cuda:{device % self.devices}"
        torch.cuda.set_device(self.device)

    def words(self, nbytes, seed):
        made = self.torch.arange(words_for(nbytes), dtype=self.torch.int32, device=self.device)
        return made.mul_(MULTIPLIER).add_(seed).view(self.torch.uint8)[:nbytes]

    def blank(self, nbytes, skew=0):
        out = self.torch.full((nbytes + skew,), BLANK, dtype=self.torch.uint8, device=self.device)[skew:]
        self.finish()
        return out

    def holds(self, array, nbytes, seed):
        return bool(self.torch.equal(array, self.words(nbytes, seed)))

    def to_host(self, array):
        return array.cpu().numpy()

    def finish(self):
        self.torch.cuda.current_stream().synchronize()

    def packed(self, view):
        out = view.contiguous()
        self.finish()
        return out

    def give_back(self):
        """Returns what is free to the driver, so that its addresses are used for something else."""
        self.torch.cuda.empty_cache()


class Cupy(Filled):
    def __init__(self, kind, device):
        try:
            import cupy
        except ImportError as error:
            raise NotHere(f"cupy is not installed ({error})") from error
        try:
            self.devices = cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise NotHere(f"cupy finds no GPU ({error})") from error
        self.cupy, self.version = cupy, cupy.__version__
        cupy.cuda.Device(device % self.devices).use()
        pools = {"default": cupy.cuda.MemoryPool, "plain": lambda: None, "async": cupy.cuda.MemoryAsyncPool,
                 "managed": lambda: cupy.cuda.MemoryPool(cupy.cuda.malloc_managed)}
        self.pool = pools[kind]()
        cupy.cuda.set_allocator(self.pool.malloc if self.pool else None)

    def words(self, nbytes, seed):
        made = self.cupy.arange(words_for(nbytes), dtype=self.cupy.int32)
        made *= self.cupy.int32(MULTIPLIER)
        made += self.cupy.int32(seed)
        return made.view(self.cupy.uint8)[:nbytes]

    def blank(self, nbytes, skew=0):
        out = self.cupy.full((nbytes + skew,), BLANK, dtype=self.cupy.uint8)[skew:]
        self.finish()
        return out

    def holds(self, array, nbytes, seed):
        return bool(self.cupy.array_equal(array, self.words(nbytes, seed)))

    def to_host(self, array):
        return array.get()

    def finish(self):
        self.cupy.cuda.get_current_stream().synchronize()

    def packed(self, view):
        out = self.cupy.ascontiguousarray(view)
        self.finish()
        return out

    def give_back(self):
        if self.pool:
            self.pool.free_all_blocks()


class Numpy(Filled):
    """Has host memory, for the other side of a device message."""
    devices = 0

    def __init__(self, _kind, _device):
        try:
            import numpy
        except ImportError as error:
            raise NotHere(f"numpy is not installed ({error})") from error
        self.numpy, self.version = numpy, numpy.__version__

    def words(self, nbytes, seed):
        with self.numpy.errstate(over="ignore"):
            made = self.numpy.arange(words_for(nbytes), dtype=self.numpy.int32)
            made *= self.numpy.int32(MULTIPLIER)
            made += self.numpy.int32(seed)
        return made.view(self.numpy.uint8)[:nbytes]

    def blank(self, nbytes, skew=0):
        return self.numpy.full(nbytes + skew, BLANK, dtype=self.numpy.uint8)[skew:]

    def holds(self, array, nbytes, seed):
        return bool(self.numpy.array_equal(array, self.words(nbytes, seed)))

    def to_host(self, array):
        return array

    def finish(self):
        pass

    def packed(self, view):
        return self.numpy.ascontiguousarray(view)

    def give_back(self):
        pass


class Numba(Uploaded):
    def __init__(self, kind, device):
        self.host = Numpy(kind, device)
        try:
            import numba
            from numba import cuda
        except ImportError as error:
            raise NotHere(f"numba is not installed ({error})") from error
        if not cuda.is_available():
            raise NotHere("numba finds no GPU, or not the libraries that it needs")
        self.cuda, self.version, self.devices = cuda, numba.__version__, len(cuda.gpus)
        cuda.select_device(device % self.devices)

    def upload(self, whole, skew):
        out = self.cuda.to_device(whole)
        self.finish()
        return out[skew:] if skew else out

    def to_host(self, array):
        return array.copy_to_host()

    def finish(self):
        self.cuda.synchronize()

    def give_back(self):
        self.cuda.current_context().deallocations.clear()


class HelperArray:
    """A stretch of an allocation, shown to others as any library shows its arrays."""

    def __init__(self, owner, address, nbytes):
        self.owner, self.address, self.nbytes = owner, address, nbytes

    @property
    def __cuda_array_interface__(self):
        return {"shape": (self.nbytes,), "typestr": "|u1", "data": (self.address, False), "version": 3}


class HelperBlock:
    """One allocation; it is freed when the last array of it is gone."""

    def __init__(self, gpu, kind, nbytes):
        self.gpu, self.kind, self.memory = gpu, kind, ctypes.c_void_p()
        gpu.call("allocate", kind, ctypes.c_size_t(max(nbytes, 1)), ctypes.byref(self.memory))

    def __del__(self):
        if self.memory:
            self.gpu.call("free", self.kind, self.memory)


class Helper(Uploaded):
    """Has memory of include/penstock_gpu.h, of any kind that it names, from a real driver or the stand-in.
    PENSTOCK_TEST_GPU_HELPER names its library."""
    def __init__(self, kind, device):
        self.host = Numpy(kind, device)
        path = os.environ.get("PENSTOCK_TEST_GPU_HELPER", "")
        if not path:
            raise NotHere("PENSTOCK_TEST_GPU_HELPER does not name the helper's library")
        self.library = ctypes.CDLL(path)
        self.library.penstock_gpu_error.restype = ctypes.c_char_p
        self.kind, self.version, self.devices = ctypes.c_int(), "stand-in or driver", self.library.penstock_gpu_open()
        if self.devices < 1:
            raise NotHere(self.library.penstock_gpu_error().decode())
        self.call("kind_named", kind.encode(), ctypes.byref(self.kind))
        self.call("select", device % self.devices)

    def call(self, name, *arguments):
        if getattr(self.library, f"penstock_gpu_{name}")(*arguments) != 0:
            raise RuntimeError(f"penstock_gpu_{name}: {self.library.penstock_gpu_error().decode()}")

    def upload(self, whole, skew):
        block = HelperBlock(self, self.kind, whole.nbytes)
        if whole.nbytes:
            self.call("copy", block.memory, ctypes.c_void_p(whole.ctypes.data), ctypes.c_size_t(whole.nbytes))
        return HelperArray(block, block.memory.value + skew, whole.nbytes - skew)

    def to_host(self, array):
        out = self.host.blank(array.nbytes)
        if array.nbytes:
            self.call("copy", ctypes.c_void_p(out.ctypes.data), ctypes.c_void_p(array.address), ctypes.c_size_t(array.nbytes))
        return out

    def finish(self):
        self.call("synchronize")

    def give_back(self):
        pass


BACKENDS = {"torch": Torch, "cupy": Cupy, "numba": Numba, "numpy": Numpy, "helper": Helper}


def create(name, device):
    """Makes the library that `name` chooses: "torch/expandable", "numpy", ..."""
    library, _, kind = name.partition("/")
    return BACKENDS[library](kind or "default", device)


class OnlyInterface:
    """An array that shows __cuda_array_interface__ and nothing else."""

    def __init__(self, array):
        self.array = array

    @property
    def __cuda_array_interface__(self):
        return self.array.__cuda_array_interface__


class OnlyDlpack:
    """An array that shows DLPack and nothing else."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **how):
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def faces(array):
    """Returns (what it is, the array to give to mpi4py): the array as it is, and alone by each protocol that it has."""
    out = [("as it is", array)]
    if hasattr(type(array), "__cuda_array_interface__"):
        out.append(("__cuda_array_interface__", OnlyInterface(array)))
    if hasattr(array, "__dlpack__"):
        out.append(("DLPack", OnlyDlpack(array)))
    return out
