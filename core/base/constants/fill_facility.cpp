// SPDX-License-Identifier: GPL-3.0-or-later
// Of power, cooling and money.
#include "core/base/constants/filler.h"

namespace roofrack {

void fill(Filler& f, Defaults::Power& p) {
    f.begin("power");
    f.read("knee", p.knee);
    f.read("exponent", p.exponent);
    f.read("leakage", p.leakage);
    f.read("compute_utilisation", p.compute_utilisation);
    f.read("communication_utilisation", p.communication_utilisation);
    f.read("lowest_clock", p.lowest_clock);
    f.read("psu_load", p.psu_load);
    f.read("psu_efficiency", p.psu_efficiency);
    f.read("gemm_reference.ampere.tdp", p.ampere.tdp);
    f.read("gemm_reference.ampere.idle", p.ampere.idle);
    f.read("gemm_reference.hopper.tdp", p.hopper.tdp);
    f.read("gemm_reference.hopper.idle", p.hopper.idle);
    f.read("gpu_tdp", p.gpu_tdp);
    f.read("gpu_share_of_server", p.gpu_share_of_server);
    f.read("gpu_idle_share", p.gpu_idle_share);
    f.read("gpu_idle_temperature", p.gpu_idle);
    f.read("gpu_throttle_temperature", p.gpu_throttle);
    f.read("rated_junction", p.rated_junction);
    f.read("storage", p.storage);
    f.read("storage_per_byte", p.storage_per_byte);
    f.read("switch", p.switch_);
    f.read("optics", p.optics);
    f.read("optics_rate", p.optics_rate);
    f.read("server_per_gpu.cpu_idle", p.cpu_idle);
    f.read("server_per_gpu.cpu_max", p.cpu_max);
    f.read("server_per_gpu.memory", p.memory);
    f.read("server_per_gpu.nv_switch", p.nv_switch);
    f.read("server_per_gpu.other", p.other);
    f.read("nic", p.nic);
    f.read("fan_share", p.fan_share);
    f.read("installed_supplies", p.installed_supplies);
    f.read("cpu_utilisation", p.cpu_utilisation);
    f.read("least_flow", p.least_flow);
    f.read("server_rest_share.air", p.rest_air);
    f.read("server_rest_share.liquid", p.rest_liquid);
    f.read("without_supplies_and_fans", p.without_supplies_and_fans);
    f.read("server_max_over_tdp", p.server_max_over_tdp);
    f.read("server_without_gpus", p.server_without_gpus);
    f.read("inlet_loss", p.inlet_loss);
    f.read("inlet_reach", p.inlet_reach);
    f.read("inlet_trip", p.inlet_trip);
    f.read("power_factor", p.power_factor);
    f.read("continuous_share", p.continuous_share);
    f.read("ups_loss.constant", p.ups.constant);
    f.read("ups_loss.linear", p.ups.linear);
    f.read("ups_loss.square", p.ups.square);
    f.read("transformer_loss.constant", p.transformer.constant);
    f.read("transformer_loss.square", p.transformer.square);
    f.read("windows.breaker", p.windows.breaker);
    f.read("windows.ups", p.windows.ups);
    f.read("windows.transformer", p.windows.transformer);
    f.read("windows.cooling", p.windows.cooling);
    f.read("windows.meter", p.windows.meter);
    f.read("smoothing.highest_floor", p.smoothing.highest_floor);
    f.read("smoothing.storage_efficiency", p.smoothing.storage_efficiency);
    f.read("supply_storage", p.smoothing.supply_storage);
}

void fill(Filler& f, Defaults::Cooling& c, Defaults::Plant& p) {
    f.begin("cooling");
    f.read("air_supply", c.air_supply);
    f.read("liquid_supply", c.liquid_supply);
    f.read("door_water", c.door_water);
    f.read("coil_approach", c.coil_approach);
    f.read("door_effectiveness", c.door_effectiveness);
    f.read("air_flow", c.air_flow);
    f.read("liquid_rise", c.liquid_rise);
    f.read("heat_sink_rise", c.heat_sink_rise);
    f.read("fan_exponent", c.fan_exponent);
    f.read("recirculation_leak", c.recirculation_leak);
    f.read("approach.liquid_to_liquid", c.liquid_to_liquid);
    f.read("approach.liquid_to_air", c.liquid_to_air);
    f.read("cold_plate_resistance", c.cold_plate_resistance);
    f.read("transport.air", c.air_transport);
    f.read("transport.liquid", c.liquid_transport);
    f.read("open_leak", c.open_leak);
    f.read("position_flow.open", c.open_position);
    f.read("position_flow.contained", c.contained_position);
    f.read("allowable_inlet.a2", c.class_a2);
    f.read("allowable_inlet.a3", c.class_a3);
    f.read("derate_from", c.derate_from);
    f.read("derate_step.a2", c.derate_a2);
    f.read("derate_step.a3", c.derate_a3);
    f.read("derate_step.a4", c.derate_a4);
    f.read("film_share", c.film_share);
    f.read("film_exponent", c.film_exponent);
    f.read("pump_efficiency", c.pump_efficiency);
    f.read("switch_inlet", c.switch_inlet);
    f.read("facility_water", c.facility_water);
    f.read("loop_water", c.loop_water);
    f.read("room_air", c.room_air);
    f.read("server_mass", c.server_mass);
    f.read("server_heat_capacity", c.server_heat_capacity);
    f.read("stagnant_share", c.stagnant_share);
    f.read("chip_shutdown", c.chip_shutdown);
    f.begin("plant");
    f.read("approach.tower", p.tower);
    f.read("approach.dry", p.dry);
    f.read("approach.adiabatic", p.adiabatic);
    f.read("loop_rise", p.loop_rise);
    f.read("pumps", p.pumps);
    f.read("fans.tower", p.tower_fans);
    f.read("fans.dry", p.dry_fans);
    f.read("fan_floor", p.fan_floor);
    f.read("lighting", p.lighting);
    f.read("margin", p.margin);
    f.read("transformer_margin", p.transformer_margin);
    f.read("chiller_carnot_share", p.chiller_carnot_share);
    f.read("chiller_evaporator", p.chiller_evaporator);
    f.read("chiller_condenser.water", p.condenser_water);
    f.read("chiller_condenser.air", p.condenser_air);
    f.read("chiller_least_lift", p.chiller_least_lift);
    f.read("chiller_part_load", p.chiller_part_load);
    f.read("chiller_least_load", p.chiller_least_load);
    f.read("water_cycles", p.water_cycles);
    f.read("latent_share", p.latent_share);
    f.read("wue.adiabatic", p.wue_adiabatic);
    f.read("wue.tower", p.wue_tower);
    f.read("evaporative_effectiveness", p.evaporative_effectiveness);
    f.read("outside_air_transport", p.outside_air_transport);
}

void fill(Filler& f, Defaults::Site& s, Defaults::Ownership& o) {
    f.begin("site");
    f.read("wet_bulb", s.wet_bulb);
    f.read("dry_bulb", s.dry_bulb);
    f.read("electricity_price", s.electricity_price);
    f.read("carbon_intensity", s.carbon_intensity);
    f.read("book_life", s.book_life);
    f.begin("ownership");
    f.read("interest", o.interest);
    f.read("residual", o.residual);
    f.read("colocation", o.colocation);
    f.read("operation", o.operation);
    f.read("installation", o.installation);
    f.read("spares", o.spares);
    f.read("contingency", o.contingency);
    f.read("water", o.water);
    f.read("building", o.building);
    f.read("building_hyperscale", o.building_hyperscale);
    f.read("building_life", o.building_life);
}

} // namespace roofrack
