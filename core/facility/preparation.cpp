// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/preparation.h"

#include <unordered_set>

namespace roofrack {

int Preparation::model_of(int element) const {
    const int rack = drawing.rack_of(element);
    return models[static_cast<size_t>(rack >= 0 ? rack : element)];
}

std::vector<int> Preparation::racks_in(int element) const {
    if (element < 0) return {};
    const ElementKind kind = drawing.at(element).kind;
    if (is_container(kind) && kind != ElementKind::rack) return racks_inside[static_cast<size_t>(element)];
    if (const int model = model_of(element); model >= 0) return {model};
    return {};
}

std::vector<int> Preparation::racks_served(int element) const {
    std::vector<int> racks;
    std::unordered_set<int> served;
    const std::string& id = drawing.at(element).id;
    bool has_racks = false, feeds_others = false;
    for (const Link* link : drawing.links_at(element)) {
        const int far = drawing.find(link->from == id ? link->to : link->from);
        if (far >= 0 && drawing.at(far).kind == ElementKind::feed &&
            drawing.at(element).kind == ElementKind::feed) {
            feeds_others = feeds_others || link->from == id;
            continue;
        }
        has_racks = true;
        for (const int rack : racks_in(far))
            if (served.insert(rack).second) racks.push_back(rack);
    }
    return has_racks || feeds_others ? racks : racks_in(drawing.parent(element));
}

} // namespace roofrack
