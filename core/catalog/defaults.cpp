// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/defaults.h"

#include "core/catalog/json_fields.h"
#include "core/catalog/part_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr std::string_view generation_names[] = {"volta", "ampere", "hopper", "blackwell"};

std::optional<double> si_scale(std::string_view unit) {
    constexpr std::pair<std::string_view, double> scales[] = {
        {"", 1},      {"s", 1},      {"us", 1e-6},
        {"ns", 1e-9}, {"GB/s", 1e9}, {"MB", 1e6},
        {"W", 1},     {"°C", 1},     {"L/min a kW", 1e-6 / 60}, // m³/s a W
    };
    for (const auto& [name, scale] : scales)
        if (name == unit) return scale;
    return std::nullopt;
}

/// Puts every number under `value` into the table of figures.
Result<void> flatten(Defaults& out, const nlohmann::json& value, const std::string& path, double scale,
                     const Figure& like, const std::string& where) {
    if (value.is_number()) {
        Figure figure = like;
        figure.value = value.get<double>() * scale;
        out.figures.emplace(path, std::move(figure));
        return {};
    }
    if (!value.is_structured() || value.empty())
        return fail(where, "a number, a list or an object of numbers is expected", "write for example 0.95");
    for (const auto& [key, member] : value.items())
        if (auto ok = flatten(out, member, fmt::format("{}.{}", path, key), scale, like,
                              fmt::format("{}/{}", where, key));
            !ok)
            return ok;
    return {};
}

/// Moves figures into the struct; the first missing one stays as the error.
class Filler {
public:
    Filler(const Defaults& from, std::string_view where)
        : m_from(from)
        , m_where(where) {}
    const std::optional<Diagnostic>& error() const { return m_error; }

    void number(const std::string& path, double& into) {
        const Figure* figure = m_from.figure(path);
        if (figure)
            into = *figure->value;
        else if (!m_error)
            m_error =
                Diagnostic{std::string(m_where), fmt::format("the constant '{}' is missing", path), "add it"};
    }
    template<size_t N>
    void array(const std::string& path, std::array<double, N>& into) {
        for (size_t i = 0; i < N; ++i) number(fmt::format("{}.{}", path, i), into[i]);
    }
    void list(const std::string& path, std::vector<double>& into) {
        number(path + ".0", into.emplace_back());
        while (m_from.figure(fmt::format("{}.{}", path, into.size())))
            into.push_back(*m_from.figure(fmt::format("{}.{}", path, into.size()))->value);
    }
    /// Absent generations stay 0.
    void generations(const std::string& path, Defaults::Generations& into) {
        for (size_t i = 0; i < into.size(); ++i)
            if (m_from.figure(fmt::format("{}.{}", path, generation_names[i])))
                number(fmt::format("{}.{}", path, generation_names[i]), into[i]);
    }
    void caps(const std::string& path, std::array<std::array<double, 3>, 4>& into) {
        for (size_t i = 0; i < into.size(); ++i)
            if (m_from.figure(fmt::format("{}.{}.0", path, generation_names[i])))
                array(fmt::format("{}.{}", path, generation_names[i]), into[i]);
    }
    /// NVLS does not run over PCIe: `nvls` false leaves its latencies at 0.
    void latencies(const std::string& path, Defaults::Latencies& into, bool nvls) {
        array(path + ".ring", into.ring);
        array(path + ".tree", into.tree);
        array(path + ".collnet_direct", into.collnet_direct);
        array(path + ".collnet_chain", into.collnet_chain);
        array(path + ".pat", into.pat);
        if (!nvls) return;
        array(path + ".nvls", into.nvls);
        array(path + ".nvls_tree", into.nvls_tree);
    }

private:
    const Defaults& m_from;
    std::string_view m_where;
    std::optional<Diagnostic> m_error;
};

