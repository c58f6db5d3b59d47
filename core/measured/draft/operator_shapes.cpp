// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/operator_shapes.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/draft/known_shape.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

double elements_of(const OperatorShapes::Dims& dims) {
    return std::accumulate(dims.begin(), dims.end(), 1.0, std::multiplies<>());
}

bool names(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// "Tensor(c10::BFloat16)" → "bf16"; empty for types that are no floats.
std::string_view float_of(std::string_view type) {
    if (names(type, "BFloat16")) return "bf16";
    if (names(type, "Half")) return "fp16";
    if (names(type, "Float8")) return "fp8";
    if (names(type, "float")) return "fp32";
    return {};
}

/// Operators of attention, by their place in the list of calls.
struct AttentionPlace {
    enum : size_t {
        composite,      ///< scaled_dot_product_attention: within autocast each call of it is recorded twice
        chosen_kernel,  ///< what it calls, once: _scaled_dot_product_flash_attention and its like
        flash_kernel,   ///< flash_attn::_flash_attn_forward and its like
        flash_function, ///< FlashAttnFunc, which calls the one before where there is one
        softmax         ///< softmax of scores that are kept whole
    };
};

/// How often a pass ran for each backward pass.
enum class Repeats { not_told, once, partly, twice };

Repeats repeats_of(double forward, double backward) {
    constexpr double margin = 0.1; // what is cut at the borders of a recording
    if (forward <= 0 || backward <= 0) return Repeats::not_told;
    const double ratio = forward / backward;
    if (std::abs(ratio - 1) <= margin) return Repeats::once;
    if (std::abs(ratio - 2) <= margin) return Repeats::twice;
    return Repeats::partly;
}

/// Rows and columns of the last two dims; others are times that it is multiplied.
struct MatrixPair {
    double times = 1, rows = 0, inner = 0, columns = 0;
};
std::optional<MatrixPair> matrices(const OperatorShapes::Dims& a, const OperatorShapes::Dims& b) {
    if (a.size() < 2 || a.size() != b.size() || a.back() != b[b.size() - 2]) return std::nullopt;
    MatrixPair out;
    for (size_t i = 0; i + 2 < a.size(); ++i) out.times *= a[i];
    out.rows = a[a.size() - 2];
    out.inner = a.back();
    out.columns = b.back();
    return out;
}

} // namespace

void OperatorShapes::product(const Product& product, double times, const std::vector<std::string>& types) {
    const double flops = 2 * times * product.rows * product.inner * product.columns;
    m_gemm_flops += flops;
    for (const std::string& type : types)
        if (const std::string_view name = float_of(type); !name.empty()) {
            m_flops_by_type[std::string(name)] += flops;
            break;
        }
    if (times == 1) ++m_products[product];
}

void OperatorShapes::take_attention(std::string_view name, const std::vector<Dims>& shapes) {
    const bool is_square = !shapes.empty() && shapes[0].size() == 4 && shapes[0][2] == shapes[0][3];
    if (names(name, "backward") || names(name, "Backward")) {
        if (names(name, "scaled_dot_product") || names(name, "flash_attn")) ++m_attention_backward;
        if (name == "aten::_softmax_backward_data" && is_square) ++m_softmax_backward;
        return;
    }
    if (shapes.empty() || shapes[0].size() != 4) return;
    Dims query = shapes[0];
    size_t place = AttentionPlace::composite;
    if (name == "aten::scaled_dot_product_attention") {
        place = AttentionPlace::composite;
    } else if (name.starts_with("aten::_scaled_dot_product")) {
        place = AttentionPlace::chosen_kernel;
    } else if (name.starts_with("flash_attn::_flash_attn") || name == "FlashAttnFunc") {
        place = name == "FlashAttnFunc" ? AttentionPlace::flash_function : AttentionPlace::flash_kernel;
        std::swap(query[1], query[2]); // [batch, tokens, heads, width]
    } else if (name == "aten::_softmax" && is_square) {
        place = AttentionPlace::softmax;
        query[3] = 0; // the width of a head is not in the scores
    } else {
        return;
    }
    ++m_attention[place][query];
    if (place == AttentionPlace::softmax || shapes.size() < 2 || shapes[1].size() != 4) return;
    const bool tokens_first =
        place == AttentionPlace::flash_kernel || place == AttentionPlace::flash_function;
    m_key_heads = shapes[1][tokens_first ? 2 : 1];
}

