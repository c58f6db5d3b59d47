// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/run_config.h"

#include "core/base/units/ascii_text.h"
#include "core/base/units/saturated.h"
#include "core/measured/measure/best_run.h"
#include "core/measured/measure/remat_policy.h"
#include "core/measured/measure/run_config_fabric.h"
#include "core/measured/measure/run_config_models.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

constexpr double most_gpus = 1e9;
constexpr int most_degree = 1'000'000;

/// The integer that follows `key` in the text ("zero1=8" → 8, "fsdp 64" → 64); 0 when there is none.
int number_after(std::string_view text, std::string_view key) {
    const size_t at = text.find(key);
    if (at == std::string_view::npos) return 0;
    const char* begin = text.data() + at + key.size();
    while (begin < text.data() + text.size() && (*begin == ' ' || *begin == '=')) ++begin;
    int value = 0;
    std::from_chars(begin, text.data() + text.size(), value);
    return std::max(0, value);
}

void read_sharding(std::string_view cell, const RunRow& row, RunConfig& run) {
    const std::string text = lower(cell);
    Plan& plan = run.plan;
    if (text.empty()) {
        plan.zero = run.software->fsdp ? 3 : 1;
        run.assumed.push_back(fmt::format("sharding = ZeRO-{}", plan.zero));
        return;
    }
    if (has(text, "zero-2")) {
        plan.zero = 2;
    } else if (has(text, "zero-3") || has(text, "fsdp") || has(text, "hsdp") || has(text, "full_shard")) {
        plan.zero = 3;
        // "FSDP 2" beside CP 4: TorchTitan shards over both, so over 8 ranks.
        const double ranks =
            has(text, "hsdp") ? row.number("gpus_per_node") : double(number_after(text, "fsdp ")) * plan.cp;
        plan.shard = saturated<int>(ranks);
        plan.keep_gathered = has(text, "no reshard");
        if (has(text, "pure")) plan.gradient_bits = 16;
    } else if (has(text, "zero-1") || has(text, "distributed optimizer") || has(text, "3d")) {
        plan.zero = 1;
        plan.shard = number_after(text, "zero1=");
    } else {
        plan.zero = 0;
    }
    if (has(text, "offload adam")) plan.offload_optimizer = 1;
}

/// NeMo 2 and Megatron-Bridge sum and reduce gradients in 16 bits where they publish rates
/// (scripts/performance: grad_reduce_in_fp32 = False); Megatron-Core's own default is 32.
void set_gradient_width(const RunRow& row, RunConfig& run) {
    constexpr double half_gradients_since = 2025;
    const std::string software = lower(row.text("software"));
    const bool recipes = software.starts_with("nemo") || software.starts_with("megatron-bridge");
    if (run.software->name != "megatron-core" || !recipes || run.software_year < half_gradients_since) return;
    run.plan.gradient_bits = 16;
    run.assumed.emplace_back("gradients of 16 bits");
}

/// NeMo 1 trains 16-bit weights with Apex's distributed Adam, which keeps what they lack of 32 bits
/// (megatron_base_model.py: store_param_remainders).
void set_master_width(const RunRow& row, RunConfig& run) {
    const bool first_nemo = run.software->name == "megatron-core" && run.software_year > 0 &&
                            run.software_year < second_nemo_since &&
                            lower(row.text("software")).starts_with("nemo");
    const bool narrow = run.plan.precision == Precision::bf16 || run.plan.precision == Precision::fp8;
    if (!first_nemo || !narrow || run.plan.zero != 1) return;
    run.plan.master_bits = 16;
    run.assumed.emplace_back("16-bit remainders of the weights in the optimizer");
}

/// A row of a cumulative ablation whose steps up to it hold DeepEP; they are named in their order.
bool has_deepep_step(std::string_view notes) {
    constexpr std::string_view steps = "cumulative optimisation step ";
    const size_t at = notes.find(steps);
    if (at == std::string_view::npos) return false;
    const std::string_view step = notes.substr(at + steps.size());
    return !step.starts_with("1f1b") && !step.starts_with("lossfusion");
}

