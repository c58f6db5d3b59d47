// SPDX-License-Identifier: GPL-3.0-or-later
// Parts and prices of one's own from tables, and the table of prices that is written.
#include "core/base/catalog/catalog.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/own_parts.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/price_lines.h"
#include "core/measured/interchange/parts_csv.h"
#include "core/measured/interchange/prices_csv.h"
#include "tests/support/cli.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

const Catalog& built_in() { return Catalog::built_in(); }

Result<PartsImport> parts_of(const std::string& text, const Scenario& scenario = {}) {
    const auto table = parse_csv(text, "parts.csv");
    if (!table) return tl::unexpected(table.error());
    return import_parts_csv(*table, "parts.csv", scenario, built_in());
}

Result<PricesImport> prices_of(const std::string& text, const std::map<std::string, double>& rates = {},
                               const Scenario& scenario = {}) {
    const auto table = parse_csv(text, "prices.csv");
    if (!table) return tl::unexpected(table.error());
    return import_prices_csv(*table, "prices.csv", scenario, rates, built_in(), PriceList::built_in());
}

std::string told(const std::vector<Diagnostic>& faults) {
    std::string out;
    for (const Diagnostic& fault : faults) out += fault.text() + "\n";
    return out;
}

Scenario with_servers(const char* part, int count) {
    Scenario out;
    Element& element = out.cluster.elements.emplace_back();
    element.id = "a";
    element.kind = ElementKind::server;
    element.part.id = part;
    element.count = count;
    return out;
}

} // namespace

class TestListsCsv : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_part_a_row();
    void rows_that_cannot_be_taken_are_said();
    void a_second_reading_changes();
    void a_price_stands_before_the_catalogues();
    void currencies_need_a_rate();
    void bad_rows_are_said_data();
    void bad_rows_are_said();
    void what_is_written_reads_back_unchanged();
    void the_command_line_reads_and_writes_them();
};

void TestListsCsv::a_part_a_row() {
    const auto read =
        parts_of("id,kind,base,name,hbm_capacity [GB],tdp,dense_bf16,accelerator,gpus,source,date\n"
                 "my-box,server,HGX H100,My box,,,,my-gpu,4,quote,2026-09\n"
                 "my-gpu,accelerator,NVIDIA H100 SXM,My GPU,120,650 W,-,,,data sheet,2026-10\n");
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY2(read->faults.empty(), told(read->faults).c_str());
    QCOMPARE(read->added, size_t(2));
    const Part& box = *read->scenario.parts[0].inline_part;
    const auto gpu = accelerator_of(box, built_in());
    QVERIFY(gpu);
    QCOMPARE(*gpu->value("hbm_capacity"), 120e9);
    QCOMPARE(*gpu->value("tdp"), 650.0);
    QCOMPARE(*gpu->value("hbm_rate"), *built_in().part("h100-sxm5")->value("hbm_rate")); // the base's
    QVERIFY(!gpu->value("dense_bf16"));                                                  // "-"
    const SourcedValue& memory = gpu->figures.find("hbm_capacity")->second;
    QCOMPARE(memory.source, std::string("data sheet"));
    QCOMPARE(memory.date, std::string("2026-10"));
    QVERIFY(!box.value("price"));
}

void TestListsCsv::rows_that_cannot_be_taken_are_said() {
    const auto read = parts_of("id,kind,base,tdp,hbm_capacity\n"
                               "good,accelerator,h100-sxm5,600 W,\n"
                               "gone,accelerator,h99-sxm5,600 W,\n"
                               ",accelerator,h100-sxm5,600 W,\n"
                               "good,accelerator,h100-sxm5,500 W,\n"
                               "junk,accelerator,h100-sxm5,lots,\n"
                               "minus,accelerator,h100-sxm5,-600 W,\n"
                               "far,accelerator,h100-sxm5,,80 MB\n"
                               "several,accelerator,GH200,,\n");
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    const std::string all = told(read->faults);
    QCOMPARE(read->faults.size(), size_t(6));
    for (const char* line :
         {"parts.csv:3", "parts.csv:4", "parts.csv:5", "parts.csv:6", "parts.csv:7", "parts.csv:9"})
        QVERIFY2(all.find(line) != std::string::npos, (all + line).c_str());
    QVERIFY2(all.find("did you mean 'h200-sxm'") != std::string::npos ||
                 all.find("h99-sxm5") != std::string::npos,
             all.c_str());
    QCOMPARE(read->scenario.parts.size(), size_t(2)); // good and far
    QCOMPARE(read->warnings.size(), size_t(1));
    QVERIFY2(read->warnings[0].text().find("parts.csv:8: hbm_capacity") != std::string::npos,
             read->warnings[0].text().c_str());
    const auto column = parts_of("id,hbm_capcity\nx,1\n");
    QVERIFY(!column);
    QVERIFY2(column.error().fix.find("hbm_capacity") != std::string::npos, column.error().text().c_str());
    QVERIFY(!parts_of("kind,base\nserver,dgx-h100\n"));
}

