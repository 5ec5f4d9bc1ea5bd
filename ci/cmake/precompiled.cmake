# The headers that nearly every source reads and that take longer to parse than the source itself: nlohmann's and fmt's.
# Rooms take it over by REUSE_FROM; GCC falls back to reading them where a source is compiled with other definitions.
# MSVC takes that for an error, so there every source reads them itself.
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp" "// Carries the precompiled headers.\n")
add_library(dllrepro_precompiled STATIC "${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp")
target_link_libraries(dllrepro_precompiled PRIVATE dllrepro_settings dllrepro_warnings dllrepro_json dllrepro_format)
target_precompile_headers(dllrepro_precompiled PRIVATE
  <algorithm> <filesystem> <functional> <map> <optional> <string> <variant> <vector>
  <nlohmann/json.hpp> <fmt/format.h> <fmt/ranges.h>)

function(dllrepro_precompile target)
  target_link_libraries(${target} PRIVATE dllrepro_json dllrepro_format)
  if(NOT MSVC)
    target_precompile_headers(${target} REUSE_FROM dllrepro_precompiled)
  endif()
endfunction()
