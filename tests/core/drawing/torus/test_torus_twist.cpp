// SPDX-License-Identifier: GPL-3.0-or-later
// Distances on a twisted torus against a walk along its cables, and the gain that is taken against them.
#include "core/base/catalog/catalog.h"
#include "core/drawing/torus/torus_twist.h"

#include <QTest>
#include <map>
#include <queue>
#include <vector>

using namespace roofrack;

namespace {

using Place = std::vector<int>;

/// Links from the first crossing to every other, cable by cable.
std::map<Place, int> walked(const std::vector<int>& dims) {
    const int half = std::ranges::min(dims);
    std::map<Place, int> out{{Place(dims.size(), 0), 0}};
    std::queue<Place> next;
    next.push(out.begin()->first);
    while (!next.empty()) {
        const Place from = next.front();
        next.pop();
        for (size_t axis = 0; axis < dims.size(); ++axis)
            for (const int step : {1, -1}) {
                Place to = from;
                to[axis] += step;
                const bool closes = to[axis] < 0 || to[axis] == dims[axis];
                to[axis] = (to[axis] + dims[axis]) % dims[axis];
                for (size_t i = 0; closes && dims[axis] == half && i < dims.size(); ++i)
                    if (dims[i] > half) to[i] = (to[i] + half) % dims[i];
                if (out.try_emplace(to, out.at(from) + 1).second) next.push(to);
            }
    }
    return out;
}

} // namespace

class TestTorusTwist : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void what_can_be_twisted() {
        QCOMPARE(twistable_axes({4, 4, 8}), 1);
        QCOMPARE(twistable_axes({8, 4, 4}), 1);
        QCOMPARE(twistable_axes({12, 24, 24}), 2);
        for (const std::vector<int>& dims :
             {std::vector{4, 4, 4}, {2, 2, 4}, {4, 4, 16}, {4, 6, 8}, {8, 16}, {4, 4, 8, 8}, {}})
            QCOMPARE(twistable_axes(dims), 0);
    }

    void distances_are_those_of_the_cables() {
        for (const std::vector<int>& dims : {std::vector{4, 4, 8}, {4, 8, 8}, {6, 12, 6}}) {
            const Place start(dims.size(), 0);
            const auto links = walked(dims);
            QCOMPARE(links.size(), static_cast<size_t>(dims[0] * dims[1] * dims[2]));
            for (const auto& [place, count] : links)
                QCOMPARE(twisted_distance(dims, start, place), double(count));
        }
    }

    /// All cables alike carry an all-to-all: the mean way against a quarter of the longest axis, of two
    /// cables. What Google measured comes to nine tenths of it.
    void the_gain_is_what_the_ways_allow() {
        const auto& topology = Catalog::built_in().defaults().topology;
        const auto allowed = [](const std::vector<int>& dims) {
            double sum = 0;
            const auto links = walked(dims);
            for (const auto& [place, count] : links) sum += count;
            return std::ranges::max(dims) / 4.0 / 2 / (sum / static_cast<double>(links.size()) / 6);
        };
        for (const auto& [gain, dims] : {std::pair{topology.twist_one_long, std::vector{4, 4, 8}},
                                         {topology.twist_one_long, {8, 8, 16}},
                                         {topology.twist_two_long, {4, 8, 8}},
                                         {topology.twist_two_long, {8, 16, 16}}}) {
            QVERIFY(gain < allowed(dims));
            QVERIFY2(gain > 0.9 * allowed(dims), qPrintable(QString::number(allowed(dims))));
        }
    }
};

QTEST_APPLESS_MAIN(TestTorusTwist)
#include "test_torus_twist.moc"
