# Cross-builds for 64-bit Windows with mingw-w64; the programs run under Wine.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# Libraries that ci/build-cross-libraries laid out: headers linked one folder each, Catch2 built for Windows.
set(DLLREPRO_CROSS_LIBRARIES "${CMAKE_CURRENT_LIST_DIR}/../../build/libraries/x86_64-w64-mingw32"
    CACHE PATH "What ci/build-cross-libraries made")
set(CMAKE_FIND_ROOT_PATH "${DLLREPRO_CROSS_LIBRARIES}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/../wine")
