// SPDX-License-Identifier: GPL-3.0-or-later
// Generations of accelerators are named as people write them.
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/generation_name.h"
#include "core/step/cost/parameters.h"

#include <QTest>

#include <set>

using namespace roofrack;

class TestGenerationName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_are_those_that_people_write() {
        QCOMPARE(generation_name("rubin"), std::string("Rubin"));
        QCOMPARE(generation_name("blackwell-ultra"), std::string("Blackwell Ultra"));
        QCOMPARE(generation_name("tpu-v5p"), std::string("TPU v5p"));
        QCOMPARE(generation_name("cdna3"), std::string("CDNA3"));
        QCOMPARE(generation_name("ampere-ga102"), std::string("Ampere GA102"));
        QCOMPARE(generation_name("ascend-910b"), std::string("Ascend 910B"));
        QCOMPARE(generation_name("my-own"), std::string("my-own"));
        QCOMPARE(generation_name(""), std::string());
    }

    /// Whatever the catalogue offers, and whatever the model was fitted to, has a name.
    void every_generation_has_a_name() {
        std::set<std::string> generations;
        for (const Part& part : Catalog::built_in().parts())
            if (part.kind == PartKind::accelerator)
                if (const std::string of(part.text_or("architecture", "")); !of.empty())
                    generations.insert(of);
        for (const GenerationParameters& each : CostParameters::built_in().generations)
            if (each.name != "generic") generations.insert(each.name);
        QVERIFY(generations.size() > 20);
        for (const std::string& each : generations) {
            const std::string name = generation_name(each);
            QVERIFY2(name.front() >= 'A' && name.front() <= 'Z' && name.find('-') == std::string::npos,
                     each.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestGenerationName)
#include "test_generation_name.moc"
