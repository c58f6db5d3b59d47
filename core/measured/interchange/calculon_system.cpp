// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/calculon_system.h"

#include "core/base/units/saturated.h"
#include "core/step/collectives/collectives.h"
#include "core/step/cost/machine.h"
#include "core/step/cost/step.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

constexpr double giga = 1e9, tera = 1e12, gibi = 1024.0 * 1024 * 1024;

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// A JSON number without a fraction where there is none: 312, not 312.0.
Json number(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<int64_t>(value);
    return value;
}

void replace(Json& object, const char* key, double value, double before) {
    if (value > 0 && !(object.contains(key) && same(value, before))) object[key] = number(value);
}

/// Bandwidth that a collective of 1 GiB reaches ÷ the line's.
double share_of_line(const Fabric& fabric, double members, double stride, double rate) {
    if (members < 2 || rate <= 0) return 1;
    const GroupPath path = group_path(fabric, members, stride);
    const double bytes = gibi;
    const double bus = all_reduce_bus_bandwidth(bytes, all_reduce_time(bytes, path), members);
    return std::isfinite(bus) ? std::clamp(bus / rate, 0.01, 1.0) : 1;
}

Json network_json(double bandwidth, double size, double efficiency, double latency) {
    // Rings move (n−1)/n of the buffer, all-reduce twice (network.py: scalar, and offset in chunks of 1/n).
    return {{"bandwidth", number(bandwidth / giga)},
            {"efficiency", std::round(efficiency * 1e4) / 1e4},
            {"size", number(size)},
            {"latency", latency},
            {"ops",
             {{"p2p", {1.0, nullptr}},
              {"reduce_scatter", {1.0, -1}},
              {"all_gather", {1.0, -1}},
              {"all_reduce", {2.0, -1}}}},
            {"must_be_filled", false},
            {"processor_usage", 0.0}};
}

bool has_outer(const MachineFigures& figures) {
    return figures.outer_rate > 0 && figures.outer_rate < figures.scale_out_rate * (1 - 1e-9);
}

Json networks_json(const MachineFigures& figures, const Fabric& fabric) {
    Json out = Json::array();
    const FabricLevel& inner = fabric.levels.front();
    if (figures.domain > 1) {
        const GroupPath pair = group_path(fabric, 2, 1);
        out.push_back(network_json(figures.scale_up_rate, figures.domain,
                                   share_of_line(fabric, figures.domain, 1, figures.scale_up_rate),
                                   send_time(1, pair)));
    }
    if (figures.domain >= fabric.gpus) return out;
    const double stride = figures.domain;
    const double near = fabric.levels.size() > 1 ? fabric.levels[1].block_gpus : fabric.gpus;
    out.push_back(
        network_json(figures.scale_out_rate, fabric.gpus,
                     share_of_line(fabric, std::floor(near / stride), stride, figures.scale_out_rate),
                     inner.latency.si()));
    if (has_outer(figures))
        out.push_back(
            network_json(figures.outer_rate, fabric.gpus,
                         share_of_line(fabric, std::floor(fabric.gpus / stride), stride, figures.outer_rate),
                         fabric.levels.back().latency.si()));
    return out;
}

Json engine_json(double flops, double efficiency) {
    return {{"tflops", number(flops / tera)},
            {"gflops_efficiency", Json::array({Json::array({0, std::round(efficiency * 1e4) / 1e4})})}};
}

Json memory_json(double bytes, double rate, double efficiency) {
    return {{"GiB", number(bytes / gibi)},
            {"GBps", number(rate / giga)},
            {"MB_efficiency", Json::array({Json::array({0, std::round(efficiency * 1e4) / 1e4})})}};
}

double rate_of(const MachineFigures& figures, size_t datatype) {
    return datatype == 0 ? figures.dense_fp8 : datatype == 3 ? figures.dense_fp32 : figures.dense_bf16;
}

/// Replaces the rates of a matrix engine that differ from the figures.
void update_matrix(Json& matrix, const MachineFigures& figures, const MachineFigures& known) {
    if (matrix.contains("tflops"))
        return replace(matrix, "tflops", figures.dense_bf16 / tera, known.dense_bf16 / tera);
    for (size_t i = 0; i < std::size(calculon_datatypes); ++i)
        if (matrix.contains(calculon_datatypes[i]))
            replace(matrix[calculon_datatypes[i]], "tflops", rate_of(figures, i) / tera,
                    rate_of(known, i) / tera);
}

/// Adds the data types that the engines lack: `only` that one, or all (empty) whose rate is known.
void add_engines(Json& system, const MachineFigures& figures, double efficiency, const std::string& only) {
    for (size_t i = 0; i < std::size(calculon_datatypes); ++i) {
        const char* type = calculon_datatypes[i];
        double rate = rate_of(figures, i);
        if (only == type && rate <= 0) rate = figures.dense_bf16; // what the part runs it as
        if (rate <= 0 || (!only.empty() && only != type)) continue;
        if (!system["matrix"].contains(type)) system["matrix"][type] = engine_json(rate, efficiency);
        // Packed half-precision arithmetic has twice the FP32 rate, where that is known; element-wise
        // operators wait for HBM anyway.
        const double fp32 = figures.dense_fp32 > 0 ? figures.dense_fp32 : figures.dense_bf16 / 16;
        if (!system["vector"].contains(type))
            system["vector"][type] = engine_json((i == 3 ? 1 : 2) * fp32, 1);
    }
}

} // namespace

