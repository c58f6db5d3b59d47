// SPDX-License-Identifier: GPL-3.0-or-later
// What binds at each size is what evaluate() says of that size, and moves where the mechanism is.
#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluate.h"
#include "core/study/bottlenecks.h"
#include "core/study/limits/bottleneck_years.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

using namespace roofrack;

namespace {

Prepared mechanism(const std::string& name, size_t scenario = 0) {
    return test::prepared(test::sample("mechanisms/" + name, scenario));
}

} // namespace

class TestBottlenecks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void at_the_drawn_count_it_is_the_verdict();
    void elsewhere_it_is_the_evaluation_there();
    void batch_and_money_are_those_of_the_size();
    void the_network_takes_over_with_the_second_server();
    void restarts_take_over_at_scale_and_not_without_their_cause();
    void spans_hold_what_binds_and_break_where_nothing_runs();
    void newer_hardware_starts_from_the_verdict();
    void what_does_not_grow_comes_to_bind();
};

void TestBottlenecks::at_the_drawn_count_it_is_the_verdict() {
    for (const std::string& name : test::sample_names()) {
        const Prepared prepared = test::prepared(test::sample(name));
        const Evaluation drawn = evaluate(prepared);
        const double counts[] = {drawn.gpus};
        const ScaleResult study = scale(prepared, counts, {.metric = natural_metric(prepared)});
        const auto found = bottlenecks(prepared, study, counts);
        QCOMPARE(found.size(), size_t(1));
        if (drawn.memory.refused()) continue;
        QVERIFY2(!found.front().gains.empty(), name.c_str());
        QCOMPARE(found.front().gains.front().phrase(), drawn.binds);
        for (size_t i = 0; i < found.front().gains.size(); ++i)
            QCOMPARE(found.front().gains[i].tenth, drawn.gains[i].tenth);
        // By the names that are drawn, not by ids.
        for (size_t i = 0; i < found.front().gains.size(); ++i)
            QCOMPARE(found.front().gains[i].label, drawn.gains[i].label);
    }
}

void TestBottlenecks::elsewhere_it_is_the_evaluation_there() {
    const Prepared prepared = test::prepared(test::sample("dgx-h100-su"));
    const double counts[] = {64, 128, 512};
    const ScaleResult study = scale(prepared, counts, {.replan = true});
    for (const Bottleneck& size : bottlenecks(prepared, study, counts)) {
        EvaluateOptions options;
        options.gpus = size.gpus;
        options.plan = study.at(size.gpus)->plan;
        const Evaluation there = evaluate(prepared, options);
        QVERIFY(!size.gains.empty());
        QCOMPARE(size.gains.front().label, there.gains.front().label);
        QCOMPARE(size.gains.front().tenth, there.gains.front().tenth);
    }
}

/// The batch and the money of a size are those of its evaluation with another batch, and of the study.
void TestBottlenecks::batch_and_money_are_those_of_the_size() {
    Scenario scenario = test::sample("dgx-h100-su");
    const Prepared prepared = test::prepared(scenario);
    const double counts[] = {64, 256, 2048};
    const ScaleResult study = scale(prepared, counts, {.replan = true});
    const auto found = bottlenecks(prepared, study, counts);
    scenario.workload.global_batch *= 2;
    const Prepared twice = test::prepared(scenario);
    for (size_t i = 0; i < found.size(); ++i) {
        const ScalePoint& point = *study.at(counts[i]);
        EvaluateOptions options;
        options.gpus = point.gpus;
        options.plan = point.plan;
        const Evaluation then = evaluate(twice, options);
        const double gain = then.tokens_per_s / (point.batch / point.wall_step.si()) - 1;
        QVERIFY2(std::abs(found[i].twice_batch - gain) < 1e-9, std::to_string(gain).c_str());
        const double dollars = point.running.per_hour.si() / 3600 / point.useful * 1e6;
        QVERIFY(std::abs(found[i].dollars_per_million / dollars - 1) < 1e-9);
    }
    QVERIFY(found.back().twice_batch > 2 * found.front().twice_batch); // a fixed batch binds in the end
}

