// SPDX-License-Identifier: GPL-3.0-or-later
// Software bfloat16 and binary16 bit by bit, sums by hand, and the laws that simulated errors follow.
#include "core/base/numerics/reduction_order.h"

#include "core/base/numerics/lane_sums.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace roofrack;

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

/// The value of a pattern of 16 bits, of so many exponent bits, from IEEE 754's definition.
double value_of(uint32_t pattern, int exponent_bits) {
    const int fraction_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = static_cast<int>((pattern >> fraction_bits) & ((1U << exponent_bits) - 1));
    const double fraction = std::ldexp(pattern & ((1U << fraction_bits) - 1), -fraction_bits);
    const double size =
        exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
    return pattern & 0x8000U ? -size : size;
}

template<auto value, auto partial>
float staged(std::span<const float> values, std::span<const ReductionStage> stages) {
    StagedSum<value, partial> sum(stages);
    for (const float each : values) {
        SumLane lane;
        lane.fill(value(each));
        sum.add(lane);
    }
    return sum.sum().front();
}

/// What these values, one a rank, come to in stages of whole groups.
float reduced(std::span<const float> values, std::span<const ReductionStage> stages, SumPrecision precision) {
    switch (precision) {
    case SumPrecision::bf16: return staged<round_to_bf16, round_to_bf16>(values, stages);
    case SumPrecision::fp16: return staged<round_to_fp16, round_to_fp16>(values, stages);
    case SumPrecision::bf16_fp32: return staged<round_to_bf16, kept_in_fp32>(values, stages);
    case SumPrecision::fp32: break;
    }
    return staged<kept_in_fp32, kept_in_fp32>(values, stages);
}

/// The sum of these values, one a rank; exact comparisons: QCOMPARE's are fuzzy.
bool is_sum(std::vector<float> values, std::vector<ReductionStage> stages, SumPrecision precision,
            float expected) {
    const float sum = reduced(values, stages, precision);
    if (sum != expected) qWarning("%g instead of %g", double(sum), double(expected));
    return sum == expected;
}
bool is_sum(const std::vector<float>& values, ReductionOrder order, SumPrecision precision, float expected) {
    return is_sum(values, {{order, static_cast<double>(values.size())}}, precision, expected);
}

const ReductionCurve& curve(SumPrecision precision, ReductionOrder order, SummedValues values) {
    return reduction_curves().of(precision, order, values);
}

constexpr auto ring = ReductionOrder::ring, tree = ReductionOrder::tree;
constexpr auto either = SummedValues::either_sign, equal = SummedValues::equal_sign;

} // namespace

class TestReductionOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_value_and_every_tie_of_16_bits_data();
    void every_value_and_every_tie_of_16_bits();
    void rounding_by_hand();
    void sums_by_hand();
    void a_tree_is_as_low_as_it_can_be();
    void stages_pass_values_of_the_format();
    void errors_lie_under_their_bounds();
    void a_ring_follows_the_square_root();
    void a_tree_grows_by_the_logarithm();
    void a_ring_of_one_sign_stops_growing();
    void sums_in_fp32_lose_one_rounding();
    void fp16_overflows();
    void stages_agree_with_curves();
    void another_order_has_other_bits();
    void other_draws_tell_the_same();
};

void TestReductionOrder::every_value_and_every_tie_of_16_bits_data() {
    QTest::addColumn<int>("exponent_bits");
    QTest::newRow("bf16") << 8;
    QTest::newRow("fp16") << 5;
}

