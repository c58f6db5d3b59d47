// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace roofrack {

/// What a shape stands for in a program that draws.
enum class ShapeOf { element, link };

/// Keys of the project file with their values as text: "power_limit" → "40 kW", "dims" → "[4,4]".
using ShapeTexts = std::map<std::string, std::string, std::less<>>;

/// The values of an element or link of the project file that a shape does not show by itself. Shown are ids,
/// kind, part, count, container, ends, pattern, cable, position and size. Keys that this version does not
/// know are together in "more", an own definition of its part is in "part_definition".
ShapeTexts texts_of(ShapeOf shape, const nlohmann::ordered_json& object);

/// A number where the text is one, else the text, which may be a quantity.
nlohmann::ordered_json number_or_text(const std::string& text);

/// These values again, as the project file has them; texts of other names say nothing.
void add_texts(ShapeOf shape, const ShapeTexts& texts, nlohmann::ordered_json& object);

} // namespace roofrack
