// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/part.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

using enum Dimension;

constexpr std::array<std::pair<PartKind, std::string_view>, 9> kind_names{{
    {PartKind::accelerator, "accelerator"},
    {PartKind::server, "server"},
    {PartKind::switch_, "switch"},
    {PartKind::nic, "nic"},
    {PartKind::cable, "cable"},
    {PartKind::storage, "storage"},
    {PartKind::rack, "rack"},
    {PartKind::cooling, "cooling"},
    {PartKind::feed, "feed"},
}};

} // namespace

std::string_view name_of(PartKind kind) {
    return std::ranges::find(kind_names, kind, &std::pair<PartKind, std::string_view>::first)->second;
}

std::optional<PartKind> part_kind(std::string_view name) {
    const auto it = std::ranges::find(kind_names, name, &std::pair<PartKind, std::string_view>::second);
    if (it == kind_names.end()) return std::nullopt;
    return it->first;
}

const std::vector<ValueSpec>& value_specs(PartKind kind) {
    // All FLOP/s are dense; all link rates are one direction.
    static const std::vector<ValueSpec> accelerator{
        {"dense_fp32", flop_rate, "FP32"},
        {"dense_tf32", flop_rate, "TF32 dense"},
        {"dense_bf16", flop_rate, "BF16/FP16 dense"},
        {"dense_fp8", flop_rate, "FP8 dense"},
        {"dense_int8", flop_rate, "INT8 dense"},
        {"dense_fp4", flop_rate, "FP4 dense"},
        {"gemm_efficiency", number, "Best measured BF16 GEMM, share of peak"},
        {"hbm_capacity", bytes, "HBM capacity"},
        {"hbm_rate", byte_rate, "HBM bandwidth"},
        {"scale_up_rate", byte_rate, "Scale-up bandwidth, one direction"},
        {"scale_up_peer_rate", byte_rate, "Scale-up bandwidth to one peer"},
        {"scale_up_domain_max", number, "Largest scale-up domain"},
        {"tdp", power, "Thermal design power"},
        {"measured_power_median", power, "Measured power, median"},
        {"measured_power_max", power, "Measured power, largest"},
        {"idle", power, "Idle power"},
        {"idle_temperature", temperature, "Temperature of the idle figure"},
        {"max_operating", temperature, "Throttle temperature"},
        {"slowdown", temperature, "Slowdown temperature"},
        {"shutdown", temperature, "Shutdown temperature"},
        {"boost_clock", frequency, "Boost clock"},
        {"dies", number, "Dies that a program sees as GPUs"},
        {"year", number, "Year of first sale"},
        {"rent", money_rate, "Rent of a GPU-hour, on demand"},
        {"price", money, "Price"},
    };
    static const std::vector<ValueSpec> server{
        {"gpus", number, "GPUs"},
        {"scale_up_domain", number, "GPUs on one scale-up fabric"},
        {"trays", number, "Trays with drives and a system of their own"},
        {"host_link_rate", byte_rate, "PCIe bandwidth a GPU, one direction"},
        {"nics", number, "Compute NICs"},
        {"nic_rate", byte_rate, "Bandwidth of a NIC"},
        {"nic_link_rate", byte_rate, "PCIe bandwidth between a NIC and its GPU, one direction"},
        {"max_power", power, "Maximum power"},
        {"typical_power", power, "Typical power"},
        {"idle_power", power, "Idle power at the plug"},
        {"peak_power", power, "Peak power, short"},
        {"cpu_idle", power, "CPUs, idle"},
        {"cpu_max", power, "CPUs, busy"},
        {"memory_power", power, "DRAM"},
        {"nic_power", power, "A NIC"},
        {"switch_power", power, "NVSwitches"},
        {"other_power", power, "Drives and board"},
        {"fan_power_max", power, "Fans at full speed"},
        {"air_flow", volume_rate, "Air flow at full speed"},
        {"inlet_min", temperature, "Lowest inlet"},
        {"inlet_max", temperature, "Highest inlet"},
        {"air_heat_share", number, "Share of heat into air"},
        {"liquid_flow", volume_rate, "Liquid flow"},
        {"pressure_drop", number, "Pressure drop at that flow, kPa"},
        {"coolant_min", temperature, "Lowest coolant supply"},
        {"coolant_max", temperature, "Highest coolant supply"},
        {"coolant_return", temperature, "Highest coolant return"},
        {"thermal_resistance", number, "Junction to coolant, K/W"},
        {"psu_rated", power, "Rated power of a supply"},
        {"psu_count", number, "Power supplies"},
        {"psu_needed", number, "Supplies needed"},
        {"height_u", number, "Height, U"},
        {"mass", number, "Mass, kg"},
        {"price", money, "Price"},
        // Only in a project's own server, in place of the accelerator's figures
        // (core/drawing/own_accelerator.h).
        {"gpu_dense_fp32", flop_rate, "FP32 of its GPUs"},
        {"gpu_dense_tf32", flop_rate, "TF32 dense of its GPUs"},
        {"gpu_dense_bf16", flop_rate, "BF16/FP16 dense of its GPUs"},
        {"gpu_dense_fp8", flop_rate, "FP8 dense of its GPUs"},
        {"gpu_dense_fp4", flop_rate, "FP4 dense of its GPUs"},
        {"gpu_hbm_capacity", bytes, "HBM capacity of its GPUs"},
        {"gpu_hbm_rate", byte_rate, "HBM bandwidth of its GPUs"},
        {"gpu_scale_up_rate", byte_rate, "Scale-up bandwidth of its GPUs, one direction"},
        {"gpu_tdp", power, "Thermal design power of its GPUs"},
        {"gpu_idle", power, "Idle power of its GPUs"},
    };
    static const std::vector<ValueSpec> switch_part{
        {"ports", number, "Ports"},
        {"port_rate", byte_rate, "Bandwidth of a port"},
        {"typical_power", power, "Power on passive copper"},
        {"max_power", power, "Power with optics"},
        {"optical_port_power", power, "Added by an optical port"},
        {"latency", time, "Port-to-port latency"},
        {"height_u", number, "Height, U"},
        {"price", money, "Price"},
    };
    static const std::vector<ValueSpec> nic{
        {"rate", byte_rate, "Bandwidth"},
        {"power", power, "Power"},
        {"price", money, "Price"},
    };
    static const std::vector<ValueSpec> cable{
        {"rate", byte_rate, "Bandwidth, one direction"}, {"length_max", length, "Longest"},
        {"power_per_end", power, "Power an end"},        {"price", money, "Price"},
        {"price_per_metre", money, "Price a metre"},
    };
    static const std::vector<ValueSpec> storage{
        {"read_rate", byte_rate, "Sustained read"},
        {"write_rate", byte_rate, "Sustained write"},
        {"capacity", bytes, "Capacity"},
        {"power", power, "Power"},
        {"height_u", number, "Height, U"},
        {"price", money, "Price"},
    };
    static const std::vector<ValueSpec> rack{
        {"height_u", number, "Height, U"},
        {"power_max", power, "Power it may hold"},
        {"price", money, "Price"},
    };
    static const std::vector<ValueSpec> cooling{
        {"capacity", power, "Heat taken at rating"},
        {"approach", temperature_difference, "Approach at rating"},
        {"effectiveness", number, "Heat-exchanger effectiveness"},
        {"own_power", power, "Fans and pumps at rating"},
        {"flow", volume_rate, "Liquid flow at rating"},
        {"pressure_head", number, "Pressure head at rating, kPa"},
        {"air_flow", volume_rate, "Air flow at rating"},
        {"supply_min", temperature, "Lowest supply"},
        {"price", money, "Price"},
    };
    static const std::vector<ValueSpec> feed{
        {"apparent_power", power, "Continuous apparent power, VA"},
        {"voltage", number, "Voltage, V"},
        {"current", number, "Breaker, A"},
        {"phases", number, "Phases"},
        {"continuous_share", number, "Continuous share of the breaker"},
        {"power_factor", number, "Power factor"},
        {"frequency", frequency, "Frequency"},
        {"output_voltage", number, "Voltage of what it feeds, V"},
        {"loss_constant", number, "Loss at no load, of the rating"},
        {"loss_linear", number, "Loss linear in the load share"},
        {"loss_square", number, "Loss by the square of the load share"},
        {"price", money, "Price"},
    };
    switch (kind) {
    case PartKind::accelerator: return accelerator;
    case PartKind::server: return server;
    case PartKind::switch_: return switch_part;
    case PartKind::nic: return nic;
    case PartKind::cable: return cable;
    case PartKind::storage: return storage;
    case PartKind::rack: return rack;
    case PartKind::cooling: return cooling;
    case PartKind::feed: break;
    }
    return feed;
}

ValueLimits value_limits(const ValueSpec& spec) {
    switch (spec.dimension) {
    case Dimension::temperature: return {-273.15, 1000};
    case Dimension::number: return {0, 1e6}; // counts, shares, volts, kPa, kg
    default: return {0, 1e30};
    }
}

const ValueSpec* value_spec(PartKind kind, std::string_view key) {
    const auto& specs = value_specs(kind);
    const auto it = std::ranges::find(specs, key, &ValueSpec::key);
    return it == specs.end() ? nullptr : &*it;
}

std::optional<double> Part::value(std::string_view key) const {
    const auto it = figures.find(key);
    return it == figures.end() ? std::nullopt : it->second.value;
}

std::string_view Part::text_or(std::string_view key, std::string_view fallback) const {
    const auto it = text.find(key);
    return it == text.end() ? fallback : std::string_view(it->second);
}

Part::Part() = default;
ROOFRACK_DEFINE_VALUE(Part)
bool Part::operator==(const Part&) const = default;

} // namespace roofrack
