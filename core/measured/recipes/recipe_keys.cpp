// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recipes/recipe_keys.h"

#include "core/base/units/ascii_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace roofrack {

namespace {

constexpr double largest_setting = 1e9;

bool has_text(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The text of a setting and what it may be read as.
class RecipeValue {
public:
    explicit RecipeValue(std::string_view text)
        : m_text(text) {}

    std::string_view text() const { return m_text; }
    /// False also for what is switched off by its absence.
    bool is_given() const {
        const std::string low = lower(m_text);
        return !low.empty() && low != "none" && low != "null" && low != "???" && low != "~";
    }
    /// Also of a flag that anything follows: the script behind "--bf16" is not its value.
    bool truth() const { return !is_off(); }
    bool is_off() const {
        const std::string low = lower(m_text);
        return low == "false" || low == "0" || low == "no" || low == "off" || low == "[]" || low == "{}";
    }
    std::optional<double> number() const {
        double out = 0;
        const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), out);
        if (error != std::errc() || end != m_text.data() + m_text.size() ||
            !(std::abs(out) <= largest_setting))
            return std::nullopt;
        return out;
    }
    std::optional<int> count() const {
        const auto value = number();
        if (!value || *value < 1 || *value != std::floor(*value)) return std::nullopt;
        return static_cast<int>(*value);
    }

private:
    std::string_view m_text;
};

/// True where the value was understood.
using TakeSetting = bool (*)(RecipeDraft&, const RecipeValue&);

template<auto Member>
bool whole(RecipeDraft& d, const RecipeValue& v) {
    const auto count = v.count();
    if (count) d.run.*Member = *count;
    return count.has_value();
}
template<auto Member>
bool of_plan(RecipeDraft& d, const RecipeValue& v) {
    const auto count = v.count();
    if (count) d.run.plan.*Member = *count;
    return count.has_value();
}
template<auto Member>
bool of_shape(RecipeDraft& d, const RecipeValue& v) {
    const auto count = v.count();
    if (count) d.run.shape.*Member = *count;
    return count.has_value();
}
template<auto Member>
bool of_experts(RecipeDraft& d, const RecipeValue& v) {
    const auto count = v.count();
    if (count) d.run.shape.moe.*Member = *count;
    return count.has_value();
}
/// Megatron-DeepSpeed prints a list, "[1]" where there is none.
bool take_experts(RecipeDraft& d, const RecipeValue& v) {
    std::string_view text = v.text();
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    const auto count = RecipeValue(text).count();
    if (count) d.run.shape.moe.experts = *count > 1 ? *count : 0;
    return count.has_value();
}
template<auto Member>
bool of_draft(RecipeDraft& d, const RecipeValue& v) {
    const auto count = v.count();
    if (count) d.*Member = *count;
    return count.has_value();
}
template<auto Member>
bool flag(RecipeDraft& d, const RecipeValue& v) {
    d.run.plan.*Member = v.truth();
    return true;
}

bool take_activation(RecipeDraft& d, const RecipeValue& v) {
    const std::string low = lower(v.text());
    d.run.shape.gated_ffn = has_text(low, "glu") && !has_text(low, "gelu_pytorch");
    return true;
}

bool take_recompute(RecipeDraft& d, const RecipeValue& v) {
    const std::string low = lower(v.text());
    if (low == "full")
        d.run.plan.recompute = Recompute::full;
    else if (low == "selective")
        d.run.plan.recompute = Recompute::selective;
    else if (low != "none" && low != "false")
        return false;
    return true;
}

bool take_precision(RecipeDraft& d, const RecipeValue& v) {
    const std::string low = lower(v.text());
    const bool bf16 = has_text(low, "bf16") || has_text(low, "bfloat16");
    const bool fp16 =
        !bf16 && (low == "16" || low == "fp16" || has_text(low, "16-mixed") || has_text(low, "float16"));
    const bool fp8 = has_text(low, "fp8") || has_text(low, "float8");
    d.bf16 = d.bf16 || bf16;
    d.fp16 = d.fp16 || fp16;
    d.fp8 = d.fp8 || fp8;
    return bf16 || fp16 || fp8 || has_text(low, "32");
}

