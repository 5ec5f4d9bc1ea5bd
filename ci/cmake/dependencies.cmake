# One imported target per library, whichever way the platform delivers it.
#
# Debian and Ubuntu: packages. Cross-build: header folders linked one by one, because the system's include folder must
# not be on a cross compiler's path. Windows: vcpkg.
add_library(dllrepro_json INTERFACE)
add_library(dllrepro_format INTERFACE)
add_library(dllrepro_command_line INTERFACE)
add_library(dllrepro_boost_process INTERFACE)

if(CMAKE_CROSSCOMPILING)
  set(_include "${DLLREPRO_CROSS_LIBRARIES}/include")
  if(NOT EXISTS "${_include}/nlohmann")
    message(FATAL_ERROR "no libraries for the cross build in ${DLLREPRO_CROSS_LIBRARIES}: run ci/build-cross-libraries")
  endif()
  foreach(_library json format command_line boost_process)
    target_include_directories(dllrepro_${_library} SYSTEM INTERFACE "${_include}")
  endforeach()
  target_compile_definitions(dllrepro_format INTERFACE FMT_HEADER_ONLY)
else()
  find_package(nlohmann_json 3.11 REQUIRED)
  target_link_libraries(dllrepro_json INTERFACE nlohmann_json::nlohmann_json)
  find_package(fmt REQUIRED)
  target_link_libraries(dllrepro_format INTERFACE fmt::fmt)
  find_package(CLI11 REQUIRED)
  target_link_libraries(dllrepro_command_line INTERFACE CLI11::CLI11)
  if(WIN32)
    find_package(Boost 1.83 REQUIRED)
    target_link_libraries(dllrepro_boost_process INTERFACE Boost::headers)
    # A library with code of its own from 1.86 on; before, boost_process_win32.cpp compiles what it needs.
    find_package(boost_process CONFIG QUIET)
    if(TARGET Boost::process)
      target_link_libraries(dllrepro_boost_process INTERFACE Boost::process)
    endif()
  endif()
endif()
if(WIN32)
  target_compile_definitions(dllrepro_boost_process INTERFACE BOOST_PROCESS_V2_SEPARATE_COMPILATION
                                                              BOOST_PROCESS_USE_STD_FS BOOST_ALL_NO_LIB)
  target_link_libraries(dllrepro_boost_process INTERFACE ws2_32 mswsock bcrypt ntdll shell32 user32)
endif()

if(DLLREPRO_DEVELOPMENT)
  find_package(Catch2 3.4 REQUIRED)
  set(DLLREPRO_TEST_PYTHON "${PROJECT_SOURCE_DIR}/build/python/bin/python"
      CACHE FILEPATH "Python with the packages of ci/python-requirements.txt, as ci/python-environment makes it")
endif()
