// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/operators.h"
#include "core/answers/explain/stage_time.h"
#include "core/base/catalog/compute_rate.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

constexpr const char* tile_source = "tile and wave quantisation of 128 x 128 tiles, smoothed";

/// One kernel's time: the larger of arithmetic and HBM traffic, as the part of the step that it counts to.
struct Bound {
    ExplanationPtr compute, memory;
};

Term times_all(Term a, const std::vector<Term>& factors) {
    for (const Term& factor : factors) a = std::move(a) * factor;
    return a;
}

/// The operators of one list under one key, "dense", "cross", "moe" or "head".
class OperatorNodes {
public:
    OperatorNodes(const Inputs& in, const StepContext& context)
        : m_in(in)
        , m_context(context)
        , m_hbm(in.hbm())
        , m_slower(slower_node(in))
        , m_speed(in.drawn_speed())
        , m_gemm_share(gemm_share_node(in)) {}

    void append(const std::vector<OperatorRecord>& records, std::string_view kind,
                const ExplanationPtr& runs) {
        m_kind = kind;
        for (const OperatorRecord& record : records)
            if (record.calls > 0) append(record, runs);
    }
    std::vector<OperatorTimes> take() { return std::move(m_out); }

private:
    struct Gemm {
        ExplanationPtr m, n, k;
        double groups = 1;
        ExplanationPtr bytes;
        bool cast_weights = true;
    };

    void append(const OperatorRecord& record, const ExplanationPtr& runs) {
        m_op = &record.op;
        const ExplanationPtr once = m_op->share == 1 ? runs
                                                     : calculated("runs of the layers that have it", "",
                                                                  Term(runs) * operand("share", m_op->share));
        // A forward operator runs once and, where it is recomputed, once more in the backward pass.
        const bool again = !record.backward && record.calls > once->value * (1 + 1e-12);
        const Term repeats = again ? repeats_of() : Term(0.0);
        const ExplanationPtr calls =
            recorded("calls", record.calls, "", again ? Term(once) * (1.0 + repeats) : Term(once));
        const Bound each = record.backward ? backward() : forward();
        const std::string name =
            unique(fmt::format("{}{}", record.op.name, record.backward ? ", backward" : ""));
        const auto node = [&](const ExplanationPtr& seconds, double value) -> ExplanationPtr {
            if (!seconds || value <= 0) return nullptr;
            return calculated(name, "s", Term(calls) * stretch(seconds, value) * m_slower / m_speed);
        };
        const ExplanationPtr repeated_flops =
            again && m_op->flops > 0
                ? calculated("flops of " + name + ", again", "FLOP",
                             Term(once) * repeats * operand("flops", m_op->flops, "FLOP"))
                : nullptr;
        m_out.push_back({node(each.compute, record.compute), node(each.memory, record.memory),
                         record.backward, repeated_flops, repeats / (1.0 + repeats)});
    }

    Term repeats_of() const {
        if (m_in.plan().recompute == Recompute::full) return stage_nodes(m_in).recomputed;
        if (m_in.software().selective_share > 0) return m_in.software("selective_share");
        return 1.0; // selective recompute runs what is cheap to run again, whole
    }

    std::string unique(const std::string& name) {
        std::string out = name;
        for (int i = 2; !m_names.insert(out).second; ++i) out = fmt::format("{} ({})", name, i);
        return out;
    }

    /// The kernel's seconds with what stretches operators of its kind, as recorded.
    ExplanationPtr stretch(const ExplanationPtr& seconds, double value) const {
        std::vector<Term> factors = calibration_of(m_in, m_op->kind);
        if (m_op->routed)
            factors.push_back(
                calculated("expert_overhead of the release", "",
                           Term(m_in.software("expert_overhead")) /
                               to_power(1.0 + m_in.software("expert_trend"), trend_years(m_in))));
        if (m_op->adapter) factors.push_back(m_in.software("adapter_overhead"));
        if (factors.empty() && seconds->inputs.size() > 1) {
            Explanation same = *seconds;
            same.name = "seconds";
            same.value = value;
            return std::make_shared<const Explanation>(std::move(same));
        }
        return recorded("seconds", value, "s", times_all(seconds, factors));
    }

    ExplanationPtr operand(std::string_view key, double value, std::string unit = {}) const {
        return m_in.model(fmt::format("{}/{}/{}", m_kind, m_op->name, key), std::string(key), value,
                          std::move(unit));
    }

    Bound forward() const {
        switch (m_op->kind) {
        case OperatorKind::gemm:
            return gemm({operand("m", m_op->m), operand("n", m_op->n), operand("k", m_op->k), m_op->groups,
                         operand("bytes", m_op->bytes, "B"), !m_op->frozen});
        case OperatorKind::attention: return attention(1, operand("bytes", m_op->bytes, "B"), true);
        case OperatorKind::elementwise: break;
        }
        return {nullptr, traffic(operand("bytes", m_op->bytes, "B"))};
    }

