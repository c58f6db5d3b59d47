// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/preparation.h"

#include <map>
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

std::vector<UnrackedLoad>
unracked_loads(const Preparation& prep,
               const std::function<std::vector<UnrackedLoad::Carrier>(int container)>& carriers_in) {
    std::map<int, UnrackedLoad> by_container;
    const auto load_of = [&](int container) -> UnrackedLoad& {
        const auto [found, added] = by_container.try_emplace(container);
        if (added) found->second.carriers = carriers_in(container);
        return found->second;
    };
    for (const Unracked& each : prep.unracked) {
        const int around = nearest_around(prep.drawing, each.element,
                                          [&](int container) { return load_of(container).capacity() > 0; });
        UnrackedLoad& load = load_of(around);
        if (load.capacity() <= 0 || prep.inputs.unracked_power <= 0) continue;
        load.ids.push_back(prep.drawing.at(each.element).id);
        load.share += each.power / prep.inputs.unracked_power;
    }
    std::vector<UnrackedLoad> out;
    for (auto& [container, load] : by_container)
        if (load.share > 0) out.push_back(std::move(load));
    return out;
}

} // namespace roofrack
