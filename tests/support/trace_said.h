// SPDX-License-Identifier: GPL-3.0-or-later
// What reading a trace said.
#pragma once

#include "core/measured/trace/trace.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace roofrack::test {

/// A warning holds the text.
inline bool warns(const TraceResult& result, std::string_view text) {
    return std::ranges::any_of(result.warnings, [&](const TraceWarning& warning) {
        return warning.message.find(text) != std::string::npos;
    });
}

/// The error, for a failing check.
inline std::string said(const Result<TraceResult>& result) {
    return result ? std::string("it was read") : result.error().text();
}

} // namespace roofrack::test
