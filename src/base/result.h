// Result<T>: a value, or a sentence that says what is wrong with the input.
//
// Messages are lower-case, without a period, and name the thing: `foo.json: not an array`.
// A bug of ours is ASSAY_CHECK's business, a limit of ours is a value of its own.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "base/check.h"

namespace assay {

struct Error {
  std::string message;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT: implicit on purpose
  Result(Error error) : error_(std::move(error)) {}     // NOLINT: implicit on purpose

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& value() {
    ASSAY_CHECK(ok(), error_.message);
    return *value_;
  }
  const T& value() const {
    ASSAY_CHECK(ok(), error_.message);
    return *value_;
  }
  T take() { return std::move(value()); }
  const std::string& error() const { return error_.message; }

 private:
  std::optional<T> value_;
  Error error_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : failed_(true), error_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return !failed_; }
  explicit operator bool() const { return ok(); }
  void take() const { ASSAY_CHECK(ok(), error_.message); }
  const std::string& error() const { return error_.message; }

 private:
  bool failed_ = false;
  Error error_;
};

template <class... Args>
Error input_error(fmt::format_string<Args...> format, Args&&... args) {
  return Error{fmt::format(format, std::forward<Args>(args)...)};
}

}  // namespace assay

/// The value of a Result, or a return from the enclosing function with its error.
#define TRY(expression)                                            \
  ({                                                               \
    auto try_result = (expression);                                \
    if (!try_result.ok()) return ::assay::Error{try_result.error()}; \
    try_result.take();                                             \
  })
