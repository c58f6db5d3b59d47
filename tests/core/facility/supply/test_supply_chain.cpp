// SPDX-License-Identifier: GPL-3.0-or-later
// The electrical path by itself: how a window sees a step, what flows through units, what one failure leaves.
#include "core/facility/supply/load_wave.h"
#include "core/facility/supply/supply_failure.h"

#include <QTest>
#include <cmath>
#include <numeric>
#include <random>

using namespace roofrack;

namespace {

SupplyUnit unit(std::string id, SupplyKind kind, double instances, double capacity) {
    SupplyUnit out;
    out.id = std::move(id);
    out.kind = kind;
    out.instances = instances;
    out.capacity = capacity;
    return out;
}

SupplyUnit lossy(SupplyUnit of, double constant, double linear, double square) {
    of.loss = {constant, linear, square};
    of.has_loss = true;
    return of;
}

int index_of(const SupplyChain& chain, std::string_view id) {
    const auto found = std::ranges::find(chain.units, id, &SupplyUnit::id);
    return static_cast<int>(found - chain.units.begin());
}

/// `racks` racks of `demand` W, each on one feed of every unit named.
struct Site {
    SupplyChain chain;
    std::vector<FedRack> racks;
    std::vector<double> direct;

    SupplyFailures failures() const {
        const std::vector<SupplyFlow> flows = chain.flows(direct, 0);
        return {chain, {flows, flows, racks, {}}};
    }
    SupplyFailure lose(std::string_view id) const { return failures().fail_unit(index_of(chain, id)); }
    double ratio(std::string_view lost, std::string_view at) const {
        for (const SupplyFailure::CarryingUnit& over : lose(lost).carried)
            if (chain.units[static_cast<size_t>(over.unit)].id == at) return over.ratio;
        return 0;
    }
};

/// Racks of 30 kW on feeds of 40 kW, one of each name a rack.
Site site(std::vector<SupplyUnit> units, std::vector<std::string> feeds, double racks) {
    Site out;
    out.chain.units = std::move(units);
    if (!out.chain.arrange()) qFatal("a circle");
    FedRack rack{racks, 30e3, {}};
    out.direct.assign(out.chain.units.size(), 0);
    for (const std::string& feed : feeds) {
        const int at = index_of(out.chain, feed);
        rack.feeds.push_back({at, 40e3});
        out.chain.units[static_cast<size_t>(at)].rack_feed = 0;
        out.direct[static_cast<size_t>(at)] = racks * 30e3 / static_cast<double>(feeds.size());
    }
    out.racks.push_back(rack);
    return out;
}

/// The highest mean over a window of a step that is repeated without end, in steps of a millisecond.
double simulated(const std::vector<double>& step, size_t window) {
    std::vector<double> sums(1, 0.0);
    const size_t length = step.size() + window;
    for (size_t i = 0; i < length; ++i) sums.push_back(sums.back() + step[i % step.size()]);
    double highest = 0;
    for (size_t i = 0; i + window < sums.size(); ++i)
        highest = std::max(highest, (sums[i + window] - sums[i]) / static_cast<double>(window));
    return highest;
}

} // namespace

class TestSupplyChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_window_sees_no_more_than_the_wave();
    void energy_closes();
    void parallel_units_share();
    void two_sides();
    void three_for_two();
    void one_unit_darkens_what_hangs_on_it();
    void a_store_counts_beside_a_plant_that_draws_nothing();
    void a_generator_takes_over();
    void several_of_each_stand_together();
    void a_failure_changes_no_other_racks();
    void circles_are_found();
    void each_circle_is_one_of_its_own();
};

