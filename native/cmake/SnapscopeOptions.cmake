# How every target of the project is compiled: the interface target snapscope_options.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# The addon is a shared library that links the modules, so all of them are position independent.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# The rest of the process may replace whatever function of a shared library is visible, so the linker
# must not inline it, and calls it through a table. Node looks for two symbols only.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(Threads REQUIRED)

add_library(snapscope_options INTERFACE)
target_include_directories(snapscope_options INTERFACE ${PROJECT_SOURCE_DIR}/native)
target_link_libraries(snapscope_options INTERFACE Threads::Threads)

if(MSVC)
  target_compile_options(snapscope_options INTERFACE /W4 /fp:precise /utf-8 /EHsc)
  target_compile_definitions(snapscope_options INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN)
  if(SNAPSCOPE_WERROR)
    target_compile_options(snapscope_options INTERFACE /WX)
  endif()
else()
  target_compile_options(snapscope_options INTERFACE
    -Wall -Wextra -Wpedantic      # the usual
    -Wnon-virtual-dtor            # deleting a File through its interface must run its destructor
    -Woverloaded-virtual          # a seam implemented with a slightly different signature
    -Wvla                         # stack use must be visible
    -ffp-contract=off)            # a fused multiply-add rounds differently: hashes would differ
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # g++ 12 reports these wrongly: for operator+ of strings (its bug 105651), and for variants and
    # coroutine frames at -O1 and above. clang and the sanitizers watch the same ground.
    target_compile_options(snapscope_options INTERFACE
      -Wno-restrict -Wno-maybe-uninitialized -Wno-free-nonheap-object)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # From a pair of words that a coroutine reads again after a suspension, g++ 12.2 made a vector
    # before it had read them: a consistency check read ahead from what the registers held.
    target_compile_options(snapscope_options INTERFACE -fno-tree-slp-vectorize)
  endif()
  if(SNAPSCOPE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # It takes the joined sources for a header, in which unnamed namespaces would be wrong.
    target_compile_options(snapscope_options INTERFACE -Wno-subobject-linkage)
  endif()
  if(MINGW)
    # It holds formats against Microsoft's old library, which is not the one called. The builds for
    # Linux check them.
    target_compile_options(snapscope_options INTERFACE -Wno-format)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # libstdc++ 12's stable_sort and inplace_merge use a function that it declares deprecated, and
    # clang holds that against the including file. g++ still reports our own uses.
    target_compile_options(snapscope_options INTERFACE -Wno-deprecated-declarations)
  endif()
  if(SNAPSCOPE_WERROR)
    target_compile_options(snapscope_options INTERFACE -Werror)
  endif()
endif()

# The engine's sources; of a test only AddressSanitizer or ThreadSanitizer, which all of a process must share.
set(for_engine $<NOT:$<BOOL:$<TARGET_PROPERTY:SNAPSCOPE_FAST_TEST>>>)
if(SNAPSCOPE_SANITIZE)
  set(sanitize -fsanitize=${SNAPSCOPE_SANITIZE} -fno-sanitize-recover=all)
  target_compile_options(snapscope_options INTERFACE ${sanitize} -fno-omit-frame-pointer)
  target_link_options(snapscope_options INTERFACE ${sanitize})
endif()
if(SNAPSCOPE_SANITIZE MATCHES "undefined")
  # A null pointer faults, and an object's end and a deleted object are AddressSanitizer's to notice; no source
  # reads a page's bytes as anything wider. Without these four checks of every access it is compiled in two
  # thirds of the time.
  target_compile_options(snapscope_options INTERFACE -fno-sanitize=null,vptr,object-size,alignment
    $<$<NOT:${for_engine}>:-fno-sanitize=undefined>)
endif()

# What guides a fuzzer. Not fuzzer-no-link: its calls at each comparison made the tests of the same
# build several times slower, and checksums and seeds are what gets an input past the first ones.
if(SNAPSCOPE_FUZZ)
  target_compile_options(snapscope_options INTERFACE
    $<${for_engine}:-fsanitize-coverage=inline-8bit-counters,pc-table>)
endif()

if(SNAPSCOPE_MUTATIONS)
  target_compile_definitions(snapscope_options INTERFACE SNAPSCOPE_MUTATIONS=1)
endif()

# What the addon's version() and a summary's run.engine say. Only the engine is compiled with these.
cmake_path(GET PROJECT_BINARY_DIR FILENAME build_name)
set(revision_file ${PROJECT_SOURCE_DIR}/app/contract/engine-revision.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${revision_file})
file(READ ${revision_file} revision)
string(JSON engine_revision GET "${revision}" engineRevision)
set(SNAPSCOPE_BUILD_INFO
  SNAPSCOPE_VERSION="${PROJECT_VERSION}"
  SNAPSCOPE_ENGINE_REVISION=${engine_revision}
  SNAPSCOPE_COMPILER="${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  SNAPSCOPE_BUILD="${build_name}")
