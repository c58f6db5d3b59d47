// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/plain_words.h"

#include "core/base/figures/plan_figures.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

std::string_view bits_of(Precision precision) {
    switch (precision) {
    case Precision::fp32: return "32-bit numbers";
    case Precision::tf32: return "shortened 32-bit numbers";
    case Precision::fp16:
    case Precision::bf16: return "16-bit numbers";
    case Precision::fp8: return "8-bit numbers";
    case Precision::nvfp4: return "4-bit numbers";
    }
    return "numbers";
}

std::string plain_resource(const Gain& gain, const Plan& plan) {
    switch (gain.resource.kind) {
    case ResourceKind::flops:
        return fmt::format("GPU arithmetic in {} ({})", bits_of(plan.precision), label_of(plan.precision));
    case ResourceKind::hbm: return "the speed of GPU memory (HBM bandwidth)";
    case ResourceKind::scale_up:
        if (gain.label.starts_with("PCIe")) return "links between the GPUs (PCIe)";
        return fmt::format("links between neighbouring GPUs ({})", gain.phrase());
    case ResourceKind::fabric: return fmt::format("the network ({})", gain.phrase());
    case ResourceKind::host: return "the host, which starts the GPUs' work";
    case ResourceKind::input: return "reading of training data (data pipeline)";
    case ResourceKind::straggler: return "uneven speed of the GPUs (spread)";
    default: return gain.phrase();
    }
}

std::string plain_phrase(const Evaluation& evaluation, const std::string& phrase) {
    const auto found = std::ranges::find(evaluation.gains, phrase, &Gain::phrase);
    return found == evaluation.gains.end() ? phrase : plain_resource(*found, evaluation.plan);
}

constexpr std::pair<std::string_view, std::string_view> plain_figures[] = {
    {"step.mfu", "GPU peak used (MFU)"},
    {"step.goodput", "time that makes progress (goodput)"},
    {"power.pue", "power at the meter ÷ IT power (PUE)"},
    {"power.peak_w", "peak power of the facility"},
    {"money.run.co2_kg", "greenhouse gases (CO2e)"},
};

} // namespace

std::string_view plain_words(StepPart part) {
    switch (part) {
    case StepPart::compute: return "computing";
    case StepPart::memory: return "GPU memory traffic (HBM)";
    case StepPart::launch: return "starting the GPUs' work (launch)";
    case StepPart::tensor_comm: return "exchange within layers (tensor)";
    case StepPart::context_comm: return "exchange along texts (context)";
    case StepPart::expert_comm: return "exchange among experts";
    case StepPart::pipeline_bubble: return "waiting in the pipeline (bubble)";
    case StepPart::pipeline_comm: return "handing on in the pipeline";
    case StepPart::data_comm: return "exchange of gradients (data)";
    case StepPart::optimizer: return "updating the weights (optimizer)";
    case StepPart::inference: return "generating answers (inference)";
    case StepPart::straggler: return "waiting for slow GPUs (straggler)";
    case StepPart::throttle: return "lowered clocks (throttling)";
    case StepPart::input: return "waiting for training data";
    case StepPart::checkpoint: return "saving checkpoints";
    case StepPart::failure: return "failures and restarts";
    }
    return {};
}

std::string plain_binding(const Evaluation& evaluation) { return plain_phrase(evaluation, evaluation.binds); }

std::string plain_after_that(const Evaluation& evaluation) {
    return plain_phrase(evaluation, evaluation.after_that);
}

std::string plain_twice(const Gain& gain, const Evaluation& evaluation) {
    std::string out = gain.twice_text();
    const std::string phrase = gain.phrase();
    const size_t at = out.find(phrase);
    if (at == std::string::npos) return out;
    constexpr std::string_view article = "the ";
    std::string plain = plain_resource(gain, evaluation.plan);
    if (plain.starts_with(article) && std::string_view(out).substr(0, at).ends_with(article))
        plain.erase(0, article.size());
    return out.replace(at, phrase.size(), plain);
}

std::string peak_used_text(std::string_view share, const Plan& plan) {
    const bool is_of_16_bits = !mfu_basis(plan).empty();
    return fmt::format("{} of the GPUs' peak arithmetic{}{} used (MFU)", share, is_of_16_bits ? " in " : "",
                       is_of_16_bits ? bits_of(Precision::bf16) : "");
}

std::string peak_used_text(double mfu, const Plan& plan) {
    return peak_used_text(fmt::format("{:.3g} %", 100 * mfu), plan);
}

std::string plain_effect(const ScaleBorder& border) {
    if (border.limit != ThrottleCause::none) return std::string(label_of(border.limit)) + " holds the clocks";
    for (size_t i = 0; i < step_part_count; ++i)
        if (const auto part = static_cast<StepPart>(i); border.cause == name_of(part))
            return std::string(plain_words(part)) + (part == StepPart::failure ? " grow" : " grows");
    return border.cause_label() + " grows";
}

std::string plain_figure(std::string_view name, std::string_view label) {
    for (const auto& [known, plain] : plain_figures)
        if (known == name) return std::string(plain);
    return std::string(label);
}

std::string plain_plan(const Plan& plan) {
    std::string out;
    const auto add = [&](const char* what, int count) {
        if (count > 1) out += fmt::format("{} {} · ", what, count);
    };
    add("tensor parallel", plan.tp);
    add("pipeline parallel", plan.pp);
    add("interleaved chunks", plan.vpp);
    add("context parallel", plan.cp);
    add("expert parallel", plan.ep);
    add("data parallel", plan.dp);
    out += fmt::format("micro-batch {} · ZeRO-{}", plan.micro_batch, plan.zero);
    if (plan.zero > 0 && plan.shard > 0) out += fmt::format(" over {} GPUs", plan.shard);
    // The usual one follows from the chunks.
    const bool is_usual =
        plan.schedule == Schedule::one_f_one_b || (plan.schedule == Schedule::interleaved && plan.vpp > 1);
    if (plan.pp > 1 && !is_usual) out += fmt::format(" · schedule {}", name_of(plan.schedule));
    return out + " · " + recompute_words(plan);
}

std::string plain_action(std::string_view action) {
    constexpr std::string_view eight_bits = "FP8 ";
    if (!action.starts_with(eight_bits)) return std::string(action);
    return fmt::format("8-bit numbers (FP8) {}", action.substr(eight_bits.size()));
}

} // namespace roofrack
