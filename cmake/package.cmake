# Makes packages by CPack: an archive that runs from any folder, and .deb and .rpm in parts as distributions have them, below a
# prefix of their own, so that they can be installed beside the system's MPI. `scripts/package` runs this.
include_guard()

set(CPACK_PACKAGE_NAME penstock)
set(CPACK_PACKAGE_VENDOR Penstock)
set(PENSTOCK_PACKAGER "Penstock <root@localhost>" CACHE STRING "Who answers for the packages: name and address")
set(CPACK_PACKAGE_CONTACT "${PENSTOCK_PACKAGER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "GPU-aware MPI with the standard ABI")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_FILE_NAME penstock-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_GENERATOR TGZ)
set(CPACK_THREADS 0)
set(CPACK_VERBATIM_VARIABLES ON)
set(penstock_package_prefix /opt/penstock)

# ---- parts ----
set(CPACK_COMPONENTS_ALL runtime dev tools)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_MAIN_COMPONENT runtime)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Programs that were built for the standard ABI of MPI 5.0, MPICH's or Open MPI's run with it unmodified.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "mpicc, mpicxx, oshcc, oshcxx, what CMake and pkg-config ask for, and the manual pages of all functions.")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Diagnosis, information, tuning, benchmarks and comparisons with other libraries.")
set(CPACK_COMPONENT_DEV_DEPENDS runtime)
set(CPACK_COMPONENT_TOOLS_DEPENDS runtime)

# ---- .deb ----
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME penstock)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME penstock-dev)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME penstock-tools)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)  # it has no program, and CPack would start `file` for each of 3,000 manual pages
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/openmpi)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS libucx0)  # for jobs on several hosts
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "gcc | c-compiler, g++, pkg-config")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS python3)

# penstock_alternatives(PART NAME LINK SLAVE...): writes the scripts of a part's package that offer its first program, and
# others with it, under the names that Debian's MPIs share.
function(penstock_alternatives part alternative alternative_link)
  get_filename_component(alternative_file ${alternative_link} NAME)
  set(alternative_slaves "")
  foreach(slave ${ARGN})
    string(APPEND alternative_slaves " \\\n    --slave /usr/bin/${slave} ${slave} ${penstock_package_prefix}/bin/${slave}")
  endforeach()
  set(folder ${PROJECT_BINARY_DIR}/packages/${part})
  foreach(script postinst prerm)
    configure_file(${PROJECT_SOURCE_DIR}/packaging/deb/${script}.in ${folder}/${script} @ONLY
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endforeach()
  string(TOUPPER ${part} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA "${folder}/postinst;${folder}/prerm" PARENT_SCOPE)
endfunction()
penstock_alternatives(runtime mpirun /usr/bin/mpirun mpiexec)
penstock_alternatives(dev mpi /usr/bin/mpicc mpic++ mpicxx mpifort mpif90 mpif77)

configure_file(${PROJECT_SOURCE_DIR}/packaging/remove_caches.in ${PROJECT_BINARY_DIR}/packages/tools/prerm @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_TOOLS_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packages/tools/prerm)

# ---- .rpm ----
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE BSD-3-Clause)
set(CPACK_RPM_PACKAGE_GROUP System/Libraries)
set(CPACK_RPM_RUNTIME_PACKAGE_NAME penstock)
set(CPACK_RPM_DEV_PACKAGE_NAME penstock-devel)
set(CPACK_RPM_TOOLS_PACKAGE_NAME penstock-tools)
set(CPACK_RPM_DEV_PACKAGE_REQUIRES "penstock = ${PROJECT_VERSION}")
set(CPACK_RPM_TOOLS_PACKAGE_REQUIRES "penstock = ${PROJECT_VERSION}")
set(CPACK_RPM_TOOLS_PRE_UNINSTALL_SCRIPT_FILE ${PROJECT_BINARY_DIR}/packages/tools/prerm)
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /opt)
# Libraries of our own folder are not offered to other packages: they have the names of other MPIs.
set(CPACK_RPM_SPEC_MORE_DEFINE "%global __provides_exclude_from ^${penstock_package_prefix}/.*$
%global __requires_exclude ^lib(mpi|penstock).*$
%global __requires_exclude_from ^${penstock_package_prefix}/(share|lib/penstock/python)/.*$
%global _build_id_links none
%global __os_install_post %{nil}")

# The archive has its files at the top; the packages have theirs below the prefix.
file(WRITE ${PROJECT_BINARY_DIR}/packages/prefix.cmake
  "if(CPACK_GENERATOR MATCHES \"DEB|RPM\")\n  set(CPACK_PACKAGING_INSTALL_PREFIX ${penstock_package_prefix})\nendif()\n")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/packages/prefix.cmake)
include(CPack)
