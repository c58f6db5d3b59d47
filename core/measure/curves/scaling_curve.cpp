// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/curves/scaling_curve.h"

#include "core/files/foreign_file.h"
#include "core/measure/runs.h"
#include "core/units/ascii_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <optional>

namespace roofrack {

namespace {

constexpr double largest_count = 1e9;

size_t column_of(const Table& table, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        for (size_t i = 0; i < table.header.size(); ++i)
            if (lower(table.header[i]) == name) return i;
    return std::string::npos;
}

std::optional<double> number_in(std::string_view cell) {
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

struct Columns {
    size_t gpus, rate, time, batch, node, curve;
};

Result<Columns> columns_of(const Table& table, std::string_view where) {
    Columns out{column_of(table, {"gpus", "n", "ranks", "devices", "gpu count", "number of gpus"}),
                column_of(table, {"rate", "throughput", "tokens_per_s", "samples_per_s", "images_per_s",
                                  "tokens/s", "samples/s", "images/s", "speedup"}),
                column_of(table, {"step_time", "step_s", "step_time_s", "seconds", "step time"}),
                column_of(table, {"batch", "global_batch"}),
                column_of(table, {"gpus_per_node"}),
                column_of(table, {"curve_id", "curve"})};
    if (out.gpus == std::string::npos)
        return fail(std::string(where), "no column of GPU counts", "name it gpus in the header line");
    if (out.rate == std::string::npos && out.time == std::string::npos)
        return fail(std::string(where), "no column of what was measured",
                    "name it rate (throughput, tokens_per_s …) or step_time in the header line");
    return out;
}

/// Measurements of one curve by GPU count.
struct Gathered {
    MeasuredCurve curve;
    struct At {
        double log_rate = 0;
        std::vector<size_t> lines;
    };
    std::map<double, At> at;
};

std::string lines_text(const std::vector<size_t>& lines) {
    std::string out;
    for (size_t i = 0; i < lines.size() && i < 4; ++i) out += fmt::format("{}{}", i ? ", " : "", lines[i]);
    return lines.size() > 4 ? out + " …" : out;
}

} // namespace

Result<std::vector<MeasuredCurve>> parse_scaling_curves(std::string_view csv, std::string_view where) {
    const auto table = parse_csv(csv, where);
    if (!table) return tl::unexpected(table.error());
    const auto columns = columns_of(*table, where);
    if (!columns) return tl::unexpected(columns.error());
    std::map<std::string, Gathered> curves;
    std::vector<std::string> order;
    for (size_t row = 0; row < table->rows.size(); ++row) {
        const auto& cells = table->rows[row];
        const size_t line = table->lines[row];
        const auto cell = [&](size_t column) {
            return column == std::string::npos ? std::string_view() : std::string_view(cells[column]);
        };
        const auto wrong = [&](std::string_view what, std::string_view text, std::string_view fix) {
            return fail(fmt::format("{}:{}", where, line), fmt::format("{} '{}'", what, text),
                        std::string(fix));
        };
        const auto gpus = number_in(cell(columns->gpus));
        if (!gpus || !(*gpus >= 1) || *gpus > largest_count)
            return wrong("not a number of GPUs:", cell(columns->gpus), "give a number, 1 or more");
        double rate = 0;
        if (columns->rate != std::string::npos) {
            const auto value = number_in(cell(columns->rate));
            if (!value || !(*value > 0))
                return wrong("not a rate:", cell(columns->rate),
                             "give a number above 0, or leave the row out");
            rate = *value;
        } else {
            const auto value = number_in(cell(columns->time));
            if (!value || !(*value > 0))
                return wrong("not a step time:", cell(columns->time),
                             "give seconds above 0, or leave the row out");
            const auto batch = number_in(cell(columns->batch));
            if (columns->batch != std::string::npos && !(batch && *batch > 0))
                return wrong("not a batch:", cell(columns->batch), "give a number above 0");
            rate = batch.value_or(1) / *value;
        }
        const std::string name(cell(columns->curve));
        if (!curves.contains(name)) order.push_back(name);
        Gathered& curve = curves[name];
        curve.curve.name = name;
        if (const auto node = number_in(cell(columns->node)); node && *node >= 1)
            curve.curve.node_gpus = *node;
        Gathered::At& at = curve.at[*gpus];
        at.log_rate += std::log(rate);
        at.lines.push_back(line);
    }
    std::vector<MeasuredCurve> out;
    for (const std::string& name : order) {
        Gathered& curve = curves[name];
        for (const auto& [gpus, at] : curve.at) {
            const auto times = static_cast<double>(at.lines.size());
            curve.curve.points.push_back({gpus, std::exp(at.log_rate / times), static_cast<int>(times)});
            if (at.lines.size() > 1)
                curve.curve.notes.push_back(
                    fmt::format("{:g} GPUs were measured {} times (lines {}): their mean counts", gpus,
                                at.lines.size(), lines_text(at.lines)));
        }
        out.push_back(std::move(curve.curve));
    }
    if (out.empty())
        return fail(std::string(where), "no measurements under the header", "give a row a GPU count");
    return out;
}

Result<std::vector<MeasuredCurve>> read_scaling_curves(const std::filesystem::path& path) {
    const auto text = read_foreign_file(path, largest_text_file, "a table of measured rates");
    if (!text) return tl::unexpected(text.error());
    if (text->find('\0') != std::string::npos)
        return fail(path.string(), "not a text file", "give a CSV with a header line");
    return parse_scaling_curves(*text, path.string());
}

} // namespace roofrack