void TestListsCsv::a_second_reading_changes() {
    const auto first = parts_of("id,kind,base,tdp\nmy-gpu,accelerator,h100-sxm5,600 W\n");
    const auto box = parts_of("id,kind,base,accelerator\nbox,server,dgx-h100,my-gpu\n", first->scenario);
    QVERIFY2(box && box->faults.empty(), box ? told(box->faults).c_str() : "");
    const auto second = parts_of("id,kind,base,tdp\nmy-gpu,accelerator,h100-sxm5,500 W\n", box->scenario);
    QCOMPARE(second->changed, size_t(1));
    QCOMPARE(*accelerator_of(*second->scenario.parts[1].inline_part, built_in())->value("tdp"), 500.0);
}

void TestListsCsv::a_price_stands_before_the_catalogues() {
    Scenario scenario = with_servers("dgx-h100", 3);
    const auto read = prices_of("item,low,likely,high,currency,date,source\n"
                                "NVIDIA DGX H100,280000,300000,330000,USD,2026-10-01,our dealer\n",
                                {}, scenario);
    QVERIFY2(read && read->faults.empty(), read ? told(read->faults).c_str() : "");
    QCOMPARE(read->taken, size_t(1));
    scenario.site.prices = read->prices;
    const auto capital = capital_of(scenario.cluster, scenario.site, built_in());
    QCOMPARE(capital->rows[0].basis, PriceBasis::project);
    QCOMPARE(capital->rows[0].price, (PriceBand{840e3, 900e3, 990e3})); // three
    QCOMPARE(capital->rows[0].status, Status::confirmed);
    QCOMPARE(capital->rows[0].source, std::string("our dealer (2026-10-01)"));
    // A class is asked where nothing is known of the part itself: 8 GPUs of 41 k$.
    Scenario of_class = with_servers("hgx-h800", 1);
    of_class.site.prices = prices_of("item,likely\nserver.h800-sxm5,41000\n")->prices;
    const auto estimated = capital_of(of_class.cluster, of_class.site, built_in());
    QCOMPARE(estimated->rows[0].basis, PriceBasis::project);
    QCOMPARE(estimated->rows[0].price.likely, 8 * 41000.0);
    QCOMPARE(estimated->rows[0].status, Status::judgement); // nobody is named
}

void TestListsCsv::currencies_need_a_rate() {
    const std::string text = "item,likely,currency\ndgx-h100,300000,eur\nqm9700,25000,USD\n";
    const auto without = prices_of(text);
    QCOMPARE(without->faults.size(), size_t(1));
    QVERIFY2(without->faults[0].text().find("prices.csv:2: no rate of EUR") != std::string::npos,
             without->faults[0].text().c_str());
    const auto with = prices_of(text, {{"EUR", 1.1}});
    QVERIFY2(with->faults.empty(), told(with->faults).c_str());
    Scenario scenario = with_servers("dgx-h100", 2);
    scenario.site.prices = with->prices;
    const auto capital = capital_of(scenario.cluster, scenario.site, built_in());
    QVERIFY(std::abs(capital->rows[0].price.likely - 660e3) < 1e-6); // 2 × 300 k€ × 1.1
    QVERIFY(capital->rows[0].source.find("EUR") != std::string::npos);
}

void TestListsCsv::bad_rows_are_said_data() {
    QTest::addColumn<std::string>("row");
    QTest::addColumn<std::string>("what");
    const auto row = [](const char* name, const std::string& text, const std::string& what) {
        QTest::newRow(name) << text << what;
    };
    row("unknown part", "dgx-h101,1,,,", "unknown part 'dgx-h101'");
    row("several parts", "A100 SXM4,1,,,", "'A100 SXM4' may be 2 things");
    row("unknown currency", "dgx-h100,1,,,DOGE", "unknown currency 'DOGE'");
    row("no number", "dgx-h100,much,,,", "'much' is no price");
    row("negative", "dgx-h100,-5,,,", "'-5' is no price");
    row("out of order", "dgx-h100,10,20,30,", "low 20, likely 10 and high 30");
}

