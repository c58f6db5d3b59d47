// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/rates.h"

#include "core/answers/explain/operators.h"
#include "core/step/cost/generation.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/figures/gpu_rates.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

ExplanationPtr step_time(const Inputs& in) {
    return in.other("step_time", in.evaluation().step_time.si(), "s");
}

/// Parameters that work on one token, by the layers that they stand in; decoder-only.
Term active_parameters(const Inputs& in) {
    const TransformerShape& shape = in.shape();
    const LayerParameters p = layer_parameters(shape);
    const int moe_layers = moe_layer_count(shape);
    const Term layers = in.model("layers", "layers of the model", shape.layers);
    Term dense = layers;
    Term body = 0.0;
    if (moe_layers > 0) {
        const Term of_moe = in.model("moe_layers", "MoE layers of the model", moe_layers);
        dense = layers - of_moe;
        const ExplanationPtr experts =
            calculated("parameters of a token's experts", "",
                       Term(in.model("parameters/experts", "parameters of a layer's experts", p.experts)) *
                           in.model("moe/top_k", "experts a token", shape.moe.top_k) /
                           in.model("moe/experts", "experts of a layer", shape.moe.experts));
        body = of_moe * (Term(in.model("parameters/moe_layer",
                                       "parameters of an MoE layer without its experts", p.moe_layer)) +
                         experts);
    }
    const Term each = in.model("parameters/dense_layer", "parameters of a dense layer", p.dense_layer);
    body = moe_layers > 0 ? dense * each + body : dense * each;
    return body + in.model("parameters/embedding", "parameters of the embedding", p.embedding);
}

/// FLOPs of one sequence, forward and backward, without recomputation.
ExplanationPtr sequence_flops(const Inputs& in, bool causal) {
    const TransformerShape& shape = in.shape();
    const ModelFlops flops = model_flops(shape, sequence_of(in.impl()));
    const double value = causal ? flops.palm_causal : flops.palm;
    if (shape.encoder.layers > 0)
        return in.model(causal ? "sequence_flops_causal" : "sequence_flops", "flops of a sequence", value,
                        "FLOP");
    const ExplanationPtr active = calculated("parameters that work on a token", "", active_parameters(in));
    const double passes = shape.lora.rank > 0 ? 4 : 6; // frozen weights get no gradient
    const ExplanationPtr width = in.model("attention/mean_width", "mean of all heads' key and value widths",
                                          shape.heads * (key_width(shape) + value_width(shape)) / 2);
    Term attending = in.model("layers", "layers of the model", shape.layers);
    if (const double share = layer_mix(shape).attention; share != 1)
        attending =
            std::move(attending) * in.model("mix/attention", "share of the layers with attention", share);
    const ExplanationPtr attention =
        calculated("attention flops of a token", "FLOP", 12.0 * attending * width * in.sequence());
    Term flops_of_token = passes * Term(active) + (causal ? 0.5 * Term(attention) : Term(attention));
    if (const RecurrentMixer& mixer = shape.recurrent; mixer.layers > 0)
        flops_of_token =
            std::move(flops_of_token) +
            3.0 * Term(in.model("recurrent/layers", "layers with a recurrent mixer", mixer.layers)) *
                in.model("recurrent/flops", "flops of a layer's state a token", recurrence_flops(mixer),
                         "FLOP");
    return recorded("flops of a sequence", value, "FLOP", Term(in.sequence()) * flops_of_token,
                    "PaLM, Chowdhery 2022, appendix B");
}

ExplanationPtr model_flops_node(const Inputs& in, bool causal) {
    if (!in.impl().model.generic) {
        const Tuning& tuning = in.impl().scenario.workload.tuning;
        const double more = tuning_flops(in.shape(), tuning, sequence_of(in.impl()), causal);
        if (more <= 0)
            return calculated("model_flops", "FLOP", Term(in.batch()) * sequence_flops(in, causal));
        return calculated(
            "model_flops", "FLOP",
            Term(in.batch()) *
                (Term(sequence_flops(in, causal)) +
                 in.model(causal ? "tuning_flops_causal" : "tuning_flops",
                          "flops of a sequence's forward passes that train nothing", more, "FLOP")));
    }
    return calculated("model_flops", "FLOP",
                      Term(in.batch()) * in.model("flops_per_sample", "flops of a sample",
                                                  in.impl().model.generic->flops_per_sample.si(), "FLOP"));
}