    Bound backward() const {
        // A backward record has the FLOPs and bytes of both products.
        const double products = m_op->frozen ? 1 : 2;
        switch (m_op->kind) {
        case OperatorKind::gemm: {
            const ExplanationPtr m = operand("m", m_op->m), n = operand("n", m_op->n),
                                 k = operand("k", m_op->k);
            const ExplanationPtr bytes = operand("bytes", m_op->bytes / products, "B");
            const Bound data = gemm({m, k, n, m_op->groups, bytes, !m_op->frozen});
            if (m_op->frozen) return data;
            const ExplanationPtr accumulated = calculated("bytes with the fp32 accumulation", "B",
                                                          Term(bytes) + 6.0 * groups(m_op->groups) * k * n);
            const Bound weight =
                gemm({calculated("m of the weight gradient", "", Term(k) * groups(m_op->groups)), n,
                      calculated("k of the weight gradient", "", Term(m) / groups(m_op->groups)),
                      m_op->groups, accumulated, true});
            ExplanationPtr memory = both(data.memory, weight.memory);
            if (m_context.quality.accumulation_bytes > 0) {
                const ExplanationPtr apart = calculated("gradients added up", "s",
                                                        Term(m_in.software("accumulation_bytes")) *
                                                            groups(m_op->groups) * k * n / m_hbm);
                memory =
                    memory ? calculated("seconds", "s", Term(renamed(memory, "roofline")) + apart) : apart;
            }
            return {both(data.compute, weight.compute), memory};
        }
        case OperatorKind::attention:
            return attention(m_context.quality.flash ? 2.5 : 2,
                             operand("backward_bytes", m_op->backward_bytes, "B"), false);
        case OperatorKind::elementwise: break;
        }
        return {nullptr, traffic(operand("backward_bytes", m_op->backward_bytes, "B"))};
    }

    static ExplanationPtr both(const ExplanationPtr& data, const ExplanationPtr& weight) {
        if (!data || !weight) return data ? data : weight;
        return calculated("seconds", "s",
                          Term(renamed(data, "input gradient")) + renamed(weight, "weight gradient"));
    }

    Term groups(double count) const {
        if (count == 1) return 1.0;
        return operand("groups", count);
    }

    ExplanationPtr traffic(const Term& bytes) const { return calculated("HBM traffic", "s", bytes / m_hbm); }

    static Bound bound(const ExplanationPtr& arithmetic, const ExplanationPtr& traffic) {
        const ExplanationPtr longer =
            calculated("seconds", "s", largest({arithmetic, traffic}), roofline_source);
        if (arithmetic->value >= traffic->value) return {longer, nullptr};
        return {nullptr, longer};
    }

    Term filled(const Gemm& g, const ExplanationPtr& rows) const {
        if (g.groups <= 1 || m_context.quality.expert_tile <= 0)
            return Term(rows) / (128.0 * function(Operation::ceiling, Term(rows) / 128.0));
        Term tile = m_in.software("expert_tile");
        if (m_context.machine.generation.devices != 1) tile = std::move(tile) * m_in.generation("devices");
        const ExplanationPtr size = calculated("rows of a tile", "", std::move(tile));
        return Term(rows) / largest({size, Term(rows) + Term(size) / 2.0});
    }

    ExplanationPtr gemm_efficiency(const Gemm& g) const {
        const KernelQuality& quality = m_context.quality;
        const ExplanationPtr rows = calculated("rows of a group", "", Term(g.m) / groups(g.groups));
        const Term together = quality.experts_apart ? Term(1.0) : groups(g.groups);
        const Term tiles = largest({1.0, together * function(Operation::ceiling, Term(rows) / 128.0)}) *
                           largest({1.0, Term(g.n) / 128.0});
        const ExplanationPtr waves =
            calculated("waves of tiles", "", tiles / m_in.generation("units"), tile_source);
        const ExplanationPtr ragged = calculated("share of the tiles filled", "", filled(g, rows));
        const ExplanationPtr shape =
            recorded("share kept by the shape",
                     gemm_shape_share(g.m->value, g.n->value, g.k->value, g.groups, quality), "",
                     Term(ragged) * waves / (Term(waves) + m_in.generation("gemm_work_half")) * g.k /
                         (Term(g.k) + m_in.generation("gemm_depth_half")),
                     tile_source);
        return calculated("efficiency", "", Term(m_gemm_share) * shape);
    }