void TestSupplyChain::a_window_sees_no_more_than_the_wave() {
    std::mt19937 random(7);
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const Defaults::Power& constants = Defaults::built_in().power;
    int close = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto length = static_cast<size_t>(between(5, 3000));
        std::vector<int> phases(length); // 0: computes, 1: communicates, 2: waits, in pieces in any order
        const double computes = between(0, 1), communicates = between(0, 1 - computes);
        for (size_t at = 0; at < length;) {
            const double dice = between(0, 1);
            const int phase = dice < computes ? 0 : dice < computes + communicates ? 1 : 2;
            const auto piece = static_cast<size_t>(between(1, 400));
            for (size_t end = std::min(length, at + piece); at < end; ++at) phases[at] = phase;
        }
        const auto share = [&](int phase) {
            return static_cast<double>(std::ranges::count(phases, phase)) / static_cast<double>(length);
        };
        const LoadWave wave({share(0), share(1), Seconds(static_cast<double>(length) / 1e3)}, constants);
        std::vector<double> step;
        for (const int phase : phases)
            step.push_back(phase == 0 ? wave.compute : phase == 1 ? wave.communication : 0);
        const double mean = std::reduce(step.begin(), step.end()) / static_cast<double>(length);
        QVERIFY(std::abs(mean - wave.mean()) < 1e-9);
        for (const size_t window : {1, 20, 100, 1000, 5000}) {
            const double seen = simulated(step, window),
                         bound = wave.highest_mean(Seconds(static_cast<double>(window) / 1e3));
            QVERIFY2(seen <= bound + 1e-9, qPrintable(QString("%1 > %2").arg(seen).arg(bound)));
            QVERIFY(bound <= wave.compute + 1e-12 || wave.compute_share <= 0);
            close += seen > bound - 1e-9;
        }
        // Where equal phases stand together it is that mean, exactly.
        std::ranges::sort(phases);
        for (size_t at = 0; at < length; ++at)
            step[at] = phases[at] == 0 ? wave.compute : phases[at] == 1 ? wave.communication : 0;
        for (const size_t window : {1, 20, 100, 1000, 5000})
            QVERIFY(std::abs(simulated(step, window) -
                             wave.highest_mean(Seconds(static_cast<double>(window) / 1e3))) < 1e-9);
    }
    QVERIFY(close > 100);
    // A long step's compute phase fills a breaker's second; a quarter of an hour sees the mean of ten
    // seconds.
    const LoadWave wave({0.8, 0.2, Seconds(10)}, constants);
    QCOMPARE(wave.share_over(Seconds(1)), 1.0);
    QVERIFY(wave.share_over(Seconds(900)) < 1e-9);
}

/// One rack is on a and b, one on b and c, one on d: where a fails, b takes all of the first, and what it has
/// of the second stays.
void TestSupplyChain::a_failure_changes_no_other_racks() {
    Site on;
    std::vector<std::vector<std::string>> feeds{{"a", "b"}, {"b", "c"}, {"d"}};
    for (const char* id : {"a", "b", "c", "d"})
        on.chain.units.push_back(unit(id, SupplyKind::feed, 1, 100e3));
    QVERIFY(on.chain.arrange());
    on.direct.assign(4, 0);
    for (const std::vector<std::string>& each : feeds) {
        FedRack rack{1, 30e3, {}};
        for (const std::string& id : each) {
            const int at = index_of(on.chain, id);
            rack.feeds.push_back({at, 40e3});
            on.direct[static_cast<size_t>(at)] += 30e3 / static_cast<double>(each.size());
        }
        on.racks.push_back(rack);
    }
    const auto out_of = [&](const SupplyFailure& failure, std::string_view id) {
        return failure.out[static_cast<size_t>(index_of(on.chain, id))];
    };
    const SupplyFailure without_a = on.lose("a"), without_d = on.lose("d");
    QCOMPARE(without_a.hit.size(), size_t(1));
    QCOMPARE(out_of(without_a, "a"), 0.0);
    QCOMPARE(out_of(without_a, "b"), 45e3);
    QCOMPARE(out_of(without_a, "c"), 15e3);
    QCOMPARE(out_of(without_a, "d"), 30e3);
    QCOMPARE(without_d.hit.front().rack, 2);
    for (const auto& [id, watts] : {std::pair{"a", 15e3}, std::pair{"b", 30e3}, std::pair{"c", 15e3}})
        QCOMPARE(out_of(without_d, id), watts);
}

