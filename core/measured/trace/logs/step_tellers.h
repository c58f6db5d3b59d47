// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// Which lines tell of an iteration that no other rank has told: several ranks or nodes may print the same,
/// each behind a tag of its own, and a progress bar is drawn again.
class StepTellers {
public:
    /// `tag`: what stands before the line, as "3: " or "[rank3]:".
    bool is_new(std::string_view tag, int64_t iteration);
    /// The program starts, perhaps not for the first time: an iteration that was told is a new one.
    void begin_again();

private:
    std::map<std::string, int64_t, std::less<>> m_last; ///< iteration that each tag told last
    std::optional<int64_t> m_told;                      ///< that any told last, since the start
};

} // namespace roofrack