void TestReductionOrder::every_value_and_every_tie_of_16_bits() {
    QFETCH(int, exponent_bits);
    const auto rounded = exponent_bits == 8 ? round_to_bf16 : round_to_fp16;
    const uint32_t largest = (((1U << exponent_bits) - 1) << (15 - exponent_bits)) - 1; // below infinity
    int wrong = 0;
    const auto expect = [&](float value, float to) {
        wrong += rounded(value) != to || rounded(-value) != -to;
    };
    for (uint32_t pattern = 0; pattern <= largest; ++pattern) {
        const auto value = static_cast<float>(value_of(pattern, exponent_bits));
        expect(value, value);
        // Half-way to the next one, which may be where infinity begins; just below and just above it.
        const double next = pattern < largest ? value_of(pattern + 1, exponent_bits)
                                              : 2 * double(value) - value_of(pattern - 1, exponent_bits);
        const auto above = pattern < largest ? static_cast<float>(next) : infinite;
        const auto tie = static_cast<float>((double(value) + next) / 2);
        expect(tie, pattern % 2 == 0 ? value : above);
        expect(std::nextafter(tie, 0.0F), value);
        expect(std::nextafter(tie, infinite), above);
    }
    QCOMPARE(wrong, 0);
    QVERIFY(std::signbit(rounded(-0.0F)));
    QCOMPARE(rounded(infinite), infinite);
    for (const uint32_t bits : {0x7fffffffU, 0xffffffffU, 0x7f800001U, 0xffc00000U})
        QVERIFY(std::isnan(rounded(std::bit_cast<float>(bits))));
}

void TestReductionOrder::rounding_by_hand() {
    // bf16 counts by 2^-7 from 1 on, by 2 from 256 on; its least value is 2^-133.
    QVERIFY(round_to_bf16(1.00390625F) == 1.0F);      // 1 + 2^-8: a tie, to the even 1
    QVERIFY(round_to_bf16(1.01171875F) == 1.015625F); // 1 + 3·2^-8: a tie, to the even 1 + 2·2^-7
    QVERIFY(round_to_bf16(257.0F) == 256.0F);
    QVERIFY(round_to_bf16(259.0F) == 260.0F);
    QVERIFY(round_to_bf16(0x1p-134F) == 0.0F);
    QVERIFY(round_to_bf16(0x1.8p-133F) == 0x1p-132F);
    QVERIFY(round_to_bf16(3.39e38F) == 0x1.fep127F);
    QVERIFY(round_to_bf16(3.4e38F) == infinite);
    // fp16 counts by 2^-10 from 1 on, by 2^-24 below 2^-14.
    QVERIFY(round_to_fp16(2049.0F) == 2048.0F);
    QVERIFY(round_to_fp16(2051.0F) == 2052.0F);
    QVERIFY(round_to_fp16(0x1p-25F) == 0.0F);
    QVERIFY(round_to_fp16(0x1.8p-24F) == 0x1p-23F);
    QVERIFY(round_to_fp16(65519.0F) == 65504.0F);
    QVERIFY(round_to_fp16(65520.0F) == infinite);
    QCOMPARE(unit_roundoff(FloatFormat::bf16), 0.00390625);
    QCOMPARE(unit_roundoff(FloatFormat::fp16), 0.00048828125);
}

void TestReductionOrder::sums_by_hand() {
    using enum SumPrecision;
    // 256 + 1 = 257 falls back to 256 each time; of a tree 1 + 1 = 2 counts; fp32 has 259, and bf16 makes it
    // 260.
    QVERIFY(is_sum({256, 1, 1, 1}, ring, bf16, 256));
    QVERIFY(is_sum({256, 1, 1, 1}, tree, bf16, 258));
    QVERIFY(is_sum({256, 1, 1, 1}, ring, bf16_fp32, 260));
    QVERIFY(is_sum({256, 1, 1, 1}, ReductionOrder::in_switch, bf16, 260));
    QVERIFY(is_sum({1, 1, 1, 256}, ring, bf16, 260)); // 3 + 256 = 259
    QVERIFY(is_sum({2048, 1, 1}, ring, fp16, 2048));
    QVERIFY(is_sum({2048, 1, 1}, tree, fp16, 2048));
    QVERIFY(is_sum({1, 1, 2048}, tree, fp16, 2050));
    QVERIFY(is_sum({16777216, 1, 1}, ring, fp32, 16777216));
    QVERIFY(is_sum({60000, 6000}, ring, fp16, infinite));
    // What is added is of the format.
    QVERIFY(is_sum({257, 1}, ring, bf16_fp32, 256)); // 256 + 1 = 257
    QVERIFY(is_sum({257, 1}, ring, fp32, 258));
}

