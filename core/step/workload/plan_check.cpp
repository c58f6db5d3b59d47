// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/workload/plan_check.h"

#include "core/base/units/saturated.h"
#include "core/step/workload/layer.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace roofrack {

namespace {

bool divides(double part, double whole) {
    const double quotient = whole / part;
    return std::abs(quotient - std::round(quotient)) < 1e-9;
}

/// The multiples of `unit` next to `value`: "128 or 256".
std::string neighbours(double value, double unit) {
    const double below = std::floor(value / unit) * unit, above = std::ceil(value / unit) * unit;
    return below > 0 && below != above ? fmt::format("{:.0f} or {:.0f}", below, above)
                                       : fmt::format("{:.0f}", above);
}

/// Divisors of `value` next to `wanted`.
std::string near_divisors(int value, int wanted) {
    int below = 1, above = value;
    for (int d = 1; d <= value; ++d) {
        if (value % d != 0) continue;
        if (d <= wanted) below = d;
        if (d >= wanted) {
            above = d;
            break;
        }
    }
    return below == above ? fmt::format("{}", below) : fmt::format("{} or {}", below, above);
}

/// Stage counts that share the layers evenly and divide the GPUs, next to the plan's.
std::string even_stages(int layers, const Plan& plan, double gpus) {
    std::string out;
    for (int pp = 1; pp <= layers; ++pp)
        if (layers % pp == 0 && divides(static_cast<double>(plan.tp) * plan.cp * pp, gpus) &&
            pp * 4 >= plan.pp && pp <= plan.pp * 4)
            out += fmt::format("{}{}", out.empty() ? "" : " or ", pp);
    if (out.empty())
        return "no stage count near it divides both layers and GPUs: the embedding and the logits may fill "
               "the short stages";
    return fmt::format(
        "even are pp = {}, with chunks that divide {} / pp; the plan search tells whether one of "
        "them is faster",
        out, layers);
}

/// What a broken rule says.
struct RuleText {
    std::string message, why, mitigation;
};

/// The rules that ask for layers, heads and experts; dp and ep are filled in.
template<class Report>
void apply_transformer_rules(const Plan& plan, const TransformerShape& shape, double gpus, Report&& report) {
    const auto critical = [&report](const char* id, auto text) { report(Severity::critical, id, text); };
    const auto warning = [&report](const char* id, auto text) { report(Severity::warning, id, text); };
    if (shape.heads % plan.tp != 0)
        critical("plan-heads", [&] {
            return RuleText{fmt::format("{} attention heads over tp = {}", shape.heads, plan.tp),
                            "tensor parallelism deals out whole heads",
                            fmt::format("set tp to {}", near_divisors(shape.heads, plan.tp))};
        });
    for (const int heads : {shape.recurrent.heads, shape.recurrent.key_heads})
        if (shape.recurrent.layers > 0 && heads % plan.tp != 0)
            critical("plan-heads", [&, heads] {
                return RuleText{
                    fmt::format("{} heads or groups of the recurrent mixers over tp = {}", heads, plan.tp),
                    "tensor parallelism deals out whole heads and groups",
                    fmt::format("set tp to {}", near_divisors(heads, plan.tp))};
            });
    if (plan.pp > shape.layers)
        critical("plan-layers", [&] {
            return RuleText{fmt::format("{} layers over {} pipeline stages", shape.layers, plan.pp),
                            "a stage holds a layer at least",
                            fmt::format("set pp to {} or less", shape.layers)};
        });
    else if (shape.layers % (int64_t{plan.pp} * plan.vpp) != 0)
        warning("plan-uneven-stages", [&] {
            return RuleText{fmt::format("{} layers over {} stages of {} chunks are uneven", shape.layers,
                                        plan.pp, plan.vpp),
                            "the stage with most layers sets the pace",
                            even_stages(shape.layers, plan, gpus)};
        });
    if (plan.vpp > 1 && plan.pp == 1)
        warning("plan-vpp", [] {
            return RuleText{"virtual stages without pipeline stages", "they only split a pipeline",
                            "set vpp to 1"};
        });
    if (plan.ep > 1 && shape.moe.experts <= 0)
        critical("plan-experts", [] {
            return RuleText{"expert parallelism without experts", "the model is dense", "set ep to 1"};
        });
    else if (plan.ep > 1 && shape.moe.experts % plan.ep != 0)
        critical("plan-experts", [&] {
            return RuleText{fmt::format("{} experts over ep = {}", shape.moe.experts, plan.ep),
                            "ranks hold whole experts",
                            fmt::format("set ep to {}", near_divisors(shape.moe.experts, plan.ep))};
        });
    // Ranks of a tensor group hold other experts each where it does not cut them.
    const int whole = saturated<int>(plan.tp / expert_tensor_ways(shape, plan.tp));
    if (const int ranks = saturated<int>(double(plan.dp) * plan.cp * whole);
        plan.ep > 1 && ranks % plan.ep != 0)
        critical("plan-ep", [&, ranks] {
            return RuleText{fmt::format("ep = {} does not divide dp · cp{} = {}", plan.ep,
                                        whole > 1 ? " · tp" : "", ranks),
                            whole > 1 ? "experts are spread over data-, context- and tensor-parallel ranks"
                                      : "experts are spread over data- and context-parallel ranks",
                            fmt::format("set ep to {}", near_divisors(ranks, plan.ep))};
        });
    if (const int replicas = plan.dp * plan.cp; plan.shard > 0 && replicas % plan.shard != 0)
        critical("plan-shard", [&, replicas] {
            return RuleText{fmt::format("the {} ranks of dp · cp do not make whole shard groups of {}",
                                        replicas, plan.shard),
                            "every rank is in one shard group, and all of these are alike",
                            fmt::format("set shard to {}", near_divisors(replicas, plan.shard))};
        });
}

/// The rules: fills dp and ep in, and gives `report` what each broken rule says. Texts are made only where
/// the report calls for them: a search asks of thousands of plans whether they are possible.
template<class Report>
void apply_rules(Plan& plan, const ModelSpec& model, double gpus, double batch, Report&& report) {
    const auto critical = [&report](const char* id, auto text) { report(Severity::critical, id, text); };
    const auto warning = [&report](const char* id, auto text) { report(Severity::warning, id, text); };
    struct Degree {
        const char* name;
        int value;
    };
    bool in_range = true;
    for (const auto& [name, value] : {Degree{"tp", plan.tp},
                                      {"pp", plan.pp},
                                      {"vpp", plan.vpp},
                                      {"cp", plan.cp},
                                      {"micro_batch", plan.micro_batch},
                                      {"sync_every", plan.sync_every}})
        if (value < 1) {
            in_range = false;
            critical("plan-degree", [name = name, value = value] {
                return RuleText{fmt::format("{} is {}", name, value), "degrees are 1 or more",
                                fmt::format("set {} to 1", name)};
            });
        }
    if (plan.dp < 0 || plan.ep < 0 || plan.zero < 0 || plan.zero > 3 || plan.shard < 0) {
        in_range = false;
        critical("plan-degree", [] {
            return RuleText{"a degree is out of range",
                            "dp, ep and shard are 0 or more, ZeRO stages are 0 to 3", "correct the plan"};
        });
    }
    if (!in_range) return;
    if (model.generic && (plan.tp > 1 || plan.pp > 1 || plan.cp > 1 || plan.ep > 1))
        return critical("plan-generic", [] {
            return RuleText{"a generic profile trains data-parallel only", "it has no layers to cut",
                            "set tp, pp, cp and ep to 1"};
        });

    const double group = static_cast<double>(plan.tp) * plan.pp * plan.cp;
    const double replicas = gpus / group;
    if (replicas < 1)
        return critical("plan-too-large", [&] {
            return RuleText{
                fmt::format("a replica takes tp · pp · cp = {:.0f} GPUs, there are {:.0f}", group, gpus),
                "every replica of the model takes tp · pp · cp GPUs",
                fmt::format("draw {:.0f} GPUs or more, or lower tp, pp or cp", group)};
        });
    if (!divides(group, gpus))
        return critical("plan-gpus", [&] {
            return RuleText{
                fmt::format("{:.0f} GPUs are not a multiple of tp · pp · cp = {:.0f}", gpus, group),
                "every replica of the model takes tp · pp · cp GPUs",
                fmt::format("use {} GPUs, or other degrees", neighbours(gpus, group))};
        });
    const int dp = saturated<int>(std::round(replicas));
    if (plan.dp > 0 && plan.dp != dp)
        critical("plan-dp", [&, drawn = plan.dp] {
            return RuleText{
                fmt::format("tp · pp · cp · dp = {:.0f}, but there are {:.0f} GPUs", group * drawn, gpus),
                "the degrees multiply to the GPU count",
                fmt::format("set dp to {} (or 0: whatever is left)", dp)};
        });
    plan.dp = dp;
    if (plan.ep == 0) plan.ep = model.transformer && model.transformer->moe.experts > 0 ? dp * plan.cp : 1;
    const double ways = static_cast<double>(dp) * plan.micro_batch;
    if (batch < ways)
        critical("plan-batch", [&] {
            return RuleText{fmt::format("a global batch of {:.0f} is less than dp · micro-batch = {} · {}",
                                        batch, dp, plan.micro_batch),
                            "every replica runs a micro-batch at least",
                            fmt::format("use a global batch of {:.0f}, or another micro-batch", ways)};
        });
    else if (!divides(ways, batch))
        warning("plan-uneven-batch", [&] {
            return RuleText{
                fmt::format("a global batch of {:.0f} is not a multiple of dp · micro-batch = {} · {}", batch,
                            dp, plan.micro_batch),
                fmt::format(
                    "some replicas run {:.0f} micro-batches where {:.2f} were even: all wait for them",
                    micro_batches(plan, batch), batch / ways),
                fmt::format("use a global batch of {}, or another micro-batch", neighbours(batch, ways))};
        });
    if (model.transformer)
        apply_transformer_rules(plan, *model.transformer, gpus, std::forward<Report>(report));
}

} // namespace