/// Megatron-Bridge's recipes of 2025 dispatch tokens all-to-all, except for DeepSeek-V3 on Hopper: DeepEP,
/// made for its group-limited routing (scripts/performance/configs/deepseek: enable_deepep).
void set_expert_dispatch(const RunRow& row, RunConfig& run) {
    if (run.shape.moe.experts > 0 && has_deepep_step(row.text("notes"))) {
        run.plan.expert_dispatch = ExpertDispatch::once;
        return;
    }
    constexpr double hybrid_since = 2026;
    const bool recipe = lower(row.text("software")).starts_with("megatron-bridge") && run.software_year > 0 &&
                        run.software_year < hybrid_since && run.shape.moe.groups > 0 &&
                        run.accelerator->text_or("architecture", "") == "hopper";
    if (!recipe) return;
    run.plan.expert_dispatch = ExpertDispatch::once;
    run.assumed.emplace_back("DeepEP");
}

/// What the stack's recipe of the model sets on this part.
void set_recipe(const RunRow& row, const Catalog& catalog, RunConfig& run) {
    const ModelSpec* model = published_model(catalog, row.text("model"));
    if (!model) return;
    const StackRecipe* recipe = recipe_of(*run.software, run.software_year, model->id, run.accelerator->id);
    if (!recipe) return;
    if (recipe->graphs != LaunchGraphs::stack) {
        run.plan.graphs = recipe->graphs;
        run.assumed.emplace_back("CUDA graphs of attention and router");
    }
    if (recipe->dispatch != ExpertDispatch::stack) {
        run.plan.expert_dispatch = recipe->dispatch;
        run.assumed.push_back(fmt::format("expert_dispatch = {}", name_of(recipe->dispatch)));
    }
}

void read_precision(std::string_view cell, RunConfig& run) {
    const std::string text = lower(cell);
    if (has(text, "fp8") || has(text, "int8"))
        run.plan.precision = Precision::fp8;
    else if (has(text, "fp4"))
        run.plan.precision = Precision::nvfp4;
    else if (has(text, "bf16"))
        run.plan.precision = Precision::bf16;
    else if (has(text, "fp16"))
        run.plan.precision = Precision::fp16;
    else if (has(text, "fp32") || has(text, "tf32"))
        run.plan.precision = has(text, "tf32") ? Precision::tf32 : Precision::fp32;
    else
        run.assumed.push_back("precision = bf16");
    // Int8 products on a part without 8-bit floats: its 16-bit units are what the model knows of it.
    if (!run.machine.computes(run.plan.precision)) {
        run.plan.precision = Precision::bf16;
        run.assumed.push_back(fmt::format("precision = bf16 (the catalogue has no {} rate of {})", cell,
                                          run.accelerator->name));
    }
    if (has(text, " or ")) run.assumed.push_back(fmt::format("precision = {}", name_of(run.plan.precision)));
    if (has(text, "fp32 grad")) run.plan.gradient_bits = 32;
}

/// Whole blocks, some of them, are what "selective" means to a stack that wraps modules; how many follows
/// from the forward passes between the model's and the hardware's utilisation. False when the row prints not
/// both.
bool read_recomputed_blocks(const RunRow& row, RunConfig& run) {
    const double mfu = row.number("mfu_pct"), hfu = row.number("hfu_pct");
    if (!run.software->fsdp || mfu <= 0 || hfu <= mfu) return false;
    const double share = std::min(1.0, 3 * (hfu / mfu - 1));
    run.plan.recompute = Recompute::full;
    run.plan.recompute_layers =
        share < 1 ? std::max(1, saturated<int>(std::round(share * run.shape.layers / run.plan.pp))) : 0;
    return true;
}

