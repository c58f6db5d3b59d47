// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/constants/defaults.h"

#include "core/constants/embedded.h"
#include "core/constants/file_unit.h"
#include "core/units/json_fields.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr std::string_view generation_names[] = {"ampere", "hopper", "blackwell"};

/// Puts every number under `value` into the table of figures.
Result<void> flatten(Defaults& out, const nlohmann::json& value, const std::string& path, double scale,
                     const Constant& like, const std::string& where) {
    if (value.is_number()) {
        Constant figure = like;
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

/// Moves the figures of one group into its struct; the first missing one stays as the error.
class Filler {
public:
    Filler(const Defaults& from, std::string_view where)
        : m_from(from)
        , m_where(where) {}
    const std::optional<Diagnostic>& error() const { return m_error; }
    void begin(std::string_view group) { m_group = group; }

    /// A number or a quantity; a list or a table element by element.
    template<class T>
    void read(std::string_view key, T& into) {
        const std::string path = fmt::format("{}.{}", m_group, key);
        if (const Constant* figure = m_from.figure(path))
            into = T(figure->value);
        else if (!m_error)
            m_error =
                Diagnostic{std::string(m_where), fmt::format("the constant '{}' is missing", path), "add it"};
    }
    template<class T, size_t N>
    void read(std::string_view key, std::array<T, N>& into) {
        for (size_t i = 0; i < N; ++i) read(fmt::format("{}.{}", key, i), into[i]);
    }
    void generations(std::string_view key, Defaults::Generations& into) {
        for (size_t i = 0; i < into.size(); ++i)
            read(fmt::format("{}.{}", key, generation_names[i]), into[i]);
    }
    void hops(std::string_view key, Defaults::HopLatencies& into) {
        read(fmt::format("{}.ring", key), into.ring);
        read(fmt::format("{}.tree", key), into.tree);
        read(fmt::format("{}.collnet_direct", key), into.collnet_direct);
    }

private:
    const Defaults& m_from;
    std::string_view m_where, m_group;
    std::optional<Diagnostic> m_error;
};

void fill(Filler& f, Defaults::Collectives& c) {
    f.begin("collectives");
    f.read("base_latency.ring", c.base_ring);
    f.read("base_latency.tree", c.base_tree);
    f.read("base_latency.pat", c.base_pat);
    f.hops("hop_latency.nvlink", c.nvlink);
    f.hops("hop_latency.pci", c.pci);
    f.hops("hop_latency.net", c.net);
    f.read("hop_latency.nvlink.nvls", c.nvlink_nvls);
    f.read("hop_latency.net.nvls_tree", c.net_nvls_tree);
    f.read("hop_latency.net.pat", c.net_pat);
    f.read("ring_simple_multinode_plateau", c.ring_plateau);
    f.generations("nvlink_rate_per_link", c.nvlink_rate_per_link);
    f.generations("nvlink_nominal_per_link", c.nvlink_nominal_per_link);
    f.generations("nvlink_links", c.nvlink_links);
    f.read("nvls_rate_share", c.nvls_rate_share);
    f.read("nvls_efficiency.hopper", c.nvls_hopper);
    f.read("nvls_efficiency.blackwell", c.nvls_blackwell);
    f.read("nvls_chunk", c.nvls_chunk);
    f.read("nvls_channels", c.nvls_channels);
    f.read("protocol_factor.ring_ll", c.ring_factor[0]);
    f.read("protocol_factor.ring_ll128", c.ring_factor[1]);
    c.ring_factor[2] = 1;
    f.read("protocol_factor.tree_ll", c.tree_factor[0]);
    f.read("protocol_factor.tree_ll128_multi_node", c.tree_factor[1]);
    f.read("protocol_factor.tree_simple", c.tree_factor[2]);
    c.tree_factor_one_node = c.tree_factor;
    f.read("protocol_factor.tree_ll128_one_node", c.tree_factor_one_node[1]);
    f.read("protocol_factor.pat", c.pat_factor);
    f.read("tree_size_correction.ll", c.tree_size_correction[0]);
    f.read("tree_size_correction.ll128", c.tree_size_correction[1]);
    f.read("tree_size_correction.simple", c.tree_size_correction[2]);
    f.read("slice", c.slice);
    f.read("channel_rate", c.channel_rate);
    f.read("first_slice", c.first_slice);
    f.read("tree_chunk", c.tree_chunk);
    f.read("tree_channels", c.tree_channels);
    f.read("tree_least_chunks", c.tree_least_chunks);
    f.read("rendezvous_size", c.rendezvous_size);
    f.read("rendezvous_ll", c.rendezvous_ll);
    f.read("collnet_share", c.collnet_share);
    f.read("collnet_peer", c.collnet_peer);
    f.read("pat_overlap", c.pat_overlap);
    f.read("pat_rank", c.pat_rank);
    f.read("nic_efficiency.infiniband_400g", c.nic_400g);
    f.read("nic_efficiency.infiniband_200g", c.nic_200g);
    f.read("link_share.nvlink", c.nvlink_share);
    f.read("link_share.pcie", c.pcie_share);
    f.read("link_share.omnipath", c.omnipath_share);
    f.read("link_share.other", c.other_share);
    f.read("mesh_share", c.mesh_share);
    f.read("all_to_all_efficiency.eight_rails", c.all_to_all_rails);
    f.read("all_to_all_efficiency.dragonfly", c.all_to_all_dragonfly);
    f.read("gradient_bucket", c.gradient_bucket);
}

void fill(Filler& f, Defaults::Topology& t) {
    f.begin("topology");
    f.read("routing_factor.ecmp", t.routing_ecmp);
    f.read("routing_factor.qp_hash", t.routing_qp_hash);
    f.read("routing_factor.adaptive", t.routing_adaptive);
    f.read("torus_hop_latency", t.torus_hop);
    f.read("nic_latency", t.nic_latency);
    f.read("switch_latency.infiniband", t.switch_infiniband);
    f.read("switch_latency.ethernet", t.switch_ethernet);
    f.read("site_latency", t.site_latency);
    f.read("pcie_latency", t.pcie_latency);
    f.read("host_link_rate", t.host_link);
}

void fill(Filler& f, Defaults::Stragglers& s, Defaults::Failures& v, Defaults::Convergence& c,
          Defaults::Regimes& r) {
    f.begin("stragglers");
    f.read("iid_rank_step_cv", s.iid_cv);
    f.read("persistent_rank_cv", s.persistent_cv);
    f.read("sequence_imbalance_cv", s.imbalance_cv);
    f.read("slow_gpu.chance", s.slow_chance);
    f.read("slow_gpu.speed", s.slow_speed);
    f.begin("failures");
    f.read("rate_per_1000_node_days", v.rate_per_1000_node_days);
    f.read("rate_of_ampere_per_1000_node_days", v.rate_of_ampere);
    f.read("restart", v.restart);
    f.read("restart_share.detect", v.restart_detect);
    f.read("restart_share.schedule", v.restart_schedule);
    f.read("start_up_per_1000_gpus", v.start_up_per_1000_gpus);
    f.read("cause_share.gpu", v.share_gpu);
    f.read("cause_share.hbm", v.share_hbm);
    f.read("cause_share.network", v.share_network);
    f.read("cause_share.host", v.share_host);
    f.read("cause_share.software", v.share_software);
    f.read("planned_stops_per_1000_node_days", v.planned_stops_per_1000_node_days);
    f.read("repair", v.repair);
    f.read("switch_rate_per_1000_days", v.switch_rate);
    f.read("rack_power_rate_per_1000_days", v.rack_power_rate);
    f.read("switch_repair", v.switch_repair);
    f.read("memory_recovers", v.memory_recovers);
    f.read("checkpoint_bytes_per_parameter", v.checkpoint_bytes_per_parameter);
    f.read("checkpoint_quiesce", v.checkpoint_quiesce);
    f.read("checkpoint_least_interval", v.checkpoint_least_interval);
    f.read("local_drive_rate", v.local_drives);
    f.begin("convergence");
    f.read("critical_batch_zhang.sequence", c.zhang_sequence);
    f.read("critical_batch_zhang.coefficient_data", c.zhang_data);
    f.read("critical_batch_zhang.exponent", c.zhang_exponent);
    f.read("critical_batch_zhang.overhead", c.zhang_overhead);
    f.read("critical_batch_kaplan.batch", c.kaplan_batch);
    f.read("critical_batch_kaplan.exponent", c.kaplan_exponent);
    f.read("critical_batch_kaplan.data", c.kaplan_data);
    f.read("critical_batch_kaplan.data_exponent", c.kaplan_data_exponent);
    f.read("critical_batch_bergsma.sequence", c.bergsma_sequence);
    f.read("critical_batch_bergsma.coefficient", c.bergsma_coefficient);
    f.read("critical_batch_bergsma.exponent", c.bergsma_exponent);
    f.begin("regimes");
    f.read("elasticity.linear", r.linear);
    f.read("elasticity.knee", r.knee);
    f.read("elasticity.hysteresis", r.hysteresis);
    f.read("span.smoothing", r.smoothing);
    f.read("span.narrowest", r.narrowest);
    f.read("span.least_fall", r.least_fall);
}

void fill(Filler& f, Defaults::MeasuredScaling& m) {
    f.begin("measured_scaling");
    f.read("noise.median", m.noise);
    f.read("noise.spread", m.noise_spread);
    f.read("overhead.ring_inside", m.ring_inside);
    f.read("overhead.ring_between", m.ring_between);
    f.read("overhead.logarithmic", m.logarithmic);
    f.read("overhead.linear", m.linear);
    f.read("chance.saturating", m.saturating_chance);
    f.read("chance.linear", m.linear_chance);
    f.read("node_gpus", m.node_gpus);
    f.read("reach", m.reach);
    f.read("metric_tolerance", m.metric_tolerance);
}

void fill(Filler& f, Defaults::MemoryWall& m) {
    f.begin("memory_wall");
    f.read("projected_growth.compute", m.compute);
    f.read("projected_growth.bandwidth", m.bandwidth);
    f.read("projected_growth.link", m.link);
    f.read("projected_years", m.years);
}

void fill(Filler& f, Defaults::Power& p) {
    f.begin("power");
    f.read("knee", p.knee);
    f.read("exponent", p.exponent);
    f.read("leakage", p.leakage);
    f.read("compute_utilisation", p.compute_utilisation);
    f.read("communication_utilisation", p.communication_utilisation);
    f.read("lowest_clock", p.lowest_clock);
    f.read("psu_load", p.psu_load);
    f.read("psu_efficiency", p.psu_efficiency);
    f.read("gemm_reference.ampere.tdp", p.ampere.tdp);
    f.read("gemm_reference.ampere.idle", p.ampere.idle);
    f.read("gemm_reference.hopper.tdp", p.hopper.tdp);
    f.read("gemm_reference.hopper.idle", p.hopper.idle);
    f.read("gpu_tdp", p.gpu_tdp);
    f.read("gpu_share_of_server", p.gpu_share_of_server);
    f.read("gpu_idle_share", p.gpu_idle_share);
    f.read("gpu_idle_temperature", p.gpu_idle);
    f.read("gpu_throttle_temperature", p.gpu_throttle);
    f.read("rated_junction", p.rated_junction);
    f.read("storage", p.storage);
    f.read("storage_per_byte", p.storage_per_byte);
    f.read("switch", p.switch_);
    f.read("optics", p.optics);
    f.read("optics_rate", p.optics_rate);
    f.read("server_per_gpu.cpu_idle", p.cpu_idle);
    f.read("server_per_gpu.cpu_max", p.cpu_max);
    f.read("server_per_gpu.memory", p.memory);
    f.read("server_per_gpu.nv_switch", p.nv_switch);
    f.read("server_per_gpu.other", p.other);
    f.read("nic", p.nic);
    f.read("fan_share", p.fan_share);
    f.read("installed_supplies", p.installed_supplies);
    f.read("cpu_utilisation", p.cpu_utilisation);
    f.read("least_flow", p.least_flow);
    f.read("server_rest_share.air", p.rest_air);
    f.read("server_rest_share.liquid", p.rest_liquid);
    f.read("without_supplies_and_fans", p.without_supplies_and_fans);
    f.read("server_max_over_tdp", p.server_max_over_tdp);
    f.read("server_without_gpus", p.server_without_gpus);
    f.read("power_factor", p.power_factor);
    f.read("continuous_share", p.continuous_share);
    f.read("ups_loss.constant", p.ups.constant);
    f.read("ups_loss.linear", p.ups.linear);
    f.read("ups_loss.square", p.ups.square);
    f.read("transformer_loss.constant", p.transformer.constant);
    f.read("transformer_loss.square", p.transformer.square);
}

void fill(Filler& f, Defaults::Cooling& c, Defaults::Plant& p) {
    f.begin("cooling");
    f.read("air_supply", c.air_supply);
    f.read("liquid_supply", c.liquid_supply);
    f.read("door_water", c.door_water);
    f.read("coil_approach", c.coil_approach);
    f.read("door_effectiveness", c.door_effectiveness);
    f.read("air_flow", c.air_flow);
    f.read("liquid_rise", c.liquid_rise);
    f.read("heat_sink_rise", c.heat_sink_rise);
    f.read("fan_exponent", c.fan_exponent);
    f.read("recirculation_leak", c.recirculation_leak);
    f.read("approach.liquid_to_liquid", c.liquid_to_liquid);
    f.read("approach.liquid_to_air", c.liquid_to_air);
    f.read("cold_plate_resistance", c.cold_plate_resistance);
    f.read("transport.air", c.air_transport);
    f.read("transport.liquid", c.liquid_transport);
    f.begin("plant");
    f.read("approach.tower", p.tower);
    f.read("approach.dry", p.dry);
    f.read("approach.adiabatic", p.adiabatic);
    f.read("loop_rise", p.loop_rise);
    f.read("pumps", p.pumps);
    f.read("fans.tower", p.tower_fans);
    f.read("fans.dry", p.dry_fans);
    f.read("fan_floor", p.fan_floor);
    f.read("lighting", p.lighting);
    f.read("margin", p.margin);
    f.read("transformer_margin", p.transformer_margin);
    f.read("chiller_carnot_share", p.chiller_carnot_share);
    f.read("chiller_evaporator", p.chiller_evaporator);
    f.read("chiller_condenser.water", p.condenser_water);
    f.read("chiller_condenser.air", p.condenser_air);
    f.read("chiller_least_lift", p.chiller_least_lift);
    f.read("chiller_part_load", p.chiller_part_load);
    f.read("chiller_least_load", p.chiller_least_load);
    f.read("water_cycles", p.water_cycles);
    f.read("latent_share", p.latent_share);
    f.read("wue.adiabatic", p.wue_adiabatic);
    f.read("wue.tower", p.wue_tower);
}

void fill(Filler& f, Defaults::Hall& h, Defaults::Memory& m, Defaults::Input& i, Defaults::Host& s) {
    f.begin("hall");
    f.read("rack_pitch", h.rack_pitch);
    f.read("row_pitch", h.row_pitch);
    f.read("racks_a_row", h.racks_a_row);
    f.read("usable_units", h.usable_units);
    f.read("up_to_tray", h.up_to_tray);
    f.read("in_rack", h.in_rack);
    f.read("slack", h.slack);
    f.begin("memory");
    f.read("context", m.context);
    f.read("communicator", m.communicator);
    f.begin("input");
    f.read("bytes_per_token", i.bytes_per_token);
    f.begin("host");
    for (const auto& [name, at] : {std::pair("volta", 0), std::pair("ampere", 1), std::pair("later", 2)}) {
        f.read(fmt::format("pcie_rate.{}", name), s.pcie_rate[static_cast<size_t>(at)]);
        f.read(fmt::format("memory_rate.{}", name), s.memory_rate[static_cast<size_t>(at)]);
    }
    f.read("pcie_share", s.pcie_share);
    f.read("grace.link", s.grace_link);
    f.read("grace.memory", s.grace_memory);
    f.read("grace_slowdown", s.grace_slowdown);
}

void fill(Filler& f, Defaults::Site& s, Defaults::Ownership& o) {
    f.begin("site");
    f.read("wet_bulb", s.wet_bulb);
    f.read("dry_bulb", s.dry_bulb);
    f.read("electricity_price", s.electricity_price);
    f.read("carbon_intensity", s.carbon_intensity);
    f.read("capex_per_gpu", s.capex_per_gpu);
    f.read("book_life", s.book_life);
    f.begin("ownership");
    f.read("interest", o.interest);
    f.read("residual", o.residual);
    f.read("colocation", o.colocation);
    f.read("operation", o.operation);
}

} // namespace

const Constant* Defaults::figure(std::string_view path) const {
    const auto it = figures.find(path);
    return it == figures.end() ? nullptr : &it->second;
}

const Defaults& Defaults::built_in() {
    static const Defaults defaults = [] {
        for (const EmbeddedFile& file : embedded_files()) {
            if (file.path != "resources/catalog/defaults.json") continue;
            auto json = parse_json_file(file.contents, file.path);
            auto read = json ? read_defaults((*json)["defaults"], file.path) : tl::unexpected(json.error());
            if (read) return std::move(*read);
            // The program was built with broken constants; their test would have said so.
            std::fprintf(stderr, "error: %s\n", read.error().text().c_str());
        }
        std::abort();
    }();
    return defaults;
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
            const FileUnit* const unit = file_unit(fields.text("unit"));
            if (!unit)
                fields.fail_at("unit", "unknown unit", "use one of core/constants/defaults.cpp, or none");
            const Constant like{0, std::string(unit ? unit->si : ""), status.value_or(Status::unknown),
                                fields.text("source"), fields.text("note")};
            if (fields.error()) return tl::unexpected(*fields.error());
            if (auto ok = flatten(out, *fields.member("value"), group + "." + key, unit ? unit->scale : 1,
                                  like, at + "/value");
                !ok)
                return tl::unexpected(ok.error());
        }
    }
    Filler filler(out, where);
    fill(filler, out.collectives);
    fill(filler, out.topology);
    fill(filler, out.stragglers, out.failures, out.convergence, out.regimes);
    fill(filler, out.measured_scaling);
    fill(filler, out.memory_wall);
    fill(filler, out.power);
    fill(filler, out.cooling, out.plant);
    fill(filler, out.hall, out.memory, out.input, out.host);
    fill(filler, out.site, out.ownership);
    if (filler.error()) return tl::unexpected(*filler.error());
    return out;
}

} // namespace roofrack
