# PCRE2, the 8-bit library: target PCRE2::8BIT, as PCRE2's own package names it. Debian
# ships PCRE2 without that package. Installed beside pintleConfig.cmake for static builds.
find_package(PCRE2 CONFIG QUIET COMPONENTS 8BIT)
if(NOT TARGET PCRE2::8BIT)
  find_path(PCRE2_INCLUDE_DIR pcre2.h)
  find_library(PCRE2_LIBRARY NAMES pcre2-8 pcre2-8-static)
  mark_as_advanced(PCRE2_INCLUDE_DIR PCRE2_LIBRARY)
  if(PCRE2_INCLUDE_DIR)
    file(READ ${PCRE2_INCLUDE_DIR}/pcre2.h _pcre2_header)
    string(REGEX MATCH "#define PCRE2_MAJOR +([0-9]+)" _ "${_pcre2_header}")
    set(PCRE2_VERSION ${CMAKE_MATCH_1})
    string(REGEX MATCH "#define PCRE2_MINOR +([0-9]+)" _ "${_pcre2_header}")
    string(APPEND PCRE2_VERSION ".${CMAKE_MATCH_1}")
  endif()
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(PCRE2
    REQUIRED_VARS PCRE2_LIBRARY PCRE2_INCLUDE_DIR VERSION_VAR PCRE2_VERSION)
  if(PCRE2_FOUND)
    add_library(PCRE2::8BIT UNKNOWN IMPORTED)
    set_target_properties(PCRE2::8BIT PROPERTIES
      IMPORTED_LOCATION ${PCRE2_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${PCRE2_INCLUDE_DIR})
  endif()
endif()
