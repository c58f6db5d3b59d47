// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/explain.h"

#include "core/cost/stage.h"

#include "core/engine/memory_fit.h"
#include "core/engine/prepared.h"
#include "core/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr const char* model_source = "Roofline: Williams 2009; operators: Vaswani 2017, Korthikanti 2022";
constexpr const char* collective_source =
    "NCCL 2.30.7 src/graph/tuning.cc; bus bandwidth: nccl-tests doc/PERFORMANCE.md";

Derivation leaf(std::string name, double value, std::string unit, std::string source = {},
                std::string sure = "input") {
    return {std::move(name), value, std::move(unit), {}, {}, std::move(source), std::move(sure)};
}

Derivation node(std::string name, double value, std::string unit, std::string formula,
                std::vector<Derivation> inputs, std::string source = {}) {
    return {std::move(name),   value,     std::move(unit), std::move(formula), std::move(inputs),
            std::move(source), "computed"};
}

/// A catalogue figure with its status and source.
Derivation figure(const Part& part, std::string_view key, std::string name) {
    const auto it = part.figures.find(key);
    const FigureSpec* spec = figure_spec(part.kind, key);
    Derivation out =
        leaf(std::move(name), part.value_or(key, 0), spec ? std::string(unit_symbol(spec->dimension)) : "");
    if (it == part.figures.end()) {
        out.sure = "unknown";
    } else {
        out.source = fmt::format("{}: {}", part.name, it->second.source);
        out.sure = name_of(it->second.status);
    }
    return out;
}

class Explainer {
public:
    Explainer(const Prepared& prepared, const Evaluation& evaluation)
        : m_impl(prepared.impl())
        , m_eval(evaluation)
        , m_batch(batch_of(m_impl)) {
        StepSolver solver(prepared);
        m_state = solver.solve(evaluation.plan, evaluation.gpus, m_batch, {}, &m_records);
    }

