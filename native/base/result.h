// Result<T>: an expected outcome or an Error. Bugs are CHECKs, not results.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace snapscope {
inline namespace base {

/// A code exists only where a caller can react to it differently.
enum class ErrorCode : uint8_t {
  kIo,               ///< the operating system or a device refused
  kDiskFull,         ///< no space on a volume (OS error 112 in the product's messages)
  kFileLimit,        ///< the file system cannot grow this file further (OS error 665 or 1450)
  kCorruptPage,      ///< checksum or page id mismatch (824)
  kCorruptLog,       ///< a log block that cannot be decoded
  kLogFull,          ///< 9002
  kDatabaseFull,     ///< 1105
  kDuplicateKey,     ///< 2627
  kDeadlock,         ///< 1205: the transaction was chosen as a victim and must be rolled back
  kNotFound,         ///< no such row, file or snapshot
  kSnapshotSuspect,  ///< 3420
  kRefused,          ///< a command that the state does not allow
  kInvalid,          ///< input that cannot be decoded
  kPowerCut,         ///< the simulated machine lost power: every later I/O fails
};

const char* ToString(ErrorCode code);

struct Error {
  ErrorCode code;
  /// For people: what happened, where, the value, what is allowed.
  std::string message;
  /// The file whose I/O was refused; empty where there is none.
  std::string path{};
  /// What the product calls it; 0 where that has no such message.
  int number = 0;
};

/// That error with a message that begins by saying where it was met.
Error InContext(const std::string& where, const Error& cause);

namespace internal {

/// A success costs no more than a null pointer: errors are rare, and large.
using SharedError = std::shared_ptr<const Error>;

}  // namespace internal

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error)
      : state_(std::in_place_index<1>, std::make_shared<const Error>(std::move(error))) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    CHECK(ok(), "value of an error: %s", std::get<1>(state_)->message.c_str());
    return std::get<0>(state_);
  }
  const T& value() const& {
    CHECK(ok(), "value of an error: %s", std::get<1>(state_)->message.c_str());
    return std::get<0>(state_);
  }
  T&& value() && {
    CHECK(ok(), "value of an error: %s", std::get<1>(state_)->message.c_str());
    return std::get<0>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const {
    CHECK(!ok(), "error of a success");
    return *std::get<1>(state_);
  }

 private:
  std::variant<T, internal::SharedError> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::make_shared<const Error>(std::move(error))) {}

  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }
  void value() const { CHECK(ok(), "value of an error: %s", error_->message.c_str()); }
  const Error& error() const {
    CHECK(!ok(), "error of a success");
    return *error_;
  }

 private:
  internal::SharedError error_;
};

using Status = Result<void>;

}  // namespace base
}  // namespace snapscope

/// Returns the error of `expression` from the enclosing function or coroutine (`ret` is the keyword
/// to leave it with: return or co_return).
#define SNAPSCOPE_TRY_IMPL(ret, expression)                 \
  do {                                                      \
    auto&& snapscope_try_result = (expression);             \
    if (!snapscope_try_result.ok()) {                       \
      ret ::snapscope::Error(snapscope_try_result.error()); \
    }                                                       \
  } while (false)
#define TRY(expression) SNAPSCOPE_TRY_IMPL(return, expression)
#define CO_TRY(expression) SNAPSCOPE_TRY_IMPL(co_return, expression)

/// Assigns the value of the expression behind `target` to it, or returns that expression's error as
/// TRY does. `target` is a place or a declaration; the braces of the expression may hold commas.
#define SNAPSCOPE_TRY_ASSIGN_IMPL(ret, result, target, ...) \
  auto result = (__VA_ARGS__);                              \
  if (!result.ok()) ret ::snapscope::Error(result.error()); \
  target = std::move(result).value()
#define SNAPSCOPE_RESULT_IN(line) snapscope_result_in_line_##line
#define SNAPSCOPE_TRY_ASSIGN_AT(ret, line, target, ...) \
  SNAPSCOPE_TRY_ASSIGN_IMPL(ret, SNAPSCOPE_RESULT_IN(line), target, __VA_ARGS__)
#define TRY_ASSIGN(target, ...) SNAPSCOPE_TRY_ASSIGN_AT(return, __LINE__, target, __VA_ARGS__)
#define CO_TRY_ASSIGN(target, ...) SNAPSCOPE_TRY_ASSIGN_AT(co_return, __LINE__, target, __VA_ARGS__)
