# snapscope_module, snapscope_test, snapscope_program, snapscope_addon: the kinds of targets.
include(GoogleTest)

# Sets `out` to the C++ sources below `folder`, without those of other systems, whose names begin with
# the system's. A new file is picked up by the next build.
function(snapscope_sources folder out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(system IN ITEMS Linux Windows)
    if(NOT CMAKE_SYSTEM_NAME STREQUAL system)
      string(TOLOWER ${system} prefix)
      list(FILTER sources EXCLUDE REGEX "/${prefix}_[^/]*$")
    endif()
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# snapscope_unite(<target> <count> [APART <sources...>]): where unity builds are wanted, compiles so
# many sources of the target as one (0: all of them): headers are read once, and templates
# instantiated once. Those APART repeat a name of another source and are compiled by themselves.
function(snapscope_unite target count)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "APART")
  if(SNAPSCOPE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# snapscope_module(<name> DEPS <modules...>): the library of one folder under native/.
# A folder without content is left out, here and where others name it; one without .cpp files
# becomes an interface library. Built modules are listed in the global property SNAPSCOPE_MODULES.
function(snapscope_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS")
  snapscope_sources(${name} sources)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${name}/*.h)
  if(NOT sources AND NOT headers)
    return()
  endif()
  if(sources)
    add_library(${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  if(sources)
    snapscope_unite(${name} 0)
  endif()
  get_property(built GLOBAL PROPERTY SNAPSCOPE_MODULES)
  set(available ${arg_DEPS})
  list(FILTER available EXCLUDE REGEX "^$")
  set(links snapscope_options)
  foreach(dep IN LISTS available)
    if(dep IN_LIST built)
      list(APPEND links ${dep})
    endif()
  endforeach()
  target_link_libraries(${name} ${scope} ${links})
  set_property(GLOBAL APPEND PROPERTY SNAPSCOPE_MODULES ${name})
endfunction()

# snapscope_precompile(<test executable>): GoogleTest and JSON, which take longer to read than most
# tests, are read once for all test executables: by the first, whose result the others use.
function(snapscope_precompile target)
  get_property(owner GLOBAL PROPERTY SNAPSCOPE_PRECOMPILED_BY)
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE <gtest/gtest.h> <nlohmann/json.hpp>)
    set_property(GLOBAL PROPERTY SNAPSCOPE_PRECOMPILED_BY ${target})
  endif()
endfunction()

# snapscope_compile_fast(<test executable>): with SNAPSCOPE_FAST_TESTS its own sources are not optimised, and
# not checked for undefined behaviour: with a sanitizer that halves their compilation. Of a function that both
# they and a module define, the linker takes the first, so the modules come before them: the engine runs as it
# is optimised and checked.
function(snapscope_compile_fast target)
  if(NOT SNAPSCOPE_FAST_TESTS)
    return()
  endif()
  target_compile_options(${target} PRIVATE -O0)
  set_target_properties(${target} PROPERTIES SNAPSCOPE_FAST_TEST ON)
  get_property(modules GLOBAL PROPERTY SNAPSCOPE_MODULES)
  set(archives)
  foreach(module IN LISTS modules)
    get_target_property(type ${module} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND archives $<TARGET_FILE:${module}>)
    endif()
  endforeach()
  list(JOIN archives " " archives)
  target_link_options(${target} PRIVATE
    "SHELL:-Wl,--whole-archive ${archives} -Wl,--no-whole-archive")
endfunction()

# snapscope_defect(<name> <source> <test>): a test of another folder fails with that known defect. It becomes
# part of the executable of known defects.
function(snapscope_defect name source test)
  get_target_property(sources known_defects_test SOURCES)
  if(NOT ${CMAKE_CURRENT_SOURCE_DIR}/test/${source} IN_LIST sources)
    target_sources(known_defects_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/test/${source})
  endif()
  add_test(NAME known_defects.${name} COMMAND known_defects_test --gtest_brief=1 --gtest_filter=${test})
  set_tests_properties(known_defects.${name} PROPERTIES ENVIRONMENT SNAPSCOPE_DEFECT=${name}
    WILL_FAIL ON LABELS known_defects TIMEOUT 600 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()

# snapscope_test(<folder>): native/test/<folder>/**/*_test.cpp become <folder>_test, one ctest test
# per GoogleTest test, or SNAPSCOPE_TEST_SHARDS processes that share its tests: with a sanitizer a
# process takes longer to start than most tests. Other .cpp files there belong to the same executable.
function(snapscope_test folder)
  snapscope_sources(${CMAKE_CURRENT_SOURCE_DIR}/test/${folder} sources)
  if(NOT sources)
    return()
  endif()
  get_property(modules GLOBAL PROPERTY SNAPSCOPE_MODULES)
  set(target ${folder}_test)
  add_executable(${target} ${sources} ${SNAPSCOPE_TEST_MAIN})
  add_dependencies(tests ${target})
  if(TARGET snapscope_test_support)
    target_link_libraries(${target} PRIVATE snapscope_test_support)
  endif()
  target_link_libraries(${target} PRIVATE ${modules} nlohmann_json::nlohmann_json
                                          GTest::gtest)
  # A test's namespace ends in its file's name, so that tests can be united; shared code has no such
  # name. More than seven at a time would keep one processor busy when the other has nothing left.
  set(shared ${sources} ${SNAPSCOPE_TEST_MAIN})
  list(FILTER shared EXCLUDE REGEX "_test\\.cpp$")
  snapscope_unite(${target} 7 APART ${shared})
  snapscope_compile_fast(${target})
  snapscope_precompile(${target})
  set(properties LABELS ${folder} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(NOT SNAPSCOPE_TEST_SHARDS)
    # PRE_TEST: the tests are listed by ctest, not by the build, which may lack a sanitizer's setup.
    gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${folder}."
      PROPERTIES ${properties} TIMEOUT 600)
    return()
  endif()
  math(EXPR last "${SNAPSCOPE_TEST_SHARDS} - 1")
  foreach(shard RANGE ${last})
    set(name ${folder}.${shard})
    add_test(NAME ${name} COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES ${properties} TIMEOUT 1200
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${SNAPSCOPE_TEST_SHARDS};GTEST_SHARD_INDEX=${shard};GTEST_FILTER=${SNAPSCOPE_TEST_FILTER}")
  endforeach()
endfunction()

# snapscope_program(<name> <sources...>): an executable over all modules.
function(snapscope_program name)
  get_property(modules GLOBAL PROPERTY SNAPSCOPE_MODULES)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE snapscope_options ${modules} nlohmann_json::nlohmann_json)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# snapscope_addon(DEPS <modules...>): native/addon as snapscope.node in the build directory.
function(snapscope_addon)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "DEPS")
  snapscope_sources(addon sources)
  if(NOT sources)
    return()
  endif()
  set(packages ${PROJECT_SOURCE_DIR}/node_modules)
  set(headers ${packages}/node-api-headers)
  if(NOT EXISTS ${packages}/node-addon-api/napi.h OR NOT EXISTS ${headers}/include/node_api.h)
    message(FATAL_ERROR "The addon needs node-addon-api and node-api-headers: run npm ci first.")
  endif()
  get_property(built GLOBAL PROPERTY SNAPSCOPE_MODULES)
  set(links)
  foreach(dep IN LISTS arg_DEPS)
    if(dep IN_LIST built)
      list(APPEND links ${dep})
    endif()
  endforeach()

  add_library(snapscope_addon MODULE ${sources})
  set_target_properties(snapscope_addon PROPERTIES
    PREFIX "" OUTPUT_NAME snapscope SUFFIX .node
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(snapscope_addon SYSTEM PRIVATE
    ${packages}/node-addon-api ${headers}/include)
  target_compile_definitions(snapscope_addon PRIVATE
    NAPI_VERSION=8 NAPI_DISABLE_CPP_EXCEPTIONS ${SNAPSCOPE_BUILD_INFO})
  target_link_libraries(snapscope_addon PRIVATE snapscope_options ${links})

  # Node's symbols come from the process that loads the addon. Linux leaves them undefined.
  if(APPLE)
    target_link_options(snapscope_addon PRIVATE -undefined dynamic_lookup)
  elseif(MSVC)
    set(import_library ${PROJECT_BINARY_DIR}/node_api.lib)
    add_custom_command(OUTPUT ${import_library}
      COMMAND ${CMAKE_AR} /def:${headers}/def/node_api.def /out:${import_library} /machine:x64
      DEPENDS ${headers}/def/node_api.def)
    target_sources(snapscope_addon PRIVATE ${import_library})
    target_link_libraries(snapscope_addon PRIVATE ${import_library})
  elseif(WIN32)
    set(import_library ${PROJECT_BINARY_DIR}/libnode_api.a)
    add_custom_command(OUTPUT ${import_library}
      COMMAND ${CMAKE_DLLTOOL} -d ${headers}/def/node_api.def -l ${import_library}
      DEPENDS ${headers}/def/node_api.def)
    add_custom_target(snapscope_node_api DEPENDS ${import_library})
    add_dependencies(snapscope_addon snapscope_node_api)
    target_link_libraries(snapscope_addon PRIVATE ${import_library})
  endif()
endfunction()