/// By the operator that is recorded once for each time that attention runs.
OperatorShapes::Passes OperatorShapes::attention_passes() const {
    using Place = AttentionPlace;
    for (const size_t place : {Place::chosen_kernel, Place::flash_kernel, Place::flash_function,
                               Place::composite, Place::softmax}) {
        Passes out;
        for (const auto& [query, calls] : m_attention[place]) {
            out.forward += calls;
            out.most_alike = std::max(out.most_alike, calls);
        }
        out.backward = place == Place::softmax ? m_softmax_backward : m_attention_backward;
        if (out.forward > 0) return out;
    }
    return {};
}

/// Products of activations with a matrix of the feed-forward part: forward, perhaps twice, and once backward
/// for the gradient of its input, which may have the shape of another matrix's forward product. Both are
/// therefore counted together, and as many of them are backward as there are products for the gradients of
/// the matrices, whose shape no other product has.
OperatorShapes::Passes OperatorShapes::feed_forward_passes(const Product& down) const {
    if (down.rows == down.inner || down.rows == down.columns) return {};
    const auto calls = [&](double rows, double inner, double columns) {
        const auto found = m_products.find({rows, inner, columns});
        return found == m_products.end() ? 0 : found->second;
    };
    const double gradients =
        calls(down.columns, down.rows, down.inner) + calls(down.inner, down.rows, down.columns);
    const double inputs =
        calls(down.rows, down.inner, down.columns) + calls(down.rows, down.columns, down.inner);
    return {std::max(0.0, inputs - gradients), gradients, {}};
}

void OperatorShapes::add(std::string_view name, const std::vector<Dims>& shapes,
                         const std::vector<std::string>& types) {
    ++m_operators;
    if (names(name, "Backward")) m_has_backward = true;
    const auto dims = [&](size_t i) -> const Dims& {
        static const Dims none;
        return i < shapes.size() ? shapes[i] : none;
    };
    if (name == "aten::linear" && dims(1).size() == 2 && !dims(0).empty() && dims(0).back() == dims(1)[1]) {
        ++m_linear[{elements_of(dims(0)) / dims(1)[1], dims(1)[1], dims(1)[0]}];
    } else if (name == "aten::addmm" || name == "aten::mm" || name == "aten::bmm" ||
               name == "aten::baddbmm") {
        const size_t first = name == "aten::addmm" || name == "aten::baddbmm" ? 1 : 0;
        if (const auto pair = matrices(dims(first), dims(first + 1)))
            product({pair->rows, pair->inner, pair->columns}, pair->times, types);
    } else if (name == "aten::convolution_backward" && dims(0).size() >= 3 && dims(2).size() >= 3) {
        // The forward pass does as much once as the backward pass does twice.
        const double flops = 6 * elements_of(dims(0)) * elements_of(dims(2)) / std::max(1.0, dims(2)[0]);
        m_convolution_flops += flops;
        m_images = dims(0)[0];
        if (!types.empty()) m_flops_by_type[std::string(float_of(types[0]))] += flops;
    } else if (name == "aten::embedding" && dims(0).size() == 2 && dims(0)[0] > m_vocabulary) {
        m_vocabulary = dims(0)[0];
        m_embedding_width = dims(0)[1];
    } else if (name == "aten::binary_cross_entropy_with_logits" || name == "aten::nll_loss_forward" ||
               name == "aten::mse_loss") {
        if (!dims(0).empty()) m_loss_samples = std::max(m_loss_samples, dims(0)[0]);
    } else if (name == "torch::autograd::AccumulateGrad") {
        m_has_backward = true;
        m_trained += elements_of(dims(0));
    } else if (name.starts_with("fbgemm::") && names(name, "lookup")) {
        double largest = 0;
        for (size_t i = 0; i < std::min<size_t>(3, shapes.size()); ++i)
            if (shapes[i].size() == 1) largest = std::max(largest, shapes[i][0]);
        m_tables += largest;
    }
    take_attention(name, shapes);
}

