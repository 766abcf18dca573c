// Variables of a thread that are read at every step of the engine.
#pragma once

/// A pointer or a number of the thread, at a fixed distance from its register. The addon is loaded
/// into a running process, and what is declared without it is found by a call there. The process
/// has little room for such variables: none but words, none that would have to be destroyed.
#if defined(__ELF__)
#define THREAD_WORD thread_local __attribute__((tls_model("initial-exec")))
#else
#define THREAD_WORD thread_local
#endif
