// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"
#include "core/facility/economics/capital.h"

namespace roofrack {

/// Which rows of the bill a sum has.
enum class CapitalOf { bought, replacement };

/// What the site says about money under `key`, in `unit`, or the constant that stands for it.
Term of_site(const Inputs& in, const char* key, const std::optional<double>& given, std::string_view constant,
             const char* name, const char* unit = "");

/// GPUs that the bill lists.
Term drawn_gpus(const Capital& capital);

/// `node` with the note of what has no price, where something has none.
ExplanationPtr with_gaps(const Inputs& in, const ExplanationPtr& node);

/// $ of what is bought, or of all that stays at today's prices, down to the rows of the bill. Not known where
/// no row has a price.
ExplanationPtr machines_node(const Inputs& in, std::string name, CapitalOf which);

} // namespace roofrack
