// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/ascii_text.h"
#include "core/measured/measure/remat_policy.h"
#include "core/measured/measure/run_config.h"
#include "core/step/workload/layer_parameters.h"

#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

namespace roofrack::test {

/// A cell of RUNS.csv that the run's configuration does not say as it is printed.
struct ReplacedCell {
    std::string column, printed, taken;
};

inline bool same(double printed, double taken) {
    return std::abs(printed - taken) <= 1e-9 * std::abs(printed);
}

/// Width in bits that a published precision names; 0: none.
inline int printed_bits(const std::string& text) {
    if (has(text, "fp8") || has(text, "int8")) return 8; // "fp8 or nvfp4": the first
    if (has(text, "fp4")) return 4;
    if (has(text, "bf16") || has(text, "fp16")) return 16;
    return has(text, "fp32") || has(text, "tf32") ? 32 : 0;
}

inline int bits_of(Precision precision) {
    switch (precision) {
    case Precision::fp32:
    case Precision::tf32: return 32;
    case Precision::fp16:
    case Precision::bf16: return 16;
    case Precision::fp8: return 8;
    case Precision::nvfp4: break;
    }
    return 4;
}

/// Whether the plan recomputes as the cell says; words that no rule knows are not kept.
inline bool recompute_kept(const std::string& text, const Plan& plan) {
    if (text.starts_with("none")) return plan.recompute == Recompute::none;
    // What a policy does not name is computed again.
    if (text.starts_with("full") || text.starts_with("custom"))
        return plan.recompute == Recompute::full && plan.recompute_layers == 0;
    if (text.starts_with("selective")) return plan.recompute != Recompute::none;
    // Products are kept, what stands between them is not.
    if (text.starts_with("minimal") || text.starts_with("save_dot"))
        return plan.recompute == Recompute::selective;
    return false;
}

/// Whether as much of a layer is computed again as a compiler does under the policy; nothing: it is no
/// policy for this stack.
inline std::optional<bool> policy_kept(const std::string& text, const RunConfig& run) {
    if (!compiles_whole_steps(run.software->name)) return std::nullopt;
    if (!text.starts_with("full") && !text.starts_with("custom") && !text.starts_with("save_dot"))
        return std::nullopt;
    const auto share = repeated_share(text, run.shape, run.sequence);
    // A policy that keeps all products but the logits is selective.
    if (!share || text == "save_dot_except_logits (maxtext policy)") return std::nullopt;
    if (*share <= 0) return run.plan.recompute == Recompute::none;
    return run.plan.recompute == Recompute::full && run.plan.recompute_layers == 0 &&
           run.plan.recompute_share == *share;
}

/// Whether the stage of ZeRO is what the cell says.
inline bool sharding_kept(const std::string& text, const Plan& plan) {
    if (has(text, "offload") && plan.offload_optimizer <= 0) return false;
    if (has(text, "zero-2")) return plan.zero == 2;
    if (has(text, "zero-3") || has(text, "fsdp") || has(text, "hsdp")) return plan.zero == 3;
    if (has(text, "zero-1") || has(text, "distributed optimizer")) return plan.zero == 1;
    if (text.starts_with("none") || text == "ddp" || text.starts_with("dp ") || has(text, "zero-0"))
        return plan.zero == 0;
    return true; // "3D" names no stage
}

/// The printed cells that a configuration replaced: `run` after choose_missing_settings(), beside its row.
/// Read apart from run_config(), so that a slip there shows. What an empty cell was filled with is
/// `run.assumed`.
inline std::vector<ReplacedCell> replaced_cells(const RunRow& row, const RunConfig& run) {
    std::vector<ReplacedCell> out;
    const auto replaced = [&](std::string_view column, std::string taken) {
        out.push_back({std::string(column), std::string(row.text(column)), std::move(taken)});
    };
    const TransformerShape& shape = run.shape;
    const Plan& plan = run.plan;
    const auto number = [&](std::string_view column, double taken) {
        if (row.number(column) > 0 && !same(row.number(column), taken))
            replaced(column, fmt::format("{:g}", taken));
    };
    number("gpus", run.gpus);
    number("gpus_per_node", run.drawn->outline().gpus_per_server);
    number("seq", run.sequence);
    number("global_batch", whole_batch(run));
    number("hidden", shape.hidden);
    number("heads", shape.heads);
    number("kv_heads", shape.kv_heads);
    number("vocab", shape.vocab);
    // A mixture's cell is the width of its dense layers or of one expert.
    if (shape.moe.experts <= 0 || !same(row.number("ffn"), shape.moe.expert_ffn)) number("ffn", shape.ffn);
    // Encoder and decoder are counted together or once.
    if (cross_attention_layers(shape) <= 0 || !same(row.number("layers"), shape.encoder.layers))
        number("layers", shape.layers);
    number("micro_batch", plan.micro_batch);
    for (const auto& [column, degree] : {std::pair{"tp", plan.tp},
                                         {"pp", plan.pp},
                                         {"vpp", plan.vpp},
                                         {"dp", plan.dp},
                                         {"cp", plan.cp},
                                         {"ep", plan.ep}})
        number(column, degree);
    const auto text = [&](std::string_view column) { return lower(row.text(column)); };
    if (const std::string cell = text("precision");
        !cell.empty() && printed_bits(cell) != bits_of(plan.precision) &&
        !(printed_bits(cell) == 8 && !run.machine.computes(Precision::fp8)))
        replaced("precision", std::string(name_of(plan.precision)));
    if (const std::string cell = text("recompute");
        !cell.empty() && !policy_kept(cell, run).value_or(recompute_kept(cell, plan)))
        replaced("recompute",
                 plan.recompute_layers > 0
                     ? fmt::format("{} of {} layers", name_of(plan.recompute), plan.recompute_layers)
                     : std::string(name_of(plan.recompute)));
    if (const std::string cell = text("sharding"); !cell.empty() && !sharding_kept(cell, plan))
        replaced("sharding", fmt::format("ZeRO-{}", plan.zero));
    if (const std::string cell = text("seq_parallel");
        plan.tp > 1 && !cell.empty() && (cell == "yes") != plan.sequence_parallel)
        replaced("seq_parallel", plan.sequence_parallel ? "yes" : "no");
    return out;
}

} // namespace roofrack::test