void TestReductionOrder::a_tree_is_as_low_as_it_can_be() {
    using enum SumPrecision;
    // What joins the large value as a sum of two and more is kept.
    QVERIFY(is_sum({1, 1, 256}, tree, bf16, 258));             // (1 + 1) + 256
    QVERIFY(is_sum({1, 1, 1, 1, 256}, tree, bf16, 260));       // (1 + 1) + (1 + 1), + 256
    QVERIFY(is_sum({256, 1, 1, 1, 1, 1, 2}, tree, bf16, 262)); // 256 + 2, + ((1 + 1) + 2)
}

void TestReductionOrder::stages_pass_values_of_the_format() {
    // Two domains of {256, 1, 1, 1}: the switch gives 260 each, which a tree makes 520.
    const auto of = [](std::vector<ReductionStage> stages, float expected) {
        return is_sum({256, 1, 1, 1, 256, 1, 1, 1}, std::move(stages), SumPrecision::bf16, expected);
    };
    QVERIFY(of({{ReductionOrder::in_switch, 4}, {tree, 2}}, 520));
    QVERIFY(of({{ring, 4}, {tree, 2}}, 512));
    QVERIFY(of({{tree, 4}, {ring, 2}}, 516));
    QVERIFY(of({{ReductionOrder::in_switch, 8}}, 520)); // 518 is a tie of 516 and 520
    QVERIFY(of({{ring, 1}, {ring, 8}}, 512));
    // 257 leaves the first switch as 256, which takes up no 1.
    QVERIFY(is_sum({256, 1, 0, 0, 1, 0, 0, 0}, {{ReductionOrder::in_switch, 4}, {ring, 2}},
                   SumPrecision::bf16, 256));
}

void TestReductionOrder::errors_lie_under_their_bounds() {
    size_t compared = 0;
    for (const ReductionCurve& each : reduction_curves().curves)
        for (const SumError& point : each.points) {
            if (!std::isfinite(point.error)) continue;
            QVERIFY(point.condition >= 1);
            const SumBounds bounds = sum_bounds(each.precision, each.order, point.ranks);
            QVERIFY2(point.error <= bounds.worst * point.condition,
                     qPrintable(QStringLiteral("%1 of %2 at %3")
                                    .arg(point.error)
                                    .arg(bounds.worst * point.condition)
                                    .arg(point.ranks)));
            ++compared;
        }
    QCOMPARE(compared, size_t{16 * 17 - 1});
    // (n − 1)u, √n·u, ⌈log₂ n⌉u by hand.
    QCOMPARE(sum_bounds(SumPrecision::bf16, ring, 257).worst, 1.0);
    QCOMPARE(sum_bounds(SumPrecision::bf16, ring, 256).probable, 0.0625);
    QCOMPARE(sum_bounds(SumPrecision::fp16, tree, 1000).worst, 10.0 / 2048);
    QCOMPARE(sum_bounds(SumPrecision::bf16_fp32, ring, 2).worst, 0x1p-8 + 0x1p-24);
    QCOMPARE(sum_bounds(SumPrecision::fp32, tree, 1).worst, 0.0);
}

void TestReductionOrder::a_ring_follows_the_square_root() {
    // Draws of mean zero: partial sums of size √k, roundings of about 0.4 u of each: 0.4 √(n/2) u.
    for (const SumPrecision precision : {SumPrecision::bf16, SumPrecision::fp16, SumPrecision::fp32})
        for (const SumError& point : curve(precision, ring, either).points) {
            const double law = sum_bounds(precision, ring, point.ranks).probable;
            QVERIFY(point.error > 0.2 * law && point.error < 0.45 * law);
        }
    // Values of one sign, where u is small against 1/n: 0.4 √(n/3) u.
    for (const SumError& point : curve(SumPrecision::fp32, ring, equal).points) {
        const double law = sum_bounds(SumPrecision::fp32, ring, point.ranks).probable;
        QVERIFY(point.error > 0.15 * law && point.error < 0.4 * law);
    }
}

void TestReductionOrder::a_tree_grows_by_the_logarithm() {
    for (const SumPrecision precision : {SumPrecision::bf16, SumPrecision::fp16, SumPrecision::fp32}) {
        const std::vector<SumError>&trees = curve(precision, tree, either).points,
              &rings = curve(precision, ring, either).points;
        for (const SumError& point : trees) {
            const double law = std::sqrt(std::log2(point.ranks)) * unit_roundoff(value_format(precision));
            QVERIFY(point.error > 0.3 * law && point.error < 0.65 * law);
        }
        QVERIFY(rings.back().error > 30 * trees.back().error);
        QVERIFY(trees.back().error < 5 * trees.front().error);
    }
}