void TestSupplyChain::energy_closes() {
    std::mt19937 random(11);
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int round = 0; round < 1000; ++round) {
        SupplyChain chain;
        const int layers = 1 + round % 5, width = 1 + round % 4;
        for (int layer = 0; layer < layers; ++layer)
            for (int i = 0; i < width; ++i) {
                const SupplyKind kind = layer == 0            ? SupplyKind::feed
                                        : layer == layers - 1 ? SupplyKind::transformer
                                                              : SupplyKind::ups;
                SupplyUnit each = lossy(unit(std::to_string(chain.units.size()), kind,
                                             1 + std::floor(between(0, 9)), between(1e5, 5e6)),
                                        between(0, 0.01), between(0, 0.01), between(0, 0.02));
                if (layer == 0) each.rack_share = 1.0 / width;
                if (layer > 0)
                    for (int below = 0; below < width; ++below)
                        if (below == i || between(0, 1) < 0.4)
                            each.below.push_back({(layer - 1) * width + below, between(0, 1) < 0.5, 1});
                chain.units.push_back(each);
            }
        std::ranges::shuffle(chain.units, random); // as drawn: in any order
        std::vector<int> place(chain.units.size());
        for (size_t u = 0; u < place.size(); ++u)
            place[static_cast<size_t>(std::stoi(chain.units[u].id))] = static_cast<int>(u);
        for (SupplyUnit& each : chain.units)
            for (SupplyLink& link : each.below) link.unit = place[static_cast<size_t>(link.unit)];
        QVERIFY(chain.arrange());
        const double it = between(1e4, 1e7), plant = layers > 1 ? between(0, 1e6) : 0;
        const std::vector<SupplyFlow> flows = chain.flows(it, plant);
        double top = 0, lost = 0;
        std::vector<double> asked(flows.size(), 0.0);
        for (size_t u = 0; u < flows.size(); ++u) {
            double below = chain.units[u].rack_share * it + chain.units[u].plant_share * plant;
            for (const SupplyLink& link : chain.units[u].below) {
                QVERIFY(link.unit < static_cast<int>(u)); // from the racks up
                below += link.share * flows[static_cast<size_t>(link.unit)].in();
                asked[static_cast<size_t>(link.unit)] += link.share;
            }
            QVERIFY(std::abs(below - flows[u].out) <= 1e-9 * flows[u].out);
            lost += flows[u].loss;
        }
        for (size_t u = 0; u < flows.size(); ++u) {
            if (asked[u] == 0) top += flows[u].in(); // nobody feeds it: it hangs on the grid
            QVERIFY(asked[u] == 0 || std::abs(asked[u] - 1) < 1e-9);
        }
        QVERIFY2(std::abs(top - it - plant - lost) <= 1e-9 * top,
                 qPrintable(QString("%1 of %2").arg(top - it - plant - lost).arg(top)));
        const double sides =
            chain.losses(SupplyChain::Side::it, it, plant) + chain.losses(SupplyChain::Side::site, it, plant);
        QVERIFY(std::abs(sides - lost) <= 1e-9 * std::max(1.0, lost));
    }
}

/// N+1: a bus of four UPS of 1 MW.
void TestSupplyChain::parallel_units_share() {
    SupplyUnit ups = unit("ups", SupplyKind::ups, 4, 1e6);
    ups.below = {{1, true, 1}};
    const Site of = site({ups, unit("feed", SupplyKind::feed, 110, 40e3)}, {"feed"}, 110); // 3.3 MW
    QVERIFY(std::abs(of.ratio("ups", "ups") - 1.1) < 1e-9);                                // 3.3 MW on three
    QCOMPARE(of.lose("ups").hit.size(), size_t(0));
    const Site less = site({ups, unit("feed", SupplyKind::feed, 90, 40e3)}, {"feed"}, 90); // 2.7 MW
    QVERIFY(less.lose("ups").worst <= 1);
}

/// 2N: two feeds a rack, each side on a UPS of its own; one side carries all when the other is lost.
void TestSupplyChain::two_sides() {
    const auto build = [](double capacity) {
        SupplyUnit a = unit("ups-a", SupplyKind::ups, 1, capacity),
                   b = unit("ups-b", SupplyKind::ups, 1, capacity);
        a.below = {{2, false, 1}};
        b.below = {{3, false, 1}};
        return site(
            {a, b, unit("feed-a", SupplyKind::feed, 20, 40e3), unit("feed-b", SupplyKind::feed, 20, 40e3)},
            {"feed-a", "feed-b"}, 20);
    };
    QVERIFY(build(700e3).lose("ups-a").worst <= 1); // 600 kW on one
    QVERIFY(std::abs(build(500e3).ratio("ups-a", "ups-b") - 1.2) < 1e-9);
    // One feed lost: its rack's other one carries 30 of 40 kW, the UPS of that side 15 kW more.
    const SupplyFailure feed = build(700e3).lose("feed-a");
    QCOMPARE(feed.hit.size(), size_t(1));
    QCOMPARE(feed.hit[0].left, 40e3);
    QVERIFY(std::abs(feed.hit[0].share - 1.0 / 20) < 1e-12);
    QVERIFY(std::abs(feed.worst - 0.75) < 1e-9);
}

