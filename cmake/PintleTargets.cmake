# Helpers: every library and program of the project is made through these.

# Two warnings are off with g++, whose version 12 is wrong about them: maybe-uninitialized
# in moves of a std::variant, restrict in `"text" + std::string`.
function(pintle_warnings target)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
      -Werror=switch -Werror=return-type
      "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-restrict>"
      $<$<BOOL:${PINTLE_WERROR}>:-Werror>)
  endif()
endfunction()

# pintle_library(core): target pintle_core, alias pintle::core. Sources are added by the
# folders of src/. What it links is what its package will ask for (PintleInstall.cmake).
function(pintle_library component)
  set(target pintle_${component})
  add_library(${target})
  add_library(pintle::${component} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON
    EXPORT_NAME ${component}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  pintle_warnings(${target})
  set_property(GLOBAL APPEND PROPERTY PINTLE_COMPONENTS ${component})
endfunction()

# pintle::pintle: all components that an application links by default, as far as they
# are built.
function(pintle_umbrella)
  add_library(pintle_pintle INTERFACE)
  add_library(pintle::pintle ALIAS pintle_pintle)
  set_target_properties(pintle_pintle PROPERTIES EXPORT_NAME pintle)
  foreach(component core http)
    if(TARGET pintle_${component})
      target_link_libraries(pintle_pintle INTERFACE pintle_${component})
    endif()
  endforeach()
endfunction()

# pintle_test(name SOURCES a.cpp LABELS unit executor [LIBS pintle::http])
# The target tests_LABEL builds all tests of a label.
function(pintle_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LABELS;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} pintle::core GTest::gmock_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src
                                             ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE
    PINTLE_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests"
    PINTLE_SHARED_DIR="${PINTLE_SHARED_DIR}")
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  pintle_warnings(${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 900)
  foreach(label ${ARG_LABELS})
    if(NOT TARGET tests_${label})
      add_custom_target(tests_${label})
    endif()
    add_dependencies(tests_${label} ${name})
  endforeach()
endfunction()