void fill(Filler& f, Defaults::Collectives& c) {
    f.latencies("collectives.base_latency", c.base, true);
    f.latencies("collectives.hop_latency.nvlink", c.nvlink, true);
    f.latencies("collectives.hop_latency.pci", c.pci, false);
    f.latencies("collectives.hop_latency.net", c.net, true);
    f.number("collectives.net_post_overhead.other", c.net_post_overhead);
    f.number("collectives.net_post_overhead.amd", c.net_post_overhead_amd);
    f.number("collectives.net_post_simple_multiplier", c.net_post_simple_multiplier);
    f.number("collectives.ring_simple_multinode_plateau.sm80_plus", c.ring_plateau);
    f.number("collectives.ring_simple_multinode_plateau.older", c.ring_plateau_older);
    f.generations("collectives.nvlink_rate_per_link", c.nvlink_rate_per_link);
    f.generations("collectives.nvlink_links", c.nvlink_links);
    f.generations("collectives.ring_bus_rate_single_node", c.ring_bus_rate);
    f.generations("collectives.nvls_efficiency", c.nvls_efficiency);
    f.generations("collectives.nvls_min_gpus", c.nvls_min_gpus);
    f.number("collectives.protocol_factor.ring_ll", c.ring_factor[0]);
    f.number("collectives.protocol_factor.ring_ll128", c.ring_factor[1]);
    c.ring_factor[2] = 1;
    f.number("collectives.protocol_factor.tree_ll", c.tree_factor[0]);
    f.number("collectives.protocol_factor.tree_ll128_multi_node", c.tree_factor[1]);
    f.number("collectives.protocol_factor.tree_simple", c.tree_factor[2]);
    c.tree_factor_one_node = c.tree_factor;
    f.number("collectives.protocol_factor.tree_ll128_one_node", c.tree_factor_one_node[1]);
    f.number("collectives.protocol_factor.pat", c.pat_factor);
    f.caps("collectives.channel_cap.ll_total", c.channel_cap.ll_total);
    f.caps("collectives.channel_cap.ring_ll128", c.channel_cap.ring_ll128);
    f.caps("collectives.channel_cap.tree_ll128", c.channel_cap.tree_ll128);
    f.caps("collectives.channel_cap.tree_simple", c.channel_cap.tree_simple);
    f.caps("collectives.channel_cap.nvls_tree", c.channel_cap.nvls_tree);
    f.list("collectives.tree_size_correction.ll", c.tree_size_correction[0]);
    f.list("collectives.tree_size_correction.ll128", c.tree_size_correction[1]);
    f.list("collectives.tree_size_correction.simple", c.tree_size_correction[2]);
    f.number("collectives.nic_efficiency.infiniband_400g", c.nic_infiniband_400g);
    f.number("collectives.nic_efficiency.infiniband_200g", c.nic_infiniband_200g);
    f.number("collectives.nic_efficiency.infiniband_200g_through_nccl", c.nic_infiniband_200g_nccl);
    f.number("collectives.nic_efficiency.efa", c.nic_efa);
    f.number("collectives.nic_efficiency.slingshot", c.nic_slingshot);
    f.number("collectives.extra_hop_latency.efa_p4", c.hop_efa_p4);
    f.number("collectives.extra_hop_latency.efa_p5", c.hop_efa_p5);
    f.number("collectives.all_to_all_efficiency.eight_rails", c.all_to_all_rails);
    f.number("collectives.all_to_all_efficiency.two_nodes", c.all_to_all_two_nodes);
    f.number("collectives.all_to_all_efficiency.dragonfly", c.all_to_all_dragonfly);
    f.number("collectives.mid_size_time_multiplier.nominal", c.mid_size_multiplier);
    f.number("collectives.mid_size_time_multiplier.low", c.mid_size_low);
    f.number("collectives.mid_size_time_multiplier.high", c.mid_size_high);
}

void fill(Filler& f, Defaults::Topology& t, Defaults::Stragglers& s, Defaults::Failures& v) {
    f.list("topology.ecmp_factor_flows", t.ecmp_flows);
    f.list("topology.ecmp_factor", t.ecmp_factor);
    f.number("topology.routing_factor.ecmp", t.routing_ecmp);
    f.number("topology.routing_factor.qp_hash", t.routing_qp_hash);
    f.number("topology.routing_factor.adaptive", t.routing_adaptive);
    f.number("topology.routing_factor.rail_local", t.routing_rail_local);
    f.number("topology.rail_only_all_to_all_overhead.low", t.rail_only_overhead_low);
    f.number("topology.rail_only_all_to_all_overhead.high", t.rail_only_overhead_high);
    f.number("topology.torus_hop_latency", t.torus_hop);

    f.number("stragglers.iid_rank_step_cv.nominal", s.iid_cv);
    f.number("stragglers.iid_rank_step_cv.low", s.iid_cv_low);
    f.number("stragglers.iid_rank_step_cv.high", s.iid_cv_high);
    f.number("stragglers.persistent_rank_cv.nominal", s.persistent_cv);
    f.number("stragglers.persistent_rank_cv.low", s.persistent_cv_low);
    f.number("stragglers.persistent_rank_cv.high", s.persistent_cv_high);
    f.number("stragglers.sequence_imbalance_cv.packed_fixed_length", s.packed_cv);
    f.number("stragglers.sequence_imbalance_cv.variable_length", s.variable_length_cv);
    f.number("stragglers.slow_gpu.probability_per_gpu", s.slow_gpu_probability);
    f.number("stragglers.slow_gpu.speed", s.slow_gpu_speed);

    f.number("failures.rate_per_node_day.best", v.rate_best);
    f.number("failures.rate_per_node_day.nominal", v.rate_nominal);
    f.number("failures.rate_per_node_day.rsc1", v.rate_rsc1);
    f.number("failures.rate_per_node_day.early", v.rate_early);
    f.number("failures.restart.automated_warm_spares", v.restart_warm_spares);
    f.number("failures.restart.automated", v.restart_automated);
    f.number("failures.restart.manual", v.restart_manual);
    f.number("failures.checkpoint_bytes_per_parameter.mixed_adam", v.checkpoint_bytes_per_parameter);
    f.number("failures.checkpoint_stall_async", v.checkpoint_stall_async);
}

