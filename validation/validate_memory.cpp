// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/validate_memory.h"

#include "core/base/units/ascii_text.h"
#include "core/measured/measure/run_config.h"
#include "core/step/cost/memory_model.h"
#include "validation/residual.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

MemoryBytes memory_of(const RunConfig& run, const Plan& plan) {
    return transformer_memory(
        run.shape, plan, run.sequence, run.global_batch, stored_gradient_bytes(plan, *run.software),
        flash_attention(*run.software, run.software_year), memory_stack(run.software->name));
}

/// A row that publishes memory alone leaves out the batch and the virtual stages: the pipeline is full, and
/// cut as deep as its layers allow, which costs least time (Narayanan 2021).
Result<RunConfig> memory_run(const Table& table, size_t index, const Catalog& catalog,
                             const CostParameters& parameters) {
    const RunRow row(table, index);
    if (row.number("global_batch") > 0) return run_config(row, catalog, parameters);
    const auto degree = [&](std::string_view column) { return std::max(1.0, row.number(column)); };
    const double replicas = std::max(1.0, row.number("gpus") / (degree("tp") * degree("pp") * degree("cp")));
    Table filled{table.header, {table.rows[index]}};
    const auto fill = [&](std::string_view column, double value) {
        const size_t at = table.column(column);
        if (at != std::string::npos) filled.rows[0][at] = fmt::format("{}", value);
    };
    fill("global_batch", replicas * degree("micro_batch") * 2 * degree("pp"));
    const bool deep = row.number("vpp") <= 0 && degree("pp") > 1;
    const double vpp = std::max(1.0, row.number("layers") / degree("pp"));
    if (deep && std::abs(vpp - std::round(vpp)) < 1e-9) fill("vpp", vpp);
    auto run = run_config(RunRow(filled, 0), catalog, parameters);
    if (!run) return run;
    run->assumed.push_back("global_batch = one that fills the pipeline twice");
    if (deep) run->assumed.push_back(fmt::format("vpp = {}", run->plan.vpp));
    return run;
}

struct Reading {
    double value = 0;
    const char* unit = "";
};

Reading reading(const MemoryBytes& bytes, const RunRow& row, const MemoryStack& stack) {
    if (row.text("metric").starts_with("activation")) return {bytes.activations / gib, "GiB of activations"};
    const std::string notes = lower(row.text("notes"));
    const size_t said = notes.find("memory ");
    if (said != std::string::npos && notes.find("peak", said) != std::string::npos) {
        if (notes.compare(said, 10, "memory gib") == 0) return {bytes.allocated() / gib, "GiB allocated"};
        return {bytes.allocated() / 1e9, "GB allocated"};
    }
    // A note that says the figure as it was printed, in GiB, stands beside the same in GB.
    const bool in_gb = said != std::string::npos && said + 7 < notes.size() &&
                       std::isdigit(static_cast<unsigned char>(notes[said + 7])) && has(notes, "gib");
    if (stack.reports_reserved && in_gb) return {bytes.reserved() / 1e9, "GB reserved"};
    if (stack.reports_reserved) return {bytes.reserved() / gib, "GiB reserved"};
    return {bytes.total() / 1e9, "GB in use"};
}

ValidatedRow predicted(const RunRow& row, const RunConfig& run) {
    ValidatedRow out;
    out.id = row.text("id");
    out.series = series_of(row);
    out.metric = "mem_gb";
    out.gpu = row.text("gpu");
    out.software = row.text("software");
    out.model = row.text("model");
    out.use = row.text("use");
    out.family = run.software->label;
    out.precision = name_of(run.plan.precision);
    out.gpus = run.gpus;
    out.sequence = run.sequence;
    out.global_batch = run.global_batch;
    const Reading figure = reading(memory_of(run, run.plan), row, memory_stack(run.software->name));
    out.published = row.number("mem_gb");
    out.predicted = figure.value;
    out.error_pct = out.fitted_error_pct = 100 * (out.predicted / out.published - 1);
    out.band_low = out.band_high = out.predicted;
    out.assumed = run.assumed;
    out.assumed.push_back(fmt::format("unit = {}", figure.unit));
    return out;
}

void check_fit(const RunRow& row, const RunConfig& run, MemoryValidation& out) {
    ++out.configurations;
    // The fastest of what the row leaves open within the model's error was chosen; whether its printed cells
    // fit is asked of the leanest.
    const bool open = memory_of(run, run.plan).total() > run.machine.hbm_capacity && run.least_memory_plan;
    const Plan& plan = open ? *run.least_memory_plan : run.plan;
    const ConfigurationFit fit{std::string(row.text("id")), memory_of(run, plan).total(),
                               run.machine.hbm_capacity};
    if (fit.needed > fit.capacity) {
        out.exceeding.push_back(fit);
    } else if (out.tightest.capacity <= 0 ||
               fit.needed * out.tightest.capacity > out.tightest.needed * fit.capacity) {
        out.tightest = fit;
        Plan doubled = plan;
        doubled.micro_batch *= 2;
        out.tightest_doubled = memory_of(run, doubled).total();
    }
}

