// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/groups/group_nodes.h"

namespace roofrack {

/// The formula alone, whatever was measured.
ExplanationPtr formula_time_node(const Inputs& inputs, Collective collective, const ExplanationPtr& bytes,
                                 const GroupNodes& group);

/// By the sweep of the calibration that stands for such groups: interpolated over size, × the formula's ratio
/// of this group to the measured one. Null where none does.
ExplanationPtr measured_time(const Inputs& inputs, Collective collective, const ExplanationPtr& bytes,
                             const GroupNodes& group);

} // namespace roofrack
