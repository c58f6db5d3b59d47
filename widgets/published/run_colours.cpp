// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/published/run_colours.h"

#include <algorithm>
#include <array>

namespace roofrack {

QColor run_colour(const Theme& theme, const std::vector<std::string>& classes, const std::string& name) {
    constexpr std::array parts{StepPart::compute,     StepPart::data_comm, StepPart::optimizer,
                               StepPart::tensor_comm, StepPart::straggler, StepPart::memory,
                               StepPart::checkpoint,  StepPart::input,     StepPart::pipeline_bubble};
    const auto at = std::ranges::find(classes, name);
    if (at == classes.end()) return theme.disabled;
    const QColor colour = theme.part(parts[static_cast<size_t>(at - classes.begin()) % parts.size()]);
    return theme.is_dark ? colour.lighter(125) : colour;
}

} // namespace roofrack
