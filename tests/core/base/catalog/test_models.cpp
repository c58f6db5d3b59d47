// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/step/cost/parameters.h"
#include "core/step/workload/layer.h"
#include "core/step/workload/layer_parameters.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

TransformerShape shape_of(const char* id) {
    const ModelSpec* model = Catalog::built_in().model(id);
    return model && model->transformer ? *model->transformer : TransformerShape{};
}

bool near(double actual, double expected, double relative) {
    return std::abs(actual / expected - 1) <= relative;
}

/// Forward FLOPs of the layer's products for `tokens` tokens; `frozen` ones apart.
double gemm_flops(const LayerOperators& operators, bool frozen) {
    double sum = 0;
    for (const Operator& op : operators)
        if (op.kind == OperatorKind::gemm && op.frozen == frozen) sum += op.flops;
    return sum;
}

} // namespace

class TestModels : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void published_sizes_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active"); // without the input embedding unless said
        // Model cards and papers as named in resources/models; shards of the published weights where the card
        // rounds.
        QTest::newRow("arXiv 2412.19437") << "deepseek-v3" << 671.0e9 << 36.6e9;
        QTest::newRow("arXiv 2405.04434") << "deepseek-v2" << 235.7e9 << 20.85e9;
        QTest::newRow("arXiv 2405.04434 lite") << "deepseek-v2-lite" << 15.7e9 << 2.45e9;
        QTest::newRow("arXiv 2508.10925 120b") << "gpt-oss-120b" << 116.83e9 << 5.13e9;
        QTest::newRow("arXiv 2508.10925 20b") << "gpt-oss-20b" << 20.91e9 << 3.61e9;
        QTest::newRow("arXiv 2505.09388 30b") << "qwen3-30b-a3b" << 30.5e9 << 3.04e9;
        QTest::newRow("arXiv 2505.09388 235b") << "qwen3-235b-a22b" << 235e9 << 21.6e9;
        QTest::newRow("arXiv 2401.04088") << "mixtral-8x7b" << 46.7e9 << 12.75e9;
        QTest::newRow("DBRX card") << "dbrx" << 132e9 << 36e9;
        QTest::newRow("OLMoE") << "olmoe-1b-7b" << 6.9e9 << 1.18e9;
        QTest::newRow("Maverick card") << "llama4-maverick" << 400e9 << 16.15e9;
        QTest::newRow("T5 1.1 XXL") << "t5-xxl" << 11.1e9 << 11.0e9;
        QTest::newRow("T5 1.1 XL") << "t5-xl" << 2.85e9 << 2.78e9;
    }
    void published_sizes() {
        QFETCH(QString, id);
        QFETCH(double, total);
        QFETCH(double, active);
        const TransformerShape shape = shape_of(id.toUtf8().constData());
        QVERIFY(shape.layers > 0);
        QVERIFY2(near(parameter_count(shape), total, 0.01),
                 qPrintable(QString::number(parameter_count(shape))));
        const double works = active_parameter_count(shape) - shape.vocab * shape.hidden;
        QVERIFY2(near(works, active, 0.01), qPrintable(QString::number(works)));
    }

    void layers_hold_what_the_model_counts() {
        // The per-layer counts that the cost uses add up to those of the model.
        for (const ModelSpec& model : Catalog::built_in().models()) {
            if (!model.transformer) continue;
            const TransformerShape& shape = *model.transformer;
            const LayerParameters p = layer_parameters(shape);
            const int moe = moe_layer_count(shape);
            const double sum = (shape.layers - moe) * p.dense_layer + moe * (p.moe_layer + p.experts) +
                               p.embedding * (shape.tied_embeddings ? 1 : 2) + shape.hidden;
            QVERIFY2(near(sum, parameter_count(shape), 1e-9), model.id.c_str());
        }
    }

    void operators_multiply_the_active_parameters() {
        // A token passes each active weight once: 2 FLOPs a parameter, norms left out.
        for (const char* id : {"deepseek-v3", "deepseek-v2-lite", "qwen3-30b-a3b", "mixtral-8x7b"}) {
            const TransformerShape shape = shape_of(id);
            LayerSlice slice;
            slice.tokens = slice.sequence = 4096;
            const LayerParameters p = layer_parameters(shape);
            const double active = p.moe_layer + p.experts * shape.moe.top_k / shape.moe.experts;
            const double flops = gemm_flops(layer_operators(shape, slice, true), false);
            QVERIFY2(near(flops, 2 * slice.tokens * active, 1e-3), id);
        }
    }

    void latent_attention_has_wide_keys_and_narrow_values() {
        // DeepSeek-V3: keys of 128 + 64, values of 128 a head (arXiv 2412.19437, section 4.2).
        const TransformerShape shape = shape_of("deepseek-v3");
        LayerSlice slice;
        slice.tokens = slice.sequence = 4096;
        double flops = 0;
        for (const Operator& op : layer_operators(shape, slice, true))
            if (op.kind == OperatorKind::attention) flops += op.flops;
        QVERIFY(near(flops, 4096.0 * 4096 * 128 * (192 + 128), 1e-12));
    }

    void adapters_are_small_and_all_that_is_trained() {
        // Rank 16 on the fused QKV (8192 → 10240) and the output projection (8192 → 8192) of 80 layers:
        // 44,564,480 trained parameters (the MLPerf llama2_70b_lora reference).
        const TransformerShape shape = shape_of("llama2-70b-lora");
        const double fused = 44564480;
        LayerSlice slice;
        slice.tokens = slice.sequence = 8192;
        const LayerOperators with = layer_operators(shape, slice, false);
        QVERIFY(near(gemm_flops(with, false), 2 * 8192 * fused / 80, 1e-12));
        TransformerShape whole = shape;
        whole.lora = {};
        QCOMPARE(gemm_flops(with, true), gemm_flops(layer_operators(whole, slice, false), false));
        // Forward and the gradient of the inputs: 4 N instead of 6 N.
        const double ratio = (model_flops(shape, 1).palm) / (model_flops(whole, 1).palm);
        QVERIFY(near(ratio, 4.0 / 6, 0.01));
    }

    void encoders_see_the_whole_square() {
        const TransformerShape bert = shape_of("bert-large");
        LayerSlice slice;
        slice.tokens = slice.sequence = 512;
        slice.causal = false;
        const auto attention = [&](const LayerSlice& s) {
            double flops = 0;
            for (const Operator& op : layer_operators(bert, s, false))
                if (op.kind == OperatorKind::attention) flops += op.flops;
            return flops;
        };
        LayerSlice causal = slice;
        causal.causal = true;
        QCOMPARE(attention(slice), 2 * attention(causal));
        QCOMPARE(attention(slice), 4.0 * 512 * 512 * 1024);
    }

    /// gpt-oss adds a bias an expert, weighted in FP32, and limits its activation, each in eager passes:
    /// 4,096 tokens of four experts are 16,384 rows of 2,880 and of twice 2,880.
    void biases_and_limits_of_experts_pass_through_memory() {
        const TransformerShape shape = shape_of("gpt-oss-20b");
        LayerSlice slice;
        slice.tokens = slice.sequence = 4096;
        slice.elementwise = 3; // what is not fused does not care
        const auto bytes = [&](std::string_view name, double Operator::*field) {
            double sum = 0;
            for (const Operator& op : layer_operators(shape, slice, true))
                if (op.name == name) sum += op.*field;
            return sum;
        };
        const double rows = 16384;
        QCOMPARE(bytes("experts' bias", &Operator::bytes), rows * 2880 * (24 + 4));
        QCOMPARE(bytes("experts' bias", &Operator::backward_bytes), rows * 2880 * (32 + 8));
        QCOMPARE(bytes("limit", &Operator::bytes), rows * 5760 * 8);
        QCOMPARE(bytes("limit", &Operator::backward_bytes), rows * 5760 * 10);
        slice.fused_experts = true;
        QCOMPARE(bytes("limit", &Operator::bytes) + bytes("experts' bias", &Operator::bytes), 0.0);
        // A part of no compiler's stack.
        QVERIFY(CostParameters::built_in().stack("google maxtext", "Google").fused_experts);
        QVERIFY(!CostParameters::built_in().stack("megatron-core").fused_experts);
    }

    void windows_shorten_every_second_layer() {
        const TransformerShape shape = shape_of("gpt-oss-20b");
        const double w = 128.0 / 8192;
        QVERIFY(near(attended_share(shape, 8192, true), 0.25 + 0.5 * w * (1 - w / 2), 1e-12));
        QCOMPARE(attended_share(shape_of("llama3-8b"), 8192, true), 0.5);
        QCOMPARE(attended_share(shape, 64, true), 0.5);
    }
};

QTEST_APPLESS_MAIN(TestModels)
#include "test_models.moc"
