// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/logs/log_format.h"

#include <algorithm>
#include <map>
#include <string>

namespace roofrack {

/// What one reading of a GPU's sensors may hold.
struct SensorReading {
    std::optional<double> power_w, clock_mhz, temperature_c, utilisation;
};

/// Sums readings by GPU, in bounded memory.
class SensorSums {
public:
    /// Readings beyond the first 100,000 GPUs are left out.
    void add(const std::string& gpu, const SensorReading& reading, bool is_sample = true) {
        constexpr size_t most = 100'000;
        if (m_gpus.size() >= most && !m_gpus.contains(gpu)) return;
        Sums& sums = m_gpus[gpu];
        sums.samples += is_sample;
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
    };
    std::map<std::string, Sums> m_gpus;
};

} // namespace roofrack
