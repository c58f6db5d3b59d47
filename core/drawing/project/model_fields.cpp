// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_fields.h"

#include "core/drawing/project/type_builder.h"

/// The keys of a model of one's own.
namespace roofrack::fields {

using enum Dimension;

void describe(TypeBuilder<MoeSpec>& v) {
    v.integer("experts", &MoeSpec::experts, Range{0, 1e6}, "0: dense");
    v.integer("top_k", &MoeSpec::top_k, Range{0, 1e6}, "experts a token");
    v.integer("shared_experts", &MoeSpec::shared_experts, Range{0, 1e6}, "experts that every token passes");
    v.number("expert_ffn", &MoeSpec::expert_ffn, ratio, Range{0, 1e9}, "width of one expert");
    v.integer("leading_dense_layers", &MoeSpec::leading_dense_layers, Range{0, 1e5},
              "first layers that stay dense");
    v.integer("interval", &MoeSpec::interval, Range{1, 1e5}, "every n-th layer is MoE");
    v.integer("layers", &MoeSpec::layers, Range{0, 1e5},
              "layers with experts, spread evenly; 0: by interval");
    v.number("latent", &MoeSpec::latent, ratio, Range{0, 1e9},
             "width that the routed experts see; 0: the model's");
    v.flag("bias", &MoeSpec::bias, "the experts' products add a vector an expert");
    v.flag("limited", &MoeSpec::limited, "their gated activation is cut to a range");
    v.integer("groups", &MoeSpec::groups, Range{0, 1e6}, "groups that the experts lie in; 0: none");
    v.integer("used_groups", &MoeSpec::used_groups, Range{0, 1e6}, "groups that a token's experts come from");
}

void describe(TypeBuilder<LatentAttention>& v) {
    v.number("q_rank", &LatentAttention::q_rank, ratio, Range{0, 1e9}, "query latent; 0: none");
    v.number("kv_rank", &LatentAttention::kv_rank, ratio, Range{0, 1e9},
             "latent of keys and values; 0: none");
    v.number("nope_dim", &LatentAttention::nope_dim, ratio, Range{0, 1e9}, "head's key without rotary part");
    v.number("rope_dim", &LatentAttention::rope_dim, ratio, Range{0, 1e9}, "rotary part of the key");
    v.number("value_dim", &LatentAttention::value_dim, ratio, Range{0, 1e9}, "head's value");
}

void describe(TypeBuilder<IndexedAttention>& v) {
    v.integer("heads", &IndexedAttention::heads, Range{0, 1e6}, "heads of the indexer");
    v.number("dim", &IndexedAttention::dim, ratio, Range{0, 1e6}, "width of one");
    v.number("top_k", &IndexedAttention::top_k, ratio, Range{0, 1e9}, "tokens that a token reads; 0: all");
}

void describe(TypeBuilder<FullAttention>& v) {
    v.integer("layers", &FullAttention::layers, Range{0, 1e5}, "layers without the window; 0: all are alike");
    v.integer("kv_heads", &FullAttention::kv_heads, Range{0, 1e6}, "their key-value heads");
    v.number("head_dim", &FullAttention::head_dim, ratio, Range{0, 1e6}, "width of their heads");
    v.flag("shared_values", &FullAttention::shared_values, "keys serve as values too");
}

void describe(TypeBuilder<RecurrentMixer>& v) {
    v.integer("layers", &RecurrentMixer::layers, Range{0, 1e5}, "layers that have it in place of attention");
    v.choice("kind", &RecurrentMixer::kind, recurrence_kinds, "state space (Mamba-2) or gated delta rule");
    v.integer("heads", &RecurrentMixer::heads, Range{0, 1e6}, "value heads");
    v.number("head_dim", &RecurrentMixer::head_dim, ratio, Range{0, 1e6}, "width of one");
    v.integer("key_heads", &RecurrentMixer::key_heads, Range{0, 1e6}, "key heads, groups of a state space");
    v.number("key_dim", &RecurrentMixer::key_dim, ratio, Range{0, 1e6}, "width of one, the state's size");
    v.number("convolution", &RecurrentMixer::convolution, ratio, Range{0, 1e3}, "taps of the convolution");
    v.number("chunk", &RecurrentMixer::chunk, ratio, Range{1, 1e6},
             "tokens that are multiplied as one block");
}

void describe(TypeBuilder<LoraSpec>& v) {
    v.number("rank", &LoraSpec::rank, ratio, Range{0, 1e6}, "0: every weight is trained");
    v.flag("attention", &LoraSpec::attention, "adapters on the attention's matrices");
    v.flag("output", &LoraSpec::output, "on its output projection too");
    v.flag("ffn", &LoraSpec::ffn, "adapters on the feed-forward matrices");
    v.flag("dropout", &LoraSpec::dropout, "dropout of the adapters' inputs");
    v.integer("base_bits", &LoraSpec::base_bits, Range{0, 16},
              "of the frozen weights: 4 (QLoRA), 8 or 16; 0: as they are multiplied");
}

void describe(TypeBuilder<EncoderSpec>& v) {
    v.integer("layers", &EncoderSpec::layers, Range{0, 1e5}, "layers that see the whole sequence; 0: none");
    v.number("target_share", &EncoderSpec::target_share, ratio, Range{0, 1e6},
             "decoder tokens / encoder tokens");
}

void describe(TypeBuilder<TransformerShape>& v) {
    v.integer(required("layers"), &TransformerShape::layers, Range{1, 1e5}, "layers");
    v.number(required("hidden"), &TransformerShape::hidden, ratio, Range{1, 1e9}, "model width");
    v.integer(required("heads"), &TransformerShape::heads, Range{1, 1e6}, "attention heads");
    v.integer("kv_heads", &TransformerShape::kv_heads, Range{0, 1e6}, "left out: as many as heads");
    v.number("head_dim", &TransformerShape::head_dim, ratio, Range{0, 1e6}, "left out: hidden / heads");
    v.number(required("ffn"), &TransformerShape::ffn, ratio, Range{1, 1e9}, "feed-forward width");
    v.number(required("vocab"), &TransformerShape::vocab, ratio, Range{1, 1e9}, "vocabulary");
    v.flag("gated_ffn", &TransformerShape::gated_ffn, "SwiGLU, GeGLU: three matrices");
    v.flag("tied_embeddings", &TransformerShape::tied_embeddings, "one matrix for input and output");
    v.number("window", &TransformerShape::window, ratio, Range{0, 1e9}, "sliding window; 0: none");
    v.integer("window_interval", &TransformerShape::window_interval, Range{-1e5, 1e5},
              "every n-th layer has the window; -n: every n-th has none");
    v.integer("attention_layers", &TransformerShape::attention_layers, Range{-1, 1e5},
              "layers with attention; -1: all without a recurrent mixer");
    v.integer("ffn_layers", &TransformerShape::ffn_layers, Range{-1, 1e5},
              "layers with a feed-forward part; -1: all");
    v.flag("gated_attention", &TransformerShape::gated_attention, "a gate on the attention's output");
    v.object("moe", &TransformerShape::moe, "mixture of experts");
    v.object("mla", &TransformerShape::mla, "multi-head latent attention");
    v.object("indexed", &TransformerShape::indexed, "attention to tokens that an indexer chooses");
    v.object("full", &TransformerShape::full, "layers without the window, of heads of their own");
    v.object("recurrent", &TransformerShape::recurrent, "state space or linear attention");
    v.object("lora", &TransformerShape::lora, "adapters beside frozen weights");
    v.object("encoder", &TransformerShape::encoder, "layers that see the whole sequence");
}

void describe(TypeBuilder<GenericProfile>& v) {
    using P = GenericProfile;
    v.number(required("parameters"), &P::parameters, ratio, Range{0, 1e15}, "trained parameters");
    v.number("flops_per_sample", &P::flops_per_sample, Dimension::flops, any_amount, "forward and backward");
    v.number("bytes_per_sample", &P::bytes_per_sample, bytes, any_amount,
             "HBM traffic under the arithmetic, forward and backward");
    v.number("elementwise_bytes_per_sample", &P::elementwise_bytes_per_sample, bytes, any_amount,
             "HBM traffic of norms, activations and gathers, between it");
    v.number("activation_bytes_per_sample", &P::activation_bytes_per_sample, bytes, any_amount,
             "held between forward and backward");
    v.number("input_bytes_per_sample", &P::input_bytes_per_sample, bytes, any_amount, "read from storage");
    v.number("kernels_per_step", &P::kernels_per_step, ratio, any_amount, "kernel launches a step");
    v.number("serial_per_step", &P::serial_per_step, time, any_amount, "host work that no GPU shortens");
    v.number("compute_per_step", &P::compute_per_step, time, any_amount,
             "measured on one GPU; 0: from the roofline");
    v.number("measured_samples", &P::measured_samples, ratio, any_amount,
             "that were measured; 0: a GPU's share of the batch as drawn");
    v.number("gradient_bits", &P::gradient_bits, ratio, Range{1, 64}, "width of the reduced gradients");
    v.number("gemm_efficiency", &P::gemm_efficiency, ratio, share, "share of peak; 0: the accelerator's own");
}

void describe(TypeBuilder<ModelSpec>& v) {
    v.text("id", &ModelSpec::id, "short name");
    v.text("name", &ModelSpec::name, "label");
    v.object("transformer", &ModelSpec::transformer, "decoder-only transformer");
    v.object("generic", &ModelSpec::generic, "anything else, by its measured profile");
    v.number("published_parameters", &ModelSpec::published_parameters, ratio, Range{0, 1e15},
             "as its authors print them; a check only");
    v.number("default_sequence", &ModelSpec::default_sequence, ratio, Range{1, 1e9}, "tokens");
    v.text("source", &ModelSpec::source, "where it was read");
    v.text("note", &ModelSpec::note, "remark");
}

} // namespace roofrack::fields