void fill(Filler& f, const std::string& path, Defaults::LossLaw& law) {
    f.number(path + ".E", law.e);
    f.number(path + ".A", law.a);
    f.number(path + ".B", law.b);
    f.number(path + ".alpha", law.alpha);
    f.number(path + ".beta", law.beta);
}

void fill(Filler& f, Defaults::Convergence& c) {
    fill(f, "convergence.loss_law_besiroglu", c.besiroglu);
    fill(f, "convergence.loss_law_hoffmann", c.hoffmann);
    f.number("convergence.critical_batch_kaplan.scale_tokens", c.kaplan_scale);
    f.number("convergence.critical_batch_kaplan.alpha", c.kaplan_alpha);
    f.number("convergence.critical_batch_zhang.sequence", c.zhang_sequence);
    f.number("convergence.critical_batch_zhang.coefficient_data", c.zhang_data);
    f.number("convergence.critical_batch_zhang.coefficient_model", c.zhang_model);
    f.number("convergence.critical_batch_zhang.exponent", c.zhang_exponent);
    f.number("convergence.critical_batch_zhang.overhead", c.zhang_overhead);
    f.number("convergence.optimal_batch_deepseek.coefficient", c.deepseek_coefficient);
    f.number("convergence.optimal_batch_deepseek.exponent", c.deepseek_exponent);
    f.list("convergence.llama3_ramp_from_tokens", c.llama3_ramp_from);
    f.list("convergence.llama3_ramp_batch_tokens", c.llama3_ramp_batch);
}

void fill(Filler& f, Defaults::Regimes& r, Defaults::Overlap& o, Defaults::Power& p) {
    f.number("regimes.elasticity.linear", r.linear);
    f.number("regimes.elasticity.degrading", r.degrading);
    f.number("regimes.elasticity.knee", r.knee);
    f.number("regimes.extrapolation_limit", r.extrapolation_limit);
    f.number("overlap.gradient_bucket", o.gradient_bucket);
    f.number("overlap.data_parallel", o.data_parallel);
    f.number("overlap.tensor_parallel_exposed", o.tensor_parallel_exposed);
    f.number("power.knee", p.knee);
    f.number("power.exponent", p.exponent);
    f.number("power.leakage", p.leakage);
    f.number("power.compute_utilisation", p.compute_utilisation);
    f.number("power.communication_utilisation", p.communication_utilisation);
    f.list("power.psu_load", p.psu_load);
    f.list("power.psu_efficiency", p.psu_efficiency);
}

} // namespace

std::optional<size_t> Defaults::generation(std::string_view architecture) {
    for (size_t i = 0; i < std::size(generation_names); ++i)
        if (architecture == generation_names[i]) return i;
    if (architecture == "blackwell-ultra") return 3;
    return std::nullopt;
}

const Figure* Defaults::figure(std::string_view path) const {
    const auto it = figures.find(path);
    return it == figures.end() ? nullptr : &it->second;
}

Result<Defaults> read_defaults(const nlohmann::json& value, std::string_view where) {
    Defaults out;
    if (!value.is_object()) return fail(std::string(where), "an object is expected", "write { … }");
    for (const auto& [group, members] : value.items()) {
        if (!members.is_object())
            return fail(fmt::format("{}/{}", where, group), "an object is expected", "write { … }");
        for (const auto& [key, entry] : members.items()) {
            const std::string at = fmt::format("{}/{}/{}", where, group, key);
            JsonFields fields(entry, at);
            fields.require({"value", "status", "source"});
            fields.only({"value", "unit", "status", "source", "note"});
            const auto status = status_named(fields.text("status"));
            if (!status || *status == Status::unknown)
                fields.fail_at("status", "unknown status",
                               "use confirmed, derived, from_memory or judgement");
            const auto scale = si_scale(fields.text("unit"));
            if (!scale) fields.fail_at("unit", "unknown unit", "use s, us, ns, GB/s, MB, W, °C or none");
            Figure like{{}, status.value_or(Status::unknown), fields.text("source"), fields.text("note")};
            if (fields.error()) return tl::unexpected(*fields.error());
            if (auto ok =
                    flatten(out, *fields.member("value"), group + "." + key, *scale, like, at + "/value");
                !ok)
                return tl::unexpected(ok.error());
        }
    }
    Filler filler(out, where);
    fill(filler, out.collectives);
    fill(filler, out.topology, out.stragglers, out.failures);
    fill(filler, out.convergence);
    fill(filler, out.regimes, out.overlap, out.power);
    if (filler.error()) return tl::unexpected(*filler.error());
    return out;
}

} // namespace roofrack
