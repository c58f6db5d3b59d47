// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/bill/owned_changes.h"

#include "core/drawing/bill/procurement.h"

#include <map>
#include <string_view>

namespace roofrack {

void keep_owned_count(Element& element, int before, bool is_owned) {
    if (is_owned && !element.owned_count && element.count > before) element.owned_count = before;
    if (element.owned_count && *element.owned_count >= element.count) element.owned_count.reset();
}

void buy_replaced(const Cluster& before, Cluster& after) {
    const std::vector<Procurement> procurements = procurements_of(before);
    std::map<std::string_view, const Element*> owned; // by id
    for (size_t i = 0; i < procurements.size(); ++i)
        if (procurements[i] == Procurement::owned) owned.emplace(before.elements[i].id, &before.elements[i]);
    for (Element& element : after.elements) {
        const auto found = owned.find(element.id);
        if (found == owned.end()) continue;
        const Element& was = *found->second;
        if (element.part == was.part && element.speed == was.speed && element.slow_gpus == was.slow_gpus)
            continue;
        element.procurement = Procurement::buy;
        element.owned_count.reset();
        element.sale_price.reset();
    }
}

} // namespace roofrack
