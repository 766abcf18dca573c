// Deliberate defects ("mutations") for the tests that prove the verification can fail. Each is an
// object in the source where it strikes, and that source asks for it:
//
//   MUTATION(kUndoSkipped, "what was in flight stays");
//   ...
//   if (Mutated(kUndoSkipped)) co_return result;
//
// Tests and scripts know that one as undoSkipped.
//
// In the test-only build (SNAPSCOPE_MUTATIONS) each enters itself in a list as the program starts:
// it lies in the same object file as the code that asks for it, so that one is linked where the
// other is. Everywhere else the question is a constant false, and nothing is entered.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace snapscope {
inline namespace base {

enum class NoticedBy : uint8_t {
  kSimulator,  ///< `npm run sim -- --mutations` searches a plan that fails with it
  kTests,      ///< random plans meet it too rarely: a test of known_defects names it
  /// An effect that is taken away, or told where there is none: what it changes are the figures of
  /// papers (scripts/figure-mutations.mjs), whatever else it spoils.
  kFigures,
};

#ifdef SNAPSCOPE_MUTATIONS

struct Mutation;
/// The head of the list, in which all that the program has stand in no particular order.
inline const Mutation* newest_mutation = nullptr;

struct Mutation {
  /// The name of its constant, "kUndoSkipped".
  Mutation(std::string_view constant, std::string_view what, NoticedBy by = NoticedBy::kSimulator)
      : name(constant.substr(1)),
        defect(what),
        noticed_by(by),
        next(std::exchange(newest_mutation, this)) {
    name.front() += 'a' - 'A';
  }
  Mutation(const Mutation&) = delete;
  Mutation& operator=(const Mutation&) = delete;

  std::string name;
  std::string_view defect;
  NoticedBy noticed_by;
  const Mutation* next;
};

inline thread_local const Mutation* active_mutation = nullptr;
inline bool Mutated(const Mutation& mutation) { return active_mutation == &mutation; }

/// Gives this thread's engine the defect of that name; false if this build has no such.
inline bool SwitchOnMutation(std::string_view name) {
  const Mutation* mutation = newest_mutation;
  while (mutation != nullptr && mutation->name != name) mutation = mutation->next;
  if (mutation != nullptr) active_mutation = mutation;
  return mutation != nullptr;
}

/// The defects that are to be noticed so, by name.
inline std::map<std::string_view, std::string_view> MutationsFor(NoticedBy by) {
  std::map<std::string_view, std::string_view> defects;
  for (const Mutation* one = newest_mutation; one != nullptr; one = one->next) {
    if (one->noticed_by == by) defects.emplace(one->name, one->defect);
  }
  return defects;
}

#else

struct Mutation {
  constexpr Mutation(std::string_view, std::string_view, NoticedBy = NoticedBy::kSimulator) {}
};
constexpr bool Mutated(const Mutation&) { return false; }
constexpr bool SwitchOnMutation(std::string_view) { return false; }
inline std::map<std::string_view, std::string_view> MutationsFor(NoticedBy) { return {}; }

#endif

}  // namespace base
}  // namespace snapscope

#define MUTATION(constant, ...) \
  inline const ::snapscope::Mutation constant { #constant, __VA_ARGS__ }