/// Policies of the compilers of whole steps: what of a layer is repeated, kept, and kept in the host's
/// memory. False for another stack, or where attention alone is repeated.
bool read_remat(std::string_view policy, RunConfig& run) {
    if (!compiles_whole_steps(run.software->name)) return false;
    if (policy.starts_with("minimal") || policy == "save_dot_except_logits (maxtext policy)") return false;
    const std::optional<double> share = repeated_share(policy, run.shape, run.sequence);
    if (!share) return false;
    const KeptTensors kept = kept_tensors(policy, run.shape);
    run.plan.recompute = *share > 0 ? Recompute::full : Recompute::none;
    run.plan.recompute_share = *share;
    run.plan.recompute_keeps = *share > 0 ? kept.share : 0;
    run.plan.offload_activations = kept.offloaded;
    return true;
}

void read_recompute(std::string_view cell, const RunRow& row, RunConfig& run) {
    const std::string text = lower(cell);
    const std::string_view usual = default_recompute(*run.software, lower(row.text("model")));
    if (text.empty() && usual == "selective") {
        run.assumed.push_back("recompute = selective");
        run.plan.recompute = Recompute::selective;
    } else if (text.empty() && usual == "full") {
        run.assumed.push_back("recompute = full");
        if (!read_remat("full", run)) run.plan.recompute = Recompute::full;
    } else if (read_remat(text, run)) {
        return;
    } else if (text.empty()) {
        run.recompute_known = false;
    } else if (text.starts_with("full") || text.starts_with("custom")) {
        run.plan.recompute = Recompute::full; // a policy of MaxText recomputes what it does not name
    } else if (text.starts_with("minimal") || text.starts_with("save_dot")) {
        run.plan.recompute = Recompute::selective; // MaxText: products are kept
    } else if (has(text, "selective layer")) {     // every second layer is recomputed whole (TorchTitan)
        run.plan.recompute = Recompute::full;
        run.plan.recompute_layers = std::max(1, run.shape.layers / (2 * run.plan.pp));
    } else if (text.starts_with("selective") && read_recomputed_blocks(row, run)) {
        return;
    } else if (text.starts_with("selective")) {
        run.plan.recompute = Recompute::selective;
    }
}

Result<void> read_degrees(const RunRow& row, RunConfig& run) {
    Plan& plan = run.plan;
    for (const auto& [column, degree] :
         {std::pair{"tp", &plan.tp}, {"pp", &plan.pp}, {"cp", &plan.cp}, {"ep", &plan.ep}}) {
        const auto given = row.whole(column, most_degree);
        if (!given) return tl::unexpected(given.error());
        *degree = std::max(1, *given);
    }
    const bool open = row.text("tp").empty() && row.text("pp").empty();
    for (const std::string_view column : {"tp", "pp"})
        if (row.text(column).empty() && !open) run.assumed.push_back(fmt::format("{} = 1", column));
    const double model_parallel = static_cast<double>(plan.tp) * plan.pp * plan.cp;
    const double dp = run.gpus / model_parallel;
    if (dp < 1 || std::abs(dp - std::round(dp)) > 1e-9)
        return fail("", fmt::format("{} GPUs are not a multiple of tp·pp·cp = {}", run.gpus, model_parallel));
    plan.dp = saturated<int>(std::round(dp));
    const auto micro_batch = row.whole("micro_batch", most_degree), vpp = row.whole("vpp", most_degree);
    if (!micro_batch) return tl::unexpected(micro_batch.error());
    if (!vpp) return tl::unexpected(vpp.error());
    plan.micro_batch = *micro_batch;
    run.micro_batch_known = plan.micro_batch > 0;
    if (!run.micro_batch_known) plan.micro_batch = 1;
    plan.vpp = *vpp;
    run.vpp_known = plan.vpp > 0 || plan.pp == 1 || !run.software->interleaving;
    plan.vpp = std::max(1, plan.vpp);
    if (run.global_batch < plan.dp && !open)
        return fail("", fmt::format("a batch of {} sequences over {} replicas", run.global_batch, plan.dp));
    return {};
}

} // namespace

