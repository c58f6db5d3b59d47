// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/unique_names.h"

#include <QTest>

using namespace roofrack;

namespace {

Element element(const char* id, const char* name, const char* parent = "") {
    Element out;
    out.id = id;
    out.name = name;
    out.parent = parent;
    return out;
}

} // namespace

class TestUniqueNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesakes_are_named_by_what_they_stand_in() {
        Cluster cluster;
        cluster.elements = {element("a", "Pod of 3,072"),
                            element("b", "Pod of 1,024"),
                            element("a-air", "Fan walls", "a"),
                            element("b-air", "Fan walls", "b"),
                            element("tower", "Tower"),
                            element("west", "Unit"),
                            element("east", "Unit"),
                            element("b-east", "Feed", "b"),
                            element("b-west", "Feed", "b")};
        const UniqueNames names(cluster);
        QCOMPARE(names.of("a-air"), std::string("Fan walls of Pod of 3,072"));
        QCOMPARE(names.of("b-air"), std::string("Fan walls of Pod of 1,024"));
        QCOMPARE(names.of("tower"), std::string("Tower"));
        // Nothing around them, or the same: only the id tells.
        QCOMPARE(names.of("east"), std::string("Unit (east)"));
        QCOMPARE(names.of("b-west"), std::string("Feed (b-west)"));
        QCOMPARE(names.of("gone"), std::string());
    }

    void positions_are_found_among_many_names() {
        std::vector<std::string> all;
        for (int i = 0; i < 5000; ++i)
            all.push_back(fmt::format("rack-{}", i * i % 4096)); // some of them twice
        for (const size_t room : {size_t(0), all.size()}) {
            NameIndex index(room);
            std::map<std::string, int> first;
            for (size_t i = 0; i < all.size(); ++i)
                QCOMPARE(index.add(all[i]), first.emplace(all[i], static_cast<int>(i)).second);
            QVERIFY(first.size() > 100 && first.size() < all.size());
            for (const auto& [name, position] : first) QCOMPARE(index.position(name), position);
            QCOMPARE(index.position("rack-5000"), -1);
            QCOMPARE(index.position(""), -1);
        }
        QCOMPARE(NameIndex().position("rack-1"), -1);
    }
};

QTEST_APPLESS_MAIN(TestUniqueNames)
#include "test_unique_names.moc"
