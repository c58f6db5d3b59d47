// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients exchanged by pattern: the library takes the fastest it has, everyone to everyone grows without
// end.
#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluate.h"
#include "core/study/limits/gradient_exchange.h"
#include "core/study/limits/gradient_reduction.h"
#include "tests/support/sample.h"

#include <QTest>

using namespace roofrack;

namespace {

Prepared small_model() { return test::prepared(test::sample("generic-100m-256gpu-1nic")); }

const ExchangePoint& at(const GradientExchange& exchange, double gpus) {
    const auto found = std::ranges::find(exchange.points, gpus, &ExchangePoint::gpus);
    if (found == exchange.points.end()) qFatal("no such size");
    return *found;
}

} // namespace

class TestGradientExchange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void it_is_the_plans_gradients_over_its_replicas();
    void the_library_is_never_slower_than_what_it_chooses_from();
    void everyone_to_everyone_is_quadratic();
    void large_buffers_fill_the_links();
    void names_the_links_it_crosses();
    void what_is_asked_is_what_is_sent();
};

void TestGradientExchange::it_is_the_plans_gradients_over_its_replicas() {
    int compared = 0;
    for (const std::string& name : test::sample_names()) {
        const Prepared prepared = test::prepared(test::sample(name));
        const Evaluation drawn = evaluate(prepared);
        const GradientReduction reduced = gradient_reduction(prepared, drawn);
        const GradientExchange exchange = gradient_exchange(prepared, drawn);
        if (reduced.ranks < 2 || reduced.calls.empty() || exchange.points.empty()) continue;
        const double ranks = at(exchange, drawn.gpus).ranks;
        QCOMPARE(ranks, static_cast<double>(drawn.plan.dp) * drawn.plan.cp);
        // The plan's calls are parts of the buffer.
        QVERIFY(reduced.calls.front().bytes <= exchange.bytes * (1 + 1e-12));
        ++compared;
    }
    QVERIFY(compared >= 5);
}

void TestGradientExchange::the_library_is_never_slower_than_what_it_chooses_from() {
    for (const std::string& name : test::sample_names()) {
        const Prepared prepared = test::prepared(test::sample(name));
        const Evaluation drawn = evaluate(prepared);
        for (const double bytes : {1e4, 1e6, 1e9})
            for (const ExchangePoint& point : gradient_exchange(prepared, drawn, Bytes(bytes)).points)
                for (const auto pattern : {ExchangePattern::ring, ExchangePattern::tree})
                    QVERIFY(point.of(ExchangePattern::library).seconds <= point.of(pattern).seconds);
    }
}

void TestGradientExchange::everyone_to_everyone_is_quadratic() {
    const Prepared prepared = small_model();
    const GradientExchange exchange = gradient_exchange(prepared, evaluate(prepared), Bytes(4e8));
    const ExchangePoint &small = at(exchange, 256), &large = at(exchange, 1024);
    const auto times = [&](ExchangePattern pattern) {
        return large.of(pattern).seconds / small.of(pattern).seconds;
    };
    QCOMPARE(large.of(ExchangePattern::everyone).messages, 1024.0 * 1023);
    QVERIFY(times(ExchangePattern::everyone) > 3.8); // each rank sends four times as much
    QVERIFY(times(ExchangePattern::server) > 3.8);
    QVERIFY(times(ExchangePattern::ring) < 2);
    QVERIFY(times(ExchangePattern::library) < 2);
    QVERIFY(small.of(ExchangePattern::everyone).seconds > 50 * small.of(ExchangePattern::ring).seconds);
}

void TestGradientExchange::large_buffers_fill_the_links() {
    const Prepared prepared = small_model();
    const double bytes = 1e11;
    const GradientExchange exchange = gradient_exchange(prepared, evaluate(prepared), Bytes(bytes));
    const ExchangePoint& point = at(exchange, 64); // below the pods' uplinks
    // One NIC for eight GPUs: their ring gets all of it, what each sends to each an eighth.
    const double nic = prepared.fabric().levels.front().egress.si() * 8;
    const double ring = point.of(ExchangePattern::ring).busiest / point.of(ExchangePattern::ring).seconds;
    QVERIFY(ring > 0.5 * nic && ring <= nic * (1 + 1e-9));
    const double server =
        point.of(ExchangePattern::server).busiest / point.of(ExchangePattern::server).seconds;
    QVERIFY(server <= nic);
    const double everyone =
        point.of(ExchangePattern::everyone).busiest / point.of(ExchangePattern::everyone).seconds;
    QVERIFY(everyone <= nic / 8 * 63 / 56 * (1 + 1e-9));
}

void TestGradientExchange::names_the_links_it_crosses() {
    const Prepared prepared = small_model();
    const GradientExchange exchange = gradient_exchange(prepared, evaluate(prepared));
    QCOMPARE(exchange.innermost, std::string("NVLink domain"));
    QVERIFY(at(exchange, 8).links.empty() && at(exchange, 8).block.empty());
    QCOMPARE(at(exchange, 64).links, std::string("NICs"));
    QCOMPARE(at(exchange, 128).block, std::string("Leaf"));
    QCOMPARE(at(exchange, 256).links, std::string("Leaf uplinks, 8:1"));
    QVERIFY(at(exchange, 512).links.ends_with(", beyond the drawing"));
    std::vector<double> from;
    for (const size_t i : exchange_jumps(exchange)) from.push_back(exchange.points[i].gpus);
    QCOMPARE(from, (std::vector<double>{16, 128, 512}));
    // Replicas of 128 GPUs whose ranks lie 8 apart: 128 of them stand in the pod of 1,024, 256 do not.
    const Prepared large = test::prepared(test::sample("llama3-405b-16k"));
    const GradientExchange pods = gradient_exchange(large, evaluate(large));
    QCOMPARE(at(pods, 16384).block, std::string("Top of rack"));
    QCOMPARE(at(pods, 32768).block, std::string("Cluster switch"));
    QCOMPARE(at(pods, 65536).block, std::string("Cluster switch"));
    QVERIFY(at(pods, 65536).links.starts_with("Pod of 3,072: Cluster switch uplinks"));
}

void TestGradientExchange::what_is_asked_is_what_is_sent() {
    const Prepared prepared = small_model();
    const Evaluation drawn = evaluate(prepared);
    QVERIFY(gradient_exchange(prepared, drawn).of_plan);
    const GradientExchange asked = gradient_exchange(prepared, drawn, Bytes(1e9));
    QVERIFY(!asked.of_plan);
    QCOMPARE(at(asked, 256).of(ExchangePattern::server).busiest, 256e9);
    Evaluation none;
    QVERIFY(gradient_exchange(prepared, none).points.empty());
}

QTEST_GUILESS_MAIN(TestGradientExchange)
#include "test_gradient_exchange.moc"