std::string kind_of(const RunRow& row) {
    const std::string_view kind = row.text("model_kind");
    return kind.empty() ? "dense" : std::string(kind);
}

/// |ln| and its series.
struct Off {
    double error = 0;
    std::string_view series;
};

/// What holds the nominal share, each series weighing the same, for so few series.
double width_of(const std::vector<Off>& off) {
    std::map<std::string_view, double> rows;
    for (const Off& each : off) rows[each.series] += 1;
    std::vector<std::pair<double, double>> errors;
    for (const Off& each : off) errors.emplace_back(each.error, 1 / rows[each.series]);
    return weighted_quantile(std::move(errors), Uncertainty().nominal) * finite_sample_factor(rows.size());
}

void add_reading(const RunRow& row, const RunConfig& run, MemoryValidation& out) {
    const ValidatedRow& figure = out.rows.emplace_back(predicted(row, run));
    out.readings.push_back(
        {figure.series, run.software->name, kind_of(row), std::log(figure.predicted / figure.published)});
}

/// Each series by the spread of the others.
void set_bands(MemoryValidation& out) {
    std::map<std::string, MemorySpread> without;
    for (size_t i = 0; i < out.rows.size(); ++i) {
        const MemoryReading& reading = out.readings[i];
        auto it = without.find(reading.series);
        if (it == without.end())
            it = without.emplace(reading.series, derive_memory_spread(out, reading.series)).first;
        const MemoryNeed need = it->second.need(out.rows[i].predicted, reading.family, reading.kind);
        out.rows[i].band_low = need.low;
        out.rows[i].band_high = need.high;
    }
}

} // namespace

MemorySpread derive_memory_spread(const MemoryValidation& memory, std::string_view held_out) {
    std::vector<Off> dense, other;
    std::map<std::string, MemorySpread::Stack> stacks;
    std::map<std::string, std::set<std::string_view>> series;
    std::set<std::string_view> dense_stacks;
    for (const MemoryReading& reading : memory.readings) {
        if (reading.series == held_out) continue;
        (reading.kind == "dense" ? dense : other).push_back({std::abs(reading.error), reading.series});
        if (reading.kind == "dense") dense_stacks.insert(reading.family);
        ++stacks[reading.family].readings;
        series[reading.family].insert(reading.series);
    }
    MemorySpread out;
    if (!dense.empty()) out.dense = width_of(dense);
    out.other = std::max(out.dense, other.empty() ? out.other : width_of(other));
    // The stacks that are read stand for those that are not.
    if (!dense.empty()) out.unread = out.dense * finite_sample_factor(dense_stacks.size());
    // A run that ran though the model finds more than its GPU has: the model was off by at least that.
    std::map<std::string, std::vector<Off>> ran;
    for (const RanInMemory& run : memory.ran) {
        if (run.series == held_out || stacks.contains(run.family)) continue;
        ran[run.family].push_back({std::max(0.0, std::log(run.needed / run.capacity)), run.series});
        series[run.family].insert(run.series);
    }
    for (const auto& [family, runs] : ran) stacks[family].width = width_of(runs);
    for (auto& [family, stack] : stacks) {
        stack.name = family;
        stack.series = static_cast<int>(series[family].size());
        if (stack.readings > 0 || stack.width > 0) out.stacks.push_back(stack);
    }
    return out;
}

MemoryValidation validate_memory(const Table& table, const Catalog& catalog, const CostParameters& parameters,
                                 bool only_core) {
    MemoryValidation out;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow row(table, i);
        const bool core = row.text("use") == "core" && row.text("config_complete") == "yes";
        const bool figure = row.number("mem_gb") > 0 && (!only_core || row.text("use").starts_with("core"));
        const bool ran = !only_core && row.text("use") != "context" && row.number("global_batch") > 0;
        if (!core && !figure && !ran) continue;
        auto run = memory_run(table, i, catalog, parameters);
        if (!run) {
            if (figure)
                out.skipped.push_back(
                    {std::string(row.text("id")), run.error().what, std::string(row.text("use"))});
            continue;
        }
        choose_missing_settings(*run);
        if (figure) add_reading(row, *run, out);
        if (core) check_fit(row, *run, out);
        if (ran)
            out.ran.push_back({std::string(row.text("id")), series_of(row), run->software->name, kind_of(row),
                               memory_of(*run, run->plan).total(), run->machine.hbm_capacity});
    }
    set_bands(out);
    out.all = figures_of(std::span<const ValidatedRow>(out.rows));
    out.by_series = by_series(out.rows);
    return out;
}

} // namespace roofrack
