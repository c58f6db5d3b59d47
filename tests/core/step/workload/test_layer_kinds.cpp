// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of several kinds: state spaces, linear attention, attention to chosen tokens, windows beside full
// attention, latent experts. Parameters, FLOPs, bytes and memory by hand.
#include "core/base/catalog/catalog.h"
#include "core/step/cost/memory_model.h"
#include "core/step/engine/evaluate.h"
#include "core/step/workload/layer.h"
#include "core/step/workload/layer_parameters.h"
#include "tests/support/hybrid_models.h"
#include "tests/support/sample.h"

#include <QTest>
#include <cmath>
#include <functional>

using namespace roofrack;

namespace {

LayerSlice slice_of(double sequence, double tp = 1) {
    LayerSlice slice;
    slice.tokens = slice.sequence = sequence;
    slice.tp = tp;
    return slice;
}

/// The operator of a name; the test fails where there is none.
Operator found(const LayerOperators& operators, std::string_view name) {
    for (const Operator& op : operators)
        if (name == op.name) return op;
    qFatal("no operator %s", std::string(name).c_str());
}

/// Σ share · FLOPs of all operators of a layer.
double flops_of(const LayerOperators& operators) {
    double sum = 0;
    for (const Operator& op : operators) sum += op.share * op.flops;
    return sum;
}

double model_flops_forward(const TransformerShape& shape, double sequence) {
    const int moe = moe_layers_below(shape, shape.layers);
    const LayerSlice slice = slice_of(sequence);
    double sum = (shape.layers - moe) * flops_of(layer_operators(shape, slice, false));
    if (moe > 0) sum += moe * flops_of(layer_operators(shape, slice, true));
    return sum + flops_of(head_operators(shape, slice));
}

Scenario scenario_with(const ModelSpec& model) {
    Scenario scenario = test::sample("dgx-h100-su", 0);
    scenario.workload.model.clear();
    scenario.workload.inline_model = model;
    scenario.workload.sequence = 4096;
    return scenario;
}

} // namespace

class TestLayerKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void parameters_of_a_state_space_with_experts();
    void published_totals_are_met();
    void a_state_space();
    void linear_attention();
    void attention_to_chosen_tokens();
    void full_layers_beside_windows();
    void latent_experts();
    void memory_of_a_state_space();
    void memory_of_parts_that_lack();
    void said_counts_change_nothing_where_layers_are_alike();
    void operators_and_model_flops_agree();
    void every_kind_can_be_evaluated();
    void kinds_that_contradict_each_other_are_refused_data();
    void kinds_that_contradict_each_other_are_refused();
};

