// SPDX-License-Identifier: GPL-3.0-or-later
// The rate of a precision: which figure of the catalogue stands for it where the part has none of its own.
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/compute_rate.h"
#include "core/base/catalog/confirmed.h"
#include "core/step/cost/machine.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

using namespace roofrack;

namespace {

constexpr Precision precisions[] = {Precision::fp32, Precision::tf32, Precision::fp16,
                                    Precision::bf16, Precision::fp8,  Precision::nvfp4};

/// An accelerator that has these rates alone, all announced.
Part part_with(std::initializer_list<std::pair<const char*, double>> rates) {
    Part out = *Catalog::built_in().part("h100-sxm5");
    for (const char* key : {"dense_fp32", "dense_tf32", "dense_bf16", "dense_fp8", "dense_int8", "dense_fp4"})
        out.figures.erase(key);
    for (const auto& [key, value] : rates) {
        SourcedValue& figure = out.figures[key];
        figure.value = value;
        figure.status = Status::announced;
    }
    return out;
}

struct Expected {
    std::string_view figure;
    double value;
};

/// In the order of `precisions`.
void check(const Part& part, const std::array<Expected, 6>& expected) {
    for (size_t i = 0; i < expected.size(); ++i) {
        const ComputeRate rate = compute_rate(part, precisions[i]);
        QCOMPARE(std::string(rate.figure), std::string(expected[i].figure));
        QCOMPARE(rate.value, expected[i].value);
    }
}

} // namespace

class TestComputeRate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void each_precision_has_its_own_figure() {
        check(part_with({{"dense_fp32", 60e12},
                         {"dense_tf32", 500e12},
                         {"dense_bf16", 1000e12},
                         {"dense_fp8", 2000e12},
                         {"dense_int8", 1900e12},
                         {"dense_fp4", 4000e12}}),
              {{{"dense_fp32", 60e12},
                {"dense_tf32", 500e12},
                {"dense_bf16", 1000e12},
                {"dense_bf16", 1000e12},
                {"dense_fp8", 2000e12},
                {"dense_fp4", 4000e12}}});
    }

    void another_figure_stands_for_what_is_lacking() {
        // 16 bits alone: an eighth of them for 32, all of them for fewer.
        check(part_with({{"dense_bf16", 800e12}}), {{{"dense_bf16", 100e12},
                                                     {"dense_bf16", 100e12},
                                                     {"dense_bf16", 800e12},
                                                     {"dense_bf16", 800e12},
                                                     {"dense_bf16", 800e12},
                                                     {"dense_bf16", 800e12}}});
        // FP32 and TF32 stand for each other; integers of eight bits for floats, where they are faster.
        check(part_with({{"dense_fp32", 50e12},
                         {"dense_bf16", 900e12},
                         {"dense_fp8", 900e12},
                         {"dense_int8", 1800e12}}),
              {{{"dense_fp32", 50e12},
                {"dense_fp32", 50e12},
                {"dense_bf16", 900e12},
                {"dense_bf16", 900e12},
                {"dense_int8", 1800e12},
                {"dense_int8", 1800e12}}});
        check(part_with({{"dense_tf32", 400e12}, {"dense_bf16", 900e12}, {"dense_fp8", 700e12}}),
              {{{"dense_tf32", 400e12},
                {"dense_tf32", 400e12},
                {"dense_bf16", 900e12},
                {"dense_bf16", 900e12},
                {"dense_bf16", 900e12},
                {"dense_bf16", 900e12}}});
        check(part_with({}), {});
    }

    /// What a caution names is what the step computes at.
    void a_machine_computes_at_the_figure_that_the_caution_names() {
        size_t seen = 0, named = 0;
        for (const Part& part : Catalog::built_in().parts()) {
            if (part.kind != PartKind::accelerator) continue;
            const auto machine = make_machine(part, CostParameters::built_in());
            if (!machine) continue;
            for (const Precision each : precisions) {
                const ComputeRate rate = compute_rate(part, each);
                const std::string key(rate.figure), where = part.id + " " + std::string(name_of(each));
                QVERIFY2(part.value(key), where.c_str());
                QVERIFY2(machine->peak(each) == *part.value(key) / rate.divisor, where.c_str());
                // 32 bits of a part that says nothing of them are a share of its 16 bits.
                const bool is_share = key == "dense_bf16" && Machine::element_bytes(each) > 2;
                QVERIFY2(rate.divisor == (is_share ? 8 : 1), where.c_str());
                std::string word = each == Precision::fp16 ? "fp16" : key.substr(std::strlen("dense_"));
                std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
                const bool is_sure = is_confirmed(part.figures.find(key)->second.status);
                QCOMPARE(unconfirmed_rate_word(part, each), is_sure ? std::string() : word);
                named += is_sure ? 0 : 1;
                ++seen;
            }
        }
        QVERIFY(seen > 100 && named > 10);
    }

    /// Rates that a drawing gives its own accelerator are read by the same rule.
    void a_machine_computes_at_the_rates_of_a_part_that_is_given() {
        const Part part = part_with({{"dense_bf16", 800e12}, {"dense_int8", 1600e12}});
        const auto machine = make_machine(part, CostParameters::built_in());
        QVERIFY(machine);
        QCOMPARE(machine->peak_32, 100e12);
        QCOMPARE(machine->peak_tf32, 100e12);
        QCOMPARE(machine->peak_16, 800e12);
        QCOMPARE(machine->peak_8, 1600e12);
        QCOMPARE(machine->peak_4, 1600e12);
        QVERIFY(machine->has_8 && !machine->has_4);
    }
};

QTEST_GUILESS_MAIN(TestComputeRate)
#include "test_compute_rate.moc"
