// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/validate_memory.h"

#include "core/cost/memory_model.h"
#include "core/measure/run_config.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

MemoryBytes memory_of(const RunConfig& run, const Plan& plan) {
    return transformer_memory(
        run.shape, plan, run.sequence, run.global_batch, gradient_bytes(plan, *run.software),
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
    if (stack.reports_reserved) return {bytes.reserved() / gib, "GiB reserved"};
    return {bytes.total() / 1e9, "GB in use"};
}

ValidatedRow predicted(const RunRow& row, const RunConfig& run) {
    ValidatedRow out;
    out.id = row.text("id");
    out.series = row.text("series").empty() ? out.id : std::string(row.text("series"));
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
    // Of what the row leaves open the fastest within the model's error was chosen; whether its printed cells
    // fit is asked of the leanest.
    const bool open = memory_of(run, run.plan).total() > run.machine.hbm_capacity && run.leanest;
    const Plan& plan = open ? *run.leanest : run.plan;
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

} // namespace

MemoryValidation validate_memory(const Table& table, const Catalog& catalog, const CostParameters& parameters,
                                 bool only_core) {
    MemoryValidation out;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow row(table, i);
        const bool core = row.text("use") == "core" && row.text("config_complete") == "yes";
        const bool figure = row.number("mem_gb") > 0 && (!only_core || row.text("use").starts_with("core"));
        if (!core && !figure) continue;
        auto run = memory_run(table, i, catalog, parameters);
        if (!run) {
            if (figure)
                out.skipped.push_back(
                    {std::string(row.text("id")), run.error().what, std::string(row.text("use"))});
            continue;
        }
        complete_run(*run);
        if (figure) out.rows.push_back(predicted(row, *run));
        if (core) check_fit(row, *run, out);
    }
    out.all = figures(std::span<const ValidatedRow>(out.rows));
    out.by_series = by_series(out.rows);
    return out;
}

} // namespace roofrack
