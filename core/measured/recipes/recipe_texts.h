// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/recipes/recipe.h"

#include <vector>

namespace roofrack {

/// The scalars of a file as settings with their path, "model.num_layers"; of a list those that are no lists
/// themselves, joined by ','. Fail where the text is broken, with the line.
Result<std::vector<RecipeSetting>> yaml_settings(const NamedText& file);
Result<std::vector<RecipeSetting>> toml_settings(const NamedText& file);
Result<std::vector<RecipeSetting>> json_settings(const NamedText& file);

} // namespace roofrack
