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
    const auto place = static_cast<size_t>(at - classes.begin());
    const QColor colour = theme.part(parts[place % parts.size()]);
    const QColor read = theme.is_dark ? colour.lighter(125) : colour;
    if (place < parts.size()) return read;
    return theme.is_dark ? read.lighter(150) : read.darker(170); // a second round in other shades
}

} // namespace roofrack