std::vector<Finding> check_plan(Plan& plan, const ModelSpec& model, double gpus, double batch) {
    std::vector<Finding> out;
    apply_rules(plan, model, gpus, batch, [&out](Severity severity, const char* id, auto text) {
        RuleText made = text();
        out.push_back(
            {severity, id, std::move(made.message), std::move(made.why), std::move(made.mitigation), {}});
    });
    return out;
}

bool is_possible(Plan& plan, const ModelSpec& model, double gpus, double batch) {
    bool possible = true;
    apply_rules(plan, model, gpus, batch, [&possible](Severity severity, const char*, const auto&) {
        possible = possible && severity != Severity::critical;
    });
    return possible;
}

std::string recompute_text(const Plan& plan) {
    if (plan.recompute == Recompute::full && plan.recompute_layers > 0)
        return fmt::format("full({})", plan.recompute_layers);
    return std::string(name_of(plan.recompute));
}

std::string recompute_words(const Plan& plan) {
    std::string out = fmt::format("recompute {}", name_of(plan.recompute));
    if (plan.recompute == Recompute::full && plan.recompute_layers > 0)
        out += fmt::format(", {} {} a stage", plan.recompute_layers,
                           plan.recompute_layers == 1 ? "layer" : "layers");
    if (plan.recompute == Recompute::full && plan.recompute_share > 0)
        out += fmt::format(", {:.0f} % of a layer", 100 * plan.recompute_share);
    return out;
}

std::string plan_text(const Plan& plan) {
    const std::string dp = plan.dp > 0 ? fmt::format("{}", plan.dp) : "not told";
    std::string out =
        fmt::format("tp {} · pp {} · vpp {} · cp {} · ep {} · dp {} · micro-batch {} · ZeRO-{}", plan.tp,
                    plan.pp, plan.vpp, plan.cp, plan.ep, dp, plan.micro_batch, plan.zero);
    if (plan.zero > 0 && plan.shard > 0) out += fmt::format(" over {} ranks", plan.shard);
    if (plan.pp > 1) out += fmt::format(" · {}", name_of(plan.schedule));
    return out + " · " + recompute_words(plan);
}

} // namespace roofrack