Result<RunConfig> run_config(const RunRow& row, const Catalog& catalog, const CostParameters& parameters) {
    RunConfig run;
    const Part* accelerator = published_accelerator(catalog, row.text("gpu"));
    if (!accelerator)
        return fail("", fmt::format("accelerator '{}' is not in the catalogue", row.text("gpu")));
    auto machine = make_machine(*accelerator, parameters);
    if (!machine) return fail("", machine.error().text());
    run.machine = *machine;
    run.accelerator = accelerator;
    run.software = &parameters.stack(row.text("software"), accelerator->vendor);
    run.software_year = release_year(row.text("software"));

    run.gpus = row.number("gpus");
    if (run.gpus <= 0) return fail("", "'gpus' is not published");
    if (run.gpus > most_gpus)
        return fail("", fmt::format("'gpus' is {:g}, more than {:g}", run.gpus, most_gpus));
    if (auto ok = read_model(row, catalog, run); !ok) return tl::unexpected(ok.error());
    run.global_batch = row.number("global_batch");
    if (run.global_batch <= 0) {
        run.global_batch = batch_of_rates(row, run.sequence);
        run.batch_known = run.global_batch > 0;
        if (!run.batch_known && (row.number("iteration_s") > 0 || row.number("iteration_s_derived") > 0))
            return fail("", "'global_batch' is not published");
        run.global_batch = std::max(run.global_batch, run.gpus); // at least one sequence a replica
    }
    if (auto ok = read_degrees(row, run); !ok) return tl::unexpected(ok.error());
    read_sharding(row.text("sharding"), row, run);
    set_gradient_width(row, run);
    run.degrees_known = run.plan.zero == 3 || !row.text("tp").empty() || !row.text("pp").empty();
    run.experts_known = run.shape.moe.experts <= 0 || !row.text("ep").empty();
    read_precision(row.text("precision"), run);
    set_master_width(row, run);
    set_expert_dispatch(row, run);
    set_recipe(row, catalog, run);
    read_recompute(row.text("recompute"), row, run);
    const std::string_view sp = row.text("seq_parallel");
    run.plan.sequence_parallel =
        run.plan.tp > 1 && (sp == "yes" || (sp.empty() && run.software->sequence_parallel));
    if (sp.empty() && run.plan.tp > 1)
        run.assumed.push_back(fmt::format("seq_parallel = {}", run.plan.sequence_parallel ? "yes" : "no"));
    if (auto ok = read_row_fabric(row, *accelerator, catalog, run); !ok) return tl::unexpected(ok.error());
    return run;
}

namespace {

/// What a row leaves open, one value each.
struct Choice {
    Recompute recompute;
    int recompute_layers, vpp, micro_batch;
    double offload;
};

/// Combinations of what is not published; micro-batches that divide the batch unless none does.
std::vector<Choice> choices(const RunConfig& run) {
    const Plan& given = run.plan;
    const int stage_layers = std::max(1, saturated<int>(std::ceil(double(run.shape.layers) / given.pp)));
    std::vector<std::pair<Recompute, int>> recomputes{{given.recompute, given.recompute_layers}};
    if (!run.recompute_known) {
        recomputes = {{Recompute::none, 0}, {Recompute::selective, 0}, {Recompute::full, 0}};
        std::vector<int> whole{1}; // whole parts of the stage's layers, as memory asks
        for (const double share : {0.25, 0.5, 0.75}) whole.push_back(saturated<int>(stage_layers * share));
        for (const int layers : whole)
            if (layers > 0 && layers < stage_layers && (recomputes.back().second < layers))
                recomputes.emplace_back(Recompute::full, layers);
    }
    std::vector<int> chunks{given.vpp}, micro_batches{given.micro_batch};
    if (!run.vpp_known) {
        chunks.clear();
        for (int vpp = 1; vpp <= stage_layers; ++vpp)
            if (stage_layers % vpp == 0) chunks.push_back(vpp);
    }
    if (!run.micro_batch_known) {
        micro_batches.clear();
        const double sequences = run.global_batch / given.dp;
        const bool whole = sequences == std::floor(sequences); // else no micro-batch divides
        for (int micro = 1; micro <= 16 && micro <= sequences; micro *= 2)
            if (!whole || std::fmod(sequences, micro) == 0) micro_batches.push_back(micro);
    }
    std::vector<Choice> out;
    for (const auto& [recompute, layers] : recomputes)
        for (const int vpp : chunks)
            for (const int micro : micro_batches) out.push_back({recompute, layers, vpp, micro, 0});
    // Where the host's memory is a link of its own away (Grace), layers are kept there instead of recomputed;
    // Megatron-Core offloads without pipeline stages only.
    constexpr double fast_link = 100e9;
    if (!run.recompute_known && given.pp == 1 && run.machine.host_rate > fast_link)
        for (const double share : {0.25, 0.5, 0.75, 1.0})
            for (const int micro : micro_batches)
                out.push_back({Recompute::none, 0, given.vpp, micro, share});
    return out;
}

} // namespace

