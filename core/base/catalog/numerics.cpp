// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/numerics.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

struct TopicSpec {
    std::string_view name, label;
};
constexpr std::array<TopicSpec, numeric_topic_count> topic_specs{{
    {"formats", "Formats of matrix products"},
    {"fp32_products", "FP32 products by default"},
    {"sixteen_bit", "16-bit training"},
    {"eight_bit", "8-bit training"},
    {"eight_bit_sum", "Sums inside an 8-bit product"},
    {"reduction_order", "Gradients inside a scale-up domain"},
}};

struct KnownFact {
    std::string_view architectures; ///< " volta ampere "
    NumericTopic topic;
    std::string_view text;
    Status status;
    std::string_view source;
};

constexpr KnownFact known_facts[] = {
    {" volta ", NumericTopic::fp32_products, "full FP32", Status::confirmed,
     "no TF32: TensorFlow 2.8, tf.config.experimental.enable_tensor_float_32_execution"},
    {" ampere hopper blackwell blackwell-ultra ", NumericTopic::fp32_products,
     "PyTorch: full FP32 since 1.12, before it TF32 (10 bits of mantissa), in convolutions still; "
     "TensorFlow: "
     "TF32",
     Status::confirmed,
     "PyTorch notes on numerical accuracy (change 79537) and CUDA semantics; TensorFlow 2.8, "
     "tf.config.experimental.enable_tensor_float_32_execution"},
    {" tpu-v4 tpu-v5e tpu-v5p tpu-v6e tpu-7x ", NumericTopic::fp32_products,
     "JAX: one bf16 pass, unless a precision is asked for", Status::from_memory, "JAX, jax.lax.Precision"},
    {" volta ", NumericTopic::sixteen_bit, "FP16 with loss scaling: there is no BF16", Status::from_memory,
     "Micikevicius et al. 2018, Mixed Precision Training (arXiv 1710.03740)"},
    {" ampere hopper blackwell blackwell-ultra cdna2 cdna3 cdna4 gaudi2 gaudi3 trainium1 trainium2 tpu-v4 "
     "tpu-v5e "
     "tpu-v5p "
     "tpu-v6e tpu-7x ",
     NumericTopic::sixteen_bit, "BF16, without loss scaling", Status::from_memory,
     "what published runs on them print"},
    {" volta ampere ", NumericTopic::eight_bit, "none", Status::confirmed, "the part has no FP8"},
    {" hopper ", NumericTopic::eight_bit,
     "FP8 with one scale a tensor: E4M3 forward, E5M2 for gradients (Transformer Engine's default)",
     Status::confirmed, "Transformer Engine, FP8 current scaling and FP8 primer"},
    {" blackwell blackwell-ultra ", NumericTopic::eight_bit,
     "MXFP8: E4M3 both ways, a power of two as the scale of each 32 values, in hardware", Status::confirmed,
     "Transformer Engine, MXFP8: native on Blackwell (SM 10.0 and later)"},
    {" hopper ", NumericTopic::eight_bit_sum,
     "about 14 bits are kept, unless the kernel adds partial sums in FP32", Status::from_memory,
     "DeepSeek-V3 Technical Report (arXiv 2412.19437), section on increasing accumulation precision"},
    {" volta ampere ", NumericTopic::eight_bit_sum, "none", Status::confirmed, "the part has no FP8"},
    {" volta ampere ", NumericTopic::reduction_order,
     "ring or chain: rounded to the gradients' format at each rank", Status::confirmed,
     "NCCL, src/device: running sums"},
    {" hopper blackwell blackwell-ultra ", NumericTopic::reduction_order,
     "where NVLS runs, 16-bit gradients are added in FP32 inside the switches and rounded once",
     Status::confirmed, "NCCL, src/device/reduce_kernel.h: multimem.ld_reduce.add.acc::f32"},
};

NumericFact formats_of(const Part& part) {
    NumericFact out;
    for (const auto& [figure, name] : {std::pair{"dense_fp32", "FP32"},
                                       {"dense_tf32", "TF32"},
                                       {"dense_bf16", "BF16/FP16"},
                                       {"dense_fp8", "FP8"},
                                       {"dense_fp4", "FP4"}})
        if (const auto rate = part.value(figure); rate && *rate > 0) {
            // Volta's 16-bit rate is FP16's.
            const bool is_fp16 =
                name == std::string_view("BF16/FP16") && part.text_or("architecture", "") == "volta";
            out.text += (out.text.empty() ? "" : ", ") + std::string(is_fp16 ? "FP16" : name);
        }
    if (!out.text.empty()) out.status = Status::derived;
    out.source = out.text.empty() ? "" : "the part's figures";
    return out;
}

} // namespace

std::string_view name_of(NumericTopic topic) { return topic_specs[static_cast<size_t>(topic)].name; }
std::string_view label_of(NumericTopic topic) { return topic_specs[static_cast<size_t>(topic)].label; }

NumericFact numeric_fact(const Part& accelerator, NumericTopic topic) {
    if (topic == NumericTopic::formats) return formats_of(accelerator);
    const std::string architecture = " " + std::string(accelerator.text_or("architecture", "")) + " ";
    for (const KnownFact& fact : known_facts)
        if (fact.topic == topic && fact.architectures.find(architecture) != std::string_view::npos)
            return {std::string(fact.text), fact.status, std::string(fact.source)};
    return {};
}

std::vector<NumericChange> numeric_changes(const Part& from, const Part& to) {
    std::vector<NumericChange> out;
    for (size_t i = 0; i < numeric_topic_count; ++i) {
        const auto topic = static_cast<NumericTopic>(i);
        out.push_back({topic, numeric_fact(from, topic), numeric_fact(to, topic)});
    }
    return out;
}

std::optional<double> FigurePair::ratio() const {
    if (!from || !to || !from->value || !to->value || *from->value == 0) return std::nullopt;
    return *to->value / *from->value;
}

std::vector<FigurePair> figure_pairs(const Part& from, const Part& to) {
    std::vector<FigurePair> out;
    const auto figure = [](const Part& part, const ValueSpec& spec) -> const SourcedValue* {
        const auto it = part.figures.find(spec.key);
        return it == part.figures.end() ? nullptr : &it->second;
    };
    for (const ValueSpec& spec : value_specs(from.kind)) {
        const FigurePair pair{&spec, figure(from, spec), figure(to, spec)};
        if (pair.from || pair.to) out.push_back(pair);
    }
    return out;
}

} // namespace roofrack
