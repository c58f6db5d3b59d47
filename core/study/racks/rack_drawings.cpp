// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/rack_drawings.h"

#include "core/base/units/saturated.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/element_index.h"
#include "core/study/racks/template_network.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

bool is_there_already(const Cluster& cluster, const std::string& id) {
    const ElementIndex index(cluster);
    return procurements_of(cluster)[static_cast<size_t>(index.position(id))] == Procurement::owned;
}

/// The container (pod) around all racks with GPUs, where whole pods can come and go; of the finest steps only
/// where one pod more is a smaller one than one rack more in every pod. Empty: there is none.
std::string container_to_take(const Cluster& cluster, const RoomSolver& room, RackSteps steps) {
    const ElementIndex index(cluster);
    const Element* const around = index.find(room.kind().parent);
    if (!around || room.racks().size() != 1 || index.find(around->parent)) return {};
    const bool is_taken =
        steps == RackSteps::containers ? around->kind == ElementKind::pod : room.kind().count < around->count;
    return is_taken ? around->id : std::string();
}

} // namespace

RackDrawings::RackDrawings(const Cluster& cluster, const Prepared& prepared, const Catalog& catalog,
                           const RoomSolver& room, RackSteps steps)
    : m_room(room)
    , m_catalog(&catalog)
    , m_is_owned(is_there_already(cluster, room.kind().id))
    , m_container(m_is_owned ? std::string() : container_to_take(cluster, room, steps))
    , m_step(
          std::max(1, m_container.empty() ? static_cast<int>(std::lround(room.step())) : room.kind().count))
    , m_drawn(std::max(m_step, static_cast<int>(std::lround(room.drawn()))))
    , m_supply(cluster, prepared, catalog) {}

Scenario RackDrawings::with_racks(int racks) const {
    Scenario out = m_room.with_racks(m_container.empty() ? racks : m_drawn);
    if (!m_container.empty()) out.cluster.find(m_container)->count = std::max(1, racks / m_step);
    if (racks != m_drawn) out.plan.dp = 0;
    return out;
}

RackDrawings::Cabled RackDrawings::cabled_as_drawn(const Scenario& scenario) const {
    Cabled out;
    for (const bool with_switches : {true, false}) {
        Scenario each = m_supply.followed(scenario, with_switches);
        std::string lacks = m_supply.lacking_ports(each.cluster);
        if (!lacks.empty() && out.lacks.empty())
            out.lacks = std::move(lacks);
        else if (lacks.empty() && (out.drawings.empty() || out.drawings.front() != each))
            out.drawings.push_back(std::move(each));
    }
    if (!out.drawings.empty()) out.lacks.clear();
    return out;
}

RackDrawings::Cabled RackDrawings::cabled(const Scenario& scenario) const {
    Cabled out = cabled_as_drawn(scenario);
    if (!out.drawings.empty()) return out;
    Scenario each = m_supply.followed(scenario, true);
    const TemplateNetwork network(m_room.with_racks(m_drawn).cluster, *m_catalog);
    auto redrawn = network.redrawn(each.cluster);
    if (!redrawn || !m_supply.lacking_ports(*redrawn).empty()) return out;
    each.cluster = std::move(*redrawn);
    out.drawings.push_back(std::move(each));
    out.lacks.clear();
    return out;
}

std::string RackDrawings::why_not_cabled(double more) const {
    const double steps = std::ceil(more / m_step - 1e-9);
    return cabled_as_drawn(with_racks(saturated<int>(m_drawn + steps * m_step))).lacks;
}

} // namespace roofrack
