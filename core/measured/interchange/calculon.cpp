// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/calculon.h"

#include "core/base/units/json_fields.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

constexpr double most_layers = 10'000, most_width = 10e6, most_processors = 1e6, most_sequence = 1e9;

/// A whole number from `low` to `high`.
int whole(JsonFields& fields, std::string_view key, double low, double high, int fallback = 0) {
    const int value = fields.count(key, fallback);
    if (!fields.error() && (value < low || value > high))
        fields.fail_at(key, fmt::format("{} is out of range", value),
                       fmt::format("give {:.0f} to {:.0f}", low, high));
    return value;
}

double above_zero(JsonFields& fields, std::string_view key, double high) {
    const double value = fields.quantity(key, Dimension::number);
    if (!fields.error() && !(value > 0 && value <= high))
        fields.fail_at(key, fmt::format("{:g} is out of range", value),
                       fmt::format("give a number above 0 and up to {:g}", high));
    return value;
}

std::string one_of(JsonFields& fields, std::string_view key, std::initializer_list<std::string_view> names,
                   std::string_view fallback) {
    const std::string value = fields.text(key, fallback);
    if (!fields.error() && std::ranges::find(names, value) == names.end())
        fields.fail_at(key, fmt::format("Calculon knows no '{}' here", value),
                       fmt::format("use one of: {}", fmt::join(names, ", ")));
    return value;
}

void read_matrix(const nlohmann::json& matrix, const std::string& where, CalculonSystem& system,
                 std::optional<Diagnostic>& error) {
    JsonFields fields(matrix, where);
    // Before December 2022 one rate stood for every data type.
    if (fields.has("tflops")) system.matrix_tflops[1] = above_zero(fields, "tflops", 1e9);
    for (size_t i = 0; i < std::size(calculon_datatypes); ++i)
        if (const nlohmann::json* type = fields.member(calculon_datatypes[i])) {
            JsonFields inner(*type, fields.where(calculon_datatypes[i]));
            inner.require({"tflops"});
            if (!inner.error()) system.matrix_tflops[i] = above_zero(inner, "tflops", 1e9);
            if (inner.error() && !error) error = inner.error();
        }
    if (!fields.error() && !error &&
        std::ranges::all_of(system.matrix_tflops, [](double x) { return x <= 0; }))
        fields.fail_at("float16", "the matrix engine has no rate", "give \"float16\": {\"tflops\": …}");
    if (fields.error() && !error) error = fields.error();
}

void read_networks(const nlohmann::json& networks, const std::string& where, CalculonSystem& system,
                   std::optional<Diagnostic>& error) {
    constexpr size_t most_networks = 16;
    if (!networks.is_array() || networks.empty() || networks.size() > most_networks) {
        if (!error) error = Diagnostic{where, "a list of 1 to 16 networks is expected", "write [{…}, …]"};
        return;
    }
    for (size_t i = 0; i < networks.size(); ++i) {
        JsonFields fields(networks[i], fmt::format("{}/{}", where, i));
        CalculonNetwork network;
        // Before August 2022 the key was "bw".
        network.bandwidth = above_zero(fields, fields.has("bw") ? "bw" : "bandwidth", 1e9);
        network.size = whole(fields, "size", 1, 2e9);
        if (fields.error() && !error) error = fields.error();
        system.networks.push_back(network);
    }
}

} // namespace

Result<CalculonFile> calculon_file(const Json& json, const std::string& where) {
    if (json.is_object()) {
        if (json.contains("num_procs")) return CalculonFile::execution;
        if (json.contains("matrix") || json.contains("networks")) return CalculonFile::system;
        if (json.contains("attn_heads") || json.contains("num_blocks")) return CalculonFile::application;
    }
    return fail(where, "is none of Calculon's application, execution and system files",
                "an application has attn_heads, an execution num_procs, a system matrix and networks");
}

Result<CalculonApplication> read_calculon_application(const Json& json, const std::string& where) {
    const nlohmann::json object = json;
    JsonFields fields(object, where);
    fields.require({"hidden", "feedforward", "seq_size", "attn_heads", "attn_size", "num_blocks"});
    CalculonApplication out;
    if (!fields.error()) {
        out.hidden = whole(fields, "hidden", 1, most_width);
        out.feedforward = whole(fields, "feedforward", 1, most_width);
        out.seq_size = whole(fields, "seq_size", 1, most_sequence);
        out.attn_heads = whole(fields, "attn_heads", 1, most_width);
        out.attn_size = whole(fields, "attn_size", 1, most_width);
        out.num_blocks = whole(fields, "num_blocks", 1, most_layers);
    }
    if (fields.error()) return tl::unexpected(*fields.error());
    return out;
}