/// Nemotron 3 Nano: 23 layers of Mamba-2, 6 of attention, 23 of experts.
void TestLayerKinds::parameters_of_a_state_space_with_experts() {
    const double h = 2688, values = 64 * 64, keys = 8 * 128;
    const double mamba = h * (3 * values + 2 * keys + 64) + 5 * (values + 2 * keys) + 3 * 64 + values;
    QCOMPARE(mamba, 38'742'208.0);
    QCOMPARE(recurrent_parameters(test::nemotron_3_nano().recurrent, h), mamba);
    const double attention = 2 * h * 4096 + 2 * h * 256, expert = 2 * h * 1856;
    const double experts = 130 * expert + 128 * h; // two of them shared
    const double sum = 23 * (mamba + h) + 6 * (attention + h) + 23 * (experts + h) + 2 * 131072 * h + h;
    QCOMPARE(sum, 31'577'937'344.0);
    QCOMPARE(parameter_count(test::nemotron_3_nano()), sum);
    QCOMPARE(active_parameter_count(test::nemotron_3_nano()), sum - 23 * 122 * expert);
}

void TestLayerKinds::published_totals_are_met() {
    const auto within = [](const TransformerShape& shape, double billions, double percent) {
        return std::abs(parameter_count(shape) / (billions * 1e9) - 1) <= percent / 100;
    };
    QVERIFY(within(test::nemotron_3_nano(), 31.6, 0.5)); // model card
    QVERIFY(within(test::nemotron_3_super(), 120, 3));   // name
    QVERIFY(within(test::qwen_3_5_27b(), 26.9, 1));      // name
    QVERIFY(within(test::glm_5(), 744, 0.5));            // model card
    QVERIFY(within(test::gemma_4_31b(), 30.8, 1));       // name
}

void TestLayerKinds::a_state_space() {
    const TransformerShape shape = test::nemotron_3_nano();
    const LayerOperators layer = layer_operators(shape, slice_of(4096), false);
    const double t = 4096, share = 23.0 / 52;
    const Operator in = found(layer, "state in");
    QCOMPARE(in.n, 2 * 4096 + 2 * 1024 + 64.0);
    QCOMPARE(in.flops, 2 * t * 10304 * 2688);
    QCOMPARE(in.share, share);
    const Operator states = found(layer, "states");
    // C·Bᵀ of 8 groups within blocks of 128 tokens, its product with the values of 64 heads, states in and
    // out.
    QCOMPARE(states.flops, t * (2 * 128 * 128 * 8 + 64 * (2 * 128 * 64 + 4 * 128 * 64.0)));
    QCOMPARE(states.flops, t * 3'407'872);
    QCOMPARE(states.bytes, 2 * t * (6144 + 64 + 4096) + 8 * t * 64 * 128 * 64 / 128);
    QCOMPARE(states.share, share);
    QCOMPARE(found(layer, "state out").flops, 2 * t * 2688 * 4096);
    QCOMPARE(found(layer, "attention").share, 6.0 / 52);
    // No layer without experts has a feed-forward part.
    for (const Operator& op : layer) QVERIFY(std::string_view(op.name) != "ffn up");
    const Operator half = found(layer_operators(shape, slice_of(4096, 2), false), "states");
    QCOMPARE(half.flops, states.flops / 2);
    QCOMPARE(half.bytes, states.bytes / 2);
}

void TestLayerKinds::linear_attention() {
    const LayerOperators layer = layer_operators(test::qwen_3_5_27b(), slice_of(8192), false);
    const Operator states = found(layer, "states");
    const double each = 64 * (6 * 128 + 4 * 128.0) + 6 * 128 * 128 + 2 * 64 * 64 / 3.0;
    QCOMPARE(states.flops, 8192 * 48 * each);
    QCOMPARE(states.share, 0.75);
    QCOMPARE(found(layer, "state in").n, 2 * 6144 + 2 * 2048 + 2 * 48.0);
    const Operator qkv = found(layer, "qkv"); // the gate is as wide as the queries
    QCOMPARE(qkv.n, 2 * 24 * 256 + 2 * 4 * 256.0);
    QCOMPARE(qkv.share, 0.25);
    QCOMPARE(found(layer, "ffn up").share, 1.0);
}

void TestLayerKinds::attention_to_chosen_tokens() {
    const double s = 8192;
    const TransformerShape shape = test::glm_5();
    QCOMPARE(attended_share(shape, s, true), 2048 / s * (1 - 2048 / (2 * s)));
    QCOMPARE(attended_share(shape, 1024, true), 0.5); // fewer than are chosen
    const LayerOperators layer = layer_operators(shape, slice_of(s), true);
    QCOMPARE(found(layer, "index scores").flops, 2 * s * s * 32 * 128 / 2);
    QCOMPARE(found(layer, "index query").flops, 2 * s * 32 * 128 * 2048);
    QCOMPARE(found(layer, "index key").flops, 2 * s * (128 + 32) * 6144);
    QCOMPARE(found(layer, "attention").flops, 2 * s * s * 64 * (256 + 256) * 0.21875);
}

void TestLayerKinds::full_layers_beside_windows() {
    const double s = 8192;
    const LayerOperators layer = layer_operators(test::gemma_4_31b(), slice_of(s), false);
    double windowed = 0, whole = 0, shares = 0;
    for (const Operator& op : layer)
        if (std::string_view(op.name) == "attention") {
            (op.k == 256 ? windowed : whole) = op.flops;
            shares += op.share;
        } else if (std::string_view(op.name) == "qkv" && op.share < 0.5)
            QCOMPARE(op.n, 32 * 512 + 4 * 512.0); // the keys are the values
    QCOMPARE(windowed, 2 * s * s * 32 * 512 * (1024 / s * (1 - 1024 / (2 * s))));
    QCOMPARE(whole, 2 * s * s * 32 * 1024 * 0.5);
    QCOMPARE(shares, 1.0);
}

void TestLayerKinds::latent_experts() {
    const TransformerShape shape = test::nemotron_3_super();
    const LayerOperators layer = layer_operators(shape, slice_of(4096), true);
    QCOMPARE(found(layer, "experts up").k, 1024.0);
    QCOMPARE(found(layer, "experts down").n, 1024.0);
    QCOMPARE(found(layer, "experts' latent down").flops, 2 * 4096.0 * 1024 * 4096);
    QCOMPARE(found(layer, "shared up").k, 4096.0);
    QCOMPARE(layer_parameters(shape).experts, 2.0 * 1024 * 2688 * 512);
}

void TestLayerKinds::memory_of_a_state_space() {
    TransformerShape shape;
    shape.layers = 1;
    shape.hidden = 1024;
    shape.heads = shape.kv_heads = 8;
    shape.ffn = 4096;
    shape.vocab = 32000;
    shape.gated_ffn = true;
    shape.ffn_layers = 0;
    shape.recurrent = {1, RecurrenceKind::state_space, 16, 64, 1, 128, 4, 128};
    Plan plan;
    plan.dp = 1;
    const MemoryContext context(shape, memory_stack("megatron-core"), 2048, 1, 4, true);
    // Input of the norm and of the projection; projections, convolved, output; the projection out's input.
    const double projected = 2 * 1024 + 2 * 128 + 16, convolved = 1024 + 2 * 128;
    const double token = 2 * 1024 + 2 * 1024 + 2 * (projected + convolved + 1024) + 2 * 1024;
    QCOMPARE(token, 15'392.0);
    QCOMPARE(activation_pieces(context, plan).dense, 2048 * token);
}

void TestLayerKinds::memory_of_parts_that_lack() {
    TransformerShape shape = test::qwen_3_5_27b();
    shape.recurrent = {};
    Plan plan;
    plan.dp = 1;
    const auto dense = [&](const TransformerShape& of) {
        return activation_pieces(MemoryContext(of, memory_stack("megatron-core"), 4096, 1, 4, true), plan)
            .dense;
    };
    const double both = dense(shape);
    TransformerShape half = shape;
    half.attention_layers = 32;
    TransformerShape none = shape;
    none.attention_layers = 0;
    QCOMPARE(2 * dense(half), both + dense(none));
    QVERIFY(dense(none) < 0.8 * both);
    half = shape;
    half.ffn_layers = 32;
    none = shape;
    none.ffn_layers = 0;
    QCOMPARE(2 * dense(half), both + dense(none));
    QVERIFY(dense(none) < 0.8 * both);
}

void TestLayerKinds::said_counts_change_nothing_where_layers_are_alike() {
    for (const char* id : {"llama3-8b", "deepseek-v3", "gemma2-9b", "gpt-oss-120b"}) {
        ModelSpec plain = *Catalog::built_in().model(id);
        ModelSpec said = plain;
        said.transformer->attention_layers = said.transformer->ffn_layers = said.transformer->layers;
        QCOMPARE(parameter_count(said), parameter_count(plain));
        const auto step = [](const ModelSpec& model) {
            return evaluate(test::prepared(scenario_with(model))).step_time.si();
        };
        QCOMPARE(step(said), step(plain));
    }
}

/// The products of the operators are those of the parameters: 2 FLOPs a parameter and token, forward, beside
/// attention and states.
void TestLayerKinds::operators_and_model_flops_agree() {
    for (const ModelSpec& model : test::hybrid_models()) {
        const TransformerShape& shape = *model.transformer;
        const double s = 64; // so short that squares are small
        const double counted = model_flops_forward(shape, s) / s;
        const double expected =
            2 * (active_parameter_count(shape) - (shape.tied_embeddings ? 0 : shape.vocab * shape.hidden)) +
            shape.recurrent.layers * recurrence_flops(shape.recurrent);
        QVERIFY2(std::abs(counted / expected - 1) < 0.02,
                 qPrintable(QString("%1: %2").arg(model.id.c_str()).arg(counted / expected)));
    }
}

void TestLayerKinds::every_kind_can_be_evaluated() {
    for (const ModelSpec& model : test::hybrid_models()) {
        Scenario scenario = scenario_with(model);
        scenario.plan = {};
        scenario.plan.tp = 2;
        scenario.plan.pp = 2;
        scenario.plan.zero = 1;
        const Evaluation result = evaluate(test::prepared(scenario));
        QVERIFY2(std::isfinite(result.step_time.si()) && result.step_time.si() > 0, model.id.c_str());
        // Half of the recurrent layers fewer, attention in their place: a longer step of long sequences.
        if (model.transformer->recurrent.layers == 0) continue;
        Scenario attending = scenario;
        TransformerShape& shape = *attending.workload.inline_model->transformer;
        shape.recurrent.layers /= 2;
        if (shape.attention_layers >= 0) shape.attention_layers += shape.recurrent.layers;
        attending.workload.sequence = scenario.workload.sequence = 65536;
        QVERIFY2(evaluate(test::prepared(attending)).step_time > evaluate(test::prepared(scenario)).step_time,
                 model.id.c_str());
    }
}

void TestLayerKinds::kinds_that_contradict_each_other_are_refused_data() {
    using Change = std::function<void(TransformerShape&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const Change& change, const char* said) {
        QTest::newRow(name) << change << QString(said);
    };
    row(
        "mixers", [](auto& s) { s.recurrent.layers = 1000; }, "1000 layers with a recurrent mixer, of 52");
    row(
        "attention", [](auto& s) { s.attention_layers = 53; }, "53 layers with attention, of 52");
    row(
        "feed-forward", [](auto& s) { s.ffn_layers = 53; }, "53 layers with a feed-forward part, of 52");
    row(
        "experts", [](auto& s) { s.moe.layers = 53; }, "53 layers with experts, of 52");
    row(
        "full attention",
        [](auto& s) {
            s.full = {7, 2, 128};
        },
        "7 layers with full attention, of 6");
    row(
        "a full head",
        [](auto& s) {
            s.full = {6, 0, 128};
        },
        "layers with full attention lack");
    row(
        "a state", [](auto& s) { s.recurrent.key_dim = 0; }, "a recurrent mixer lacks");
    row(
        "an indexer", [](auto& s) { s.indexed.top_k = 100; }, "an indexer lacks");
}

void TestLayerKinds::kinds_that_contradict_each_other_are_refused() {
    QFETCH(std::function<void(TransformerShape&)>, change);
    QFETCH(QString, said);
    ModelSpec model = test::hybrid_models().front();
    QVERIFY(Prepared::make(scenario_with(model), Catalog::built_in()).has_value());
    change(*model.transformer);
    const auto refused = Prepared::make(scenario_with(model), Catalog::built_in());
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().find(said.toStdString()) != std::string::npos,
             refused.error().text().c_str());
}

QTEST_GUILESS_MAIN(TestLayerKinds)
#include "test_layer_kinds.moc"