void TestBottlenecks::the_network_takes_over_with_the_second_server() {
    const Prepared prepared = mechanism("one-nic-7b");
    const double counts[] = {8, 16};
    const auto found = bottlenecks(prepared, scale(prepared, counts), counts);
    QVERIFY(found[0].gains.front().resource.kind != ResourceKind::fabric);
    QCOMPARE(found[1].gains.front().resource.kind, ResourceKind::fabric);
}

void TestBottlenecks::restarts_take_over_at_scale_and_not_without_their_cause() {
    const double counts[] = {2048, 16384, 131072};
    for (const size_t scenario : {0, 1}) {
        const Prepared prepared = mechanism("restart-growth", scenario);
        const auto found = bottlenecks(prepared, scale(prepared, counts, {.replan = true}), counts);
        QCOMPARE(found.size(), size_t(3));
        QVERIFY(found[0].gains.front().resource.kind != ResourceKind::failures);
        QCOMPARE(found[2].gains.front().resource.kind == ResourceKind::failures, scenario == 0);
    }
}

void TestBottlenecks::spans_hold_what_binds_and_break_where_nothing_runs() {
    const auto size = [](double gpus, std::vector<ResourceKind> kinds) {
        Bottleneck out{gpus, kinds.empty() ? "does not fit" : "", {}, {}};
        for (const ResourceKind kind : kinds) out.gains.push_back({{kind}, std::string(name_of(kind))});
        return out;
    };
    using enum ResourceKind;
    const std::vector<BindingSpan> spans = binding_spans(
        {size(8, {flops}), size(16, {flops, hbm}), size(32, {}), size(64, {flops}), size(128, {hbm, flops})});
    QCOMPARE(spans.size(), size_t(3));
    QCOMPARE(spans[0].to, 16.0);
    QCOMPARE(spans[1].from, 64.0);
    QCOMPARE(spans[2].gain.resource.kind, hbm);
    QVERIFY(binding_spans({}).empty());
}

void TestBottlenecks::newer_hardware_starts_from_the_verdict() {
    for (const std::string& name : test::sample_names()) {
        const Prepared prepared = test::prepared(test::sample(name));
        const Evaluation drawn = evaluate(prepared);
        const auto years =
            bottleneck_years(prepared, drawn, {.compute = 1, .bandwidth = 1, .link = 1, .years = 2});
        if (drawn.step_time.si() <= 0) {
            QVERIFY(years.empty());
            continue;
        }
        QCOMPARE(years.size(), size_t(3));
        for (const BottleneckYear& year : years) { // nothing grows
            QCOMPARE(year.step.si(), drawn.step_time.si());
            for (size_t i = 0; i < year.gains.size(); ++i)
                QCOMPARE(year.gains[i].tenth, drawn.gains[i].tenth);
        }
    }
}

void TestBottlenecks::what_does_not_grow_comes_to_bind() {
    Scenario scenario = test::sample("llama3-405b-16k");
    scenario.plan.software = "megatron-core";
    const Prepared prepared = test::prepared(scenario);
    const Evaluation drawn = evaluate(prepared);
    const auto binds_last = [&](const WallGrowth& growth) {
        const auto years = bottleneck_years(prepared, drawn, growth);
        for (size_t i = 1; i < years.size(); ++i)
            if (years[i].step > years[i - 1].step) qFatal("newer hardware is slower");
        return years.back().gains.front().resource.kind;
    };
    QCOMPARE(drawn.gains.front().resource.kind, ResourceKind::flops);
    QCOMPARE(binds_last({.compute = 2, .bandwidth = 2, .link = 1, .years = 8}), ResourceKind::fabric);
    QCOMPARE(binds_last({.compute = 2, .bandwidth = 1, .link = 2, .years = 8}), ResourceKind::hbm);
    QCOMPARE(binds_last({.compute = 1, .bandwidth = 2, .link = 2, .years = 8}), ResourceKind::flops);
}

QTEST_GUILESS_MAIN(TestBottlenecks)
#include "test_bottlenecks.moc"
