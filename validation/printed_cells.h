// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/run_config.h"

#include <string>
#include <vector>

namespace roofrack {

/// Cells of one row that cannot all be true.
struct Contradiction {
    std::string id;
    std::vector<std::string> columns; ///< columns that contradict each other
    std::string what;                 ///< "dp · tp · pp · cp = 32 of 64 GPUs"
    bool names(std::string_view column) const;
};

/// Degrees that do not multiply to the GPUs, a batch of no whole micro-batches, heads that tensor parallelism
/// does not divide, a rate that is not batch · seq ÷ step within 4 %.
std::vector<Contradiction> contradictions(const RunRow& row);

} // namespace roofrack
