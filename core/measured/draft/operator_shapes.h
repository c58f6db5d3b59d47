// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/draft/told_run.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Seconds of a step of one rank; 0: not known.
struct MeasuredComputation {
    double compute = 0, idle = 0; ///< s
};

/// Counts the operators of a model by the shapes of their inputs, as the PyTorch profiler records them
/// (record_shapes) and execution traces always have them, and finds out what model they are of.
class OperatorShapes {
public:
    using Dims = std::vector<double>;

    /// An operator ran on tensors of these shapes; `types` as recorded: "float", "c10::BFloat16",
    /// "Tensor(float)".
    void add(std::string_view name, const std::vector<Dims>& shapes, const std::vector<std::string>& types);
    /// A step's mark, or a marked part of the host's work.
    void mark(std::string_view name);
    /// Kernels say that they multiply in TF32.
    void mark_tf32() { m_has_tf32 = true; }

    /// Tells `run` what follows: the transformer's shape, or a profile of what ran; batch, sequence,
    /// precision, sharding. `measured`: a step of this rank.
    void conclude(const std::string& file, const MeasuredComputation& measured, ToldRun& run) const;

private:
    struct Product {
        double rows = 0, inner = 0, columns = 0;
        auto operator<=>(const Product&) const = default;
    };
    using Calls = std::map<Product, double>;

    void product(const Product& product, double times, const std::vector<std::string>& types);
    /// How often something ran forward and backward in all that was recorded; 0: it is not told.
    struct Passes {
        double forward = 0, backward = 0;
        double most_alike = 0; ///< forward, on tensors of the shape that it ran on most often
    };

    void take_attention(std::string_view name, const std::vector<Dims>& shapes);
    Passes attention_passes() const;
    Passes feed_forward_passes(const Product& down) const;
    double steps() const { return m_steps > 0 ? m_steps : 1; }
    double batch_of_profile() const;
    bool conclude_transformer(const std::string& file, ToldRun& run) const;
    void conclude_profile(const std::string& file, const MeasuredComputation& measured, ToldRun& run) const;
    void conclude_recompute(const Product& down, const std::string& file, ToldRun& run) const;
    void conclude_precision(const std::string& file, ToldRun& run) const;
    void conclude_sharding(const std::string& file, ToldRun& run) const;

    int64_t m_operators = 0;
    double m_steps = 0;         ///< marks of steps
    Calls m_linear, m_products; ///< calls of aten::linear; GEMMs, those below it among them
    /// Calls by the query's shape, by the operator: the one whose shapes are surest first.
    std::array<std::map<Dims, double>, 5> m_attention;
    double m_attention_backward = 0, m_softmax_backward = 0;
    double m_key_heads = 0; ///< heads of the last attention's keys
    double m_vocabulary = 0, m_embedding_width = 0;
    double m_loss_samples = 0; ///< values that the loss is the mean of
    double m_trained = 0;      ///< elements of the gradients that are accumulated
    double m_tables = 0;       ///< elements of embedding tables of FBGEMM
    double m_convolution_flops = 0, m_images = 0;
    double m_gemm_flops = 0;
    std::map<std::string, double, std::less<>> m_flops_by_type;
    bool m_has_backward = false, m_has_ddp = false, m_has_fsdp = false, m_has_tf32 = false;
};

} // namespace roofrack
