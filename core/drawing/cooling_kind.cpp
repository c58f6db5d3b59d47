// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/cooling_kind.h"

#include <algorithm>
#include <cctype>

namespace roofrack {

std::string_view name_of(CoolingKind kind) {
    switch (kind) {
    case CoolingKind::room_air: return "room-air";
    case CoolingKind::rear_door: return "rear-door";
    case CoolingKind::liquid: return "liquid";
    case CoolingKind::liquid_to_air: return "liquid-to-air";
    case CoolingKind::plant: break;
    }
    return "plant";
}

CoolingKind cooling_kind(const Part* part) {
    if (!part) return CoolingKind::room_air;
    std::string text;
    for (const std::string_view word :
         {part->text_or("cooling", ""), part->text_or("type", ""), std::string_view(part->id)})
        text += std::string(word) + ' ';
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto says = [&text](std::initializer_list<std::string_view> words) {
        return std::ranges::any_of(
            words, [&text](std::string_view word) { return text.find(word) != std::string::npos; });
    };
    if (says({"l2a", "liquid-to-air", "sidecar"})) return CoolingKind::liquid_to_air;
    if (says({"cdu", "liquid", "cold-plate", "immersion"})) return CoolingKind::liquid;
    if (says({"rdhx", "rear-door", "rear_door", "chilleddoor", "cyberdoor"})) return CoolingKind::rear_door;
    if (says({"chiller", "tower", "dry-cooler", "plant"})) return CoolingKind::plant;
    return CoolingKind::room_air;
}

} // namespace roofrack