    Derivation part(StepPart which) const {
        const double value = m_eval.parts[static_cast<size_t>(which)];
        const std::string name(name_of(which));
        const StepCost& c = m_state.cost;
        switch (which) {
        case StepPart::compute: return operators(name, value, true);
        case StepPart::memory: return operators(name, value, false);
        case StepPart::launch:
            return node(name, value, "s", "kernel gaps + host time that the GPU waits for + step overhead",
                        {leaf("kernel_gap", m_impl.machines[m_state.reference_group].generation.kernel_gap,
                              "s", "fitted by GPU generation", "fitted"),
                         leaf("host_per_kernel", software().host_per_kernel, "s", "fitted by software family",
                              "fitted"),
                         leaf("step_overhead", software().step_overhead, "s", "fitted by software family",
                              "fitted")});
        case StepPart::tensor_comm: return collective(name, value, c.comms[StepCost::tensor]);
        case StepPart::context_comm: return collective(name, value, c.comms[StepCost::context]);
        case StepPart::expert_comm: return collective(name, value, c.comms[StepCost::expert]);
        case StepPart::pipeline_comm: return collective(name, value, c.comms[StepCost::pipeline]);
        case StepPart::data_comm: return collective(name, value, c.comms[StepCost::gradients]);
        case StepPart::pipeline_bubble:
            return node(name, value, "s",
                        "one micro-batch of the other stages * bubble_share (schedule " +
                            std::string(name_of(m_eval.plan.schedule)) +
                            "; zero bubble needs 2 * pp - 1 micro-batches, interleaving pp)",
                        {leaf("pp", m_eval.plan.pp, ""), leaf("vpp", m_eval.plan.vpp, ""),
                         leaf("micro_batches", c.micro_batches, ""),
                         leaf("bubble_share", bubble_share(m_eval.plan, c.micro_batches), "")},
                        "Narayanan 2021; Qi 2023 (zero bubble)");
        case StepPart::optimizer: {
            const Plan& plan = m_eval.plan;
            const double replicas = static_cast<double>(plan.dp) * plan.cp;
            const double shards = plan.zero < 1    ? 1
                                  : plan.shard > 0 ? std::min<double>(plan.shard, replicas)
                                                   : replicas;
            const Machine& machine = m_impl.machines[m_state.reference_group];
            return node(
                name, value, "s", "optimizer_bytes * parameters_per_gpu / shards / (hbm_rate * hbm_share)",
                {leaf("optimizer_bytes", software().optimizer_bytes, "B", "mixed-precision Adam",
                      "judgement"),
                 leaf("parameters_per_gpu", c.parameters_per_gpu, "", {}, "computed"),
                 leaf("shards", shards, "", "ZeRO stage and shard group"), accelerator("hbm_rate"),
                 leaf("hbm_share", machine.generation.hbm_share, "", "fitted by GPU generation", "fitted")});
        }
        case StepPart::straggler:
            return node(
                name, value, "s",
                "max over speed groups of computation / speed * (1 + CV * z_n) - computation, n: GPUs no "
                "faster",
                {leaf("cv", m_state.straggler_cv, "", "ByteDance StragglerAnalysis traces", "own_calc"),
                 leaf("gpus", m_eval.gpus, ""), leaf("computation", m_eval.parts[0] + m_eval.parts[1], "s")},
                "expected maximum of n normal draws; CV from ByteDance StragglerAnalysis");
        case StepPart::throttle:
            return node(
                name, value, "s",
                "computation at the clipped clock - computation at full clock, slowest group",
                {leaf("speed", m_state.slowest_speed, ""), leaf("duty_compute", m_state.duty.compute, "")},
                "two-regime power law fitted to Zeus traces");
        case StepPart::input:
            return node(
                name, value, "s", "time to read a batch - the rest of the step, not below 0",
                {leaf("storage_read", m_impl.fabric.storage_read.si(), "B/s"), leaf("batch", m_batch, "")});
        case StepPart::checkpoint:
        case StepPart::failure:
            return node(name, value, "s",
                        which == StepPart::checkpoint ? "productive time * write / interval"
                                                      : "productive time * (1/goodput - 1) - checkpoint",
                        {leaf("write", m_state.checkpoint_write, "s"),
                         leaf("interval", m_state.checkpoint_interval, "s"), leaf("mttf", m_state.mttf, "s"),
                         leaf("checkpoint_bytes", m_state.checkpoint_bytes, "B",
                              "14 B a parameter: bf16 weights, fp32 Adam", "confirmed"),
                         leaf("failures_per_1000_node_days", m_impl.scenario.site.failures_per_1000_node_days,
                              "1/kd", "Llama 3: 419 in 54 days on 2048 nodes", "confirmed")},
                        "Young 1974, Daly 2006");
        }
        return leaf(name, value, "s");
    }

    Derivation step_time() const {
        std::vector<Derivation> inputs;
        std::string formula;
        for (size_t i = 0; i < step_part_count; ++i) {
            inputs.push_back(part(static_cast<StepPart>(i)));
            formula += (i > 0 ? " + " : "") + std::string(name_of(static_cast<StepPart>(i)));
        }
        return node("step_time", m_eval.step_time.si(), "s", formula, std::move(inputs));
    }

    /// Half of the band's width as a logarithm: the step lies between step_time · exp(∓band).
    Derivation band() const {
        const Uncertainty& uncertainty = Uncertainty::built_in();
        std::vector<Derivation> inputs{
            leaf("quantile", uncertainty.quantile, "", "of held-out residuals at 80 %", "fitted")};
        for (const SpreadTerm& term : m_eval.band)
            inputs.push_back(leaf(term.cause, term.sigma, "", "resources/cost/uncertainty.json", "fitted"));
        return node("band", std::log(m_eval.step_time_high.si() / m_eval.step_time.si()), "",
                    "quantile * sqrt(sum of squares of the spreads)", std::move(inputs),
                    "residuals of published runs predicted by factors fitted without their series");
    }

    Derivation mfu() const {
        const double flops = m_impl.model.transformer
                                 ? m_batch * model_flops(*m_impl.model.transformer, sequence_of(m_impl)).palm
                                 : m_batch * m_impl.model.generic->flops_per_sample.si();
        Derivation peak = accelerator(m_eval.plan.precision <= Precision::tf32 ? "dense_tf32" : "dense_bf16");
        peak.name = "peak";
        peak.value =
            m_impl.machines[m_state.reference_group].peak(std::min(m_eval.plan.precision, Precision::bf16));
        return node("mfu", m_eval.mfu, "", "model_flops / (gpus * peak * step_time)",
                    {node("model_flops", flops, "FLOP",
                          "batch * sequence * (6 N + 12 L h s), N without the input embedding",
                          {leaf("batch", m_batch, "")}),
                     leaf("gpus", m_eval.gpus, ""), std::move(peak),
                     leaf("step_time", m_eval.step_time.si(), "s")},
                    "PaLM, Chowdhery 2022, appendix B");
    }