bool take_zero_stage(RecipeDraft& d, const RecipeValue& v) {
    const auto stage = v.number();
    if (!stage || *stage < 0 || *stage > 3 || *stage != std::floor(*stage)) return false;
    d.run.plan.zero = static_cast<int>(*stage);
    return true;
}

template<auto Member>
bool rate(RecipeDraft& d, const RecipeValue& v) {
    const auto value = v.number();
    if (!value || *value < 0 || *value > 1) return false;
    d.*Member = *value;
    return true;
}

struct RecipeRow {
    std::string_view keys; ///< names of one thing in all programs, apart by ' '
    TakeSetting take;
};

constexpr std::array recipe_rows{
    RecipeRow{"num_layers n_layers num_hidden_layers", of_shape<&TransformerShape::layers>},
    RecipeRow{"hidden_size dim d_model", of_shape<&TransformerShape::hidden>},
    RecipeRow{"ffn_hidden_size intermediate_size", of_shape<&TransformerShape::ffn>},
    RecipeRow{"num_attention_heads n_heads", of_shape<&TransformerShape::heads>},
    RecipeRow{"num_query_groups", of_draft<&RecipeDraft::query_groups>},
    RecipeRow{"num_key_value_heads n_kv_heads", of_draft<&RecipeDraft::kv_heads>},
    RecipeRow{"group_query_attention",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.grouped_queries = v.truth();
                  return true;
              }},
    RecipeRow{"kv_channels head_dim", of_shape<&TransformerShape::head_dim>},
    RecipeRow{"vocab_size", of_shape<&TransformerShape::vocab>},
    RecipeRow{"padded_vocab_size", of_draft<&RecipeDraft::padded_vocab>},
    RecipeRow{"swiglu gated_linear_unit",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.run.shape.gated_ffn = v.truth();
                  return true;
              }},
    RecipeRow{"activation activation_func hidden_act", take_activation},
    RecipeRow{"untie_embeddings_and_output_weights",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.run.shape.tied_embeddings = !v.truth();
                  return true;
              }},
    RecipeRow{"share_embeddings_and_output_weights tie_word_embeddings",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.run.shape.tied_embeddings = v.truth();
                  return true;
              }},
    RecipeRow{"num_experts num_moe_experts", take_experts},
    RecipeRow{"moe_router_topk", of_experts<&MoeSpec::top_k>},
    RecipeRow{"moe_ffn_hidden_size", of_draft<&RecipeDraft::expert_ffn>},
    RecipeRow{"moe_shared_expert_intermediate_size", of_draft<&RecipeDraft::shared_ffn>},
    RecipeRow{"tensor_model_parallel_size tensor_parallel_degree tensor_model_parallel tp",
              of_plan<&Plan::tp>},
    RecipeRow{"pipeline_model_parallel_size pipeline_parallel_degree pipeline_model_parallel pp",
              of_plan<&Plan::pp>},
    RecipeRow{
        "virtual_pipeline_model_parallel_size num_virtual_stages_per_pipeline_rank interleaved_pipeline vp",
        of_plan<&Plan::vpp>},
    RecipeRow{"num_layers_per_virtual_pipeline_stage", of_draft<&RecipeDraft::layers_a_chunk>},
    RecipeRow{"context_parallel_size context_parallel_degree context_parallel cp", of_plan<&Plan::cp>},
    RecipeRow{"expert_model_parallel_size expert_parallel_degree expert_model_parallel ep",
              of_plan<&Plan::ep>},
    RecipeRow{"data_parallel_size", whole<&RecipeRun::data_parallel>},
    RecipeRow{"data_parallel_shard_degree",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.shard_degree = v.count(); // -1: all that is left
                  d.run.plan.zero = d.shard_degree == 1 ? 0 : 3;
                  return true;
              }},
    RecipeRow{"data_parallel_replicate_degree", of_draft<&RecipeDraft::replicate_degree>},
    RecipeRow{"sequence_parallel seq_parallel", flag<&Plan::sequence_parallel>},
    RecipeRow{"micro_batch_size train_micro_batch_size_per_gpu micro_batch mbs", of_plan<&Plan::micro_batch>},
    RecipeRow{"local_batch_size training.batch_size",
              [](RecipeDraft& d, const RecipeValue& v) {
                  const auto count = v.count();
                  if (count) d.run.plan.micro_batch = *count;
                  return count.has_value();
              }},
    RecipeRow{"minibs",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.run.replica_batch = v.number();
                  return v.count().has_value();
              }},
    RecipeRow{"global_batch_size train_batch_size gbs",
              [](RecipeDraft& d, const RecipeValue& v) {
                  if (v.text() == "-1") return true; // torchtitan: one local batch a replica
                  const auto count = v.count();
                  if (count) d.run.global_batch = *count;
                  return count.has_value();
              }},
    RecipeRow{"gradient_accumulation_steps accumulate_grad_batches",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.run.accumulation = v.number();
                  return v.count().has_value();
              }},
    RecipeRow{"seq_length encoder_seq_length seq_len max_seq_len",
              [](RecipeDraft& d, const RecipeValue& v) {
                  const auto count = v.count();
                  if (count) d.run.sequence = *count;
                  return count.has_value();
              }},
    RecipeRow{"world_size", whole<&RecipeRun::gpus>},
    RecipeRow{"num_nodes nnodes dgxnnodes slurm_nnodes slurm_job_num_nodes", whole<&RecipeRun::nodes>},
    RecipeRow{"trainer.devices nproc_per_node dgxngpu gpus_per_node n_gpus_per_node num_gpus_per_node",
              whole<&RecipeRun::gpus_per_node>},
    RecipeRow{"zero_optimization.stage zero_stage", take_zero_stage},
    RecipeRow{"optim.name", // NeMo's distributed_fused_adam shards its state
              [](RecipeDraft& d, const RecipeValue& v) {
                  if (has_text(lower(v.text()), "distributed")) d.run.plan.zero = 1;
                  return true;
              }},
    RecipeRow{"deepspeed",
              [](RecipeDraft& d, const RecipeValue& v) {
                  if (v.truth()) d.run.software = "megatron-deepspeed";
                  return true;
              }},
    RecipeRow{"use_distributed_optimizer",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.run.plan.zero = v.truth() ? 1 : 0;
                  return true;
              }},
    RecipeRow{"use_torch_fsdp2 use_megatron_fsdp",
              [](RecipeDraft& d, const RecipeValue& v) {
                  if (v.truth()) d.run.plan.zero = 3;
                  return true;
              }},
    RecipeRow{"overlap_grad_reduce overlap_grad_sync overlap_comm", flag<&Plan::dp_overlap>},
    RecipeRow{"tp_comm_overlap ub_tp_comm_overlap enable_async_tensor_parallel", flag<&Plan::tp_overlap>},
    RecipeRow{"recompute_granularity activations_checkpoint_granularity activation_checkpoint.mode",
              take_recompute},
    RecipeRow{"recompute_method activations_checkpoint_method",
              [](RecipeDraft& d, const RecipeValue& v) {
                  const std::string low = lower(v.text());
                  d.recomputes_blocks = low == "block";
                  return low == "block" || low == "uniform";
              }},
    RecipeRow{"recompute_num_layers activations_checkpoint_num_layers",
              of_draft<&RecipeDraft::recompute_layers>},
    RecipeRow{"attention_dropout", rate<&RecipeDraft::attention_dropout>},
    RecipeRow{"hidden_dropout", rate<&RecipeDraft::hidden_dropout>},
    RecipeRow{"checkpoint_activations",
              [](RecipeDraft& d, const RecipeValue& v) {
                  if (v.truth()) d.run.plan.recompute = Recompute::full;
                  return true;
              }},
    RecipeRow{"recompute_activations",
              [](RecipeDraft& d, const RecipeValue& v) {
                  if (v.truth()) d.run.plan.recompute = Recompute::selective;
                  return true;
              }},
    RecipeRow{"bf16 bf16.enabled bfloat16.enabled",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.bf16 = v.truth();
                  return true;
              }},
    RecipeRow{"fp16 fp16.enabled",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.fp16 = v.truth();
                  return true;
              }},
    RecipeRow{"fp8 fp8_format fp8_hybrid",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.fp8 =
                      v.truth() || has_text(lower(v.text()), "e4m3") || has_text(lower(v.text()), "hybrid");
                  return true;
              }},
    RecipeRow{"precision params_dtype mixed_precision_param", take_precision},
    RecipeRow{
        "name_or_path hf_model_path pretrained_model_name_or_path tokenizer_model model_name model_size "
        "hf_assets_path",
        [](RecipeDraft& d, const RecipeValue& v) {
            if (d.run.model.empty() || d.format == RecipeFormat::nemo) d.run.model = v.text();
            return true;
        }},
    RecipeRow{"model.name",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.family = v.text();
                  return true;
              }},
    RecipeRow{"model.flavor",
              [](RecipeDraft& d, const RecipeValue& v) {
                  d.flavor = v.text();
                  return true;
              }},
};

