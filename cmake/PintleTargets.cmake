# Helpers: every library and program of the project is made through these.

function(pintle_warnings target)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
      -Werror=switch -Werror=return-type $<$<BOOL:${PINTLE_WERROR}>:-Werror>)
  endif()
endfunction()

# pintle_library(core): target pintle_core, alias pintle::core. Sources are added by the
# folders of src/.
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
endfunction()

# pintle_test(name SOURCES a.cpp LABELS unit executor [LIBS pintle::http])
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
endfunction()
