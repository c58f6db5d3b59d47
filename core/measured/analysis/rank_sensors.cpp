// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/rank_sensors.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace roofrack {

namespace {

constexpr double first_epoch_s = 946'684'800; // the year 2000: an earlier time counts from somewhere else
constexpr double seconds_a_zone = 900;        // time zones are a quarter of an hour apart
constexpr int most_zones = 14 * 4;

/// The only sensor of that name; null where there is none, or several.
const LoggedSensors* sensor_of(const TraceResult& trace, const std::string& name) {
    const LoggedSensors* found = nullptr;
    for (const MeasuredFile& file : trace.files)
        for (const LoggedSensors& sensor : file.sensors)
            if (sensor.name == name) {
                if (found) return nullptr;
                found = &sensor;
            }
    return found;
}

/// Readings of [from, to), if there are some by the clock of exactly one time zone: nothing tells which zone
/// a log is of. One reading before and one behind count, because logs read seconds apart.
std::vector<SensorSample> samples_within(const std::vector<SensorSample>& samples, double from, double to) {
    std::vector<SensorSample> out;
    for (int zone = -most_zones; zone <= most_zones; ++zone) {
        const double shift = zone * seconds_a_zone;
        const auto first = std::ranges::lower_bound(samples, from + shift, {}, &SensorSample::time_s);
        const auto last = std::ranges::lower_bound(samples, to + shift, {}, &SensorSample::time_s);
        const bool is_inside = first != samples.begin() && last != samples.end();
        if (first == last && !is_inside) continue;
        if (!out.empty()) return {};
        out.assign(first == samples.begin() ? first : std::prev(first),
                   last == samples.end() ? last : std::next(last));
    }
    return out;
}

/// Whether no other rank has that device number: several nodes have a device 0 each, and a log of sensors
/// does not tell its node. Files of one rank are of one GPU.
bool is_only_one(const TraceResult& trace, const TraceRank& rank) {
    return std::ranges::none_of(trace.ranks, [&](const TraceRank& other) {
        return &other != &rank && other.device == rank.device && (!rank.rank || other.rank != rank.rank);
    });
}

RankSensors summed(const std::vector<SensorSample>& samples) {
    RankSensors out;
    double clock = 0, power = 0;
    int clocks = 0, powers = 0;
    for (const SensorSample& sample : samples) {
        if (!std::isnan(sample.clock_mhz)) {
            clock += sample.clock_mhz;
            ++clocks;
            out.least_clock_mhz =
                std::min<double>(out.least_clock_mhz.value_or(sample.clock_mhz), sample.clock_mhz);
            out.most_clock_mhz =
                std::max<double>(out.most_clock_mhz.value_or(sample.clock_mhz), sample.clock_mhz);
        }
        if (!std::isnan(sample.power_w)) {
            power += sample.power_w;
            ++powers;
        }
        if (!std::isnan(sample.temperature_c))
            out.temperature_c =
                std::max<double>(out.temperature_c.value_or(sample.temperature_c), sample.temperature_c);
    }
    if (clocks > 0) out.clock_mhz = clock / clocks;
    if (powers > 0) out.power_w = power / powers;
    return out;
}

RankSensors of_whole_log(const LoggedSensors& sensor) {
    RankSensors out;
    out.clock_mhz = sensor.mean_clock_mhz;
    out.least_clock_mhz = sensor.least_clock_mhz;
    out.power_w = sensor.mean_power_w;
    out.temperature_c = sensor.most_temperature_c;
    return out;
}

} // namespace

std::vector<RankSensors> sensors_by_rank(const TraceResult& trace) {
    std::vector<RankSensors> out;
    for (const TraceRank& rank : trace.ranks) {
        RankSensors& sensors = out.emplace_back();
        if (!rank.device || !rank.times) continue;
        const LoggedSensors* sensor = sensor_of(trace, std::to_string(*rank.device));
        if (!sensor || !is_only_one(trace, rank)) continue;
        const double start = static_cast<double>(rank.clock_base_ns + rank.start_ns) * 1e-9;
        std::vector<SensorSample> samples;
        if (start >= first_epoch_s)
            samples = samples_within(sensor->readings, start,
                                     start + static_cast<double>(rank.times->window_ns) * 1e-9);
        sensors = samples.empty() ? of_whole_log(*sensor) : summed(samples);
        sensors.by_time = !samples.empty();
    }
    return out;
}

} // namespace roofrack
