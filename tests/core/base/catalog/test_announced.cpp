// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that makers announced: how the catalogue reads them, and what it does with sources that name none.
#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>

using namespace roofrack;

namespace {

Result<Catalog> read(const std::string& figure, const std::string& source) {
    const std::string sources = R"({"sources": {"S": )" + source + "}}";
    const std::string parts =
        R"({"parts": [{"id": "x1", "kind": "accelerator", "name": "X1", "figures": {"hbm_rate": )" + figure +
        "}}]}";
    const EmbeddedFile files[] = {{"resources/catalog/sources.json", sources},
                                  {"resources/catalog/x.json", parts}};
    return Catalog::parse(files);
}

} // namespace

class TestAnnounced : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_figure_has_its_date_and_what_others_say() {
        const auto catalog =
            read(R"({"value": "22 TB/s", "status": "announced", "source": "S", "low": "19.2 TB/s"})",
                 R"({"text": "the page of a maker", "date": "2026-10"})");
        QVERIFY2(catalog, catalog ? "" : catalog.error().text().c_str());
        const SourcedValue& figure = catalog->part("x1")->figures.at("hbm_rate");
        QCOMPARE(figure.status, Status::announced);
        QCOMPARE(figure.source, std::string("the page of a maker"));
        QCOMPARE(figure.date, std::string("2026-10"));
        QCOMPARE(figure.low, std::optional(19.2e12));
        QCOMPARE(figure.high, std::optional(22e12));
    }

    void refuses_data() {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("word");
        const char* const plain = "\"a page\"";
        const char* const unsure = R"({"text": "a table without sources", "unsure": true})";
        QTest::newRow("announced by nobody")
            << R"({"value": "22 TB/s", "status": "announced"})" << plain << "names no source";
        QTest::newRow("announced without a value")
            << R"({"value": null, "status": "announced", "source": "S"})" << plain << "missing";
        QTest::newRow("above what others say")
            << R"({"value": "22 TB/s", "status": "announced", "source": "S", "high": "20 TB/s"})" << plain
            << "not between";
        QTest::newRow("below what others say")
            << R"({"value": "22 TB/s", "status": "announced", "source": "S", "low": "23 TB/s"})" << plain
            << "not between";
        QTest::newRow("confirmed by an unsure source")
            << R"({"value": "22 TB/s", "status": "confirmed", "source": "S"})" << unsure
            << "confirms nothing";
        QTest::newRow("source without a text") << R"({"value": "22 TB/s", "status": "judgement"})"
                                               << R"({"date": "2026"})"
                                               << "missing";
        QTest::newRow("source with an unknown key") << R"({"value": "22 TB/s", "status": "judgement"})"
                                                    << R"({"text": "a", "sure": true})"
                                                    << "unknown key";
    }
    void refuses() {
        QFETCH(QString, figure);
        QFETCH(QString, source);
        QFETCH(QString, word);
        const auto catalog = read(figure.toStdString(), source.toStdString());
        QVERIFY(!catalog);
        const QString text = QString::fromStdString(catalog.error().text());
        QVERIFY2(text.contains(word), qPrintable(text));
        QVERIFY(!catalog.error().fix.empty());
    }

    void an_unsure_source_may_stand_behind_an_opinion() {
        QVERIFY(read(R"({"value": "22 TB/s", "status": "from_memory", "source": "S"})",
                     R"({"text": "a table without sources", "unsure": true})"));
    }

    // A source that says of itself that it has none, or that its values are assumed, confirms nothing.
    void nothing_is_confirmed_by_a_source_without_one() {
        const char* const admissions[] = {"without a source", "values as assumed", "was not kept"};
        for (const Part& part : Catalog::built_in().parts())
            for (const auto& [key, figure] : part.figures)
                if (figure.status == Status::confirmed)
                    for (const char* words : admissions)
                        QVERIFY2(figure.source.find(words) == std::string::npos,
                                 (part.id + "/" + key).c_str());
    }

    void every_announced_figure_has_a_source_and_a_date() {
        size_t count = 0;
        for (const Part& part : Catalog::built_in().parts())
            for (const auto& [key, figure] : part.figures) {
                if (figure.status != Status::announced) continue;
                ++count;
                const std::string name = part.id + "/" + key;
                QVERIFY2(!figure.source.empty() && !figure.date.empty() && figure.value, name.c_str());
                if (figure.low)
                    QVERIFY2(*figure.low <= *figure.value && *figure.value <= *figure.high, name.c_str());
            }
        QVERIFY(count > 50);
    }

    // What NVIDIA's own pages print of its modules: 17, 15, 9 and 9 W.
    void optics_draw_what_their_maker_prints() {
        const std::pair<const char*, double> modules[] = {
            {"dr8-800g", 17}, {"sr8-800g", 15}, {"dr4-400g", 9}, {"sr4-400g", 9}};
        for (const auto& [id, watts] : modules) {
            const SourcedValue& figure = Catalog::built_in().part(id)->figures.at("power_per_end");
            QCOMPARE(figure.value, std::optional(watts));
            QCOMPARE(figure.status, Status::confirmed);
            QVERIFY2(figure.source.find("docs.nvidia.com") != std::string::npos, id);
        }
    }

    /// What sources say of themselves, in the words of sources.json.
    void nothing_is_confirmed_by_a_source_that_calls_itself_none() {
        const auto calls_itself_none = [](const std::string& source) {
            const QString text = QString::fromStdString(source).toLower();
            for (const char* words : {"not kept", "as assumed", "no source", "without source",
                                      "without a source", "unsourced", "names no", "source unknown"})
                if (text.contains(QLatin1String(words))) return true;
            return text.trimmed().isEmpty();
        };
        QVERIFY(calls_itself_none("Read in a public source whose address was not kept")); // UNNAMED
        QVERIFY(!calls_itself_none("the data sheet of its maker"));
        size_t confirmed = 0, unsure = 0;
        for (const Part& part : Catalog::built_in().parts())
            for (const auto& [key, figure] : part.figures) {
                unsure += calls_itself_none(figure.source) && !figure.source.empty();
                if (figure.status != Status::confirmed) continue;
                ++confirmed;
                QVERIFY2(!calls_itself_none(figure.source),
                         (part.id + " " + key + ": " + figure.source).c_str());
            }
        QVERIFY(confirmed > 300);
        QVERIFY(unsure > 0); // such sources are there, and stand behind what is less sure
    }

    /// A NIC a GPU is never faster than the PCIe link that it hangs on: that of the GPU to its host, or one
    /// of its own (ConnectX-8 beside B300: 16 lanes of PCIe 6, 128 GB/s of which 242 of 256 B are data).
    void no_nic_is_faster_than_its_link() {
        const Catalog& catalog = Catalog::built_in();
        for (const Part& part : catalog.parts()) {
            const double gpus = part.value_or("gpus", 0), nics = part.value_or("nics", 0);
            if (part.kind != PartKind::server || gpus <= 0 || nics < gpus) continue;
            const auto nic = part.value("nic_rate");
            const double link = part.value_or("nic_link_rate", part.value_or("host_link_rate", 0));
            if (nic) QVERIFY2(*nic <= link * 1.001, part.id.c_str());
        }
        const SourcedValue& own = catalog.part("dgx-b300")->figures.at("nic_link_rate");
        QVERIFY(std::abs(*own.value / (16 * 64e9 / 8 * 242 / 256) - 1) < 0.001);
        QVERIFY(own.status == Status::judgement); // its source tells of GB300 alone
        const SourcedValue& told = catalog.part("gb300-nvl72")->figures.at("nic_link_rate");
        QCOMPARE(*told.value, *own.value);
        QVERIFY(told.source.find("ConnectX-8") != std::string::npos && !told.date.empty());
    }

    void parts_are_found_as_people_write_them() {
        const std::pair<const char*, const char*> names[] = {{"H800", "h800-sxm5"},
                                                             {"GH200", "gh200-1"},
                                                             {"B200", "b200-sxm"},
                                                             {"MI300X OAM", "mi300x"},
                                                             {"VR200", "rubin"},
                                                             {"RTX 5090", "rtx-5090"},
                                                             {"L40S", "l40s"},
                                                             {"VR200 NVL72", "vr200-nvl72"},
                                                             {"Kyber", "vr300-kyber"},
                                                             {"Helios", "helios-72"},
                                                             {"CloudMatrix 384", "cloudmatrix-384"},
                                                             {"H20", "h20-sxm5"},
                                                             {"A800", "a800-sxm4-80gb"},
                                                             {"trn2u.48xlarge", "trn2-ultra"},
                                                             {"p5en.48xlarge", "p5en"}};
        for (const auto& [name, id] : names) {
            const Part* part = Catalog::built_in().part(name);
            QVERIFY2(part, name);
            QCOMPARE(part->id, std::string(id));
        }
    }
};

QTEST_APPLESS_MAIN(TestAnnounced)
#include "test_announced.moc"