MachineFigures figures_of(const CalculonSystem& system, int processors) {
    MachineFigures out;
    out.dense_fp8 = system.matrix_tflops[0] * tera;
    out.dense_bf16 = std::max(system.matrix_tflops[1], system.matrix_tflops[2]) * tera;
    out.dense_fp32 = system.matrix_tflops[3] * tera;
    out.hbm_capacity = system.mem1_gib * gibi;
    out.hbm_rate = system.mem1_gbps * giga;
    out.host_link_rate = system.mem2_gbps * giga;
    size_t outer = 0;
    const CalculonNetwork& first = system.networks.front();
    if (system.networks.size() > 1 || (first.size >= processors && first.size <= 1024)) {
        out.domain = std::min<double>(first.size, processors);
        out.scale_up_rate = out.domain > 1 ? first.bandwidth * giga : 0;
        outer = 1;
    }
    if (outer < system.networks.size() && out.domain < processors) {
        out.scale_out_rate = system.networks[outer].bandwidth * giga;
        out.outer_rate = std::min(out.scale_out_rate, system.networks.back().bandwidth * giga);
    }
    return out;
}

std::vector<Diagnostic> calculon_system_losses(const Json& json, const std::string& where) {
    std::vector<Diagnostic> out;
    const auto lost = [&](const char* key, const char* what, const char* instead) {
        out.push_back({fmt::format("{}#/{}", where, key), what,
                       fmt::format("kept for the export; the prediction uses {}", instead)});
    };
    lost("matrix", "efficiencies by the size of an operation", "the GPU generation's own");
    if (json.contains("vector")) lost("vector", "the vector engine", "HBM traffic of element-wise operators");
    if (json.contains("mem2")) lost("mem2", "the host's memory", "its bandwidth as the GPU's host link");
    if (json.value("processing_mode", Json()) == "no_overlap")
        lost("processing_mode", "arithmetic and memory one after the other", "the larger of the two");
    lost("networks", "efficiency, latency, operations and processor usage", "NCCL's on the drawn fabric");
    if (json["networks"].size() > 3) lost("networks", "more than three tiers", "the first two and the last");
    return out;
}

Json calculon_system_json(const MachineFigures& figures, const Machine& machine, const Fabric& fabric,
                          const Json& before, const std::string& datatype,
                          std::vector<Diagnostic>& warnings) {
    Json out = before.is_object() ? before : Json::object();
    const auto read = read_calculon_system(out, "x-calculon");
    if (read) {
        const MachineFigures known = figures_of(*read, saturated<int>(fabric.gpus));
        update_matrix(out["matrix"], figures, known);
        if (!out["matrix"].contains("tflops") && out["vector"].is_object())
            add_engines(out, figures, machine.gemm_share, datatype);
        replace(out["mem1"], "GiB", figures.hbm_capacity / gibi, known.hbm_capacity / gibi);
        replace(out["mem1"], "GBps", figures.hbm_rate / giga, known.hbm_rate / giga);
        if (out.contains("mem2") && figures.host_link_rate > 0)
            replace(out["mem2"], "GBps", figures.host_link_rate / giga, known.host_link_rate / giga);
        const bool equal = same(figures.scale_up_rate, known.scale_up_rate) &&
                           figures.domain == known.domain &&
                           same(figures.scale_out_rate, known.scale_out_rate) &&
                           std::abs(figures.outer_rate - known.outer_rate) <= 1e-3 * known.outer_rate;
        if (!equal) out["networks"] = networks_json(figures, fabric);
        return out;
    }
    out = Json::object();
    out["matrix"] = out["vector"] = Json::object();
    add_engines(out, figures, machine.gemm_share, "");
    add_engines(out, figures, machine.gemm_share, datatype);
    out["mem1"] = memory_json(figures.hbm_capacity, figures.hbm_rate, machine.generation.hbm_share);
    out["mem2"] = memory_json(0, figures.host_link_rate > 0 ? figures.host_link_rate : giga, 1);
    warnings.push_back({"/cluster", "the size of the hosts' memory is not drawn",
                        "mem2 is written with 0 GiB, so that Calculon offloads nothing"});
    out["processing_mode"] = "roofline";
    out["networks"] = networks_json(figures, fabric);
    return out;
}

void assign_networks(CalculonExecution& execution, const Plan& plan, const MachineFigures& figures,
                     const Fabric& fabric) {
    const GroupStrides strides = group_strides(plan);
    const double near = fabric.levels.size() > 1 ? fabric.levels[1].block_gpus : fabric.gpus;
    const auto tier = [&](double stride, double members) {
        const int scale_out = figures.domain > 1 ? 1 : 0;
        const double extent = members > 1 ? stride * members : 1;
        if (scale_out == 1 && extent <= figures.domain) return 0;
        if (figures.domain >= fabric.gpus) return 0;
        return has_outer(figures) && extent > near ? scale_out + 1 : scale_out;
    };
    execution.tensor_par_net = tier(strides.tp, plan.tp);
    execution.pipeline_par_net = tier(strides.pp, plan.pp);
    execution.data_par_net = tier(std::min(strides.cp, strides.dp), static_cast<double>(plan.dp) * plan.cp);
}

} // namespace roofrack