/// 3N/2: three systems of two thirds; a third of the racks on each pair. The loss of one moves half of its
/// load to each of the other two.
void TestSupplyChain::three_for_two() {
    std::vector<SupplyUnit> units;
    for (int s = 0; s < 3; ++s) units.push_back(unit("ups-" + std::to_string(s), SupplyKind::ups, 1, 300e3));
    std::vector<FedRack> racks;
    for (int pair = 0; pair < 3; ++pair) {
        FedRack rack{6, 30e3, {}};
        for (const int side : {pair, (pair + 1) % 3}) {
            const int at = static_cast<int>(units.size());
            units[static_cast<size_t>(side)].below.push_back({at, false, 1});
            units.push_back(unit("feed-" + std::to_string(at), SupplyKind::feed, 6, 40e3));
            rack.feeds.push_back({at, 40e3});
        }
        racks.push_back(rack);
    }
    Site of;
    of.chain.units = units;
    QVERIFY(of.chain.arrange());
    of.direct.assign(of.chain.units.size(), 0);
    for (FedRack& rack : racks)
        for (FedRack::Feed& feed : rack.feeds) {
            feed.unit = index_of(of.chain, units[static_cast<size_t>(feed.unit)].id);
            of.chain.units[static_cast<size_t>(feed.unit)].rack_feed = 0;
            of.direct[static_cast<size_t>(feed.unit)] += rack.count * 15e3;
        }
    of.racks = racks;
    // 540 kW in all, 180 kW a system; one lost: 270 kW on each of two of 300 kW.
    const SupplyFailure lost = of.lose("ups-0");
    QVERIFY2(lost.worst < 1, qPrintable(QString::number(lost.worst)));
    for (SupplyUnit& each : of.chain.units)
        if (each.kind == SupplyKind::ups) each.capacity = 250e3;
    QVERIFY(std::abs(of.ratio("ups-0", "ups-1") - 270.0 / 250) < 1e-9);
    QVERIFY(std::abs(of.ratio("ups-0", "ups-2") - 270.0 / 250) < 1e-9);
}

void TestSupplyChain::one_unit_darkens_what_hangs_on_it() {
    SupplyUnit transformer = unit("transformer", SupplyKind::transformer, 1, 5e6),
               pdu = unit("pdu", SupplyKind::pdu, 4, 400e3);
    transformer.below = {{1, false, 1}};
    pdu.below = {{2, false, 1}};
    const Site of = site({transformer, pdu, unit("feed", SupplyKind::feed, 40, 40e3)}, {"feed"}, 40);
    const SupplyFailure all = of.lose("transformer");
    QVERIFY(std::isinf(all.worst));
    QCOMPARE(all.hit.size(), size_t(1));
    QCOMPARE(all.hit[0].share, 1.0);
    QCOMPARE(all.hit[0].left, 0.0);
    // One of four PDUs: a quarter of the racks.
    const SupplyFailure quarter = of.lose("pdu");
    QVERIFY(std::abs(quarter.hit[0].share - 0.25) < 1e-12);
    QCOMPARE(quarter.hit[0].left, 0.0);
    QCOMPARE(of.failures().racks_below(index_of(of.chain, "transformer")), std::vector<int>{0});
}

void TestSupplyChain::a_store_counts_beside_a_plant_that_draws_nothing() {
    SupplyChain chain;
    chain.units = {unit("ups", SupplyKind::ups, 1, 100e3)};
    QVERIFY(chain.arrange());
    SupplyState state;
    state.own.resize(1);
    state.transferable.resize(1);
    const FedEquipment::Feed feed{0, 1, 100e3};
    state.equipment = {{50e3, {feed}}, {0, {feed}}};
    QVERIFY(SupplyFailures(chain, std::move(state)).carries(0));
}

void TestSupplyChain::a_generator_takes_over() {
    SupplyUnit utility = unit("utility", SupplyKind::utility, 1, 2e6),
               generator = unit("generator", SupplyKind::generator, 2, 500e3),
               board = unit("board", SupplyKind::switchgear, 1, 2e6);
    generator.standby = true;
    utility.below = generator.below = {{2, true, 1}};
    board.below = {{3, false, 1}};
    const Site of =
        site({utility, generator, board, unit("feed", SupplyKind::feed, 40, 40e3)}, {"feed"}, 40); // 1.2 MW
    const auto flows = of.chain.flows(of.direct, 0);
    QCOMPARE(flows[static_cast<size_t>(index_of(of.chain, "generator"))].out, 0.0);
    QVERIFY(std::abs(of.ratio("utility", "generator") - 1.2) < 1e-9);
    QVERIFY(of.lose("generator").worst <= 1);
}

