// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/fastest.h"

#include <stop_token>

namespace roofrack {

/// The place and its terms without what a site says about the machines that stand there: their price of a
/// slot or of an hour, and the conditions of their fabric.
Site site_without_machines(Site site);

/// `cluster` with the storage of `from` in its room, on a network that is not drawn, and units of room air
/// for its heat. As it is where it has storage of its own.
Cluster with_storage_of(const Cluster& from, Cluster cluster, const Catalog& catalog);

/// The scenario with its prudent_plan(), by the choices of its own (software, precision, dp left open); where
/// none fits, its own stays, and `reason` says why.
Scenario with_prudent_plan(Scenario scenario, const Catalog& catalog, const std::stop_token& stop = {},
                           std::string* reason = nullptr);

/// The same where `prepared` is of the scenario, which is searched after others like it.
Scenario with_prudent_plan(const Prepared& prepared, Scenario scenario, const std::stop_token& stop,
                           std::string* reason, SearchMemory& memory);

/// The scenario as a project of its own opens with it, made of a template: with_prudent_plan(), but one that
/// surely fits may be slower by opening_slower.
Scenario with_opening_plan(Scenario scenario, const Catalog& catalog, const std::stop_token& stop = {},
                           std::string* reason = nullptr);

/// The scenario with the fastest plan that surely fits (MemoryVerdict::fits), otherwise as
/// with_prudent_plan(); where none does, its own stays.
Scenario with_sure_plan(Scenario scenario, const Catalog& catalog, const std::stop_token& stop = {});

/// Another drawing that does the same work at the same place by the same plan: workload, batch, budget,
/// weather and prices of `from`, what is the drawn machines' left out (site_without_machines(), calibration,
/// measured curves, other jobs).
Scenario scenario_on(const Scenario& from, Cluster cluster, const Catalog& catalog);

} // namespace roofrack
