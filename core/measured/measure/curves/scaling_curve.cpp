// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_curve.h"

#include "core/base/files/foreign_file.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/plain_number.h"
#include "core/measured/measure/curves/scaling_columns.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <optional>

namespace roofrack {

namespace {

constexpr double largest_count = 1e9;

std::optional<double> number_in(std::string_view cell) {
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

bool is_number_line(const std::vector<std::string>& cells) {
    return cells.size() > 1 &&
           std::ranges::all_of(cells, [](const std::string& cell) { return number_in(cell).has_value(); });
}

Result<ScalingColumns> columns_of(const Table& table, std::string_view where, double node_gpus) {
    ScalingColumns out = scaling_columns(table);
    const bool has_count = out.gpus != std::string::npos || out.servers != std::string::npos;
    if (!has_count && is_number_line(table.header))
        return fail(fmt::format("{}:1", where), "the first line is no header but numbers",
                    "write what the columns are above them: gpus,rate or gpus,step_time");
    if (!has_count)
        return fail(std::string(where), "no column of GPU counts",
                    "name it gpus (num_gpus, world_size, nodes …) in the header line");
    if (out.gpus == std::string::npos && out.node == std::string::npos && node_gpus < 1)
        return fail(std::string(where),
                    fmt::format("'{}' counts servers, and nothing says how many GPUs one has",
                                table.header[out.servers]),
                    "give a column gpus_per_node (or --node), or GPU counts in a column gpus");
    if (out.rate == std::string::npos && out.time == std::string::npos)
        return fail(std::string(where), "no column of what was measured",
                    "name it rate (throughput, tokens_per_s, samples/sec …) or step_time in the header line");
    return out;
}

/// Measurements of one curve by GPU count.
struct Gathered {
    MeasuredCurve curve;
    struct At {
        double log_rate = 0;
        std::vector<size_t> lines;
        std::vector<double> metrics;
        bool diverged = false;
    };
    std::map<double, At> at;
    double last_gpus = 0; ///< last gpus of the row before
    size_t disorder = 0;  ///< the first line with fewer GPUs than the one before; 0: none
};

/// Mean and standard deviation within each count, pooled.
void add_metrics(Gathered& curve) {
    double squares = 0, freedom = 0;
    auto point = curve.curve.points.begin();
    for (const auto& [gpus, at] : curve.at) {
        const auto times = static_cast<double>(at.metrics.size());
        if (times > 0) point->metric = std::reduce(at.metrics.begin(), at.metrics.end()) / times;
        for (const double each : at.metrics) squares += (each - *point->metric) * (each - *point->metric);
        if (times > 1) freedom += times - 1;
        point->diverged = at.diverged;
        ++point;
    }
    if (freedom > 0) curve.curve.metric_scatter = std::sqrt(squares / freedom);
}

/// A finite number, or what a run that diverged ends with.
struct MetricCell {
    std::optional<double> value;
    bool diverged = false, wrong = false;
};
MetricCell metric_in(std::string_view cell) {
    MetricCell out;
    std::string word = lower(cell);
    std::erase(word, ' ');
    if (word.empty()) return out;
    out.diverged = word == "nan" || word == "inf" || word == "-inf" || word == "diverged";
    if (!out.diverged) out.value = number_in(cell);
    out.wrong = !out.diverged && !out.value;
    return out;
}

std::string lines_text(const std::vector<size_t>& lines) {
    std::string out;
    for (size_t i = 0; i < lines.size() && i < 4; ++i) out += fmt::format("{}{}", i ? ", " : "", lines[i]);
    return lines.size() > 4 ? out + " …" : out;
}

/// Where a GPU does clearly more than at the count before.
void add_superlinear(Gathered& curve) {
    constexpr double by_chance = 1.05;
    const std::vector<MeasuredRate>& points = curve.curve.points;
    for (size_t i = 1; i < points.size(); ++i) {
        const MeasuredRate &before = points[i - 1], &here = points[i];
        const double more = here.rate / here.gpus / (before.rate / before.gpus);
        if (more <= by_chance) continue;
        curve.curve.notes.push_back(
            fmt::format("from {:g} to {:g} GPUs (lines {} and {}) the rate grows faster than the GPUs, by "
                        "{} % a GPU: "
                        "another batch, data that fit into caches only now, or a unit mixed up",
                        before.gpus, here.gpus, lines_text(curve.at.at(before.gpus).lines),
                        lines_text(curve.at.at(here.gpus).lines), plain_number(100 * (more - 1))));
    }
}

} // namespace

Result<std::vector<MeasuredCurve>> parse_scaling_curves(std::string_view csv, std::string_view where,
                                                        double node_gpus) {
    const auto table = parse_csv(csv, where);
    if (!table) return tl::unexpected(table.error());
    const auto columns = columns_of(*table, where, node_gpus);
    if (!columns) return tl::unexpected(columns.error());
    const bool counts_steps = columns->is_of_steps;
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
        const bool by_servers = columns->gpus == std::string::npos;
        const size_t counted = by_servers ? columns->servers : columns->gpus;
        auto node = number_in(cell(columns->node));
        if (columns->node == std::string::npos && by_servers) node = node_gpus;
        auto gpus = number_in(cell(counted));
        if (by_servers && !(node && *node >= 1))
            return wrong("not the GPUs of a server:", cell(columns->node), "give a number, 1 or more");
        if (gpus && by_servers) *gpus *= *node;
        if (!gpus || !(*gpus >= 1) || *gpus > largest_count)
            return wrong(by_servers ? "not a number of servers:" : "not a number of GPUs:", cell(counted),
                         "give a number, 1 or more");
        double rate = 0;
        if (columns->rate != std::string::npos) {
            const auto value = number_in(cell(columns->rate));
            if (!value || !(*value > 0))
                return wrong("not a rate:", cell(columns->rate),
                             "give a number above 0, or leave the row out");
            rate = columns->is_rate_of_a_gpu ? *value * *gpus : *value;
        } else {
            const auto value = number_in(cell(columns->time));
            if (!value || !(*value > 0))
                return wrong("not a step time:", cell(columns->time),
                             "give seconds above 0, or leave the row out");
            rate = 1 / (*value * columns->time_unit);
        }
        if (counts_steps && columns->batch != std::string::npos) {
            const auto batch = number_in(cell(columns->batch));
            if (!(batch && *batch > 0))
                return wrong("not a batch:", cell(columns->batch), "give a number above 0");
            rate *= columns->is_batch_of_a_gpu ? *batch * *gpus : *batch;
        }
        const std::string name(cell(columns->curve));
        if (!curves.contains(name)) order.push_back(name);
        Gathered& curve = curves[name];
        curve.curve.name = name;
        curve.curve.unit = columns->unit;
        if (*gpus < curve.last_gpus && curve.disorder == 0) curve.disorder = line;
        curve.last_gpus = *gpus;
        if (node && *node >= 1) curve.curve.node_gpus = *node;
        Gathered::At& at = curve.at[*gpus];
        if (curve.at.size() > most_measured_counts)
            return fail(fmt::format("{}:{}", where, line),
                        fmt::format("more than {} GPU counts in one curve", most_measured_counts),
                        "give those that matter, or tell curves apart by a column curve_id");
        at.log_rate += std::log(rate);
        at.lines.push_back(line);
        if (columns->metric == std::string::npos) continue;
        curve.curve.metric = table->header[columns->metric];
        const MetricCell metric = metric_in(cell(columns->metric));
        if (metric.wrong)
            return wrong("not a validation metric:", cell(columns->metric),
                         "give a number, nan for a run that diverged, or nothing");
        at.diverged = at.diverged || metric.diverged;
        if (metric.value) at.metrics.push_back(*metric.value);
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
        if (curve.disorder > 0)
            curve.curve.notes.push_back(
                fmt::format("the rows do not ascend (line {}): they were put in the order of their GPUs",
                            curve.disorder));
        if (counts_steps && !columns->unused_batch.empty())
            curve.curve.notes.push_back(fmt::format(
                "column '{}' is not used: it may be the batch of a GPU or of all; name it batch_per_gpu or "
                "global_batch where the batch is not the same on all rows",
                columns->unused_batch));
        add_superlinear(curve);
        add_metrics(curve);
        out.push_back(std::move(curve.curve));
    }
    if (out.empty())
        return fail(std::string(where), "no measurements under the header", "give a row a GPU count");
    if (std::ranges::all_of(out, [](const MeasuredCurve& curve) { return curve.points.size() < 2; }))
        return fail(fmt::format("{}:{}", where, table->lines.back()),
                    fmt::format("a curve needs measurements at two GPU counts, there is one: {:g}",
                                out.back().points.front().gpus),
                    "measure at another count, best at twice and four times the GPUs");
    return out;
}

Result<std::vector<MeasuredCurve>> read_scaling_curves(const std::filesystem::path& path, double node_gpus) {
    const auto text = read_foreign_file(path, largest_text_file, "a table of measured rates");
    if (!text) return tl::unexpected(text.error());
    if (text->find('\0') != std::string::npos)
        return fail(path.string(), "not a text file", "give a CSV with a header line");
    auto curves = parse_scaling_curves(*text, path.string(), node_gpus);
    if (curves)
        for (MeasuredCurve& curve : *curves) curve.file = path.filename().string();
    return curves;
}

bool holds_measured_rates(std::string_view head, bool named_csv) {
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    while (!head.empty() && (head.front() == '\n' || head.front() == '\r')) head.remove_prefix(1);
    const std::string_view line = head.substr(0, head.find('\n'));
    if (line.find('\0') != std::string_view::npos || line.find('{') != std::string_view::npos) return false;
    const auto table = parse_csv(line, "");
    if (!table) return false;
    const ScalingColumns columns = scaling_columns(*table);
    if (columns.gpus == std::string::npos && columns.servers == std::string::npos)
        return named_csv && is_number_line(table->header);
    return named_csv || columns.rate != std::string::npos || columns.time != std::string::npos;
}

bool holds_measured_rates(const std::filesystem::path& path) {
    auto file = ForeignFile::open(path);
    if (!file) return false;
    std::string head(size_t{1} << 16, '\0');
    head.resize(file->read(head.data(), head.size()));
    return holds_measured_rates(head, lower(path.extension().string()) == ".csv");
}

std::vector<std::string> attach_curves(std::vector<MeasuredCurve>& to, std::vector<MeasuredCurve> curves) {
    std::vector<std::string> left_out;
    for (MeasuredCurve& curve : curves) {
        if (curve.name.empty()) curve.name = std::filesystem::path(curve.file).stem().string();
        if (curve.name.empty()) curve.name = "measured";
        const auto same = std::ranges::find(to, curve.name, &MeasuredCurve::name);
        if (curve.points.size() < 2 || (same == to.end() && to.size() >= most_measured_curves))
            left_out.push_back(curve.name);
        else if (same != to.end())
            *same = std::move(curve);
        else
            to.push_back(std::move(curve));
    }
    return left_out;
}

} // namespace roofrack
