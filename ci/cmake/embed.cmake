# dllrepro_embed(TARGET SYMBOL FILE)
#
# Makes FILE's bytes part of TARGET as
#     namespace dllrepro::embedded { extern const std::span<const unsigned char> SYMBOL; }
# so that the program needs no file of its own beside it. The caller declares that line where it reads the bytes.
set(DLLREPRO_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/embed_script.cmake")

function(dllrepro_embed target symbol file)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.embedded.cpp")
  get_filename_component(file "${file}" ABSOLUTE)
  add_custom_command(
    OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" -D "INPUT=${file}" -D "OUTPUT=${source}" -D "SYMBOL=${symbol}" -P
            "${DLLREPRO_EMBED_SCRIPT}"
    DEPENDS "${file}" "${DLLREPRO_EMBED_SCRIPT}"
    VERBATIM)
  # Every such source has the same name for its bytes.
  set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE "${source}")
endfunction()