Result<CalculonExecution> read_calculon_execution(const Json& json, const std::string& where) {
    const nlohmann::json object = json;
    JsonFields fields(object, where);
    fields.require({"num_procs", "tensor_par", "pipeline_par", "data_par", "batch_size", "microbatch_size"});
    CalculonExecution out;
    if (fields.error()) return tl::unexpected(*fields.error());
    out.num_procs = whole(fields, "num_procs", 1, most_processors);
    out.tensor_par = whole(fields, "tensor_par", 1, most_processors);
    out.pipeline_par = whole(fields, "pipeline_par", 1, most_processors);
    out.data_par = whole(fields, "data_par", 1, most_processors);
    out.tensor_par_net = whole(fields, "tensor_par_net", 0, 16);
    out.pipeline_par_net = whole(fields, "pipeline_par_net", 0, 16);
    out.data_par_net = whole(fields, "data_par_net", 0, 16);
    out.batch_size = whole(fields, "batch_size", 1, 1e9);
    out.microbatch_size = whole(fields, "microbatch_size", 1, most_processors);
    out.datatype = one_of(fields, "datatype", {"float8", "float16", "bfloat16", "float32"}, out.datatype);
    out.fused_activation = fields.flag("fused_activation", out.fused_activation);
    out.attention_type = one_of(fields, "attention_type", {"multihead", "multiquery"}, out.attention_type);
    out.activation_recompute =
        one_of(fields, "activation_recompute", {"full", "attn_only", "none"}, out.activation_recompute);
    out.pipeline_interleaving = whole(fields, "pipeline_interleaving", 1, most_layers, 1);
    out.optimizer_sharding = fields.flag("optimizer_sharding");
    out.tensor_par_comm_type =
        one_of(fields, "tensor_par_comm_type", {"ar", "p2p_rs_ag", "rs_ag"}, out.tensor_par_comm_type);
    // Before the overlap had kinds it was true or false.
    if (const nlohmann::json* overlap = fields.member("tensor_par_overlap"); overlap && overlap->is_boolean())
        out.tensor_par_overlap = overlap->get<bool>() ? "ring" : "none";
    else
        out.tensor_par_overlap =
            one_of(fields, "tensor_par_overlap", {"none", "ring", "pipe"}, out.tensor_par_overlap);
    out.seq_par_ag_redo = fields.flag("seq_par_ag_redo");
    out.data_par_overlap = fields.flag("data_par_overlap");
    out.weight_offload = fields.flag("weight_offload");
    out.activations_offload = fields.flag("activations_offload");
    out.optimizer_offload = fields.flag("optimizer_offload");
    out.training = fields.flag("training", true);
    const double product = static_cast<double>(out.tensor_par) * out.pipeline_par * out.data_par;
    if (!fields.error() && product != out.num_procs)
        fields.fail_at(
            "num_procs",
            fmt::format("{} processors are not tensor · pipeline · data = {:.0f}", out.num_procs, product),
            "make the degrees multiply to num_procs");
    if (!fields.error() && !out.training)
        fields.fail_at("training", "is an estimate of inference", "import an execution with training: true");
    if (fields.error()) return tl::unexpected(*fields.error());
    return out;
}

Result<CalculonSystem> read_calculon_system(const Json& json, const std::string& where) {
    const nlohmann::json object = json;
    JsonFields fields(object, where);
    fields.require({"matrix", "mem1", "networks"});
    if (fields.error()) return tl::unexpected(*fields.error());
    CalculonSystem out;
    std::optional<Diagnostic> error;
    read_matrix(*fields.member("matrix"), fields.where("matrix"), out, error);
    JsonFields hbm(*fields.member("mem1"), fields.where("mem1"));
    out.mem1_gib = above_zero(hbm, "GiB", 1e9);
    out.mem1_gbps = above_zero(hbm, "GBps", 1e9);
    if (hbm.error() && !error) error = hbm.error();
    if (const nlohmann::json* host = fields.member("mem2")) {
        JsonFields inner(*host, fields.where("mem2"));
        out.mem2_gbps = inner.quantity("GBps", Dimension::number);
        if (inner.error() && !error) error = inner.error();
    }
    read_networks(*fields.member("networks"), fields.where("networks"), out, error);
    if (error) return tl::unexpected(*error);
    return out;
}

Json calculon_json(const CalculonApplication& a) {
    return {{"hidden", static_cast<int64_t>(a.hidden)},
            {"feedforward", static_cast<int64_t>(a.feedforward)},
            {"seq_size", static_cast<int64_t>(a.seq_size)},
            {"attn_heads", a.attn_heads},
            {"attn_size", static_cast<int64_t>(a.attn_size)},
            {"num_blocks", a.num_blocks}};
}

Json calculon_json(const CalculonExecution& e) {
    return {{"num_procs", e.num_procs},
            {"tensor_par", e.tensor_par},
            {"pipeline_par", e.pipeline_par},
            {"data_par", e.data_par},
            {"tensor_par_net", e.tensor_par_net},
            {"pipeline_par_net", e.pipeline_par_net},
            {"data_par_net", e.data_par_net},
            {"batch_size", e.batch_size},
            {"microbatch_size", e.microbatch_size},
            {"datatype", e.datatype},
            {"fused_activation", e.fused_activation},
            {"attention_type", e.attention_type},
            {"activation_recompute", e.activation_recompute},
            {"pipeline_interleaving", e.pipeline_interleaving},
            {"optimizer_sharding", e.optimizer_sharding},
            {"tensor_par_comm_type", e.tensor_par_comm_type},
            {"tensor_par_overlap", e.tensor_par_overlap},
            {"seq_par_ag_redo", e.seq_par_ag_redo},
            {"data_par_overlap", e.data_par_overlap},
            {"weight_offload", e.weight_offload},
            {"activations_offload", e.activations_offload},
            {"optimizer_offload", e.optimizer_offload},
            {"training", e.training}};
}

} // namespace roofrack
