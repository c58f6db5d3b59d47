// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace roofrack {

/// Something a person must mend: what is wrong, where it is, and what to do about it.
struct Diagnostic {
    std::string where; ///< FILE, FILE:LINE, or a JSON pointer into the file; may be empty
    std::string what;
    std::string fix;

    /// "WHERE: WHAT: FIX", empty members left out.
    std::string text() const {
        std::string out = where;
        for (const std::string* part : {&what, &fix}) {
            if (part->empty()) continue;
            if (!out.empty()) out += ": ";
            out += *part;
        }
        return out;
    }
};

template<class T>
using Result = tl::expected<T, Diagnostic>;

inline tl::unexpected<Diagnostic> fail(std::string where, std::string what, std::string fix = {}) {
    return tl::unexpected<Diagnostic>({std::move(where), std::move(what), std::move(fix)});
}

} // namespace roofrack
