# The warnings that our own sources are held to; libraries' headers are system headers and exempt.
add_library(dllrepro_warnings INTERFACE)
if(MSVC)
  target_compile_options(dllrepro_warnings INTERFACE /W4 $<$<BOOL:${DLLREPRO_DEVELOPMENT}>:/WX>)
else()
  target_compile_options(dllrepro_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                                     $<$<BOOL:${DLLREPRO_DEVELOPMENT}>:-Werror>)
endif()