void OperatorShapes::mark(std::string_view name) {
    if (name.starts_with("ProfilerStep#")) ++m_steps;
    if (names(name, "DistributedDataParallel")) m_has_ddp = true;
    if (names(name, "FullyShardedDataParallel") || name.starts_with("FSDP")) m_has_fsdp = true;
}

void OperatorShapes::conclude_precision(const std::string& file, ToldRun& run) const {
    const auto most = std::ranges::max_element(m_flops_by_type, {}, [](const auto& e) { return e.second; });
    if (most == m_flops_by_type.end() || most->first.empty()) return;
    const bool tf32 = most->first == "fp32" && m_has_tf32;
    run.tell("precision", tf32 ? "tf32" : most->first,
             tf32 ? "matrices of 32 bits, multiplied by kernels that are called tf32"
                  : fmt::format("most of the arithmetic is of {} matrices", most->first),
             file);
}

void OperatorShapes::conclude_sharding(const std::string& file, ToldRun& run) const {
    if (m_has_fsdp)
        run.tell("sharding", "3", "FullyShardedDataParallel ran", file);
    else if (m_has_ddp)
        run.tell("sharding", "0", "DistributedDataParallel ran: every replica is whole", file);
}

bool OperatorShapes::conclude_transformer(const std::string& file, ToldRun& run) const {
    const auto place = std::ranges::find_if(m_attention, [](const auto& calls) { return !calls.empty(); });
    if (place == m_attention.end() || m_embedding_width <= 0) return false;
    const Dims& query = std::ranges::max_element(*place, {}, [](const auto& e) { return e.second; })->first;
    const double hidden = m_embedding_width;
    // A head's width is not in the scores; heads are then as wide as they fill the hidden size.
    const double width = query[3] > 0 ? query[3] : hidden / query[1];
    const Calls& gemms = m_linear.empty() ? m_products : m_linear;
    Product down; // the second matrix of the feed-forward part, back to the hidden size
    double downs = 0;
    for (const auto& [product, times] : gemms)
        if (product.columns == hidden && product.inner != hidden && product.inner != query[1] * width &&
            product.inner != m_vocabulary && times > downs) {
            down = product;
            downs = times;
        }
    if (downs <= 0) return false;
    double ups = 0;
    bool is_fused = false;
    for (const auto& [product, times] : gemms) {
        if (product.inner != hidden) continue;
        if (product.columns == down.inner) ups += times;
        is_fused = is_fused || (product.columns == 2 * down.inner && times == downs);
    }
    const Passes attention = attention_passes();
    // What runs forward again is no further layer: backward runs once for each.
    const double again = attention.backward > 0 ? std::max(1.0, attention.forward / attention.backward) : 1.0;
    const double layers = attention.most_alike / again;
    TransformerShape shape;
    shape.layers = static_cast<int>(std::lround(layers / steps()));
    shape.hidden = hidden;
    shape.heads = static_cast<int>(std::lround(query[1]));
    shape.kv_heads = m_key_heads > 0 ? static_cast<int>(std::lround(m_key_heads)) : shape.heads;
    if (width * shape.heads != hidden) shape.head_dim = width;
    shape.ffn = down.inner;
    shape.vocab = m_vocabulary;
    shape.gated_ffn = is_fused || ups >= 2 * downs;
    if (shape.layers <= 0 || shape.heads <= 0) return false;
    settle_embeddings(shape, m_trained / steps());
    run.shape = shape;
    run.guess("model", shape_text(shape),
              fmt::format("{:g} attentions of {} heads a step, matrices of {:g} × {:g}, a vocabulary of {:g}",
                          attention.most_alike / steps(), shape.heads, hidden, shape.ffn, shape.vocab),
              file);
    const std::string reason =
        fmt::format("the attention's query is [{:g}, {:g}, {:g}, …]", query[0], query[1], query[2]);
    run.guess("micro_batch", fmt::format("{}", query[0]), reason, file);
    run.guess("sequence", fmt::format("{}", query[2]), reason, file);
    conclude_recompute(down, file, run);
    return true;
}

