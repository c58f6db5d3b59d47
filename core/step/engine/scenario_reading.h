// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/prepared_impl.h"

namespace roofrack {

/// The fabric as it is drawn, before other traffic and degraded links take their share of it.
Result<Fabric> drawn_fabric(const ResolvedDrawing& drawing, const Site& site);

/// Takes from the levels of a fabric what other traffic and degraded links take at this site.
void apply_conditions(const Site& site, Fabric& fabric);

/// The steps of Prepared::make(), in the order of their need. Each reads one side of `impl.scenario` into
/// `impl`, and fails with a JSON pointer or the id of an element where that cannot be understood.

/// Reads the model and the batch.
Result<void> read_workload(Prepared::Impl& impl, const Catalog& catalog);

/// Reads the fabric that is drawn, and the machines on it.
Result<void> read_drawn_fabric(Prepared::Impl& impl, const Catalog& catalog);

/// Sets what a measured profile computes in its time by the drawn GPUs: needs model and fabric.
void set_measured_samples(Prepared::Impl& impl);

/// Reads power, heat and money, which the site gives the drawn machines: needs the fabric.
Result<void> read_supply(Prepared::Impl& impl, const Catalog& catalog);

/// Reads what the drawn machines cost at this site: the last part of read_supply().
void read_prices(Prepared::Impl& impl, const Catalog& catalog);

/// Puts the groups of GPUs together that compute alike: needs the facility.
void set_pools(Prepared::Impl& impl);

} // namespace roofrack
