// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/calculon_plan.h"

#include "core/base/units/saturated.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

Precision precision_of(const std::string& datatype) {
    if (datatype == "float8") return Precision::fp8;
    if (datatype == "bfloat16") return Precision::bf16;
    return datatype == "float32" ? Precision::fp32 : Precision::fp16;
}

const char* datatype_of(Precision precision) {
    switch (precision) {
    case Precision::fp32:
    case Precision::tf32: return "float32";
    case Precision::fp16: return "float16";
    case Precision::bf16: return "bfloat16";
    case Precision::fp8:
    case Precision::nvfp4: break;
    }
    return "float8";
}

} // namespace

ModelSpec model_of(const CalculonApplication& application, const CalculonExecution& execution) {
    TransformerShape shape;
    shape.layers = application.num_blocks;
    shape.hidden = application.hidden;
    shape.heads = application.attn_heads;
    shape.kv_heads = execution.attention_type == "multiquery" ? 1 : shape.heads;
    if (application.attn_size * shape.heads != shape.hidden) shape.head_dim = application.attn_size;
    shape.ffn = application.feedforward;
    shape.vocab = calculon_vocabulary;
    shape.tied_embeddings = true;
    ModelSpec model;
    model.id = application.name.empty() ? "calculon" : application.name;
    model.name = model.id;
    model.transformer = shape;
    model.default_sequence = application.seq_size;
    model.source = "Calculon application";
    return model;
}

Workload workload_of(const CalculonApplication& application, const CalculonExecution& execution) {
    Workload out;
    out.inline_model = model_of(application, execution);
    out.model = out.inline_model->id;
    out.sequence = application.seq_size;
    out.global_batch = execution.batch_size;
    return out;
}

Plan plan_of(const CalculonExecution& e) {
    Plan plan;
    plan.tp = e.tensor_par;
    plan.pp = e.pipeline_par;
    plan.vpp = e.pipeline_interleaving;
    plan.dp = e.data_par;
    plan.micro_batch = e.microbatch_size;
    plan.zero = e.optimizer_sharding ? 1 : 0;
    plan.sequence_parallel = e.tensor_par_comm_type == "rs_ag";
    plan.tp_overlap = e.tensor_par_overlap != "none";
    plan.dp_overlap = e.data_par_overlap;
    plan.recompute = e.activation_recompute == "full"        ? Recompute::full
                     : e.activation_recompute == "attn_only" ? Recompute::selective
                                                             : Recompute::none;
    plan.schedule = e.pipeline_interleaving > 1 ? Schedule::interleaved : Schedule::one_f_one_b;
    plan.precision = precision_of(e.datatype);
    // Attention with its score matrix in memory, as Calculon counts it.
    plan.software = "megatron-lm";
    plan.placement = "tp-cp-pp-dp"; // Llm.Execution.get_peers_json
    return plan;
}

std::vector<Diagnostic> calculon_losses(const CalculonExecution& e, const std::string& where) {
    std::vector<Diagnostic> out;
    const auto lost = [&](bool is, const char* key, std::string what) {
        if (is)
            out.push_back({fmt::format("{}#/{}", where, key), std::move(what),
                           "kept for the export, not part of the prediction"});
    };
    lost(!e.fused_activation, "fused_activation", "activations that are not fused");
    lost(e.tensor_par_comm_type == "p2p_rs_ag", "tensor_par_comm_type",
         "reduce-scatter and all-gather around the pipeline's sends only: read as all-reduce");
    lost(e.tensor_par_overlap != "none", "tensor_par_overlap",
         fmt::format("the kind of overlap, '{}': read as overlapped", e.tensor_par_overlap));
    lost(e.seq_par_ag_redo, "seq_par_ag_redo", "all-gathers repeated in the backward pass");
    lost(e.weight_offload, "weight_offload", "weights offloaded to the host's memory");
    lost(e.activations_offload, "activations_offload", "activations offloaded to the host's memory");
    lost(e.optimizer_offload, "optimizer_offload", "optimizer state offloaded to the host's memory");
    return out;
}

