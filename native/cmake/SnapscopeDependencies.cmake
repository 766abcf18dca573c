# Third-party code: the system's package first, a download of a pinned release else.
# Declares snapscope_xxhash, nlohmann_json::nlohmann_json and, for tests, GTest::gtest(_main).
include(FetchContent)

# xxHash is used as a header (base defines XXH_INLINE_ALL): nothing to link, and sanitizers see it.
find_path(SNAPSCOPE_XXHASH_INCLUDE xxhash.h)
if(NOT SNAPSCOPE_XXHASH_INCLUDE)
  FetchContent_Declare(xxhash
    URL https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.1.tar.gz
    SOURCE_SUBDIR no-build-wanted)
  FetchContent_MakeAvailable(xxhash)
  set(SNAPSCOPE_XXHASH_INCLUDE ${xxhash_SOURCE_DIR})
endif()
add_library(snapscope_xxhash INTERFACE)
target_include_directories(snapscope_xxhash SYSTEM INTERFACE ${SNAPSCOPE_XXHASH_INCLUDE})

if(SNAPSCOPE_HOST_HEADERS)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
  target_include_directories(nlohmann_json::nlohmann_json SYSTEM
    INTERFACE ${SNAPSCOPE_HOST_HEADERS})
  set(nlohmann_json_FOUND TRUE)
else()
  find_package(nlohmann_json 3.11 QUIET)
endif()
if(NOT nlohmann_json_FOUND)
  FetchContent_Declare(nlohmann_json
    URL https://github.com/nlohmann/json/releases/download/v3.11.2/json.tar.xz)
  FetchContent_MakeAvailable(nlohmann_json)
endif()

# io_uring on Linux. Without it I/O threads do the same; linked as an archive, so that what is built
# here also runs where the library is not installed.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  find_path(SNAPSCOPE_LIBURING_INCLUDE liburing.h)
  find_library(SNAPSCOPE_LIBURING_ARCHIVE liburing.a)
endif()

# zstd compresses backups; without it COMPRESSION is refused in real mode. An archive, too.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  find_path(SNAPSCOPE_ZSTD_INCLUDE zstd.h)
  find_library(SNAPSCOPE_ZSTD_ARCHIVE libzstd.a)
endif()

if(SNAPSCOPE_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    set(INSTALL_GTEST OFF)
    set(gtest_force_shared_crt ON CACHE BOOL "" FORCE)
    FetchContent_Declare(googletest
      URL https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz)
    FetchContent_MakeAvailable(googletest)
  endif()
endif()
