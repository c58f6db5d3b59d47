// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/ascii_text.h"
#include "core/measured/trace/logs/sensor_sums.h"
#include "core/measured/trace/logs/timed_steps.h"

namespace roofrack {

namespace {

std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> out;
    while (true) {
        const size_t comma = line.find(',');
        const std::string_view cell = line.substr(0, comma);
        const size_t first = cell.find_first_not_of(" \t\""), last = cell.find_last_not_of(" \t\"\r");
        out.emplace_back(first == std::string_view::npos ? std::string_view()
                                                         : cell.substr(first, last - first + 1));
        if (comma == std::string_view::npos) return out;
        line.remove_prefix(comma + 1);
    }
}

/// nvidia-smi --query-gpu=… --format=csv: units in the header or in the cells, "[N/A]" where a board has no
/// such sensor, a column of the index or not. Without one, GPUs are distinguished by their bus or UUID, else
/// by their place among the lines of one time stamp.
class NvidiaSmiParser final : public LogParser {
public:
    void line(std::string_view line, MeasuredFile& out) override {
        const std::vector<std::string> cells = cells_of(line);
        if (m_columns.empty()) {
            const std::string plain = lower(line);
            if (has(plain, "power.draw") || has(plain, "utilization.gpu") || has(plain, "temperature.gpu") ||
                has(plain, "clocks."))
                for (const std::string& cell : cells) m_columns.push_back(lower(cell));
            return;
        }
        if (cells.size() != m_columns.size()) return;
        SensorReading reading;
        std::string gpu, stamp;
        for (size_t i = 0; i < cells.size(); ++i) {
            const std::string& column = m_columns[i];
            const auto is = [&](std::string_view name) { return column.starts_with(name); };
            if (is("timestamp")) stamp = cells[i];
            if (is("name")) out.gpu = cells[i];
            if (is("index") || (gpu.empty() && (is("pci.bus_id") || is("uuid") || is("gpu_uuid"))))
                gpu = cells[i];
            if (is("power.draw")) reading.power_w = leading_number(cells[i]);
            if (is("clocks.sm") || is("clocks.current.sm")) reading.clock_mhz = leading_number(cells[i]);
            if (is("temperature.gpu")) reading.temperature_c = leading_number(cells[i]);
            if (is("utilization.gpu"))
                if (const auto percent = leading_number(cells[i])) reading.utilisation = *percent / 100;
        }
        const auto now = time_stamp(stamp);
        if (now) {
            if (!m_first) m_first = now;
            m_last = now;
        }
        m_place = stamp == m_stamp ? m_place + 1 : 0;
        m_stamp = stamp;
        m_sums.add(gpu.empty() ? std::to_string(stamp.empty() ? 0 : m_place) : gpu, reading, true, now);
    }
    void end(MeasuredFile& out) override {
        m_sums.end(out);
        if (m_first && m_last) out.duration_s = *m_last - *m_first;
    }
    std::string nothing_found() const override { return "its table has no line of readings"; }

private:
    std::vector<std::string> m_columns;
    SensorSums m_sums;
    std::optional<double> m_first, m_last;
    std::string m_stamp;
    int m_place = 0;
};

bool is_nvidia_smi(std::string_view head) {
    const std::string first = lower(head.substr(0, head.find('\n')));
    return has(first, ",") &&
           (has(first, "power.draw") || has(first, "utilization.gpu") || has(first, "temperature.gpu") ||
            has(first, "clocks.sm") || has(first, "clocks.current"));
}

} // namespace

LogFormat nvidia_smi_log() {
    return {MeasuredKind::telemetry, "nvidia-smi", is_nvidia_smi, new_parser<NvidiaSmiParser>};
}

} // namespace roofrack
