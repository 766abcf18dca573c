// Systems and builds without io_uring: no ring is ever created.
#ifndef SNAPSCOPE_LIBURING

#include "base/check.h"
#include "os/ring.h"

namespace snapscope::os {

class Ring::Native {};

Ring::Ring(std::unique_ptr<Native> native) : native_(std::move(native)) {}
Ring::~Ring() = default;
std::unique_ptr<Ring> Ring::Create() { return nullptr; }

// What only a ring could be asked.
namespace {
constexpr const char* kNone = "there is no ring";
}
Result<uint64_t> Ring::Request::await_resume() const { CHECK(false, "%s", kNone); }
void Ring::Ask(Operation&) { CHECK(false, "%s", kNone); }
void Ring::Poll() { CHECK(false, "%s", kNone); }
void Ring::Wait(TimeNs) { CHECK(false, "%s", kNone); }
void Ring::Wake() { CHECK(false, "%s", kNone); }
void Ring::Drain() { CHECK(false, "%s", kNone); }

}  // namespace snapscope::os

#endif
