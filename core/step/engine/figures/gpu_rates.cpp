// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/figures/gpu_rates.h"

#include "core/base/units/quantity_text.h"
#include "core/step/cost/machine.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

FlopRate model_flops_per_gpu(const Evaluation& evaluation) {
    if (!(evaluation.gpus > 0)) return {};
    return evaluation.peak * (evaluation.mfu / evaluation.gpus);
}

std::string_view mfu_basis(const Plan& plan) {
    return Machine::mfu_precision(plan.precision) == plan.precision ? "" : "against the BF16 peak";
}

std::string mfu_text(double mfu, const Plan& plan) {
    if (!(mfu > 0)) return {};
    const std::string_view basis = mfu_basis(plan);
    return fmt::format("MFU {:.1f} %{}{}", 100 * mfu, basis.empty() ? "" : " ", basis);
}

double useful_rate_per_gpu(const Evaluation& evaluation) {
    if (!(evaluation.gpus > 0)) return 0;
    const double rate = evaluation.tokens_per_s > 0 ? evaluation.tokens_per_s : evaluation.samples_per_s;
    return rate / evaluation.gpus;
}

std::string gpus_at_work_text(const Evaluation& evaluation) {
    constexpr double few = 100, low_percent = 9.95; // below them a decimal is told
    const double at_work = evaluation.effective_gpus, percent = 100 * at_work / evaluation.gpus;
    return fmt::format(
        "{} GPUs paid, as fast as {} that never wait ({:.{}f} %){}", format_count(evaluation.gpus),
        at_work < few ? fmt::format("{:.1f}", at_work) : format_count(std::round(at_work)), percent,
        percent < low_percent ? 1 : 0, evaluation.has_gpu_kinds ? ", at the pace of the slowest kind" : "");
}

std::vector<std::string> tuning_lines(const TuningStep& tuning) {
    const auto number = [](double value) { return format_quantity(value, Dimension::number, 3); };
    const auto time = [](double value) { return format_quantity(value, Dimension::time, 3); };
    std::vector<std::string> out;
    if (tuning.lora_rank > 0)
        out.push_back(fmt::format("LoRA of rank {:g}: {} of {} parameters are trained ({:.2g} %)",
                                  tuning.lora_rank, number(tuning.trained_parameters),
                                  number(tuning.parameters),
                                  100 * tuning.trained_parameters / tuning.parameters));
    else if (tuning.kind != TrainingKind::pretraining)
        out.push_back("all weights are trained");
    const double whole = (tuning.training + tuning.scoring + tuning.generation).si();
    if (tuning.training.si() < whole)
        out.push_back(fmt::format("generation {} ({:.0f} %), scoring {} ({:.0f} %), training {} ({:.0f} %){}",
                                  time(tuning.generation.si()), 100 * tuning.generation.si() / whole,
                                  time(tuning.scoring.si()), 100 * tuning.scoring.si() / whole,
                                  time(tuning.training.si()), 100 * tuning.training.si() / whole,
                                  tuning.split_is_given ? ", by the split that is given" : ""));
    if (const Generation& g = tuning.generated; g.gpus > 0)
        out.push_back(fmt::format("generated {} tokens/s a GPU; at least {} by HBM, arithmetic and exchange: "
                                  "copies on {:g} GPUs, {:g} "
                                  "sequences at a time, {:g} round{}, {} a token",
                                  number(tuning.tokens_per_s_per_gpu), time(g.seconds()), g.gpus, g.batch,
                                  g.rounds, g.rounds == 1 ? "" : "s", time(g.token_time)));
    return out;
}

std::string gpu_flops_text(const Evaluation& evaluation) {
    const double flops = model_flops_per_gpu(evaluation).si();
    return flops > 0 ? format_quantity(flops, Dimension::flop_rate, 3) + " a GPU" : std::string();
}

std::string gpu_rate_text(const Evaluation& evaluation) {
    return fmt::format("{} {}/s a GPU",
                       format_quantity(useful_rate_per_gpu(evaluation), Dimension::number, 3),
                       evaluation.tokens_per_s > 0 ? "tokens" : "samples");
}

std::string gpu_rates_text(const Evaluation& evaluation) {
    const std::string flops = gpu_flops_text(evaluation);
    return (flops.empty() ? std::string() : flops + " · ") + gpu_rate_text(evaluation);
}

} // namespace roofrack