    Bound gemm(const Gemm& g) const {
        const Machine& machine = m_context.machine;
        const Precision precision = m_in.plan().precision;
        const ExplanationPtr flops = calculated("flops", "FLOP", 2.0 * Term(g.m) * g.n * g.k);
        const ExplanationPtr efficiency = gemm_efficiency(g);
        if (precision != Precision::fp8 && precision != Precision::nvfp4) {
            const ExplanationPtr peak = renamed(peak_node(m_in, precision), "peak");
            return bound(calculated("arithmetic", "s", Term(flops) / (Term(peak) * efficiency)),
                         traffic(g.bytes));
        }
        // Some GEMMs stay in 16 bits; the inputs of the others are cast.
        const bool four = precision == Precision::nvfp4;
        const double low_peak = four ? machine.peak_4 : machine.peak_8;
        const bool lower = low_peak > machine.peak_16;
        const Term covered = lower ? Term(m_in.software("fp8_coverage")) : Term(0.0);
        const ExplanationPtr low = renamed(peak_node(m_in, precision), "peak");
        const ExplanationPtr wide = renamed(peak_node(m_in, Precision::bf16), "16-bit peak");
        const Term low_share = Term(efficiency) * m_in.generation(four ? "fp4_share" : "fp8_share");
        const ExplanationPtr arithmetic = calculated(
            "arithmetic", "s",
            Term(flops) * (covered / (Term(low) * low_share) + (1.0 - covered) / (Term(wide) * efficiency)));
        Bound out = bound(arithmetic, traffic(Term(g.bytes) * (1.0 - covered / 2.0)));
        const Term cast = Term(g.m) * g.k + (g.cast_weights ? groups(g.groups) * g.k * g.n : Term(0.0));
        const ExplanationPtr casts =
            calculated("casts", "s", covered * m_in.software("fp8_overhead") * cast / m_hbm);
        out.memory =
            out.memory ? calculated("seconds", "s", Term(renamed(out.memory, "roofline")) + casts) : casts;
        return out;
    }

    Bound attention(double factor, const ExplanationPtr& bytes, bool forwards) const {
        const KernelQuality& quality = m_context.quality;
        const double flops_value = forwards ? m_op->flops : m_op->flops / factor;
        const ExplanationPtr one = operand("flops", flops_value, "FLOP");
        const ExplanationPtr flops =
            forwards ? one : calculated("backward flops", "FLOP", factor * Term(one));
        const ExplanationPtr peak =
            renamed(peak_node(m_in, std::min(m_in.plan().precision, Precision::bf16)), "peak");
        const ExplanationPtr kernel = recorded(
            "attention share of peak", forwards ? quality.attention_forward : quality.attention_backward, "",
            attention_share(forwards));
        const ExplanationPtr efficiency = calculated("efficiency", "", Term(kernel) * attention_shape());
        return bound(calculated("arithmetic", "s", Term(flops) / (Term(peak) * efficiency)), traffic(bytes));
    }

    Term attention_share(bool forwards) const {
        if (!m_context.quality.flash) return 0.5 * Term(m_gemm_share);
        const AttentionKernel kernel = attention_kernel(m_in.software(), m_context.in.software_year);
        Term share = m_in.generation(forwards ? "flash_forward" : "flash_backward");
        if (m_context.machine.relative_clock != 1)
            share =
                std::move(share) * m_in.found(m_in.accelerator().id, "relative_clock",
                                              "clock at the power limit", m_context.machine.relative_clock);
        if (kernel != AttentionKernel::tuned) share = std::move(share) * m_in.generation("flash_portable");
        if (kernel == AttentionKernel::flash_1) share = std::move(share) * m_in.generation("flash_first");
        return share;
    }

    Term attention_shape() const {
        const KernelQuality& quality = m_context.quality;
        const double value = attention_shape_share(m_op->k, m_op->n, quality);
        const ExplanationPtr head = operand("k", m_op->k);
        if (!quality.flash) {
            if (value == 1)
                return noted(recorded("share kept by the shape", 1, "", 1.0),
                             "head width a multiple of 8: rows of 16 B");
            return m_in.generation("unaligned");
        }
        const ExplanationPtr n = operand("n", m_op->n);
        return recorded("share kept by the shape", value, "",
                        smallest({1.05, 1.25 * Term(head) / (Term(head) + 32.0)}) * n / (Term(n) + 500.0),
                        "figures 4 to 6 of Dao 2023, figure 5 of Shah 2024");
    }

    const Inputs& m_in;
    const StepContext& m_context;
    const Operator* m_op = nullptr;
    std::string m_kind;
    ExplanationPtr m_hbm, m_slower, m_speed, m_gemm_share;
    std::set<std::string> m_names;
    std::vector<OperatorTimes> m_out;
};

} // namespace

StepContext step_context(const Inputs& in) {
    return StepContext(step_inputs(in.impl(), in.plan(), in.machine(), in.batch_value()));
}

