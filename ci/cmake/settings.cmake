# Language level and definitions that every target of the project shares.
add_library(dllrepro_settings INTERFACE)
target_compile_features(dllrepro_settings INTERFACE cxx_std_20)
target_include_directories(dllrepro_settings INTERFACE "${PROJECT_SOURCE_DIR}")
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)

if(WIN32)
  # Windows 10 is the oldest system that the loader facts speak of.
  target_compile_definitions(dllrepro_settings INTERFACE _WIN32_WINNT=0x0A00 WINVER=0x0A00 UNICODE _UNICODE)
  # A child runs on a machine without a compiler's runtime DLLs, and in trees that shadow them on purpose.
  if(MINGW)
    target_link_options(dllrepro_settings INTERFACE -static)
  else()
    set(CMAKE_MSVC_RUNTIME_LIBRARY "MultiThreaded$<$<CONFIG:Debug>:Debug>")
  endif()
endif()
if(MSVC)
  # std::getenv is what it says; MSVC would have us call its own.
  target_compile_definitions(dllrepro_settings INTERFACE _CRT_SECURE_NO_WARNINGS)
  target_compile_options(dllrepro_settings INTERFACE /utf-8 /permissive- /EHsc /bigobj)
endif()
if(DLLREPRO_SANITIZE)
  target_compile_options(dllrepro_settings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
                                                     -fno-omit-frame-pointer)
  target_link_options(dllrepro_settings INTERFACE -fsanitize=address,undefined)
endif()
