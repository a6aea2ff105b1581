"""Penstock for Spack: in a checkout, `spack repo add packaging/spack/spack_repo/penstock`, then `spack install penstock +cuda cuda_arch=90`.

The sources come from the checkout that this recipe lies in. A copy of the recipe elsewhere takes PENSTOCK_GIT, the address of a
repository, and PENSTOCK_RELEASES, that of a folder with source archives (`make release` fills dist)."""

import os
import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


CHECKOUT = pathlib.Path(__file__).resolve().parents[6]


class Penstock(CMakePackage, CudaPackage):
    """A GPU-aware MPI library for NVIDIA GPUs with the standard ABI of MPI 5.0, and OpenSHMEM."""

    git = os.environ.get("PENSTOCK_GIT", CHECKOUT.as_uri())
    url = os.environ.get("PENSTOCK_RELEASES", (CHECKOUT / "dist").as_uri()) + "/penstock-0.1.0.tar.gz"
    license("BSD-3-Clause")
    executables = ["^penstock$"]

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0", preferred=True)

    variant("ucx", default=True, description="Jobs on several hosts, through UCX")
    variant("pmix", default=True, description="Launchers that speak PMIx, as Slurm and PRRTE")
    variant("tools", default=True, description="The program penstock and the benchmarks")

    # A package that asks for MPI may want Fortran or files. No condition of Spack's distinguishes
    # these, so the user has to say it.
    variant("c_only", default=False, description="Stand for MPI 5.0 in packages of C and C++ alone that use no files of MPI")
    provides("mpi@:5.0", when="+c_only")

    # Otherwise these wrappers would run Spack's own wrappers of the compilers, which work only in Spack's builds.
    filter_compiler_wrappers("mpicc", "mpicxx", "mpic++", "oshcc", "oshcxx", "oshc++", "oshCC", relative_root="bin")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("fmt@9:", type="build")
    depends_on("cli11", type="build")
    depends_on("python@3.9:", type=("build", "run"), when="+tools")
    depends_on("nlohmann-json", type="build", when="+tools")
    depends_on("hwloc@2:", when="+tools")
    depends_on("ucx@1.12:", when="+ucx")
    depends_on("pmix@4:", when="+pmix")
    # Only the build needs the toolkit, to compile kernels; programs need only the driver.
    depends_on("cuda@12.8:", type="build", when="+cuda")

    conflicts("%gcc@:11", msg="Penstock is C++20 as GCC 12 knows it")
    conflicts("platform=darwin", msg="Penstock runs on Linux")
    for generation in ("10", "11", "12", "13", "20", "21", "30", "32", "35", "37", "50", "52", "53", "60", "61", "62", "70", "72", "75"):
        conflicts(f"cuda_arch={generation}", when="+cuda", msg="the kernels need sm_80 or newer")

    @classmethod
    def determine_version(cls, exe):
        output = Executable(exe)("--version", output=str, error=str)
        return output.split()[-1] if output.split() else None

    def cmake_args(self):
        args = [
            self.define_from_variant("PENSTOCK_CUDA", "cuda"),
            self.define_from_variant("PENSTOCK_NETWORK", "ucx"),
            self.define_from_variant("PENSTOCK_PMIX", "pmix"),
            self.define_from_variant("PENSTOCK_TOOLS", "tools"),
            self.define_from_variant("PENSTOCK_BENCH", "tools"),
            self.define("PENSTOCK_MAN", False),
        ]
        spec = self.spec
        if spec.satisfies("+cuda"):
            cuda = spec["cuda"].prefix
            archs = [arch.rstrip("af") for arch in spec.variants["cuda_arch"].value if arch != "none"]
            args.append(self.define("PENSTOCK_NVCC", os.path.join(cuda.bin, "nvcc")))
            args.append(self.define("PENSTOCK_CUDA_INCLUDE", cuda.include))
            if archs:
                args.append(self.define("PENSTOCK_CUDA_ARCHS", ";".join(archs)))
        if spec.satisfies("+pmix"):
            args.append(self.define("PENSTOCK_PMIX_INCLUDE_DIR", spec["pmix"].prefix.include))
        if spec.satisfies("+ucx"):
            args.append(self.define("UCX_INCLUDE_DIR", spec["ucx"].prefix.include))
        return args

    def flag_handler(self, name, flags):
        return (flags, None, None)

    def setup_run_environment(self, env):
        env.set("MPICC", os.path.join(self.prefix.bin, "mpicc"))
        env.set("MPICXX", os.path.join(self.prefix.bin, "mpicxx"))
        # A job that spans hosts loads the network's library.
        if self.spec.satisfies("+ucx"):
            env.prepend_path("LD_LIBRARY_PATH", self.spec["ucx"].prefix.lib)

    def setup_dependent_build_environment(self, env, dependent_spec):
        self.setup_run_environment(env)
        env.set("MPICC_CC", dependent_spec.package.module.spack_cc)
        env.set("MPICXX_CXX", dependent_spec.package.module.spack_cxx)

    def setup_dependent_package(self, module, dependent_spec):
        self.spec.mpicc = os.path.join(self.prefix.bin, "mpicc")
        self.spec.mpicxx = os.path.join(self.prefix.bin, "mpicxx")

    @property
    def libs(self):
        return find_libraries("libmpi_abi", root=self.prefix, recursive=True)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        """Runs two ranks of a program that mpicc compiled."""
        with working_dir("spack-check", create=True):
            with open("hello.c", "w", encoding="utf-8") as source:
                source.write("#include <mpi.h>\nint main(int argc, char** argv) {\n  return MPI_Init(&argc, &argv) || MPI_Finalize();\n}\n")
            Executable(os.path.join(self.prefix.bin, "mpicc"))("hello.c", "-o", "hello")
            Executable(os.path.join(self.prefix.bin, "mpiexec"))("-n", "2", "./hello")
