// The product's generations, as far as they differ in what is modelled here. Each stands for the
// releases from its own up to the next: 2012 is 2012 and 2014 too, 2016 is all since.
//
// What a generation changes is decided where it happens (checkpoint/, buffer/, telemetry/), never
// here.
#pragma once

#include <array>
#include <cstdint>

namespace snapscope {
inline namespace base {

/// In order of release: later ones compare greater.
enum class EngineVersion : uint8_t { k2005, k2008, k2012, k2016 };
constexpr auto NamesOf(EngineVersion) { return std::array{"2005", "2008", "2012", "2016"}; }

}  // namespace base
}  // namespace snapscope
