// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/sensor_sums.h"

#include <array>

namespace roofrack {

namespace {

/// `gpu="0"` in the braces of a Prometheus line.
std::string label_in(std::string_view labels, std::string_view name) {
    const std::string key = std::string(name) + "=\"";
    for (size_t at = labels.find(key); at != std::string_view::npos; at = labels.find(key, at + 1)) {
        if (at > 0 && labels[at - 1] != '{' && labels[at - 1] != ',' && labels[at - 1] != ' ') continue;
        const std::string_view rest = labels.substr(at + key.size());
        return std::string(rest.substr(0, rest.find('"')));
    }
    return {};
}

/// Text of dcgm-exporter (Prometheus): `DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-…",Hostname="n1"} 412.5`,
/// and perhaps a time in ms. A blank sensor reads 9223372036854775794 or near it.
class DcgmParser final : public LogParser {
public:
    void line(std::string_view line, MeasuredFile& out) override {
        const size_t open = line.find('{'), close = line.rfind('}');
        if (!line.starts_with("DCGM_FI_") || open == std::string_view::npos ||
            close == std::string_view::npos || close < open)
            return;
        const std::string_view name = line.substr(0, open), labels = line.substr(open, close - open + 1);
        const std::string_view behind = line.substr(close + 1);
        const auto value = leading_number(behind);
        constexpr double blank = 1e15;
        if (!value || *value > blank) return;
        const std::string host = label_in(labels, "Hostname");
        std::string gpu = label_in(labels, "gpu");
        if (gpu.empty()) gpu = label_in(labels, "UUID");
        if (!host.empty()) gpu = host + ":" + gpu;
        if (const std::string model = label_in(labels, "modelName"); !model.empty()) out.gpu = model;
        SensorReading reading;
        if (name == metrics[0]) reading.power_w = value;
        if (name == metrics[1]) reading.clock_mhz = value;
        if (name == metrics[2]) reading.temperature_c = value;
        if (name == metrics[3]) reading.utilisation = *value / 100;
        m_sums.add(gpu, reading, is_sample(gpu, name));
        const size_t number = behind.find_first_not_of(' ');
        const size_t space = behind.find(' ', number);
        if (number == std::string_view::npos || space == std::string_view::npos) return;
        if (const auto ms = leading_number(behind.substr(space))) {
            m_first = std::min(m_first.value_or(*ms), *ms);
            m_last = std::max(m_last.value_or(*ms), *ms);
        }
    }
    void end(MeasuredFile& out) override {
        m_sums.end(out);
        if (m_first && m_last && *m_last > *m_first) out.duration_s = (*m_last - *m_first) / 1000;
    }
    std::string nothing_found() const override { return "it has no reading of a GPU"; }

private:
    /// Each sample has a line for each metric: those of the metric that has most lines count.
    bool is_sample(const std::string& gpu, std::string_view name) {
        constexpr size_t most = 100'000; // as of the sums
        if (m_seen.size() >= most && !m_seen.contains(gpu)) return false;
        Seen& seen = m_seen[gpu];
        const auto place = static_cast<size_t>(std::ranges::find(metrics, name) - metrics.begin());
        if (place == metrics.size()) {
            if (seen.other.empty()) seen.other = name;
            if (seen.other != name) return false;
        }
        if (++seen.lines[place] <= seen.samples) return false;
        ++seen.samples;
        return true;
    }

    static constexpr std::array<std::string_view, 4> metrics{
        "DCGM_FI_DEV_POWER_USAGE", "DCGM_FI_DEV_SM_CLOCK", "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_GPU_UTIL"};
    struct Seen {
        std::array<int64_t, metrics.size() + 1> lines{};
        std::string other; ///< the first metric that is none of these
        int64_t samples = 0;
    };
    std::map<std::string, Seen> m_seen;
    SensorSums m_sums;
    std::optional<double> m_first, m_last;
};

bool is_dcgm(std::string_view head) {
    for (size_t at = head.find("DCGM_FI_"); at != std::string_view::npos;
         at = head.find("DCGM_FI_", at + 1)) {
        const size_t behind = head.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", at);
        if ((at == 0 || head[at - 1] == '\n') && behind != std::string_view::npos && head[behind] == '{')
            return true;
    }
    return false;
}

} // namespace

LogFormat dcgm_exporter_log() {
    return {MeasuredKind::telemetry, "dcgm-exporter", is_dcgm, new_parser<DcgmParser>};
}

} // namespace roofrack
