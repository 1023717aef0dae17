# Install and export: one export set and one pkg-config file a component, so that a user
# of one component needs the packages of that one only. What a package asks for follows
# from what the target links.
include(CMakePackageConfigHelpers)

set(_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pintle)
set(_generated_dir ${PROJECT_BINARY_DIR}/package)

# pintle_needs(target components packages pc_names)
function(pintle_needs target components packages pc_names)
  set(parts "")
  set(needed "")
  set(pcs "")
  get_target_property(linked ${target} LINK_LIBRARIES)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
  endif()
  foreach(library ${linked})
    if(library MATCHES "^pintle(_|::)(.+)$")
      list(APPEND parts ${CMAKE_MATCH_2})
    elseif(library STREQUAL Threads::Threads)
      list(APPEND needed Threads)
    elseif(library STREQUAL PCRE2::8BIT)
      list(APPEND needed PCRE2)
      list(APPEND pcs libpcre2-8)
    elseif(library STREQUAL CURL::libcurl)
      list(APPEND needed CURL)
      list(APPEND pcs libcurl)
    elseif(library STREQUAL simdjson::simdjson)
      list(APPEND needed simdjson)
      list(APPEND pcs simdjson)
    elseif(library STREQUAL spdlog::spdlog)
      list(APPEND needed spdlog)
      list(APPEND pcs spdlog)
    elseif(NOT library MATCHES "^\\$<BUILD_INTERFACE:")
      message(FATAL_ERROR "PintleInstall.cmake does not know the package of ${library}")
    endif()
  endforeach()
  if(type STREQUAL SHARED_LIBRARY)  # its private libraries are its own affair
    set(needed "")
    set(pcs "")
  endif()
  set(${components} "${parts}" PARENT_SCOPE)
  set(${packages} "${needed}" PARENT_SCOPE)
  set(${pc_names} "${pcs}" PARENT_SCOPE)
endfunction()

# pintle_pkg_config(file description): `file` is pintle-core and the like.
function(pintle_pkg_config file description libs requires libs_private)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
             BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE up)
  set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
  set(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
  foreach(dir libdir includedir)
    if(NOT IS_ABSOLUTE ${pc_${dir}})
      set(pc_${dir} "\${prefix}/${pc_${dir}}")
    endif()
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/pintle.pc.in ${_generated_dir}/${file}.pc @ONLY)
  install(FILES ${_generated_dir}/${file}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT pintle_development)
endfunction()

# One component: its library, its export set, its pkg-config file, its line in the config.
function(pintle_install_component component)
  set(target pintle_${component})
  install(TARGETS ${target} EXPORT pintle-${component}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT pintle_runtime
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT pintle_runtime
            NAMELINK_COMPONENT pintle_development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT pintle_development)
  install(EXPORT pintle-${component} NAMESPACE pintle:: DESTINATION ${_config_dir}
          FILE pintle-${component}-targets.cmake COMPONENT pintle_development)

  pintle_needs(${target} components packages pcs)
  string(APPEND PINTLE_CONFIG_NEEDS
    "set(_pintle_${component}_components ${components})\n"
    "set(_pintle_${component}_packages ${packages})\n")
  set(PINTLE_CONFIG_NEEDS "${PINTLE_CONFIG_NEEDS}" PARENT_SCOPE)

  list(TRANSFORM components PREPEND pintle-)
  # A static pintle needs the packages themselves, not what they are made of: `--static`
  # would ask for all that a static libcurl links.
  list(APPEND components ${pcs})
  list(JOIN components " " requires)
  if(component STREQUAL pintle)
    pintle_pkg_config(pintle "${PROJECT_DESCRIPTION}" "" "${requires}" "")
  else()
    set(threads "")
    if(Threads IN_LIST packages)
      set(threads -pthread)
    endif()
    pintle_pkg_config(pintle-${component} "pintle's component ${component}"
      "-L\${libdir} -l${target} ${threads}" "${requires}" "")
  endif()
endfunction()

get_property(PINTLE_COMPONENTS GLOBAL PROPERTY PINTLE_COMPONENTS)
set(PINTLE_CONFIG_NEEDS "")
foreach(_component ${PINTLE_COMPONENTS} pintle)
  pintle_install_component(${_component})
endforeach()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pintle
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT pintle_development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pintleConfig.cmake.in
  ${_generated_dir}/pintleConfig.cmake INSTALL_DESTINATION ${_config_dir})
write_basic_package_version_file(${_generated_dir}/pintleConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${_generated_dir}/pintleConfig.cmake
              ${_generated_dir}/pintleConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindPCRE2.cmake
        DESTINATION ${_config_dir} COMPONENT pintle_development)
