# cmake -D WINDOWS=PROGRAM;ITS;EMULATOR -D NATIVE=PROGRAM -P same_bytes.cmake
#
# Fails unless both programs print the same digests. Says "skipped" when there is no native build beside this one.
if(NOT EXISTS "${NATIVE}")
  message("skipped: no native build at ${NATIVE}")
  return()
endif()
execute_process(COMMAND ${NATIVE} OUTPUT_VARIABLE native COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WINDOWS} OUTPUT_VARIABLE windows COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\r" "" windows "${windows}")
if(native STREQUAL "" OR NOT native STREQUAL windows)
  message(FATAL_ERROR "the native build composes\n${native}and this one\n${windows}")
endif()
