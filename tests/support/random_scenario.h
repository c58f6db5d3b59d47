// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <cmath>
#include <random>

namespace roofrack::test {

/// A random drawing with a plan that divides: racks of servers under a leaf tier, often a spine tier, feeds
/// and cooling that are now and then too small or too warm, dense and MoE models, every kind of parallelism.
inline Scenario random_scenario(std::mt19937& random) {
    const auto pick = [&](auto list) {
        std::uniform_int_distribution<size_t> index(0, list.size() - 1);
        return *(list.begin() + static_cast<std::ptrdiff_t>(index(random)));
    };
    const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };

    Scenario out;
    out.name = "random";
    const auto add = [&](const char* id, ElementKind kind, const char* parent, int count,
                         const char* part) -> Element& {
        Element e;
        e.id = id;
        e.kind = kind;
        e.parent = parent;
        e.count = count;
        e.part.id = part;
        out.cluster.elements.push_back(e);
        return out.cluster.elements.back();
    };
    const auto link = [&](const char* id, const char* from, const char* to, LinkPattern pattern,
                          int count) -> Link& {
        Link l;
        l.id = id;
        l.from = from;
        l.to = to;
        l.pattern = pattern;
        l.count = count;
        out.cluster.links.push_back(l);
        return out.cluster.links.back();
    };

    const bool liquid = chance(0.2);
    const char* server =
        liquid ? "gb200-nvl72"
               : pick(std::initializer_list<const char*>{"dgx-a100", "dgx-h100", "dgx-b200", "hgx-h100"});
    const int per_server = liquid ? 72 : 8;
    const int racks = 1 << std::uniform_int_distribution<int>(0, 6)(random);
    const int servers = liquid ? 1 : 1 << std::uniform_int_distribution<int>(0, 2)(random);
    add("room", ElementKind::room, "", 1, "");
    Element& rack = add("rack", ElementKind::rack, "room", racks, "rack-48u");
    if (chance(0.25)) rack.power_limit = Watts(between(0.55, 0.95) * servers * (liquid ? 120e3 : 10e3));
    if (chance(0.2)) rack.air_supply_ratio = between(0.5, 1);
    Element& box = add("server", ElementKind::server, "rack", servers, server);
    if (chance(0.1)) box.gpu_power_cap = Watts(between(250, 600));
    const int nics = liquid ? 72 : 8;
    add("leaf", ElementKind::switch_, "room", std::max(8, racks * servers * nics / 32), "qm9700");
    link("uplink", "server", "leaf", liquid || chance(0.3) ? LinkPattern::each : LinkPattern::rail, nics)
        .background_load = chance(0.3) ? between(0, 0.7) : 0;
    if (chance(0.7)) {
        add("spine", ElementKind::switch_, "room", 1 << std::uniform_int_distribution<int>(0, 3)(random),
            "qm9700");
        link("trunk", "leaf", "spine", LinkPattern::mesh, std::uniform_int_distribution<int>(1, 8)(random))
            .health = between(0.5, 1);
    }
    if (!liquid) {
        Element& air = add("crah", ElementKind::cooling, "room", std::max(1, racks / 2), "crah-120kw");
        air.supply = Celsius(chance(0.25) ? between(30, 42) : between(15, 27));
        link("air", "crah", "room", LinkPattern::each, 1);
    } else {
        Element& loop = add("cdu", ElementKind::cooling, "room", std::max(1, racks / 4), "cdu-1mw");
        loop.supply = Celsius(between(20, 50));
        link("loop", "cdu", "rack", LinkPattern::each, 1);
    }
    add("feed", ElementKind::feed, "room", racks * (liquid ? 8 : 2), "feed-415v-60a");
    link("power", "feed", "rack", LinkPattern::each, 1);

    const double gpus = static_cast<double>(racks) * servers * per_server;
    const bool moe = chance(0.2);
    out.workload.model =
        moe ? "mixtral-8x7b"
            : pick(std::initializer_list<const char*>{"llama3-8b", "llama3-70b", "gpt3-175b", "llama3-405b"});
    out.workload.sequence = pick(std::initializer_list<double>{2048, 4096, 8192});
    Plan& plan = out.plan;
    double left = gpus;
    const auto degree = [&](int most) {
        int value = 1;
        while (value * 2 <= most && std::fmod(left, 2) == 0 && left >= 2 && chance(0.6)) {
            value *= 2;
            left /= 2;
        }
        return value;
    };
    plan.tp = degree(8);
    plan.pp = degree(8);
    plan.cp = chance(0.3) ? degree(4) : 1;
    plan.dp = 0;
    if (moe) plan.ep = left * plan.cp >= 4 && std::fmod(left * plan.cp, 4) == 0 ? 4 : 1;
    plan.vpp = plan.pp > 1 && chance(0.4) ? 2 : 1;
    plan.micro_batch = chance(0.7) ? 1 : 2;
    plan.zero = std::uniform_int_distribution<int>(0, 3)(random);
    plan.recompute =
        pick(std::initializer_list<Recompute>{Recompute::none, Recompute::selective, Recompute::full});
    plan.precision = chance(0.2) && std::string_view(server) != "dgx-a100" ? Precision::fp8 : Precision::bf16;
    plan.dp_overlap = chance(0.8);
    plan.tp_overlap = chance(0.3);
    plan.software = pick(
        std::initializer_list<const char*>{"megatron-core", "megatron-lm", "fsdp", "unknown", "torchtitan"});
    out.workload.global_batch =
        left * plan.micro_batch * (1 << std::uniform_int_distribution<int>(0, 5)(random));
    // They come from draws of their own, which leave the others as they are.
    std::mt19937_64 own(static_cast<uint64_t>(out.workload.global_batch) * 31 +
                        static_cast<uint64_t>(plan.tp));
    std::uniform_real_distribution<double> part(0, 1);
    if (plan.recompute == Recompute::full && part(own) < 0.3) {
        plan.recompute_share = 0.1 + 0.9 * part(own);
        plan.recompute_keeps = part(own) < 0.5 ? part(own) : 0;
    }
    plan.dropout = part(own) < 0.8;
    out.workload.packed_sequences = chance(0.8);
    out.site.routing =
        pick(std::initializer_list<Routing>{Routing::ecmp, Routing::qp_hash, Routing::adaptive});
    out.site.wet_bulb = Celsius(between(5, 30));
    return out;
}

} // namespace roofrack::test
