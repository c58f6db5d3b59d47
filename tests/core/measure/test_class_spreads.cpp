// SPDX-License-Identifier: GPL-3.0-or-later
// What a band is widened by for classes without fitted runs: as much as holds the nominal share of them.
#include "core/measure/published/built_in_runs.h"
#include "core/measure/transfer/class_spreads.h"

#include <QTest>
#include <cmath>
#include <set>

using namespace roofrack;

namespace {

/// Runs of this tree's own making and, of each of these parts, the first published ones.
Table runs_with(const std::vector<std::string>& parts) {
    constexpr int of_each = 3;
    const Table& published = built_in_runs();
    Table chosen{published.header, {}, {}};
    for (const std::string& part : parts) {
        int left = of_each;
        for (size_t i = 0; i < published.rows.size() && left > 0; ++i) {
            if (!published.rows[i][published.column("gpu")].starts_with(part)) continue;
            chosen.rows.push_back(published.rows[i]);
            chosen.lines.push_back(published.lines[i]);
            --left;
        }
    }
    return joined({*read_csv(ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv"), chosen});
}

/// Without terms of kinds and open cells, so that a run's band is what its class widens it by.
Uncertainty bare() {
    Uncertainty out = Uncertainty::built_in();
    out.kinds.clear();
    out.assumed = {};
    out.unfitted_vendor = 0.01;
    return out;
}

Uncertainty with_spreads(const Table& runs) {
    Uncertainty out = bare();
    const auto added = add_class_spreads(out, runs, "t", Catalog::built_in(), CostParameters::built_in());
    if (!added) qFatal("%s", added.error().text().c_str());
    return out;
}

} // namespace

class TestClassSpreads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void one_vendor_says_nothing_of_another() { QCOMPARE(with_spreads(runs_with({})).unfitted_vendor, 0.01); }

    void a_vendors_spread_holds_the_nominal_share_of_vendors_left_out() {
        const Table runs = runs_with({"MI300X", "Trainium", "Gaudi"});
        const Uncertainty spreads = with_spreads(runs);
        const auto test =
            transfer_test(runs, "t", Catalog::built_in(), CostParameters::built_in(), LeftOut::vendor, false);
        QVERIFY(test && test->classes.size() >= 3);
        const auto held = [&](double spread) {
            double share = 0;
            size_t at = 0;
            for (const TransferClass& vendor : test->classes) {
                const auto first = test->rows.begin() + static_cast<std::ptrdiff_t>(at);
                const std::vector<ValidatedRow> rows(
                    first, first + static_cast<std::ptrdiff_t>(vendor.figures.rows));
                at += rows.size();
                std::map<std::string, double> weights;
                for (const ValidatedRow& row : rows) weights[row.series] += 1;
                for (const ValidatedRow& row : rows)
                    if (std::abs(std::log(row.predicted / row.published)) <= spreads.quantile * spread)
                        share += 1 / weights[row.series] / static_cast<double>(weights.size());
            }
            return share / static_cast<double>(test->classes.size());
        };
        const double least = std::hypot(spreads.unfitted_family, spreads.unfitted_generation);
        QVERIFY(spreads.unfitted_vendor >= least);
        QVERIFY(held(spreads.unfitted_vendor) >= spreads.nominal);
        // No wider than that asks for, unless the stack's and the part's own terms are.
        if (spreads.unfitted_vendor > least) QVERIFY(held(spreads.unfitted_vendor * 0.999) < spreads.nominal);
    }
};

QTEST_APPLESS_MAIN(TestClassSpreads)
#include "test_class_spreads.moc"
