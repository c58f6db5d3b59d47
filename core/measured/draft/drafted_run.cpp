// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/drafted_run.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/saturated.h"
#include "core/measured/draft/known_shape.h"
#include "core/measured/measure/best_run.h"
#include "core/measured/measure/run_config_fabric.h"
#include "core/measured/measure/run_config_models.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::string_view stand_in_gpu = "h100-sxm5", stand_in_model = "llama3-8b";

void set_cell(Table& table, std::string_view column, std::string value) {
    table.header.emplace_back(column);
    table.rows.front().push_back(std::move(value));
}

std::string number_cell(double value) { return value > 0 ? fmt::format("{:.17g}", value) : std::string(); }

/// The cells of the model, by its shape, its name, or what stands in.
void set_model_cells(const ToldRun& told, const Catalog& catalog, DraftedRun& out) {
    if (told.shape) {
        const TransformerShape& shape = *told.shape;
        const ModelSpec* const known = model_of_shape(shape, catalog);
        set_cell(out.row, "model", known ? known->name : shape_text(shape));
        set_cell(out.row, "layers", fmt::format("{}", shape.layers));
        set_cell(out.row, "hidden", number_cell(shape.hidden));
        set_cell(out.row, "heads", fmt::format("{}", shape.heads));
        set_cell(out.row, "kv_heads", number_cell(shape.kv_heads));
        set_cell(out.row, "ffn", number_cell(shape.ffn));
        set_cell(out.row, "vocab", number_cell(shape.vocab));
        return;
    }
    std::string name = told.text("model");
    if (!published_model(catalog, name)) {
        out.model_stands_in = true;
        name = stand_in_model;
    }
    set_cell(out.row, "model", name);
    if (has(lower(name), "lora") || told.knows("lora_rank")) {
        set_cell(out.row, "model_kind", "lora");
        set_cell(out.row, "notes", fmt::format("rank {}", told.text("lora_rank")));
    }
}

/// Precision of runs that do not tell theirs: submissions to MLPerf train in 8 bits where the GPU can.
std::string precision_cell(const ToldRun& told, const Part& gpu) {
    if (told.knows("precision")) return told.text("precision");
    return told.text("software").starts_with("mlperf") && gpu.value_or("dense_fp8", 0) > 0 ? "fp8" : "bf16";
}

void set_machine_cells(const ToldRun& told, DraftedRun& out) {
    const Part& gpu = *out.gpu.part;
    const bool is_torus = gpu.text_or("scale_up", "") == "ici";
    const double gpus = std::max(1.0, told.number("gpus"));
    out.gpus_per_server = told.number("gpus_per_server");
    if (out.gpus_per_server <= 0 && told.number("servers") > 0)
        out.gpus_per_server = std::max(1.0, std::ceil(gpus / told.number("servers")));
    if (out.gpus_per_server <= 0) out.gpus_per_server = is_torus ? 4 : 8;
    out.network_gbps = told_network_gbps(told, out.gpus_per_server);
    set_cell(out.row, "gpu", gpu.id);
    set_cell(out.row, "gpus", number_cell(gpus));
    set_cell(out.row, "gpus_per_node", number_cell(out.gpus_per_server));
    set_cell(out.row, "inter_net", told.text("network"));
    set_cell(out.row, "inter_gbps_per_gpu", number_cell(out.network_gbps));
    // Trays of four are those of a rack whose GPUs are one domain.
    const bool is_rack = out.gpus_per_server == 4 && gpus > 4 && (gpu.id == "gb200" || gpu.id == "gb300");
    if (is_rack) set_cell(out.row, "intra_link", "NVL72");
}

void set_plan_cells(const ToldRun& told, DraftedRun& out) {
    for (const std::string_view key : {"tp", "pp", "cp", "ep", "micro_batch"})
        set_cell(out.row, key, told.text(key));
    if (!told.knows("tp") && told.knows("pp")) set_cell(out.row, "tp", "1");
    const std::string stage = told.text("sharding");
    set_cell(out.row, "sharding",
             stage.empty()  ? ""
             : stage == "0" ? "none"
             : stage == "1" ? "zero-1"
             : stage == "2" ? "zero-2"
                            : "zero-3");
    set_cell(out.row, "recompute", told.text("recompute"));
    set_cell(out.row, "software", told.text("software"));
    set_cell(out.row, "precision", precision_cell(told, *out.gpu.part));
}

/// Degrees whose replicas take the batch in so many micro-batches: GPUs · accumulation · micro-batch = batch
/// · tp · pp · cp.
std::vector<Plan> plans_of_accumulation(const RunConfig& run, double accumulation) {
    std::vector<Plan> out;
    for (int micro = 1; micro <= 8; micro *= 2) {
        const double parallel = run.gpus * accumulation * micro / run.global_batch;
        if (parallel < 1 || std::abs(parallel - std::round(parallel)) > 1e-6) continue;
        for (int tp = 1; tp <= 8 && tp <= run.domain && tp <= run.shape.heads; tp *= 2)
            for (int cp = 1; cp <= 8; cp *= 2) {
                const double pp = parallel / (static_cast<double>(tp) * cp);
                if (pp < 1 || pp != std::round(pp) || pp > run.shape.layers) continue;
                Plan plan = run.plan;
                plan.tp = tp;
                plan.cp = cp;
                plan.pp = saturated<int>(pp);
                plan.dp = saturated<int>(std::round(run.gpus / parallel));
                plan.micro_batch = micro;
                plan.ep = 1;
                plan.sequence_parallel = tp > 1 && run.software->sequence_parallel;
                out.push_back(plan);
            }
    }
    return out;
}

