// SPDX-License-Identifier: GPL-3.0-or-later
// What is said where a word is none of those that are known.
#include "core/base/units/nearest.h"

#include <QTest>

#include <fmt/format.h>
#include <vector>

using namespace roofrack;

class TestNearest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_near_word_is_asked_for() {
        const std::vector<std::string> known{"global_batch", "micro_batch"};
        QCOMPARE(suggestion("globl_batch", known), std::string("did you mean 'global_batch'?"));
        QCOMPARE(suggestion("sequence", known), std::string("it knows global_batch, micro_batch"));
    }

    void a_long_list_ends_with_how_many_more() {
        std::vector<std::string> known;
        for (int i = 1; i <= 12; ++i) known.push_back(fmt::format("word{}", i));
        const std::string all =
            "it knows word1, word2, word3, word4, word5, word6, word7, word8, word9, word10, word11, word12";
        QCOMPARE(suggestion("sequence", known), all);
        for (int i = 13; i <= 200; ++i) known.push_back(fmt::format("word{}", i));
        QCOMPARE(suggestion("sequence", known), all + " and 188 more");
    }
};

QTEST_APPLESS_MAIN(TestNearest)
#include "test_nearest.moc"
