// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// How wide text is where another program sets it: by the widths of Arial, which the fonts have that stand in
/// its place; other fonts count as wide as the widest that is usual. Rather too wide than too narrow.
class TypeRuler {
public:
    explicit TypeRuler(std::string_view font);

    /// px at that height of type.
    double width(std::string_view text, double type, bool bold = false) const;
    /// The lines that it takes, broken between words, and within one that is wider than the room.
    std::vector<std::string> lines(std::string_view text, double type, double room, bool bold = false) const;

private:
    double m_scale = 1; ///< how much wider than Arial the type is
};

} // namespace roofrack
