// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace roofrack {

/// What the core names one of its kinds (a part of the step, a regime, how sure a figure is, a plant), in the
/// words of the user's language: "from_memory" → "from memory".
QString core_word(std::string_view name);

} // namespace roofrack
