// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/logs/log_format.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace roofrack {

/// What one reading of a GPU's sensors may hold.
struct SensorReading {
    std::optional<double> power_w, clock_mhz, temperature_c, utilisation;
};

/// Sums readings by GPU, in bounded memory.
class SensorSums {
public:
    /// Readings beyond the first 100,000 GPUs are left out.
    void add(const std::string& gpu, const SensorReading& reading, bool is_sample = true,
             std::optional<double> time_s = std::nullopt) {
        constexpr size_t most = 100'000;
        if (m_gpus.size() >= most && !m_gpus.contains(gpu)) return;
        Sums& sums = m_gpus[gpu];
        sums.samples += is_sample;
        if (time_s) sums.keep(*time_s, reading);
        for (size_t i = 0; i < values; ++i) {
            const std::optional<double>& value = reading.*members[i];
            if (!value) continue;
            Sum& sum = sums.of[i];
            sum.least = sum.count ? std::min(sum.least, *value) : *value;
            sum.most = sum.count ? std::max(sum.most, *value) : *value;
            sum.total += *value;
            ++sum.count;
        }
    }
    void end(MeasuredFile& out) const {
        for (const auto& [gpu, sums] : m_gpus) {
            LoggedSensors entry;
            entry.name = gpu;
            entry.samples = sums.samples;
            const auto mean = [&](size_t i) {
                return sums.of[i].count
                           ? std::optional(sums.of[i].total / static_cast<double>(sums.of[i].count))
                           : std::nullopt;
            };
            const auto any = [&](size_t i, double value) {
                return sums.of[i].count ? std::optional(value) : std::nullopt;
            };
            entry.mean_power_w = mean(0);
            entry.most_power_w = any(0, sums.of[0].most);
            entry.mean_clock_mhz = mean(1);
            entry.least_clock_mhz = any(1, sums.of[1].least);
            entry.most_temperature_c = any(2, sums.of[2].most);
            entry.mean_utilisation = mean(3);
            entry.readings = sums.readings;
            std::ranges::stable_sort(entry.readings, {}, &SensorSample::time_s);
            out.records += entry.samples;
            out.sensors.push_back(std::move(entry));
        }
        if (!m_gpus.empty()) out.devices = static_cast<int>(m_gpus.size());
    }

private:
    static constexpr size_t values = 4;
    static constexpr std::optional<double> SensorReading::*members[values] = {
        &SensorReading::power_w, &SensorReading::clock_mhz, &SensorReading::temperature_c,
        &SensorReading::utilisation};
    struct Sum {
        double total = 0, least = 0, most = 0;
        int64_t count = 0;
    };
    struct Sums {
        Sum of[values];
        int64_t samples = 0;
        std::vector<SensorSample> readings;
        int64_t every = 1, seen = 0; ///< one of so many is kept

        void keep(double time_s, const SensorReading& reading) {
            constexpr size_t most_readings = 4096;
            if (seen++ % every != 0) return;
            const auto or_nan = [](const std::optional<double>& value) {
                return value ? static_cast<float>(*value) : std::numeric_limits<float>::quiet_NaN();
            };
            readings.push_back(
                {time_s, or_nan(reading.clock_mhz), or_nan(reading.power_w), or_nan(reading.temperature_c)});
            if (readings.size() < most_readings) return;
            for (size_t i = 0; i < readings.size() / 2; ++i) readings[i] = readings[2 * i];
            readings.resize(readings.size() / 2);
            every *= 2;
        }
    };
    std::map<std::string, Sums> m_gpus;
};

} // namespace roofrack