void choose_missing_settings(RunConfig& run) {
    if (!run.degrees_known || !run.batch_known || !run.experts_known) return choose_missing_parallelism(run);
    if (run.recompute_known && run.vpp_known && run.micro_batch_known) return;
    const Plan given = run.plan;
    Plan best = given;
    // Something fits, since the run ran: within the memory model's error, or at worst the smallest.
    enum { fits, almost, no };
    int best_fit = no;
    double best_time = 0, least_memory = std::numeric_limits<double>::infinity(), least_bytes = least_memory;
    for (const Choice& choice : choices(run)) {
        Plan plan = given;
        plan.recompute = choice.recompute;
        plan.recompute_layers = choice.recompute_layers;
        plan.vpp = choice.vpp;
        plan.micro_batch = choice.micro_batch;
        plan.offload_activations = choice.offload;
        run.plan = plan;
        const double bytes = bytes_of_run(run);
        if (bytes < least_bytes) {
            least_bytes = bytes;
            run.least_memory_plan = plan;
        }
        const double share = bytes / run.machine.hbm_capacity;
        const int fit = share <= 1.05 ? fits : share <= 1.25 ? almost : no;
        if (fit > best_fit || (fit == no && bytes >= least_memory)) continue;
        const double time = fit == no ? 0 : predict_step(run) / whole_batch(run);
        if (fit == best_fit && fit != no && time >= best_time) continue;
        best_fit = fit;
        best_time = time;
        least_memory = bytes;
        best = plan;
    }
    run.plan = best;
    if (!run.recompute_known)
        run.assumed.push_back(best.recompute_layers > 0
                                  ? fmt::format("recompute = full ({} layers a stage)", best.recompute_layers)
                                  : fmt::format("recompute = {}", name_of(best.recompute)));
    if (best.offload_activations > 0)
        run.assumed.push_back(fmt::format("offload_activations = {}", best.offload_activations));
    if (!run.vpp_known) run.assumed.push_back(fmt::format("vpp = {}", best.vpp));
    if (!run.micro_batch_known) run.assumed.push_back(fmt::format("micro_batch = {}", best.micro_batch));
}

double whole_batch(const RunConfig& run) {
    const double ways = std::max(1.0, static_cast<double>(run.plan.dp) * run.plan.micro_batch);
    return ways * std::max(1.0, std::round(run.global_batch / ways));
}

StepInputs step_inputs(const RunConfig& run) {
    StepInputs in;
    in.shape = &run.shape;
    in.machine = &run.machine;
    in.software = run.software;
    in.fabric = &run.drawn->fabric();
    in.plan = &run.plan;
    in.sequence = run.sequence;
    in.global_batch = whole_batch(run);
    in.software_year = run.software_year;
    return in;
}

double predict_step(const RunConfig& run) { return run.drawn->productive_step(step_inputs(run)); }

} // namespace roofrack
