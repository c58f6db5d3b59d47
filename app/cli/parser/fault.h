// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <type_traits>
#include <utility>

namespace roofrack::cli {

/// Exit codes of docs/formats.md.
enum Exit { done = 0, answer_is_no = 1, usage = 2, bad_input = 3 };

/// "error: WHERE: WHAT: FIX" on stderr; returns Exit::bad_input.
int report(const Diagnostic& diagnostic);
/// "warning: WHERE: WHAT: FIX" on stderr.
void warn(const Diagnostic& diagnostic);

/// A call that cannot be understood: main() prints it like report() and exits with Exit::usage.
struct UsageError {
    Diagnostic diagnostic;
};
/// A project or another file that is no good: main() prints it like report() and exits with Exit::bad_input.
struct BadInput {
    Diagnostic diagnostic;
};
/// The value; its fault is thrown as a UsageError or as BadInput.
template<class Fault, class T>
T value_or_throw(Result<T> result) {
    if (!result) throw Fault{std::move(result.error())};
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

} // namespace roofrack::cli
