// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack {

/// Why a design cannot be drawn: its size is no whole number of what its server, or the drawing, comes in.
/// Such a size is none of its server's, and the next one may be.
struct UnevenSize {
    std::string count; ///< "10,240"
    std::string what;  ///< "GPUs"
    std::string steps; ///< "servers of 72", "its racks, which come 2 at a time"

    /// "10,240 GPUs are no whole number of servers of 72".
    std::string text() const;
    /// What such sizes share, whatever their number: "the GPUs are no whole number of servers of 72".
    std::string shared_text() const;
    bool operator==(const UnevenSize&) const = default;
};

} // namespace roofrack