CalculonApplication application_of(const ModelSpec& model, double sequence,
                                   std::vector<Diagnostic>& warnings) {
    const TransformerShape& shape = *model.transformer;
    CalculonApplication out;
    out.name = model.id;
    out.hidden = shape.hidden;
    out.seq_size = sequence;
    out.attn_heads = shape.heads;
    out.attn_size = std::round(shape.mla.kv_rank > 0 ? value_width(shape) : head_width(shape));
    out.num_blocks = shape.layers;
    const auto warn = [&](std::string what, std::string fix) {
        warnings.push_back({"/workload/model", std::move(what), std::move(fix)});
    };
    double width = shape.ffn;
    if (shape.moe.experts > 0) {
        double sum = 0;
        for (int layer = 0; layer < shape.layers; ++layer)
            sum += is_moe_layer(shape, layer)
                       ? (shape.moe.top_k + shape.moe.shared_experts) * shape.moe.expert_ffn
                       : shape.ffn;
        width = sum / shape.layers;
        warn(fmt::format("Calculon knows no experts: written as a dense model of the width that a token "
                         "meets, {:.0f}",
                         width),
             "read its memory and its collectives with that in mind");
    }
    if (shape.gated_ffn) {
        width *= 1.5;
        warn("Calculon knows two feed-forward matrices, not three: written 1.5 times as wide",
             "parameters and FLOPs are the same");
    }
    out.feedforward = std::round(width);
    if (shape.kv_heads != shape.heads && shape.kv_heads != 1)
        warn(fmt::format("Calculon knows no groups of {} key-value heads: written with {}", shape.kv_heads,
                         shape.heads),
             "its keys and values are larger than the model's");
    if (shape.mla.kv_rank > 0)
        warn("Calculon knows no latent attention", "written with ordinary heads of the same width");
    if (shape.window > 0) warn("Calculon knows no sliding window", "its attention sees the whole sequence");
    if (shape.recurrent.layers > 0 || !(layer_mix(shape) == LayerMix{}))
        warn("Calculon knows layers of attention and a feed-forward part only",
             "every layer is written with both");
    if (shape.lora.rank > 0) warn("Calculon knows no adapters", "it trains every weight");
    if (shape.encoder.layers > 0) warn("Calculon knows decoders only", "its attention is causal");
    if (shape.vocab != calculon_vocabulary || !shape.tied_embeddings)
        warn(fmt::format("Calculon's files name no vocabulary ({:.0f} here)", shape.vocab),
             "it costs neither the embedding nor the logits");
    return out;
}

CalculonExecution execution_of(const ModelSpec& model, const Plan& plan, double global_batch,
                               const CalculonExecution& before, std::vector<Diagnostic>& warnings) {
    CalculonExecution out = before;
    const auto warn = [&](const char* key, std::string what, std::string fix) {
        warnings.push_back({fmt::format("/plan/{}", key), std::move(what), std::move(fix)});
    };
    out.tensor_par = plan.tp;
    out.pipeline_par = plan.pp;
    out.data_par = plan.dp * plan.cp;
    out.num_procs = out.tensor_par * out.pipeline_par * out.data_par;
    out.batch_size = saturated<int>(global_batch);
    out.microbatch_size = plan.micro_batch;
    out.datatype = datatype_of(plan.precision);
    out.attention_type =
        model.transformer->kv_heads == 1 && model.transformer->heads > 1 ? "multiquery" : "multihead";
    out.activation_recompute = plan.recompute == Recompute::full        ? "full"
                               : plan.recompute == Recompute::selective ? "attn_only"
                                                                        : "none";
    out.pipeline_interleaving = plan.pp > 1 ? plan.vpp : 1;
    out.optimizer_sharding = plan.zero >= 1 && out.data_par > 1;
    if (plan.sequence_parallel)
        out.tensor_par_comm_type = "rs_ag";
    else if (out.tensor_par_comm_type == "rs_ag")
        out.tensor_par_comm_type = "ar";
    if (!plan.tp_overlap || plan.tp == 1)
        out.tensor_par_overlap = "none";
    else if (out.tensor_par_overlap == "none")
        out.tensor_par_overlap = "ring";
    if (out.tensor_par_comm_type != "rs_ag" || plan.recompute == Recompute::full) out.seq_par_ag_redo = false;
    out.data_par_overlap = plan.dp_overlap && out.data_par > 1;

    if (plan.cp > 1)
        warn("cp",
             fmt::format("Calculon knows no context parallelism: {} ranks count as data-parallel", plan.cp),
             "set cp to 1 for an equal plan");
    if (plan.ep > 1) warn("ep", "Calculon knows no expert parallelism", "left out");
    if (static_cast<int64_t>(out.batch_size) % (static_cast<int64_t>(out.data_par) * plan.micro_batch) != 0)
        warn("cp", "the batch does not divide over Calculon's data-parallel ranks, which it asks for",
             "change the batch or the degrees");
    if (plan.zero >= 2)
        warn("zero", fmt::format("Calculon shards the optimizer only, not ZeRO stage {}", plan.zero),
             "written as sharded optimizer");
    if (plan.shard > 0) warn("shard", "Calculon shards over all data-parallel ranks", "left out");
    if (plan.recompute == Recompute::full && plan.recompute_layers > 0)
        warn("recompute_layers", "Calculon recomputes all layers or none", "written as all");
    if (plan.recompute == Recompute::full && (plan.recompute_share > 0 || plan.recompute_keeps > 0))
        warn("recompute_share", "Calculon recomputes layers whole", "written as whole");
    if (plan.schedule == Schedule::zb_1p || plan.schedule == Schedule::zb_2p)
        warn("schedule", "Calculon knows no zero-bubble schedule", "written as 1F1B");
    if (plan.precision == Precision::nvfp4 || plan.precision == Precision::tf32)
        warn("precision", fmt::format("Calculon knows no {}", name_of(plan.precision)),
             fmt::format("written as {}", out.datatype));
    if (plan.sync_every > 1) warn("sync_every", "Calculon reduces gradients every step", "left out");
    if (plan.hierarchical) warn("hierarchical", "Calculon adds gradients up in one", "left out");
    return out;
}

} // namespace roofrack
