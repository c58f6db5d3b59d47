// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/figures/evaluation_figures.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/describe.h"
#include "core/base/figures/plan_figures.h"
#include "core/base/figures/step_share.h"
#include "core/drawing/network/fabric.h"
#include "core/step/engine/figures/gpu_rates.h"

namespace roofrack {

namespace {

/// The ends of the band of memory as JSON writes them, each with its name.
struct MemoryEnds {
    Bytes low{}, high{};
};
void describe(figures::Builder<MemoryEnds>& f) {
    using namespace figures;
    f.number("low", &MemoryEnds::low, bytes, "memory needed, low", "end of its band");
    f.number("high", &MemoryEnds::high, bytes, "memory needed, high", "end of its band");
}

} // namespace

void describe(figures::Builder<FabricLevel>& f) {
    using namespace figures;
    using L = FabricLevel;
    f.text("name", &L::name, "level", "what closes the block", names_item);
    f.number("block_gpus", &L::block_gpus, count, "GPUs of a block", "of this level", always);
    f.number("inside_bytes_per_s", &L::inside, bytes_per_second, "bandwidth inside",
             "a GPU's, one direction, between the next inner blocks", more);
    f.number("egress_bytes_per_s", &L::egress, bytes_per_second, "egress",
             "a GPU's, one direction, out of the block; 0: nothing leaves it", more);
    f.number("oversubscription", &L::oversubscription, ratio, "oversubscription",
             "egress of the level inside ÷ that of this one", less);
    f.number("background_load", &L::background_load, share, "load of other jobs", "share of the egress", less,
             always);
    f.number(
        "other_traffic", [](const L& l) { return l.beyond.background; }, share, "other traffic",
        "share of the bandwidth that others take, as the site says", less, always);
    f.number(
        "degraded_links", [](const L& l) { return l.beyond.degraded_links; }, share, "degraded links",
        "share of the links that run below their rate", less, always);
    f.number("routing", &L::routing, share, "left by routing",
             "share of the egress that hashing of flows leaves", more, always);
    f.number("latency_s", &L::latency, seconds, "latency", "one way from GPU to GPU across the border", less);
    f.choice("link_class", &L::link_class, "links", "technology of those that leave the block");
    f.text("binding", &L::binding, "binding element", "id of what the max-flow saturates", Absent{"none"});
    f.text("binding_label", &L::binding_label, "binding links", "what the max-flow saturates, in words",
           Absent{"none"});
}

void describe(figures::Builder<SpreadTerm>& f) {
    using namespace figures;
    f.text("cause", &SpreadTerm::cause, "cause", "what widens the band of the step time", names_item);
    f.number("sigma", &SpreadTerm::sigma, share, "σ", "standard deviation of the logarithm", less);
}

void describe(figures::Builder<MemoryPart>& f) {
    using namespace figures;
    f.text("part", &MemoryPart::name, "part", "of what a GPU holds", names_item);
    f.number("bytes", &MemoryPart::bytes, bytes, "memory", "of the part", less);
}

void describe(figures::Builder<StageFit>& f) {
    using namespace figures;
    using S = StageFit;
    f.number(
        "stage", [](const S& s) { return s.stage + 1; }, count, "stage", "of the pipeline, from 1");
    f.number("layers", &S::layers, count, "layers", "on it");
    f.number("in_flight", &S::in_flight, number, "in flight", "micro-batches whose activations are held",
             less);
    f.list("parts", &S::parts, "parts", "what a GPU of it holds");
    f.number("total_bytes", &S::total, bytes, "memory", "a GPU of it needs", less);
}

void describe(figures::Builder<MemoryFit>& f) {
    using namespace figures;
    using M = MemoryFit;
    const When known =
        f.gate([](const M& m) { return !m.parts.empty(); }, "the plan does not divide, so nothing is held");
    f.number("needed_bytes", &M::needed, bytes, "memory needed", "by the fullest GPU", known,
             Explain{"memory_bytes"});
    f.number("capacity_bytes", &M::capacity, bytes, "memory of a GPU", "the smallest HBM at work", more,
             known);
    f.object(
        "needed_band_bytes",
        [](const M& m) {
            return MemoryEnds{m.low, m.high};
        },
        "band of memory", "should hold 80 % of readings", known);
    f.choice("fits", &M::verdict, "memory fits", "by the band of what is needed", known,
             all_up_to(MemoryVerdict::does_not_fit));
    f.list("parts", &M::parts, "parts", "what the fullest GPU holds");
    f.number(
        "fullest_stage", [](const M& m) { return m.fullest + 1; }, count, "fullest stage",
        "of the pipeline, from 1", known);
    f.list("stages", &M::stages, "stages", "memory of each, first to last");
    f.text("would_fit", &M::would_fit, "would fit", "what would make it fit", Absent{"it is not refused"});
}

void describe(figures::Builder<OperatorCost>& f) {
    using namespace figures;
    using O = OperatorCost;
    f.text("name", &O::name, "operator", "of the step on the critical stage", names_item);
    f.number("flops", &O::flops, flops, "FLOPs", "of one call");
    f.number("bytes", &O::bytes, bytes, "HBM traffic", "of one call", less);
    f.number("calls", &O::calls, number, "calls", "in one step");
    f.number("seconds", &O::time, seconds, "time", "of one call, without launch", less);
    f.number("peak_flops_per_s", &O::peak, flops_per_second, "peak", "of its precision on this accelerator",
             more);
    f.text(
        "bound", [](const O& o) { return o.compute_bound ? "compute" : "memory"; }, "bound by",
        "arithmetic or HBM", OneOf{{"compute", "memory"}});
}

void describe(figures::Builder<Gain>& f) {
    using namespace figures;
    using G = Gain;
    f.choice(
        "resource", [](const G& g) { return g.resource.kind; }, "resource", "what there would be more of",
        names_item);
    f.number(
        "level",
        [](const G& g) {
            return g.resource.kind == ResourceKind::fabric ? std::optional(g.resource.level) : std::nullopt;
        },
        count, "level", "of the network, from the innermost", Absent{"it is not the network"});
    f.text("label", &G::label, "in words", "the resource as drawn or as it is called");
    f.list("where", &G::where, "where", "drawn elements and links");
    f.choice("part", &G::part, "part", "of the step that changes most with twice of it");
    f.number("tenth", &G::tenth, share, "faster with 10 % more", "the step with its checkpoints", more);
    f.number("twice", &G::twice, share, "faster with twice", "the step with its checkpoints", more);
}

void describe(figures::Builder<Sensitivity>& f) {
    using namespace figures;
    for (const Row& row : shape_of<Gain>().rows) f.same(row.key, &Sensitivity::gain, row.key);
    f.number("tenth_less", &Sensitivity::tenth_less, share, "faster with a tenth less", "below 0: slower",
             more);
    f.number("half", &Sensitivity::half, share, "faster with half", "below 0: slower", more);
}

void describe(figures::Builder<ExchangePrice>& f) {
    using namespace figures;
    using P = ExchangePrice;
    const When known =
        f.gate([](const P& p) { return p.is_known; }, "nobody published what it costs", "not known");
    f.number("tokens", &P::tokens, ratio, "tokens, times", "to the same loss, those of synchronous training",
             less, known);
    f.range(
        "tokens_band",
        [](const P& p) {
            return Ends<double>{p.low, p.high};
        },
        ratio, "band of the tokens", "times", less, known);
    f.flag("extrapolated", &P::is_extrapolated, "extrapolated", "beyond what was trained");
    f.list("reasons", &P::reasons, "reasons", "what is exchanged how, and who published its price");
}

void describe(figures::Builder<TuningStep>& f) {
    using namespace figures;
    using T = TuningStep;
    const When generates =
        f.gate([](const T& t) { return t.generated.gpus > 0; }, "the step generates nothing", "none");
    f.text(
        "kind", [](const T& t) { return std::string(name_of(t.kind)); }, "training",
        "pretraining, fine-tuning (SFT), dpo, grpo");
    f.number("lora_rank", &T::lora_rank, number, "LoRA rank", "of the adapters; 0: every weight is trained");
    f.number("parameters", &T::parameters, count, "parameters", "of the whole model, adapters among them");
    f.number("trained_parameters", &T::trained_parameters, count, "trained parameters",
             "with LoRA those of the adapters");
    f.number("training_s", &T::training, seconds, "training", "of a productive step", less, always);
    f.number("scoring_s", &T::scoring, seconds, "scoring", "forward passes that train nothing", less, always);
    f.number("generation_s", &T::generation, seconds, "generation", "of the batch's sequences", less, always);
    f.flag("split_is_given", &T::split_is_given, "split is given",
           "the three by the workload's shares, not by the model");
    f.number(
        "generation_least_s", [](const T& t) { return t.generated.seconds(); }, seconds, "least generation",
        "by HBM, arithmetic and exchange, nothing lost to scheduling", less, generates);
    f.number("generated_tokens_per_s_per_gpu", &T::tokens_per_s_per_gpu, per_second,
             "generated tokens per second and GPU", "while the step generates", more, generates);
    f.number(
        "copy_gpus", [](const T& t) { return t.generated.gpus; }, count, "GPUs of a copy",
        "that hold the model together while it generates", generates);
    f.number(
        "copies", [](const T& t) { return t.generated.copies; }, count, "copies", "on all GPUs", generates);
    f.number(
        "sequences_at_a_time", [](const T& t) { return t.generated.batch; }, count, "sequences at a time",
        "of a copy", generates);
    f.number(
        "rounds", [](const T& t) { return t.generated.rounds; }, count, "rounds",
        "one after another, until all sequences are generated", generates);
    f.number(
        "token_s", [](const T& t) { return t.generated.token_time; }, seconds, "time of a token",
        "of all sequences of a copy", less, generates);
}

void describe(figures::Builder<Evaluation>& f) {
    using namespace figures;
    using E = Evaluation;
    const When known =
        f.gate([](const E& e) { return e.step_time > Seconds(0); }, "there is no step: see what binds");
    const When tokens = f.gate(
        known, [](const E& e) { return e.tokens_per_s > 0; }, "the profile counts samples, not tokens");
    const When budget = f.gate(
        known, [](const E& e) { return e.time_to_budget > Seconds(0); }, "the workload has no token budget",
        "no budget");
    const Absent unknown_flops{"the FLOPs of a measured profile are not known", "not known"};
    f.flag("feasible", &E::feasible, "runs",
           "the plan divides, the model fits, and what is drawn feeds and cools it");
    f.number("gpus", &E::gpus, count, "GPUs", "that work", always);
    f.object("plan", &E::plan, "plan", "as evaluated, dp filled in");
    f.number("step_time_s", &E::step_time, seconds, "step time", "with its checkpoints and failures", less,
             known, Explain{"step_time"});
    f.number("productive_step_s", &E::productive_step, seconds, "productive step",
             "without checkpoints and failures: what published runs and traces print", less, known,
             Explain{"productive_step"});
    f.range(
        "step_time_band_s",
        [](const E& e) {
            return Ends<Seconds>{e.step_time_low, e.step_time_high};
        },
        seconds, "band of the step time", "should hold 80 % of measurements", less, known, Explain{"band"},
        Defined{"band"});
    f.list("band", &E::band, "causes of the band", "what makes it as wide as it is");
    f.list(
        "breakdown", [](const E& e) { return step_shares(e.parts, e.step_time.si()); }, "parts of the step",
        "exclusive; they sum to the step time", known, Defined{"breakdown"});
    f.number("tokens_per_step", &E::tokens_per_step, count, "tokens a step", "of all replicas", more, known);
    f.number("tokens_per_s", &E::tokens_per_s, per_second, "tokens per second", "by the step time", more,
             tokens, Explain{"tokens_per_s"});
    f.number("samples_per_s", &E::samples_per_s, per_second, "samples per second",
             "sequences of a language model; by the step time", more, known, Explain{"samples_per_s"});
    f.number(
        "tokens_per_s_per_gpu", [](const E& e) { return useful_rate_per_gpu(e); }, per_second,
        "tokens per second and GPU", "by the step time", more, tokens, Explain{"rate_per_gpu"});
    f.number(
        "samples_per_s_per_gpu", [](const E& e) { return e.gpus > 0 ? e.samples_per_s / e.gpus : 0.0; },
        per_second, "samples per second and GPU", "sequences of a language model; by the step time", more,
        known);
    f.number(
        "mfu", &E::mfu, share, "MFU",
        "model FLOPs, without recomputed ones, over the dense peak (in FP8 and FP4 that of BF16); of the "
        "productive step",
        more, known, unknown_flops, Explain{"mfu"});
    f.number(
        "model_flops_per_s_per_gpu", [](const E& e) { return model_flops_per_gpu(e); }, flops_per_second,
        "model FLOP/s of a GPU", "what MFU is the share of the peak of; of the productive step", more, known,
        unknown_flops, Explain{"flops_per_gpu"});
    f.number("mfu_causal", &E::mfu_causal, share, "MFU of causal attention",
             "the same with the causal half of attention", more, known, unknown_flops, Explain{"mfu_causal"});
    f.number("hfu", &E::hfu, share, "HFU", "hardware FLOPs utilisation: MFU with recomputation", more, known,
             unknown_flops, Explain{"hfu"});
    f.number("goodput", &E::goodput, share, "goodput", "productive share of the wall clock", more, known,
             Explain{"goodput"});
    f.number("effective_gpus", &E::effective_gpus, count, "effective GPUs",
             "GPUs × useful rate ÷ rate of as many that only compute, of several kinds at the pace of the "
             "slowest: "
             "GPUs × share of compute, HBM, inference",
             known, Explain{"effective_gpus"});
    f.object("exchange", &E::exchange, "exchange of gradients", "what it costs in tokens to the same loss",
             Absent{"whole gradients are exchanged every step"});
    f.object("tuning", &E::tuning, "fine-tuning and post-training",
             "LoRA, SFT, DPO, GRPO: what a step trains",
             Absent{"every weight is trained, and nothing else is done"});
    f.object("memory", &E::memory, "memory", "of the fullest GPU and of every stage");
    f.object("power", &E::power, "power", "and heat of the racks");
    f.number("energy_per_step_j", &E::energy_per_step, joules, "energy of a step", "at the meter", less,
             known, Explain{"energy_per_step"});
    f.number("cost_per_hour", &E::cost_per_hour, usd_per_hour, "$ per hour", "whether it is used or not",
             less, known, Absent{"no price is known"}, Explain{"cost_per_hour"});
    f.number("time_to_budget_s", &E::time_to_budget, days, "days to the budget", "by the wall clock", less,
             budget, Explain{"time_of_run"});
    f.choice("regime", &E::regime, "regime", "what more GPUs do to the useful rate", Defined{"regime"},
             Absent{"no smaller size runs it"});
    f.flag("regime_of_best_plans", &E::regime_of_best_plans, "regime of the best plans",
           "the plan as drawn has none, since it runs on no fewer GPUs");
    f.text("binds", &E::binds, "binds", "what holds it back, or why there is no step",
           Absent{"nothing is known to bind"});
    f.text("after_that", &E::after_that, "binds after that", "once there is twice as much of what binds",
           Absent{"nothing else binds then"});
    f.text("waits", &E::waits, "waiting GPUs", "faster kinds that wait for a slower one in every step",
           Absent{"no kind of GPU waits for a slower one"});
    f.number("waiting_share", &E::waiting_share, share, "share of waiting",
             "of the step, by which faster kinds of GPU wait for a slower one on average", less, always);
    f.list("gains", &E::gains, "gains", "what would shorten the step, most first");
    f.list("fabric", &E::levels, "levels of the network", "innermost first");
    f.list("operators", &E::operators, "operators", "of the step on the critical stage");
    f.list("assumed", &E::assumed, "assumed", "inputs that the model chose");
}

void describe(figures::Builder<RackState>& f) {
    using namespace figures;
    using R = RackState;
    f.text("id", &R::id, "id", "of the drawn element", names_item);
    f.text("name", &R::name, "name", "as drawn", Absent{"none is given", ""});
    f.number("count", &R::count, count, "racks", "that are alike", always);
    f.number("power_w", &R::power, watts, "mean power", "of one, over the step, at the feed", less);
    f.number("peak_w", &R::peak, watts, "peak power", "of one, in the compute phase", less);
    f.number("limit_w", &R::limit, watts, "feeds deliver", "to one, all of them",
             Absent{"its feeds are not known"});
    f.number("heat_to_air_w", &R::heat_to_air, watts, "heat to air", "of one", less);
    f.number("heat_to_liquid_w", &R::heat_to_liquid, watts, "heat to liquid", "of one", less);
    f.number("cooling_limit_w", &R::cooling_limit, watts, "cooling limit",
             "power of one at which its air or its liquid cooling is used up",
             Absent{"its cooling is not known"});
    f.number("inlet_c", &R::inlet, celsius, "inlet", "air at the servers' inlet", less,
             Absent{"its cooling is not known"});
    f.number("coolant_c", &R::coolant, celsius, "coolant", "liquid supplied to the cold plates", less,
             Absent{"nothing in it is cooled by liquid"});
    f.number("chip_c", &R::chip, celsius, "chip", "hottest GPU junction", less,
             Absent{"its cooling is not known"});
    f.number("chip_limit_c", &R::chip_limit, celsius, "chip, most", "at which the GPU throttles",
             Absent{"the GPU's limit is not known"});
    f.number("inlet_limit_c", &R::inlet_limit, celsius, "inlet, most",
             "what its servers allow at the site's altitude", Absent{"the servers' limit is not known"});
    f.number("speed", &R::speed, share, "clock", "of the unthrottled one", more);
    f.choice("clip", &R::throttle_cause, "held by", "what holds its clock down", Defined{"clip"});
    f.flag("trips", &R::trips, "trips", "it cannot run: air far too warm, or liquid heat without a loop");
}

void describe(figures::Builder<PowerState>& f) {
    using namespace figures;
    using P = PowerState;
    // Nothing else than a step that runs draws power.
    const When known = f.gate([](const P& p) { return !(p.it == Watts(0)); }, "there is no step to draw it");
    f.number("it_w", &P::it, watts, "IT power", "mean over the step", less, known, Explain{"it_power"});
    f.number("facility_w", &P::facility, watts, "facility power", "at the meter, mean over the step", less,
             known, Explain{"power"});
    f.number("run_it_w", &P::run_it, watts, "IT power over the run",
             "with the time in which the job stands still", less, known, Explain{"run_it_power"});
    f.number("run_facility_w", &P::run_facility, watts, "facility power over the run",
             "with the time in which the job stands still", less, known, Explain{"run_power"});
    f.number("pue", &P::pue, ratio, "PUE", "facility power ÷ IT power", less, known, Explain{"pue"});
    f.number("wue", &P::wue, litres_per_kwh, "WUE", "water used on site ÷ IT energy", less, known);
    f.number("network_w", &P::network, watts, "network power", "part of IT power, in racks or not", less,
             known);
    f.number("storage_w", &P::storage, watts, "storage power", "part of IT power, in racks or not", less,
             known);
    f.number("elsewhere_w", &P::unracked_power, watts, "power outside racks",
             "part of IT power: switches and storage that stand in no rack", less, known);
    f.number("swing_w", &P::swing, watts, "swing", "from communication to compute phase, whole cluster", less,
             known);
    f.list("racks", &P::racks, "racks", "as drawn, those that are alike as one");
}

} // namespace roofrack
