// Deliberate defects for the tests that prove the verification can fail. Compiled in only in the
// test-only build (SNAPSCOPE_MUTATIONS); everywhere else the question is a constant false.
#pragma once

#include <cstdint>

namespace snapscope {
inline namespace base {

enum class Mutation : uint8_t {
  kNone,
  kPushAfterChange,    ///< the pre-image is taken after the page has changed
  kRedoSkipsUnpushed,  ///< redo leaves out pages whose bit is clear
  kUndoSkipped,        ///< what was in flight at the split stays
  kIndexEntryKept,     ///< a change leaves the row's old entries in nonclustered indexes
};

#ifdef SNAPSCOPE_MUTATIONS
inline thread_local Mutation active_mutation = Mutation::kNone;
inline bool Mutated(Mutation mutation) { return active_mutation == mutation; }
#else
constexpr bool Mutated(Mutation) { return false; }
#endif

}  // namespace base
}  // namespace snapscope
