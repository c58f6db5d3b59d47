// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// What a family of models means without saying it in its config.json: the defaults of transformers'
/// `configuration_*.py` and the layers of its `modeling_*.py`.
struct HuggingFaceFamily {
    std::string_view type;   ///< model_type
    bool gated = true;       ///< three feed-forward matrices
    bool tied = false;       ///< tie_word_embeddings when not given
    double ffn_default = 0;  ///< × hidden when no width is given; 0: must be given
    double head_dim = 0;     ///< when not given; 0: hidden ÷ heads
    int window_interval = 0; ///< every n-th layer has the sliding window that the file gives; 0: only where
                             ///< use_sliding_window says so
    bool falcon = false;     ///< grouped keys only with new_decoder_architecture
    bool biased_experts = false;  ///< experts add biases and limit their activations
    bool shared_expert = false;   ///< an expert that every token passes, without a key that says so
    bool gated_attention = false; ///< a gate on the attention's output, where no key says otherwise
};

/// nullptr when the family is not known.
const HuggingFaceFamily* huggingface_family(std::string_view model_type);

/// A family that is not known, by its activation function: SiLU comes with a gate.
HuggingFaceFamily guessed_family(std::string_view activation);

} // namespace roofrack
