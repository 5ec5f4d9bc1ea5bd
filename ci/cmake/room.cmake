# dllrepro_room(NAME SOURCES ... [TESTS ...] [LINKS ...])
#
# A room is one static library, dllrepro_NAME, and one test program, NAME-tests, from the tests that lie beside the
# sources. Test programs run from the source folder, so that they find fixtures/ and scenarios/.
function(dllrepro_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "SOURCES;TESTS;LINKS")
  add_library(dllrepro_${name} STATIC ${room_SOURCES})
  target_link_libraries(dllrepro_${name} PUBLIC dllrepro_settings ${room_LINKS} PRIVATE dllrepro_warnings)
  dllrepro_precompile(dllrepro_${name})
  if(DLLREPRO_DEVELOPMENT AND room_TESTS)
    add_executable(${name}-tests ${room_TESTS})
    target_link_libraries(${name}-tests PRIVATE dllrepro_${name} dllrepro_warnings Catch2::Catch2WithMain)
    dllrepro_precompile(${name}-tests)
    # Tests of one room may well name their helpers alike.
    set_target_properties(${name}-tests PROPERTIES UNITY_BUILD OFF)
    add_test(NAME unit.${name} COMMAND ${name}-tests WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(unit.${name} PROPERTIES LABELS unit TIMEOUT 300)
  endif()
endfunction()
