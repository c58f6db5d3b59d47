// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/cooling_path.h"
#include "core/facility/plant.h"
#include "core/facility/rack_classes.h"
#include "core/facility/rack_model.h"
#include "core/model/supply_growth.h"
#include "core/supply/supply_chain.h"

namespace roofrack {

/// A feed or cooling element and the racks that share it in proportion to what they draw at full clock.
struct SharedCapacity {
    std::string id;
    SupplyKind supply = SupplyKind::feed; ///< of feeds
    double instances = 1;
    double capacity = no_limit; ///< W of one instance
    std::vector<int> racks;     ///< indices in FacilityInputs::racks
};

/// The part of the drawing that power and heat need, resolved once.
struct FacilityInputs {
    const Defaults* defaults = nullptr; ///< of the catalogue
    std::vector<RackModel> racks;       ///< in drawn order
    RackClasses classes;                ///< of `racks`
    RackLots all_work;                  ///< of the classes
    std::vector<double> group_gpus;     ///< of each Fabric::groups entry
    std::vector<SharedCapacity> feeds, air_coolers, liquid_coolers;
    std::vector<CoolingPath> paths;  ///< of `racks`
    std::vector<CoolerPath> coolers; ///< in drawn order
    double network = 0, storage = 0; ///< W, all of them
    double elsewhere = 0;            ///< W, of those in no rack

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
    double least_air_transport = 0;                 ///< of fans that do not follow the load
    Celsius air_water, liquid_water;                ///< facility water wanted by coils and CDUs

    /// Facility power of an IT load that gives `air` and `liquid` W of heat; what it draws `above` that for a
    /// while is too short for the cooling, not for the losses of the supply.
    double facility_power(double air, double liquid, double above = 0) const;
    /// What of it is not IT; nothing known of its parts where the site's PUE is fixed.
    Overhead overhead_of(double air, double liquid, double above = 0) const;
    StepLoad step_load(const DutyCycle& duty) const;
    /// What plant and site leave to one drawing of so many, or to what a part of a drawing would be as a
    /// whole.
    double plant_limit_at(double drawings) const;
    double site_limit_at(double drawings) const;
};

} // namespace roofrack
