// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/huggingface_family.h"

#include <algorithm>
#include <array>

namespace roofrack {

const HuggingFaceFamily* huggingface_family(std::string_view model_type) {
    static constexpr std::array families{
        //                 type           gated  tied   ffn  head  window
        HuggingFaceFamily{"llama", true, false, 0, 0, 0},
        HuggingFaceFamily{"llama4_text", true, false, 0, 128, 0, false, false, true},
        HuggingFaceFamily{"mistral", true, false, 0, 0, 1},
        HuggingFaceFamily{"mixtral", true, false, 0, 0, 1},
        HuggingFaceFamily{"qwen2", true, false, 0, 0, 0},
        HuggingFaceFamily{"qwen2_moe", true, false, 0, 0, 0},
        HuggingFaceFamily{"qwen3", true, false, 0, 128, 0},
        HuggingFaceFamily{"qwen3_moe", true, false, 0, 128, 0},
        HuggingFaceFamily{"qwen3_vl_text", true, false, 0, 128, 0},
        HuggingFaceFamily{"qwen3_vl_moe_text", true, false, 0, 128, 0},
        HuggingFaceFamily{"qwen3_next", true, false, 0, 256, 0, false, false, false, true},
        HuggingFaceFamily{"qwen3_5_text", true, false, 0, 256, 0, false, false, false, true},
        HuggingFaceFamily{"qwen3_5_moe_text", true, false, 0, 256, 0, false, false, false, true},
        HuggingFaceFamily{"gpt2", false, true, 4, 0, 0},
        HuggingFaceFamily{"gpt_neo", false, true, 4, 0, 0},
        HuggingFaceFamily{"gptj", false, false, 4, 0, 0},
        HuggingFaceFamily{"gpt_neox", false, false, 0, 0, 0},
        HuggingFaceFamily{"gpt_bigcode", false, true, 4, 0, 0},
        HuggingFaceFamily{"gpt_oss", true, false, 0, 64, 2, false, true},
        HuggingFaceFamily{"opt", false, true, 0, 0, 0},
        HuggingFaceFamily{"bloom", false, true, 4, 0, 0},
        HuggingFaceFamily{"falcon", false, true, 4, 0, 0, true},
        HuggingFaceFamily{"RefinedWeb", false, true, 4, 0, 0, true},
        HuggingFaceFamily{"RefinedWebModel", false, true, 4, 0, 0, true},
        HuggingFaceFamily{"gemma", true, true, 0, 256, 0},
        HuggingFaceFamily{"gemma2", true, true, 0, 256, 2},
        HuggingFaceFamily{"gemma3_text", true, true, 0, 256, 1},
        HuggingFaceFamily{"gemma4_text", true, true, 0, 256, 1},
        HuggingFaceFamily{"phi", false, false, 4, 0, 0},
        HuggingFaceFamily{"phi3", true, false, 0, 0, 1},
        HuggingFaceFamily{"deepseek_v2", true, false, 0, 0, 0},
        HuggingFaceFamily{"deepseek_v3", true, false, 0, 0, 0},
        HuggingFaceFamily{"deepseek_v32", true, false, 0, 0, 0},
        HuggingFaceFamily{"glm_moe_dsa", true, false, 0, 0, 0},
        HuggingFaceFamily{"kimi_k2", true, false, 0, 0, 0},
        HuggingFaceFamily{"minimax_m2", true, false, 0, 128, 0},
        HuggingFaceFamily{"mimo", true, false, 0, 0, 0},
        HuggingFaceFamily{"nemotron_h", false, false, 0, 128, 0},
        HuggingFaceFamily{"nemotron-nas", true, false, 0, 0, 0},
        HuggingFaceFamily{"step3p7", true, false, 0, 128, 1},
        HuggingFaceFamily{"olmo", true, false, 0, 0, 0},
        HuggingFaceFamily{"olmo2", true, false, 0, 0, 0},
        HuggingFaceFamily{"olmoe", true, false, 0, 0, 0},
        HuggingFaceFamily{"olmo3", true, false, 0, 0, 0},
        HuggingFaceFamily{"glm4", true, false, 0, 0, 0},
        HuggingFaceFamily{"glm4_moe", true, false, 0, 0, 0},
        HuggingFaceFamily{"granitemoehybrid", true, true, 0, 0, 0},
        HuggingFaceFamily{"seed_oss", true, false, 0, 0, 0},
        HuggingFaceFamily{"exaone4", true, false, 0, 0, 0},
        HuggingFaceFamily{"cohere", true, true, 0, 0, 0},
        HuggingFaceFamily{"cohere2", true, true, 0, 0, 1},
        HuggingFaceFamily{"starcoder2", false, true, 4, 0, 1},
        HuggingFaceFamily{"smollm3", true, true, 0, 0, 0},
        HuggingFaceFamily{"dots1", true, false, 0, 0, 0},
        HuggingFaceFamily{"apertus", false, false, 0, 0, 0},
        HuggingFaceFamily{"ernie4_5", true, true, 0, 128, 0},
        HuggingFaceFamily{"ernie4_5_moe", true, true, 0, 0, 0},
        HuggingFaceFamily{"hunyuan_v1_dense", true, false, 0, 0, 0},
        HuggingFaceFamily{"hunyuan_v1_moe", true, false, 0, 0, 0},
    };
    const auto it = std::ranges::find(families, model_type, &HuggingFaceFamily::type);
    return it == families.end() ? nullptr : &*it;
}

HuggingFaceFamily guessed_family(std::string_view activation) {
    HuggingFaceFamily out;
    out.gated = activation.empty() || activation.find("silu") != std::string_view::npos ||
                activation.find("swi") != std::string_view::npos ||
                activation.find("glu") != std::string_view::npos;
    out.ffn_default = out.gated ? 0 : 4;
    return out;
}

} // namespace roofrack