/// FLOP/s of all GPUs at work, each kind's own.
Term whole_peak(const Inputs& in) {
    const Precision precision = Machine::mfu_precision(in.plan().precision);
    StepConditions conditions;
    step_conditions(in.impl(), in.plan(), in.evaluation().gpus, in.batch_value(), {}, conditions);
    if (conditions.accelerator_groups.size() == 1)
        return Term(in.gpus()) * renamed(peak_node(in, precision), "peak");
    std::vector<Term> kinds;
    for (size_t k = 0; k < conditions.accelerator_groups.size(); ++k) {
        const Inputs of = in.on(conditions.accelerator_groups[k]);
        double gpus = 0;
        for (const StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes)
            if (speed_class.kind == k) gpus += speed_class.gpus;
        kinds.push_back(Term(in.found(of.accelerator().id, "gpus_at_work", "GPUs at work", gpus)) *
                        renamed(peak_node(of, precision), "peak"));
    }
    return recorded("peak of all GPUs", in.evaluation().peak.si(), "FLOP/s", sum_of(std::move(kinds)));
}

ExplanationPtr utilisation(const Inputs& in, std::string name, double value, const ExplanationPtr& flops,
                           std::string source) {
    if (std::isnan(value)) // a measured profile without FLOPs
        return not_known(std::move(name), "", "the profile does not say its FLOPs");
    return recorded(std::move(name), value, "", Term(flops) / (whole_peak(in) * productive_step_node(in)),
                    std::move(source));
}

} // namespace

ExplanationPtr step_time_node(const Inputs& in, std::vector<ExplanationPtr> parts) {
    return recorded("step_time", in.evaluation().step_time.si(), "s", sum_of({parts.begin(), parts.end()}));
}

ExplanationPtr productive_step_node(const Inputs& in) {
    std::vector<Term> parts;
    for (size_t i = 0; i < step_part_count; ++i)
        if (const auto part = static_cast<StepPart>(i);
            part != StepPart::checkpoint && part != StepPart::failure)
            parts.emplace_back(in.other(part));
    return recorded("productive_step", in.evaluation().productive_step.si(), "s", sum_of(std::move(parts)));
}

ExplanationPtr samples_per_s_node(const Inputs& in) {
    return recorded("samples_per_s", in.evaluation().samples_per_s, "1/s", Term(in.batch()) / step_time(in));
}

ExplanationPtr tokens_per_s_node(const Inputs& in) {
    if (in.impl().model.generic)
        return noted(recorded("tokens_per_s", in.evaluation().tokens_per_s, "1/s", 0.0),
                     "the profile counts samples");
    return recorded("tokens_per_s", in.evaluation().tokens_per_s, "1/s",
                    Term(in.batch()) * in.sequence() / step_time(in));
}

ExplanationPtr mfu_node(const Inputs& in) {
    return utilisation(in, "mfu", in.evaluation().mfu, model_flops_node(in, false),
                       "PaLM, Chowdhery 2022, appendix B");
}

ExplanationPtr mfu_causal_node(const Inputs& in) {
    return utilisation(in, "mfu_causal", in.evaluation().mfu_causal, model_flops_node(in, true),
                       "half of the attention square");
}

