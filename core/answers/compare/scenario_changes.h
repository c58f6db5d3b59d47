// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// What stands in a scenario as one thing that may be another in a second scenario.
enum class ChangeKind {
    drawing,     ///< what is drawn, parts of its own, and what the site says about the machines
    servers,     ///< what the servers are, their prices, in a drawing with the same servers and containers
    counts,      ///< how many of each there are, of such a drawing
    network,     ///< switches, storage, their cables and routing, of such a drawing
    supply,      ///< racks, room, feeds and cooling units, of such a drawing
    ownership,   ///< what is bought, owned or sold, of such a drawing
    layout,      ///< what is left of such a drawing: names, places, notes, own parts
    model,       ///< the model, its sequence, batch, tuning and token budget
    plan,        ///< the parallel plan, precision and software
    calibration, ///< factors and sweeps from measurements
    jobs,        ///< other jobs on the drawn fabric
    power_limit,
    weather,  ///< air, altitude and climate
    plant,    ///< the cooling plant or PUE
    prices,   ///< deployment, prices and terms of money
    failures, ///< failure rates, restarts, repair and spare servers
    rest,     ///< all else that the site says
};
inline constexpr ChangeKind change_kinds[] = {
    ChangeKind::drawing, ChangeKind::servers,     ChangeKind::counts, ChangeKind::network,
    ChangeKind::supply,  ChangeKind::ownership,   ChangeKind::layout, ChangeKind::model,
    ChangeKind::plan,    ChangeKind::calibration, ChangeKind::jobs,   ChangeKind::power_limit,
    ChangeKind::weather, ChangeKind::plant,       ChangeKind::prices, ChangeKind::failures,
    ChangeKind::rest};
/// All that is drawn. Two drawings differ in the first alone where they are not alike (drawing_changes.h),
/// else in any of the others.
inline constexpr ChangeKind drawing_kinds[] = {
    ChangeKind::drawing, ChangeKind::servers,   ChangeKind::counts, ChangeKind::network,
    ChangeKind::supply,  ChangeKind::ownership, ChangeKind::layout};
std::optional<ChangeKind> change_kind_named(std::string_view name);
std::string_view name_of(ChangeKind kind);  ///< "power_limit"
std::string_view label_of(ChangeKind kind); ///< "the power limit and grid"

/// Kinds in which two scenarios differ, in the order of the enumeration.
std::vector<ChangeKind> changes_between(const Scenario& from, const Scenario& to);

/// `from` with what `to` has of each of these kinds. With all changes_between() it is `to` but for name,
/// measured curves, what is uncertain and the published run that it stands for.
Scenario with_changes(const Scenario& from, const Scenario& to, const std::vector<ChangeKind>& changes);

} // namespace roofrack
