// SPDX-License-Identifier: GPL-3.0-or-later
// How far an object's figures are from those of a baseline, in numbers and in words.
#include "core/base/figures/builder.h"
#include "core/base/figures/difference.h"

#include <QTest>

#include <cmath>

using namespace roofrack;

namespace {

struct Offer {
    double dollars = 0, share = 0, unknown = std::nan("");
    double count = 0; ///< neither more nor less of it is better
    double weeks = 1;
};
void describe(figures::Builder<Offer>& f) {
    using namespace figures;
    f.number("usd", &Offer::dollars, usd, "price", "of it", less);
    f.number("share", &Offer::share, share, "share", "of it", more);
    f.number("unknown", &Offer::unknown, usd, "unknown", "of it", less);
    f.number("count", &Offer::count, count, "count", "of it");
    f.number("weeks", &Offer::weeks, weeks, "weeks", "from the order", less);
}

struct Team {
    double heads = 0;
};
void describe(figures::Builder<Team>& f) {
    using namespace figures;
    f.number("heads", &Team::heads, count, "heads", "of it", less);
}

} // namespace

class TestDifference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figures_are_held_against_the_baseline() {
        const Offer first{2e6, 0.5, std::nan(""), 3}, second{1.5e6, 0.6, 5, 9};
        const auto found = figures::differences(figures::shape_of<Offer>(), &first, &second);
        QCOMPARE(found.size(), size_t(3)); // what one of them lacks, or nobody prefers, is not compared
        QCOMPARE(found[0].absolute, -0.5e6);
        QCOMPARE(found[0].relative, -0.25); // 1.5/2 − 1
        QCOMPARE(figures::difference_text(found[0]), std::string("−$500k, −25.0 %"));
        // A tenth of the whole more is a fifth more of the half.
        QCOMPARE(figures::difference_text(found[1]), std::string("+10.0 points, +20.0 %"));
    }

    void nothing_is_divided_by_nothing() {
        const Offer first{0, 0.5, 1, 1}, second{7e6, 0.5, 1, 1};
        const auto found = figures::differences(figures::shape_of<Offer>(), &first, &second);
        QCOMPARE(found.size(), size_t(4));
        QVERIFY(std::isnan(found[0].relative));
        QCOMPARE(figures::difference_text(found[0]), std::string("+$7M"));
        QCOMPARE(figures::difference_text(found[1]), std::string("the same"));
    }

    void a_change_has_the_sign_of_what_is_more() {
        QCOMPARE(figures::change_text(9.61, figures::seconds), std::string("+9.61 s"));
        QCOMPARE(figures::change_text(-56.4, figures::seconds), std::string("−56.4 s"));
        QCOMPARE(figures::change_text(1.2e6, figures::usd), std::string("+$1.2M"));
    }

    void a_difference_is_not_rounded_to_nothing() {
        const Team first{38}, hardly{38.43}, later{49};
        const auto text = [&](const Team& team) {
            return figures::difference_text(
                figures::differences(figures::shape_of<Team>(), &first, &team).back());
        };
        QCOMPARE(text(hardly), std::string("+0.4, +1.1 %"));
        QCOMPARE(text(later), std::string("+11, +28.9 %"));
    }

    /// Weeks from the order have no share, and the table has the words of `compare`.
    void weeks_are_earlier_or_later() {
        const Offer first{1, 1, 1, 1, 38};
        const auto text = [&](double weeks) {
            const Offer offer{1, 1, 1, 1, weeks};
            return figures::difference_text(
                figures::differences(figures::shape_of<Offer>(), &first, &offer).back());
        };
        QCOMPARE(text(49), std::string("11 weeks later"));
        QCOMPARE(text(39), std::string("7 days later"));
        QCOMPARE(text(37.3), std::string("5 days earlier"));
        QCOMPARE(text(38.05), std::string("the same"));
        const Offer soon{1, 1, 1, 1, 2.83}, late{1, 1, 1, 1, 38.9};
        constexpr figures::TableRow rows[] = {{"weeks"}};
        const std::vector<const void*> both{&soon, &late};
        const auto lines = figures::table_with_differences(figures::shape_of<Offer>(), rows, both);
        QCOMPARE(lines[1].cells, (std::vector<std::string>{"–", "36 weeks later"}));
    }

    void a_table_has_a_row_below_each() {
        const Offer first{2e6, 0.5, 1, 1}, second{1e6, 0.5, 1, 1};
        constexpr figures::TableRow rows[] = {{"usd"}, {"count"}};
        const std::vector<const void*> both{&first, &second}, one{&first};
        const auto lines = figures::table_with_differences(figures::shape_of<Offer>(), rows, both);
        QCOMPARE(lines.size(), size_t(3));
        QCOMPARE(lines[1].label, std::string("  to baseline"));
        QCOMPARE(lines[1].cells, (std::vector<std::string>{"–", "−$1M, −50.0 %"}));
        QCOMPARE(figures::table_with_differences(figures::shape_of<Offer>(), rows, one).size(), size_t(2));
    }
};

QTEST_APPLESS_MAIN(TestDifference)
#include "test_difference.moc"