/// The fastest of those that fit, or the smallest.
bool choose_plan(const std::vector<Plan>& plans, RunConfig& run) {
    BestRun best;
    for (const Plan& plan : plans) {
        RunConfig trial = run;
        trial.plan = plan;
        trial.degrees_known = trial.batch_known = trial.experts_known = trial.micro_batch_known = true;
        choose_missing_settings(trial);
        const double time = predict_step(trial);
        best.consider(std::move(trial), time);
    }
    if (best.is_empty()) return false;
    run = best.take();
    return true;
}

/// The plan of the arguments, whole.
void take_plan(const Plan& plan, RunConfig& run) {
    const int dp = run.plan.dp;
    run.plan = plan;
    run.plan.dp = dp;
    run.degrees_known = run.experts_known = run.recompute_known = run.vpp_known = run.micro_batch_known =
        true;
}

Result<void> complete_transformer(const ToldRun& told, const Catalog& catalog, DraftedRun& out) {
    set_model_cells(told, catalog, out);
    double sequence = told.number("sequence");
    if (sequence <= 0)
        if (const ModelSpec* model = published_model(catalog, RunRow(out.row, 0).text("model")))
            sequence = model->default_sequence;
    set_cell(out.row, "seq", number_cell(sequence > 0 ? sequence : 2048));
    set_cell(out.row, "global_batch", number_cell(told.number("global_batch")));
    auto config = run_config(RunRow(out.row, 0), catalog, CostParameters::built_in());
    if (!config) return tl::unexpected(config.error());
    out.config = std::move(*config);
    RunConfig& run = out.config;
    if (told.shape) {
        const double vocabulary = run.shape.vocab;
        run.shape = *told.shape;
        if (run.shape.vocab <= 0) run.shape.vocab = vocabulary; // assumed, and said so
    }
    if (told.plan) {
        take_plan(*told.plan, run);
    } else if (const double times = told.number("accumulation");
               times > 0 && !run.degrees_known && run.batch_known) {
        const auto plans = plans_of_accumulation(run, times);
        if (choose_plan(plans, run))
            out.plan_reason = fmt::format("a batch of {:.0f} in {:g} micro-batch{} leaves {:g} GPU{} to each "
                                          "sequence at work; of such plans "
                                          "the fastest that fits",
                                          run.global_batch, times, times == 1 ? "" : "es",
                                          run.gpus * times / run.global_batch,
                                          run.gpus * times == run.global_batch ? "" : "s");
    }
    choose_missing_settings(run);
    return {};
}

Result<void> complete_profile(const ToldRun& told, const Catalog& catalog, DraftedRun& out) {
    RunConfig& run = out.config;
    const CostParameters& parameters = CostParameters::built_in();
    const RunRow row(out.row, 0);
    run.accelerator = out.gpu.part;
    auto machine = make_machine(*run.accelerator, parameters);
    if (!machine) return tl::unexpected(machine.error());
    run.machine = *machine;
    run.software = &parameters.stack(row.text("software"), run.accelerator->vendor);
    run.software_year = release_year(row.text("software"));
    run.gpus = row.number("gpus");
    if (auto drawn = read_row_fabric(row, *run.accelerator, catalog, run); !drawn) return drawn;
    Plan& plan = run.plan;
    plan.dp = 0;
    plan.zero = told.knows("sharding") ? saturated<int>(told.number("sharding")) : 0;
    plan.precision = precision(row.text("precision")).value_or(Precision::fp32);
    if (!run.machine.computes(plan.precision)) plan.precision = Precision::fp32;
    plan.micro_batch = std::max(1, saturated<int>(told.number("micro_batch")));
    const double batch = told.number("global_batch");
    run.global_batch = batch > 0 ? batch : plan.micro_batch * run.gpus;
    return {};
}

} // namespace

Result<DraftedRun> drafted_run(const ToldRun& told, const Catalog& catalog) {
    DraftedRun out;
    out.row.rows.emplace_back();
    // A GPU that the user names has its own memory, whatever a file says.
    const bool is_answer = told.knows("gpu") && told.find("gpu")->file.empty();
    out.gpu = find_accelerator(told.text("gpu"), is_answer ? 0 : told.number("gpu_memory"), catalog);
    if (!out.gpu.part) out.gpu = {catalog.part(PartKind::accelerator, stand_in_gpu), true, {}};
    set_machine_cells(told, out);
    set_plan_cells(told, out);
    out.is_transformer = !told.profile || told.shape || published_model(catalog, told.text("model"));
    if (!out.is_transformer) out.profile = *told.profile;
    const auto done =
        out.is_transformer ? complete_transformer(told, catalog, out) : complete_profile(told, catalog, out);
    if (!done) return tl::unexpected(done.error());
    out.row.lines.assign(1, 1);
    return out;
}

} // namespace roofrack
