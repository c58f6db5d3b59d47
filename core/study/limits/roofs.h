// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <string>
#include <vector>

namespace roofrack {

class Prepared;

/// What one accelerator can do at most, as a roofline chart draws it.
struct Roofs {
    struct Peak {
        std::string precision; ///< "BF16"
        FlopRate rate{};       ///< dense
    };
    std::string accelerator; ///< "H100 SXM5 80 GB"; empty: none is drawn
    ByteRate memory{};       ///< HBM; 0: unknown
    std::vector<Peak> peaks; ///< highest first
};

/// The roofs of the scenario's first accelerator, with the figures that its server gives of it.
Roofs roofs(const Prepared& prepared);

} // namespace roofrack
