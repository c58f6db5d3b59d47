// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/ascii_text.h"
#include "core/measured/trace/logs/sensor_sums.h"
#include "core/measured/trace/logs/timed_steps.h"

#include <fmt/format.h>
#include <initializer_list>

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

bool is_header(std::string_view line) {
    const std::string plain = lower(line);
    return has(plain, "power.draw") || has(plain, "utilization.gpu") || has(plain, "temperature.gpu") ||
           has(plain, "clocks.");
}

/// "power.draw" of "power.draw [W]".
std::string column_name(const std::string& cell) {
    const std::string name = lower(cell.substr(0, cell.find('[')));
    return name.substr(0, name.find_last_not_of(' ') + 1);
}

/// A digit, a comma and a digit: a number with a decimal comma where cells are apart by ", ".
bool has_decimal_comma(std::string_view line) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (size_t at = line.find(','); at != std::string_view::npos; at = line.find(',', at + 1))
        if (at > 0 && at + 1 < line.size() && is_digit(line[at - 1]) && is_digit(line[at + 1])) return true;
    return false;
}

/// nvidia-smi --query-gpu=… --format=csv: units in the header or in the cells, "[N/A]" where a board has no
/// such sensor, a column of the index or not. Without one, GPUs are distinguished by their bus or UUID, else
/// by their place among the lines of one time stamp. A header again begins another recording.
class NvidiaSmiParser final : public LogParser {
public:
    void line(std::string_view line, MeasuredFile& out) override {
        ++m_lines;
        if (is_header(line)) {
            m_columns.clear();
            for (const std::string& cell : cells_of(line)) m_columns.push_back(column_name(cell));
            ++m_recordings;
            m_stamp.clear();
            return;
        }
        if (m_columns.empty() || line.find_first_not_of(" \t\r") == std::string_view::npos) return;
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != m_columns.size()) {
            if (m_dropped++ == 0) m_first_dropped = m_lines;
            m_split = m_split || (cells.size() > m_columns.size() && has_decimal_comma(line));
            return;
        }
        // The first of several names that has a number: a mean over a second before the power of an instant.
        const auto number_of = [&](std::initializer_list<std::string_view> names) -> std::optional<double> {
            for (const std::string_view name : names)
                for (size_t i = 0; i < cells.size(); ++i)
                    if (m_columns[i] == name)
                        if (const auto number = leading_number(cells[i])) return number;
            return std::nullopt;
        };
        const auto text_of = [&](std::initializer_list<std::string_view> names) {
            for (const std::string_view name : names)
                for (size_t i = 0; i < cells.size(); ++i)
                    if (m_columns[i] == name && !cells[i].empty()) return cells[i];
            return std::string();
        };
        SensorReading reading;
        reading.power_w = number_of({"power.draw", "power.draw.average", "power.draw.instant"});
        reading.clock_mhz = number_of({"clocks.sm", "clocks.current.sm"});
        reading.temperature_c = number_of({"temperature.gpu"});
        if (const auto percent = number_of({"utilization.gpu"})) reading.utilisation = *percent / 100;
        const std::string stamp = text_of({"timestamp"}), name = text_of({"name", "gpu_name"});
        const auto now = time_stamp(stamp);
        if (now) {
            if (!m_first) m_first = now;
            m_last = now;
        }
        m_place = stamp == m_stamp ? m_place + 1 : 0;
        m_stamp = stamp;
        std::string gpu = text_of({"index", "pci.bus_id", "gpu_bus_id", "uuid", "gpu_uuid"});
        if (gpu.empty()) gpu = std::to_string(stamp.empty() ? 0 : m_place);
        if (out.gpu.empty()) out.gpu = name;
        // Another recording may be of another server, whose GPUs have the same numbers.
        if (m_names.size() < most_names || m_names.contains(gpu))
            if (const std::string& first = m_names.emplace(gpu, name).first->second; first != name)
                gpu += " (" + name + ")";
        m_sums.add(gpu, reading, true, now);
    }
    void end(MeasuredFile& out) override {
        m_sums.end(out);
        if (m_first && m_last) out.duration_s = *m_last - *m_first;
    }
    std::string nothing_found() const override {
        return m_dropped > 0 ? dropped_text() : "its table has no line of readings";
    }
    std::string warning() const override {
        std::string out;
        if (m_recordings > 1)
            out =
                fmt::format("{} recordings stand in one table: GPUs of the same number and name count as one",
                            m_recordings);
        if (m_dropped > 0) out += (out.empty() ? "" : "; ") + dropped_text() + ": left out";
        return out;
    }

private:
    /// "5 rows have more or fewer cells than the header, line 7 first: decimal commas split them"
    std::string dropped_text() const {
        return fmt::format("{} row{} more or fewer cells than the header, line {} first{}", m_dropped,
                           m_dropped == 1 ? " has" : "s have", m_first_dropped,
                           m_split ? " (decimal commas split their cells: write decimal points)" : "");
    }

    static constexpr size_t most_names = 100'000; ///< as many GPUs as are summed
    std::vector<std::string> m_columns;
    std::map<std::string, std::string> m_names; ///< each GPU's, as first told
    SensorSums m_sums;
    std::optional<double> m_first, m_last;
    std::string m_stamp;
    int m_place = 0, m_recordings = 0;
    int64_t m_lines = 0, m_dropped = 0, m_first_dropped = 0;
    bool m_split = false; ///< decimal commas split cells
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