/// Words of keys that change no step: what is logged, saved, seeded, how fast it learns.
constexpr std::string_view without_effect =
    "log logging logger save load path paths file files dir dirs seed eval valid validation test "
    "tensorboard wandb mlflow lr learning decay warmup clip beta beta1 beta2 adam eps epsilon loss init "
    "dropout iters iter steps samples exit print tokenizer vocab merge data dataset dataloader split blend "
    "rank master host port name id version description comment profile profiler timeout timers walltime "
    "account partition mount mounts container cont image job user experiment ckpt checkpointing scheduler "
    "bias norm layernorm position positional embeddings rope rotary bert biencoder ict retriever img vision "
    "dino mask hysteresis finetune backend indexer classes channels workers patch titles sgd onnx softmax "
    "fusion fused residual timing random inference ninja ops op compression impl bucket prescale cache "
    "allgather contiguous buffers scaling std method bars callbacks manager restore resume interval";
/// Words of keys that may change a step whatever else stands in them.
constexpr std::string_view with_effect =
    "offload offloading lora window hybrid latent moe expert experts quantization quantized sparse mtp";

/// Whether one of the words, apart by ' ', passes.
template<class Test>
bool any_word(std::string_view words, const Test& test) {
    while (!words.empty()) {
        const size_t end = std::min(words.find(' '), words.size());
        if (test(words.substr(0, end))) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

/// Whether one of the words of the key, which '_' keeps apart, is one of `words`.
bool has_word_of(std::string_view words, std::string_view key) {
    while (!key.empty()) {
        const size_t end = std::min(key.find_first_of("_."), key.size());
        const std::string_view own = key.substr(0, end);
        if (any_word(words, [&](std::string_view word) { return word == own; })) return true;
        key.remove_prefix(std::min(end + 1, key.size()));
    }
    return false;
}

bool is_without_effect(std::string_view key) {
    const std::string_view last = key.substr(key.rfind('.') + 1);
    return !has_word_of(with_effect, key) && has_word_of(without_effect, last);
}

bool has_name(std::string_view keys, std::string_view key) {
    return any_word(keys, [&](std::string_view word) { return word == key; });
}

/// The row of "model.encoder.num_layers" is that of its longest end which some row names.
const RecipeRow* row_of(std::string_view key) {
    while (true) {
        const auto found =
            std::ranges::find_if(recipe_rows, [&](const RecipeRow& row) { return has_name(row.keys, key); });
        if (found != recipe_rows.end()) return &*found;
        const size_t dot = key.find('.');
        if (dot == std::string_view::npos) return nullptr;
        key.remove_prefix(dot + 1);
    }
}

} // namespace

bool take_setting(RecipeDraft& draft, const RecipeSetting& setting) {
    const RecipeValue value(setting.value);
    if (!value.is_given()) return true;
    if (const RecipeRow* const row = row_of(setting.key)) return row->take(draft, value);
    return setting.is_variable || value.is_off() || is_without_effect(setting.key);
}

} // namespace roofrack
