// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// What slows a step beside its own work, as explained numbers (core/step/engine/conditions.cpp). s.
ExplanationPtr straggler_node(const Inputs& inputs);
ExplanationPtr throttle_node(const Inputs& inputs);
ExplanationPtr input_node(const Inputs& inputs);
ExplanationPtr checkpoint_node(const Inputs& inputs);
ExplanationPtr failure_node(const Inputs& inputs);

/// s of computation of a fabric group's GPUs at full clock and their drawn speed, the slow ones inside its
/// servers aside.
Term computation_term(const Inputs& inputs, size_t group);

/// B/s of the storage drawn as `key`, as far as its links carry (storage_rate).
Term storage_term(const Inputs& inputs, const std::string& key, double drawn);

} // namespace roofrack