/// Four UPS a side, each with its own feeds: a lost one hits its racks, and the one across from it.
void TestSupplyChain::several_of_each_stand_together() {
    SupplyUnit a = unit("ups-a", SupplyKind::ups, 4, 250e3), b = unit("ups-b", SupplyKind::ups, 4, 250e3);
    a.below = {{2, false, 1}};
    b.below = {{3, false, 1}};
    const Site of =
        site({a, b, unit("feed-a", SupplyKind::feed, 40, 40e3), unit("feed-b", SupplyKind::feed, 40, 40e3)},
             {"feed-a", "feed-b"}, 40);
    // 1.2 MW; 150 kW a UPS. One lost: ten racks hang on the other side alone, on one UPS: 300 of 250 kW.
    QVERIFY2(std::abs(of.ratio("ups-a", "ups-b") - 1.2) < 1e-9,
             qPrintable(QString::number(of.ratio("ups-a", "ups-b"))));
    QVERIFY(std::abs(of.lose("ups-a").hit[0].share - 0.25) < 1e-12);
}

void TestSupplyChain::circles_are_found() {
    SupplyChain chain;
    chain.units = {unit("a", SupplyKind::ups, 1, 1e6), unit("b", SupplyKind::pdu, 1, 1e6),
                   unit("c", SupplyKind::feed, 1, 1e6)};
    chain.units[0].below = {{1, false, 1}};
    chain.units[1].below = {{0, false, 1}, {2, false, 1}};
    QCOMPARE(supply_cycles(chain.units), (std::vector<std::vector<int>>{{0, 1}}));
    QVERIFY(!chain.arrange());
    QCOMPARE(chain.units[0].id, std::string("a"));
    // What feeds the circle is none of it.
    chain.units.push_back(unit("d", SupplyKind::transformer, 1, 1e6));
    chain.units.push_back(unit("e", SupplyKind::utility, 1, 1e6));
    chain.units[3].below = {{0, false, 1}};
    chain.units[4].below = {{3, false, 1}};
    QCOMPARE(supply_cycles(chain.units), (std::vector<std::vector<int>>{{0, 1}}));
    QVERIFY(!chain.arrange());
    chain.units[1].below.erase(chain.units[1].below.begin());
    QVERIFY(supply_cycles(chain.units).empty());
    QVERIFY(chain.arrange());
}

void TestSupplyChain::each_circle_is_one_of_its_own() {
    const auto chain_of = [](size_t size, const std::vector<std::pair<size_t, int>>& links) {
        std::vector<SupplyUnit> out(size, unit("", SupplyKind::feed, 1, 1e6));
        for (const auto& [upper, lower] : links) out[upper].below.push_back({lower, false, 1});
        return out;
    };
    using Circles = std::vector<std::vector<int>>;
    QCOMPARE(supply_cycles(chain_of(4, {{0, 1}, {1, 0}, {2, 3}, {3, 2}})), (Circles{{0, 1}, {2, 3}}));
    // Drawn across each other, and one feeding the other: by way of a unit that is in none.
    QCOMPARE(supply_cycles(chain_of(5, {{0, 3}, {3, 0}, {1, 4}, {4, 1}})), (Circles{{0, 3}, {1, 4}}));
    QCOMPARE(supply_cycles(chain_of(5, {{0, 3}, {3, 0}, {3, 2}, {2, 1}, {1, 4}, {4, 1}})),
             (Circles{{0, 3}, {1, 4}}));
    // What both have makes one of two.
    QCOMPARE(supply_cycles(chain_of(3, {{0, 1}, {1, 0}, {1, 2}, {2, 1}})), (Circles{{0, 1, 2}}));
    // A long chain that closes, at once and without recursion.
    constexpr size_t many = 100'000;
    std::vector<std::pair<size_t, int>> ring;
    for (size_t i = 0; i < many; ++i) ring.emplace_back(i, static_cast<int>((i + 1) % many));
    const Circles one = supply_cycles(chain_of(many, ring));
    QCOMPARE(one.size(), size_t(1));
    QCOMPARE(one.front().size(), many);
}

QTEST_APPLESS_MAIN(TestSupplyChain)
#include "test_supply_chain.moc"