void TestListsCsv::bad_rows_are_said() {
    QFETCH(std::string, row);
    QFETCH(std::string, what);
    const auto read = prices_of("item,likely,low,high,currency\nqm9700,20000,,,\n" + row + "\n");
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(read->faults.size(), size_t(1));
    const std::string text = read->faults[0].text();
    QVERIFY2(text.find("prices.csv:3: ") == 0 && text.find(what) != std::string::npos, text.c_str());
    QVERIFY(!read->faults[0].fix.empty());
    QCOMPARE(read->taken, size_t(1));
}

void TestListsCsv::what_is_written_reads_back_unchanged() {
    Scenario scenario = with_servers("dgx-h100", 1);
    scenario.site.prices =
        prices_of("item,likely,currency,source\nqm9700,22000,EUR,dealer\n", {{"EUR", 1.1}})->prices;
    const std::string text = price_lines_csv(price_lines(&scenario, built_in()));
    const auto again = prices_of(text, {}, scenario);
    QVERIFY2(again && again->faults.empty(), again ? told(again->faults).c_str() : "");
    QCOMPARE(again->taken, size_t(0));
    QVERIFY(again->unchanged > 20);
    QCOMPARE(again->prices, scenario.site.prices);
    // Through the project file.
    Project project;
    project.scenarios.push_back(scenario);
    project.scenarios[0].name = "Base";
    const auto loaded = parse_project(project_text(project, built_in()), built_in(), "test");
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->project.scenarios[0].site.prices, scenario.site.prices);
}

void TestListsCsv::the_command_line_reads_and_writes_them() {
    QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(QString::fromLatin1(name)); };
    const auto save = [&](const char* name, const char* text) {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) > 0;
    };
    QVERIFY(save("p.roofrack.json", R"({"schema": 1, "scenarios": [{"name": "Base", "cluster": {"elements": [
        {"id": "a", "kind": "server", "part": "dgx-h100", "count": 2}]}}]})"));
    QVERIFY(save("good.csv",
                 "item,likely,low,high,date,source\ndgx-h100,300000,280000,330000,2026-10-01,dealer\n"));
    QVERIFY(save("bad.csv", "item,likely\ndgx-h101,300000\n"));
    QVERIFY(save("parts.csv", "id,kind,base,tdp\nmy-gpu,accelerator,H100,600 W\n"));
    const auto run = [&](const QStringList& arguments) { return test::run_cli(arguments); };
    const auto bad = run({"catalog", "take-prices", path("bad.csv"), "--project", path("p.roofrack.json"),
                          "-o", path("none.roofrack.json")});
    QCOMPARE(bad.exit_code, 3);
    QVERIFY2(bad.err.contains("bad.csv:2: unknown part 'dgx-h101'"), bad.err.constData());
    QVERIFY(!QFile::exists(path("none.roofrack.json")));
    const auto good = run({"catalog", "take-prices", path("good.csv"), "--project", path("p.roofrack.json"),
                           "-o", path("q.roofrack.json")});
    QVERIFY2(good.exit_code == 0, good.err.constData());
    QVERIFY2(good.out.contains("is written: 1 price is taken, 0 say what held before.\n"),
             good.out.constData());
    const auto bom = run({"bom", path("q.roofrack.json")});
    QVERIFY2(bom.out.contains("your own, confirmed") && bom.out.contains("dealer (2026-10-01)") &&
                 bom.out.contains("$560k to $660k"),
             bom.out.constData());
    const auto parts = run({"catalog", "take-parts", path("parts.csv"), "--project", path("q.roofrack.json"),
                            "-o", path("r.roofrack.json")});
    QVERIFY2(parts.exit_code == 0, parts.err.constData());
    QVERIFY2(parts.out.contains("is written: 1 part is new, 0 changed.\n"), parts.out.constData());
    QVERIFY(run({"catalog", "show", "my-gpu", "--project", path("r.roofrack.json")}).out.contains("600 W"));
    const auto json = QJsonDocument::fromJson(
                          run({"catalog", "prices", "--project", path("r.roofrack.json"), "--json"}).out)
                          .array();
    QVERIFY(json.size() > 100);
    for (const auto& each : json)
        if (each.toObject()["item"] == "dgx-h100")
            QCOMPARE(each.toObject()["basis"].toString(), QString("project"));
}

QTEST_GUILESS_MAIN(TestListsCsv)
#include "test_lists_csv.moc"
