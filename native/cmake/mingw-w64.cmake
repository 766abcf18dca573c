# Cross-compiles for 64-bit Windows with Debian's mingw-w64. Headers of header-only packages are the
# host's, copied so that nothing else of the host is seen; GoogleTest is built from its sources.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
# GoogleTest also asks for a C compiler.
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Programs need no library of the compiler beside them.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")

set(SNAPSCOPE_HOST_HEADERS ${CMAKE_BINARY_DIR}/host-headers)
if(NOT EXISTS ${SNAPSCOPE_HOST_HEADERS}/nlohmann/json.hpp)
  file(COPY /usr/include/xxhash.h /usr/include/nlohmann DESTINATION ${SNAPSCOPE_HOST_HEADERS})
endif()
set(SNAPSCOPE_XXHASH_INCLUDE ${SNAPSCOPE_HOST_HEADERS} CACHE PATH "xxHash, a header")
set(FETCHCONTENT_SOURCE_DIR_GOOGLETEST /usr/src/googletest CACHE PATH "GoogleTest's sources")