ExplanationPtr hfu_node(const Inputs& in) {
    if (in.impl().model.generic)
        return utilisation(in, "hfu", in.evaluation().hfu, model_flops_node(in, false),
                           "nothing is recomputed");
    const Plan& plan = in.plan();
    std::vector<Term> repeated;
    for (const OperatorTimes& each : operator_times(in))
        if (each.repeated_flops) repeated.emplace_back(each.repeated_flops);
    const ExplanationPtr again =
        recorded("recomputed flops of a micro-batch", in.stage().recompute_flops_per_micro_batch, "FLOP",
                 sum_of(std::move(repeated)) / in.micro_batches());
    const ExplanationPtr sequence =
        recorded("recomputed flops of a sequence", in.state().cost.recompute_flops, "FLOP",
                 Term(again) / in.plan("micro_batch", plan.micro_batch) * in.plan("pp", plan.pp) *
                     in.plan("tp", plan.tp) * in.plan("cp", plan.cp));
    const ExplanationPtr flops =
        calculated("hardware flops", "FLOP", Term(model_flops_node(in, false)) + Term(in.batch()) * sequence);
    return utilisation(in, "hfu", in.evaluation().hfu, flops, "with recomputation");
}

ExplanationPtr goodput_node(const Inputs& in) {
    const ExplanationPtr lost =
        calculated("lost", "s", Term(in.other(StepPart::checkpoint)) + in.other(StepPart::failure));
    const Term step = step_time(in);
    return recorded("goodput", in.evaluation().goodput, "", (step - lost) / step);
}

ExplanationPtr effective_gpus_node(const Inputs& in) {
    Term computing = Term(in.other(StepPart::compute)) + in.other(StepPart::memory);
    if (in.state().cost.inference > 0) computing = std::move(computing) + in.other(StepPart::inference);
    const ExplanationPtr node = recorded("effective_gpus", in.evaluation().effective_gpus, "",
                                         Term(in.gpus()) * computing / step_time(in));
    return in.evaluation().has_gpu_kinds
               ? noted(node,
                       "all keep the pace of the slowest kind of GPU: a faster one counts as one of these")
               : node;
}

ExplanationPtr flops_per_gpu_node(const Inputs& in) {
    const FlopRate rate = model_flops_per_gpu(in.evaluation());
    if (std::isnan(rate.si()))
        return not_known("flops_per_gpu", "FLOP/s", "the profile does not say its FLOPs");
    return recorded("flops_per_gpu", rate.si(), "FLOP/s",
                    Term(model_flops_node(in, false)) / (Term(in.gpus()) * productive_step_node(in)),
                    "PaLM, Chowdhery 2022, appendix B");
}

ExplanationPtr rate_per_gpu_node(const Inputs& in) {
    const bool samples = in.impl().model.generic.has_value();
    return recorded("rate_per_gpu", useful_rate_per_gpu(in.evaluation()), "1/s",
                    Term(samples ? samples_per_s_node(in) : tokens_per_s_node(in)) / in.gpus());
}

ExplanationPtr energy_node(const Inputs& in) {
    return recorded("energy_per_step", in.evaluation().energy_per_step.si(), "J",
                    Term(in.other("run_power", in.evaluation().power.run_facility.si(), "W")) *
                        step_time(in));
}

ExplanationPtr band_node(const Inputs& in) {
    const Uncertainty& uncertainty = Uncertainty::built_in();
    const Term quantile =
        leaf("quantile", uncertainty.quantile, "", {Origin::Kind::fitted, "uncertainty", "quantile"},
             "of held-out residuals at 80 %", "fitted");
    std::vector<Term> squares;
    for (const SpreadTerm& term : in.evaluation().band) {
        const Term sigma =
            term.source.empty()
                ? leaf(term.cause, term.sigma, "", {Origin::Kind::fitted, "uncertainty", term.cause},
                       "resources/cost/uncertainty.json", "fitted")
                : leaf(term.cause, term.sigma, "", {Origin::Kind::state, "band", term.cause}, term.source,
                       "announced");
        squares.push_back(sigma * sigma);
    }
    const Evaluation& e = in.evaluation();
    return recorded("band", std::log(e.step_time_high.si() / e.step_time.si()), "",
                    quantile * function(Operation::square_root, sum_of(std::move(squares))),
                    "residuals of published runs predicted by factors fitted without their series");
}

} // namespace roofrack