    Derivation memory() const {
        std::vector<Derivation> inputs;
        std::string formula;
        for (const MemoryPart& p : m_eval.memory.parts) {
            inputs.push_back(node(p.name, p.bytes.si(), "B", std::string(memory_formula(p.name)), {}));
            formula += (formula.empty() ? "" : " + ") + p.name;
        }
        return node("memory_bytes", m_eval.memory.needed.si(), "B", formula, std::move(inputs),
                    "Korthikanti 2022; Megatron-LM theoretical_memory_usage.py");
    }

    Derivation power() const {
        return node("power", m_eval.power.facility.si(), "W", "it * pue",
                    {leaf("it", m_eval.power.it.si(), "W", {}, "computed"),
                     leaf("pue", m_eval.power.pue, "", {}, "computed")},
                    "power, air, liquid and plant model; sources at each figure of the catalogue");
    }

    Derivation goodput() const {
        double lost = m_eval.parts[static_cast<size_t>(StepPart::checkpoint)] +
                      m_eval.parts[static_cast<size_t>(StepPart::failure)];
        return node("goodput", m_eval.goodput, "", "(step_time - lost) / step_time",
                    {leaf("step_time", m_eval.step_time.si(), "s"), leaf("lost", lost, "s", {}, "computed")});
    }

    Derivation cost_per_hour() const {
        const Site& site = m_impl.scenario.site;
        std::vector<Derivation> inputs{leaf("gpus", m_eval.gpus, "")};
        if (site.gpu_hour_price) {
            inputs.push_back(leaf("gpu_hour_price", *site.gpu_hour_price, "$/h"));
            return node("cost_per_hour", m_eval.cost_per_hour.si(), "$/h", "gpus * gpu_hour_price",
                        std::move(inputs));
        }
        inputs.push_back(leaf("capex_per_gpu", site.capex_per_gpu, "$", "all-in H100 slot", "confirmed"));
        inputs.push_back(leaf("book_life_years", site.book_life_years, "a"));
        inputs.push_back(leaf("electricity_price", site.electricity_price, "$/kWh"));
        inputs.push_back(leaf("it", m_eval.power.it.si(), "W", {}, "computed"));
        inputs.push_back(leaf("pue", m_eval.power.pue, "", {}, "computed"));
        return node("cost_per_hour", m_eval.cost_per_hour.si(), "$/h",
                    "owning: capital, space, power and upkeep an hour (capital recovery less resale)",
                    std::move(inputs),
                    "capital recovery less resale; CBRE H2 2024 colocation, EIA 2025 electricity");
    }

private:
    const SoftwareParameters& software() const { return software_of(m_impl, m_eval.plan); }
    Derivation accelerator(std::string_view key) const {
        return figure(m_impl.accelerators[m_state.reference_group], key, std::string(key));
    }

    /// Σ calls · time over the operators, split by what bounds them.
    Derivation operators(const std::string& name, double value, bool compute) const {
        std::vector<Derivation> inputs;
        const double speed = m_impl.fabric.groups[m_state.reference_group].speed;
        const bool measured = m_impl.model.generic && m_impl.model.generic->compute_per_step.si() > 0;
        for (const OperatorRecord& r : m_records) {
            const double each = compute ? r.compute : r.memory;
            if (each <= 0) continue;
            const std::string label = fmt::format("{}{}", r.op.name, r.backward ? ", backward" : "");
            std::vector<Derivation> of{
                leaf("calls", r.calls, ""),
                node("seconds", each, "s",
                     compute ? "flops / (peak * efficiency)" : "bytes / (hbm_rate * share)",
                     {leaf("flops", r.op.flops, "FLOP", {}, "computed"),
                      leaf("bytes", r.op.bytes, "B", {}, "computed"),
                      leaf("peak", r.peak, "FLOP/s", {}, "computed"), accelerator("hbm_rate")})};
            inputs.push_back(node(label, r.calls * each * m_state.cost.slower / speed, "s", "calls * seconds",
                                  std::move(of)));
        }
        std::string formula =
            measured ? "measured on one GPU" : "sum over the operators of the slowest pipeline stage";
        if (inputs.empty()) return node(name, value, "s", "no operator is bound by this", {}, model_source);
        return node(name, value, "s", std::move(formula), std::move(inputs), model_source);
    }

