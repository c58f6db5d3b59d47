// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace roofrack {

/// Names of the single things that a drawing stands for: "Leaf", and "Server 007" of 128. No two of a drawing
/// are called the same.
class InstanceNames {
public:
    InstanceNames(const Cluster& cluster, const Containment& containment);

    /// Instances are counted from 0 through the whole drawing, the outermost container most significant.
    std::string of(int element, int64_t instance) const;
    /// The name of an element's instances without the number.
    const std::string& base(int element) const { return m_elements[static_cast<size_t>(element)].base; }

private:
    struct Named {
        std::string base;
        int digits = 0; ///< 0: there is one alone
    };
    std::vector<Named> m_elements;
};

} // namespace roofrack