void TestReductionOrder::a_ring_of_one_sign_stops_growing() {
    // From some hundred ranks on half a unit of the running sum is more than a value: the rest is lost.
    const std::vector<SumError>& points = curve(SumPrecision::bf16, ring, equal).points;
    for (const SumError& point : points)
        if (point.ranks >= 4096) QVERIFY(point.error > 0.6 && point.error < 1);
    QVERIFY(points[6].error < 0.02);                                                     // 128 ranks
    QVERIFY(points[10].error > 2 * sum_bounds(SumPrecision::bf16, ring, 2048).probable); // no longer √n·u
    QVERIFY(curve(SumPrecision::bf16, tree, equal).points[16].error < 0.003);
}

void TestReductionOrder::sums_in_fp32_lose_one_rounding() {
    for (const SummedValues values : {either, equal})
        for (const ReductionOrder order : {ring, tree})
            for (const SumError& point : curve(SumPrecision::bf16_fp32, order, values).points) {
                QVERIFY(point.error > 0.3 * 0x1p-8 && point.error < 0.55 * 0x1p-8);
                QVERIFY(point.difference < 0x1p-8 && point.other_bits < 0.05);
            }
}

void TestReductionOrder::fp16_overflows() {
    // 131,072 magnitudes of 0.8 in the mean are beyond 65504; a ring stopped growing long before.
    QVERIFY(std::isinf(curve(SumPrecision::fp16, tree, equal).points.back().error));
    QVERIFY(std::isfinite(curve(SumPrecision::fp16, ring, equal).points.back().error));
    QVERIFY(std::isfinite(curve(SumPrecision::bf16, tree, equal).points.back().error));
}

void TestReductionOrder::stages_agree_with_curves() {
    for (const ReductionCurve& each : reduction_curves().curves)
        for (const size_t at : {0U, 3U, 9U}) {
            const ReductionStage stage[] = {{each.order, each.points[at].ranks}};
            const auto one = simulate_reduction(stage, each.precision, each.values);
            QVERIFY(one);
            QCOMPARE(one->ranks, each.points[at].ranks);
            QCOMPARE(one->error, each.points[at].error);
            QCOMPARE(one->condition, each.points[at].condition);
        }
    const ReductionStage many[] = {{ring, 2048}, {tree, 1024}};
    QVERIFY(!simulate_reduction(many, SumPrecision::bf16, either));
    const auto alone = simulate_reduction({}, SumPrecision::bf16, either);
    QVERIFY(alone);
    QCOMPARE(alone->error, 0.0);
}

void TestReductionOrder::another_order_has_other_bits() {
    for (const ReductionOrder order : {ring, tree}) {
        const ReductionStage stage[] = {{order, 128}};
        const auto drawn = simulate_reduction(stage, SumPrecision::bf16, either);
        QVERIFY(drawn->other_bits > 0.4);
        // Two errors that know nothing of each other: √2 of one.
        QVERIFY(drawn->difference > drawn->error && drawn->difference < 2 * drawn->error);
        const ReductionStage pair[] = {{order, 2}}; // a + b = b + a
        QCOMPARE(simulate_reduction(pair, SumPrecision::bf16, either)->other_bits, 0.0);
    }
}

void TestReductionOrder::other_draws_tell_the_same() {
    const ReductionCurves first = simulate_curves(256, 7), again = simulate_curves(256, 7),
                          other = simulate_curves(256, 8);
    for (size_t i = 0; i < first.curves.size(); ++i) {
        QCOMPARE(first.curves[i].points.size(), size_t{8});
        for (size_t k = 0; k < 8; ++k) {
            const double a = first.curves[i].points[k].error, b = other.curves[i].points[k].error;
            QCOMPARE(again.curves[i].points[k].error, a);
            QVERIFY(a != b && a < 1.5 * b && b < 1.5 * a);
        }
    }
}

QTEST_APPLESS_MAIN(TestReductionOrder)
#include "test_reduction_order.moc"
