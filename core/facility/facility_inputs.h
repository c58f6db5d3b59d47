// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/supply_growth.h"
#include "core/facility/cooling_path.h"
#include "core/facility/plant.h"
#include "core/facility/rack_classes.h"
#include "core/facility/rack_model.h"
#include "core/facility/supply/supply_chain.h"

#include <array>

namespace roofrack {

/// A feed or cooling element and the racks that share it in proportion to what they draw at full clock.
/// Equipment that stands in no rack comes first: nothing caps its power, so racks get what it leaves.
struct SharedCapacity {
    std::string id;
    SupplyKind supply = SupplyKind::feed; ///< supply of feeds
    double instances = 1;
    double capacity = no_limit; ///< W of one instance
    std::vector<int> racks;     ///< indices in FacilityInputs::racks
    double unracked = 0;        ///< share of FacilityInputs::unracked_power that it carries, too
};

/// A unit that feeds another one which it does not fit, or that does not fit the site.
struct UnfitSupply {
    std::string id, name; ///< name of the upper one
    std::string lower;    ///< name of the lower one; empty: the site
    std::string why;      ///< "480 V, which takes 400 V"; "60 Hz, the site has 50 Hz"
};

/// Inputs of the solution for clocks and total power: their size depends on the kinds of racks, not on their
/// number.
struct ClockInputs {
    const Defaults* defaults = nullptr; ///< defaults of the catalogue
    RackClasses classes;                ///< classes of the racks
    RackSets all_work;                  ///< all work of the classes
    std::vector<double> group_gpus;     ///< group gpus of each Fabric::groups entry
    std::vector<int> group_paces;       ///< ServerModel::pace of each Fabric::groups entry
    double network = 0, storage = 0;    ///< W, all of them
    double unracked_power = 0;          ///< W, of those in no rack
    double unracked_fed = 0;            ///< share of it that is fed by the drawn supply

    SupplyChain chain; ///< over the feeds: UPS, switchgear, transformers …

    Plant plant;
    std::optional<double> fixed_pue;
    double site_limit = no_limit;  ///< W
    Seconds meter_window{};        ///< over which it holds
    double plant_limit = no_limit; ///< W of heat
    SupplyGrowth supply_growth = SupplyGrowth::plant;
    double design_it = 0;                           ///< W, all at full clock in the compute phase
    double air_transport = 0, liquid_transport = 0; ///< fans and pumps per watt of heat at design
    double altitude = 0;                            ///< m
    double filler = 0; ///< utilisation that filler work holds busy GPUs to while steps run
    double least_air_transport =
        0; ///< least transport of fans that do not follow the load, or move outside air
    Celsius air_water, liquid_water; ///< facility water wanted by coils and CDUs
    /// Where air is blown out: of the heat to air, that rear doors take into water; of that to liquid, that
    /// liquid-to-air units hand to the room.
    double door_share = 0, sidecar_share = 0;
    Celsius door_water; ///< water temperature that doors want there

    /// The heat of an IT load by its ways: the halls' air, rear doors, coolant.
    std::array<HeatStream, 3> streams(double air, double liquid) const;
    /// Share of all heat that chillers take; 0 where the PUE is fixed.
    double chiller_share(double air, double liquid) const;

    /// Facility power of an IT load that gives `air` and `liquid` W of heat; what it draws `above` that for a
    /// while is too short for the cooling, not for the losses of the supply.
    double facility_power(double air, double liquid, double above = 0) const;
    /// The overhead in it, without IT; its parts are unknown where the site's PUE is fixed.
    Overhead overhead_of(double air, double liquid, double above = 0) const;
    /// Share of an IT load that passes no drawn UPS (side: it), no drawn transformer (site).
    double undrawn_share(SupplyChain::Side side, double it, double above = 0) const;
    /// With the filler work.
    StepLoad step_load(const DutyCycle& duty) const;
    WindowShares window_shares(const DutyCycle& duty) const;
    /// The wave over the step of the GPUs that work least, with the filler work. It takes no memory: a search
    /// asks for it with each plan.
    LoadWave least_wave(const DutyCycle& duty) const;
    /// What plant and site leave to one drawing of so many, or to what a part of a drawing would be as a
    /// whole.
    double plant_limit_at(double drawings) const;
    double site_limit_at(double drawings) const;
};

/// The part of the drawing that power and heat need, resolved once.
struct FacilityInputs : ClockInputs {
    std::vector<RackModel> racks; ///< in drawn order
    /// `rack_feeds`: feeds that supply racks, and those that feed no other one; what stands above them is in
    /// `chain`.
    std::vector<SharedCapacity> rack_feeds, air_coolers, liquid_coolers;
    std::vector<CoolingPath> paths;          ///< paths of `racks`
    std::vector<CoolerPath> coolers;         ///< in drawn order
    std::vector<std::string> unracked_ids;   ///< ids of network and storage in no rack
    std::vector<UnrackedLoad> unracked_heat; ///< what `air_coolers` take of them
    std::vector<UnfitSupply> unfit;

    /// Share of `unracked_power` whose heat drawn coolers take.
    double unracked_cooled() const;
};

} // namespace roofrack