ExplanationPtr peak_node(const Inputs& in, Precision precision) {
    const Part& part = in.accelerator();
    const double value = in.machine().peak(precision);
    const ComputeRate rate = compute_rate(part, precision);
    if (rate.divisor == 1 && rate.value == value) return in.accelerator(rate.figure);
    return recorded("peak", value, "FLOP/s", Term(in.accelerator(rate.figure)) / rate.divisor);
}

ExplanationPtr gemm_share_node(const Inputs& in) {
    const Machine& machine = in.machine();
    const bool measured = in.accelerator().value("gemm_efficiency").has_value();
    Term share = measured ? in.accelerator("gemm_efficiency") : in.generation("gemm_max");
    if (!measured && machine.relative_clock != 1)
        share = std::move(share) * in.found(in.accelerator().id, "relative_clock", "clock at the power limit",
                                            machine.relative_clock);
    if (machine.generation.sustained != 1) share = std::move(share) * in.generation("sustained");
    return calculated("GEMM share of peak", "",
                      smallest({0.98, std::move(share) * in.software("gemm_quality")}));
}

StageNodes stage_nodes(const Inputs& in) {
    const StepContext context = step_context(in);
    const Plan& plan = in.plan();
    StageNodes out;
    out.held = stage_shape(context, plan);
    out.load = stage_cost(context, plan, layer_costs(context, plan), out.held,
                          collective_costs(context, plan, group_paths(context, plan)));
    const ExplanationPtr all = in.model("layers", "layers of the model", in.shape().layers);
    out.held_layers = recorded("layers of the deepest stage", out.held.layers, "",
                               function(Operation::ceiling, Term(all) / in.plan("pp", plan.pp) - 1e-9));
    out.layers = out.held_layers;
    if (out.load.layers != out.held.layers)
        out.layers =
            noted(recorded("layers of the slowest stage", out.load.layers, "", Term(out.held_layers) - 1.0),
                  "the stage with the logits has one layer less");
    out.held_dense = out.held_layers;
    if (context.moe_layers > 0) {
        const ExplanationPtr moe =
            recorded("MoE layers of the deepest stage", out.held.moe_layers, "",
                     Term(out.held_layers) *
                         in.model("moe_layers", "MoE layers of the model", context.moe_layers) / all);
        out.held_moe = moe;
        out.held_dense = recorded("dense layers of the deepest stage", out.held.dense_layers, "",
                                  Term(out.held_layers) - moe);
    }
    out.dense = out.held_dense;
    out.moe = out.held_moe;
    if (out.layers != out.held_layers) {
        const Term kept = Term(out.layers) / out.held_layers;
        out.dense = calculated("dense layers of the slowest stage", "", kept * out.held_dense);
        if (context.moe_layers > 0)
            out.moe = calculated("MoE layers of the slowest stage", "", kept * out.held_moe);
    }
    if (plan.recompute == Recompute::full) {
        out.repeated =
            plan.recompute_layers > 0
                ? smallest({1.0, Term(in.plan("recompute_layers", plan.recompute_layers)) / out.layers})
                : Term(1.0);
        out.recomputed = plan.recompute_share > 0
                             ? out.repeated * in.plan("recompute_share", plan.recompute_share)
                             : out.repeated;
    }
    return out;
}

ExplanationPtr head_time_node(const Inputs& in) {
    const StepContext context = step_context(in);
    std::vector<OperatorRecord> records = operator_records(context, in.plan()).head;
    for (OperatorRecord& record : records) record.calls = 1;
    OperatorNodes nodes(in, context);
    nodes.append(records, "head", calculated("runs", "", 1.0));
    std::vector<Term> times;
    for (const OperatorTimes& each : nodes.take())
        for (const ExplanationPtr& time : {each.compute, each.memory})
            if (time) times.emplace_back(time);
    return calculated("logits and loss", "s", sum_of(std::move(times)) * in.drawn_speed());
}

std::vector<OperatorTimes> operator_times(const Inputs& in) {
    const StepContext context = step_context(in);
    const StageNodes stage = stage_nodes(in);
    const OperatorRecords records = operator_records(context, in.plan());
    const ExplanationPtr m = in.micro_batches();
    OperatorNodes nodes(in, context);
    const auto runs = [&](const Term& layers) { return calculated("runs in a step", "", Term(m) * layers); };
    const int cross = cross_attention_layers(in.shape());
    if (records.cross.empty()) {
        nodes.append(records.dense, "dense", runs(stage.dense));
    } else {
        const Term share = Term(in.model("cross_attention_layers", "decoder layers", cross)) /
                           in.model("layers", "layers of the model", in.shape().layers);
        nodes.append(records.dense, "dense", runs(stage.dense * (1.0 - share)));
        nodes.append(records.cross, "cross", runs(stage.dense * share));
    }
    nodes.append(records.moe, "moe", runs(stage.moe));
    nodes.append(records.head, "head", runs(stage.load.head));
    return nodes.take();
}

} // namespace roofrack
