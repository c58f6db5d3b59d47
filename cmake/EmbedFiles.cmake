# embed_files(TARGET BASE file...): compiles the files into TARGET as a table of
# (path relative to BASE, contents), declared in core/base/constants/embedded.h.
function(embed_files TARGET BASE)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded_files.cpp)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DBASE=${BASE} "-DFILES=${ARGN}"
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFilesScript.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/EmbedFilesScript.cmake
    COMMENT "Embedding the catalogue, the models, the samples and the published runs"
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${out})
endfunction()