    Derivation collective(const std::string& name, double value, const CollectiveCost& comm) const {
        if (comm.members <= 1) return node(name, value, "s", "no such group in the plan", {});
        std::vector<Derivation> inputs{
            leaf("members", comm.members, ""), leaf("bytes", comm.bytes, "B", {}, "computed"),
            leaf("calls", comm.calls, "", {}, "computed"), call_time(comm),
            leaf("hidden", comm.calls * comm.time - comm.exposed, "s",
                 "overlapped with computation: fitted by software family", "fitted")};
        return node(name, value, "s", "calls * time - hidden", std::move(inputs), comm.name);
    }

    /// One call: by the formula, or by the sweeps of the calibration that stand for such groups.
    Derivation call_time(const CollectiveCost& comm) const {
        std::string files;
        for (const CollectiveSweep& sweep : m_impl.scenario.calibration.collectives)
            if (measured_inside(sweep, m_impl.fabric) == (comm.level < 0))
                files += (files.empty() ? "" : ", ") + sweep.file;
        Derivation out =
            node("time", comm.time, "s", "min over algorithm and protocol of latency + bytes / bandwidth",
                 {border(comm)}, collective_source);
        if (files.empty()) return out;
        out.formula += ", or measured: interpolated over size, scaled by the formula's ratio to other groups";
        out.source = "nccl-tests: " + files + "; " + out.source;
        return out;
    }

    Derivation border(const CollectiveCost& comm) const {
        const auto& levels = m_impl.fabric.levels;
        if (comm.level < 0)
            return leaf("scale-up bandwidth a GPU", levels.front().inside.si(), "B/s", levels.front().name,
                        "drawn");
        const FabricLevel& level = levels[static_cast<size_t>(comm.level)];
        return node("egress a GPU", level.egress.si() * (1 - level.background_load) * level.routing, "B/s",
                    "egress * (1 - background) * routing",
                    {leaf("egress", level.egress.si(), "B/s", level.binding_label, "drawn"),
                     leaf("background", level.background_load, ""), leaf("routing", level.routing, "")},
                    "max-flow on the drawing");
    }

    const Prepared::Impl& m_impl;
    const Evaluation& m_eval;
    double m_batch;
    StepState m_state;
    std::vector<OperatorRecord> m_records;
};

} // namespace

std::vector<std::string> explainable() {
    std::vector<std::string> names{"step_time", "band",    "mfu",          "memory_bytes",
                                   "power",     "goodput", "cost_per_hour"};
    for (size_t i = 0; i < step_part_count; ++i) names.emplace_back(name_of(static_cast<StepPart>(i)));
    return names;
}

Result<Derivation> explain(const Prepared& prepared, std::string_view part, const EvaluateOptions& options) {
    EvaluateOptions quick = options;
    quick.findings = false;
    const Evaluation evaluation = evaluate(prepared, quick);
    if (evaluation.step_time.si() <= 0) {
        const Finding* first = evaluation.findings.empty() ? nullptr : &evaluation.findings.front();
        return fail("", first ? first->message : "the plan is infeasible",
                    first ? first->relief : "correct the plan");
    }
    const Explainer explainer(prepared, evaluation);
    if (part == "step_time") return explainer.step_time();
    if (part == "band") return explainer.band();
    if (part == "mfu") return explainer.mfu();
    if (part == "memory_bytes") return explainer.memory();
    if (part == "power") return explainer.power();
    if (part == "goodput") return explainer.goodput();
    if (part == "cost_per_hour") return explainer.cost_per_hour();
    for (size_t i = 0; i < step_part_count; ++i)
        if (part == name_of(static_cast<StepPart>(i))) return explainer.part(static_cast<StepPart>(i));
    std::string known;
    for (const std::string& name : explainable()) known += (known.empty() ? "" : ", ") + name;
    return fail(std::string(part), "no such number", "one of " + known);
}

} // namespace roofrack