/// Which operators run forward again before they run backward. Where only some layers do, or operators
/// contradict each other, nothing is guessed.
void OperatorShapes::conclude_recompute(const Product& down, const std::string& file, ToldRun& run) const {
    const Passes attention_calls = attention_passes(), product_calls = feed_forward_passes(down);
    const Repeats attention = repeats_of(attention_calls.forward, attention_calls.backward),
                  products = repeats_of(product_calls.forward, product_calls.backward);
    const auto of_products = [](std::string_view times) {
        return fmt::format(
            "each matrix product of the feed-forward part runs forward {} for each time backward", times);
    };
    if (products == Repeats::twice && (attention == Repeats::twice || attention == Repeats::not_told))
        run.guess("recompute", "full", of_products("twice"), file);
    else if (products == Repeats::once && attention == Repeats::twice)
        run.guess("recompute", "selective", of_products("once") + ", attention twice", file);
    else if (products == Repeats::once && attention == Repeats::once)
        run.guess("recompute", "none", of_products("once") + ", and so does attention", file);
    else if (products == Repeats::not_told && attention == Repeats::once)
        run.guess("recompute", "none", "each attention runs forward once for each time backward", file);
}

double OperatorShapes::batch_of_profile() const { return m_loss_samples > 0 ? m_loss_samples : m_images; }

void OperatorShapes::conclude_profile(const std::string& file, const MeasuredComputation& measured,
                                      ToldRun& run) const {
    const double batch = batch_of_profile();
    const double flops = (m_gemm_flops + m_convolution_flops) / steps();
    GenericProfile profile;
    profile.parameters = std::max(1.0, m_trained / steps());
    profile.flops_per_sample = Flops(flops / std::max(1.0, batch));
    profile.compute_per_step = Seconds(measured.compute);
    profile.serial_per_step = Seconds(measured.idle);
    profile.measured_samples = batch;
    run.profile = profile;
    run.profile_name = m_tables > 0              ? "Recommendation model (DLRM)"
                       : m_convolution_flops > 0 ? "Convolutional network"
                                                 : ToldRun::unnamed_profile;
    std::string reason = fmt::format("gradients of {} values", format_count(m_trained / steps()));
    if (m_tables > 0)
        reason +=
            fmt::format("; embedding tables of {} values lie on this rank alone and are not in the profile",
                        format_count(m_tables));
    if (measured.compute > 0)
        reason += fmt::format("; computation of {} and idleness of {} a step as measured",
                              format_quantity(measured.compute, Dimension::time, 3),
                              format_quantity(measured.idle, Dimension::time, 3));
    run.guess("model", run.profile_name, reason, file);
    if (batch > 0)
        run.guess("micro_batch", fmt::format("{}", batch),
                  m_loss_samples > 0 ? fmt::format("the loss of this rank is of {:g} values", batch)
                                     : fmt::format("convolutions are of {:g} images", batch),
                  file);
}

void OperatorShapes::conclude(const std::string& file, const MeasuredComputation& measured,
                              ToldRun& run) const {
    if (m_operators == 0) return;
    run.is_inference = run.is_inference || !m_has_backward;
    conclude_precision(file, run);
    conclude_sharding(file, run);
    if (!run.shape && !conclude_transformer(file, run) && (m_gemm_flops > 0 || m_convolution_flops > 0))
        conclude_profile(file, measured, run);
}

} // namespace roofrack
