// SPDX-License-Identifier: GPL-3.0-or-later
// Capital from the bill: the project's own price, else the catalogue's, else an estimate by class; what has
// none makes the sum incomplete.
#include "core/facility/economics/capital.h"
#include "core/facility/economics/capital_text.h"

#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/own_parts.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace roofrack;

namespace {

bool near_price(double value, double expected, double within = 1e-9) {
    if (std::abs(value - expected) <= within * std::abs(expected)) return true;
    qWarning("%.17g is not %.17g", value, expected);
    return false;
}

Capital of(const Scenario& scenario) {
    auto made = capital_of(scenario.cluster, scenario.site, Catalog::built_in());
    if (!made) qFatal("%s", made.error().text().c_str());
    return std::move(*made);
}

Scenario with_server(const std::string& name, const char* part) {
    Scenario scenario = test::sample(name);
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::server) element.part = {part, {}, {}};
    return scenario;
}

const CapitalRow& first_server(const Capital& capital) {
    return *std::ranges::find(capital.rows, BillGroup::server, &CapitalRow::group);
}

nlohmann::json price_file() {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == "resources/catalog/prices.json") return nlohmann::json::parse(file.contents);
    qFatal("no price list");
}

} // namespace

class TestCapital : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_row_is_priced_once_data();
    void every_row_is_priced_once();
    void the_catalogue_goes_before_the_class();
    void own_parts_are_as_the_project_says();
    void an_own_part_has_its_bases_price_only_while_it_holds();
    void nothing_is_priced_by_another_machine();
    void what_is_not_for_sale_makes_it_incomplete();
    void halls_bring_their_cooling();
    void the_site_overrides();
    void a_broken_price_list_says_where();
};

void TestCapital::every_row_is_priced_once_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : test::sample_names())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestCapital::every_row_is_priced_once() {
    QFETCH(QString, name);
    Scenario scenario = test::sample(name.toStdString());
    scenario.site.capex_per_gpu.reset();
    const auto bill = bill_of_materials(scenario.cluster, Catalog::built_in());
    const Capital capital = of(scenario);
    QCOMPARE(capital.rows.size(), bill->rows.size());
    double parts = 0;
    for (size_t i = 0; i < capital.rows.size(); ++i) {
        const CapitalRow& row = capital.rows[i];
        QCOMPARE(row.name, bill->rows[i].name);
        QCOMPARE(row.count, bill->rows[i].count);
        QVERIFY(row.price.low <= row.price.likely && row.price.likely <= row.price.high);
        QCOMPARE(row.basis == PriceBasis::none, row.price.high == 0);
        if (bill->rows[i].price) QVERIFY(near_price(row.price.likely, *bill->rows[i].price));
        if (!row.with_space) parts += row.price.likely;
    }
    QVERIFY(near_price(capital.parts().likely, parts));
    QVERIFY(near_price(capital.total().likely, parts * (1 + 0.03 + 0.02) * (1 + 0.05)));
    QVERIFY(near_price(capital.per_gpu().si() * capital.gpus, capital.total().likely));
    QCOMPARE(capital.gpus, bill->totals.gpus);
    // What an hour costs goes by it.
    const Evaluation e = evaluate(test::prepared(scenario));
    if (e.step_time > Seconds(0) && !scenario.site.gpu_hour_price) QVERIFY(e.cost.capital > 0);
}

void TestCapital::the_catalogue_goes_before_the_class() {
    const Capital known = of(with_server("dgx-h100-su", "dgx-h100"));
    QCOMPARE(first_server(known).basis, PriceBasis::catalogue);
    QCOMPARE(first_server(known).price.likely, 375e3 * first_server(known).count);
    QCOMPARE(first_server(known).price.low, 0.8 * 375e3 * first_server(known).count); // confirmed
    const Capital unknown = of(with_server("dgx-h100-su", "dgx-b300"));
    const CapitalRow& estimate = first_server(unknown);
    QCOMPARE(estimate.basis, PriceBasis::estimate);
    QCOMPARE(estimate.price_class, std::string("server.blackwell-ultra"));
    QCOMPARE(estimate.pieces, 8 * estimate.count);
    QCOMPARE(estimate.price.likely, 65e3 * 8 * estimate.count);
    QCOMPARE(estimate.price.high, 82e3 * 8 * estimate.count);
    QVERIFY(unknown.is_complete());
    QVERIFY(capital_text(unknown).find("estimated") != std::string::npos);
}

void TestCapital::own_parts_are_as_the_project_says() {
    Scenario scenario = test::sample("dgx-h100-su");
    double count = 0;
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::server) {
            Part own = *Catalog::built_in().part("dgx-h100");
            own.id = "ours";
            own.figures["price"] = {123e3, Status::judgement, "our offer", ""};
            element.part = {"ours", own, {}};
        }
    const CapitalRow& row = first_server(of(scenario));
    count = row.count;
    QCOMPARE(row.basis, PriceBasis::project);
    QCOMPARE(row.price, PriceBand::exactly(123e3 * count));
    QCOMPARE(row.source, std::string("our offer"));
}

// 64 nodes of one GPU, made of a server of eight: 64 · 20 to 31 k$, and not 64 servers of 180 k$.
void TestCapital::an_own_part_has_its_bases_price_only_while_it_holds() {
    const Catalog& catalog = Catalog::built_in();
    const auto priced = [&](const std::string& changes) {
        const auto part =
            parse_own_part(R"({"kind": "server", "base": "hgx-a100", "id": "ours")" + changes + "}", catalog);
        if (!part) qFatal("%s", part.error().text().c_str());
        Scenario scenario = test::sample("dgx-h100-su");
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::server) element.part = *part;
        return first_server(of(scenario));
    };
    const CapitalRow same = priced(R"(, "inlet_max": "40 °C")");
    QCOMPARE(same.basis, PriceBasis::catalogue); // with the catalogue's band
    QVERIFY(near_price(same.price.likely, 180e3 * same.count));
    QVERIFY(same.price.low < same.price.likely && same.price.high > same.price.likely);
    const CapitalRow one = priced(R"(, "gpus": 1, "scale_up_domain": 1, "nics": 1)");
    QCOMPARE(one.basis, PriceBasis::estimate);
    QCOMPARE(one.price_class, std::string("server.ampere")); // modules, no cards
    QVERIFY(near_price(one.price.likely, 23e3 * one.count)); // resources/catalog/prices.json
    QCOMPARE(priced(R"(, "accelerator": "a100-pcie-80gb")").price_class, std::string("server.ampere.pcie"));
    QCOMPARE(priced(R"(, "gpu_hbm_capacity": "160 GB")").basis, PriceBasis::estimate);
    QCOMPARE(priced(R"(, "gpus": 1, "price": "$30k")").price, PriceBand::exactly(30e3 * one.count));
}

// An H100's slot of 45 k$ is not the price of an A100 or of a GB200.
void TestCapital::nothing_is_priced_by_another_machine() {
    const double a100 = of(test::sample("shared-a100-hot-rack")).per_gpu().si();
    const double gb200 = of(test::sample("gb200-nvl72-x8")).per_gpu().si();
    QVERIFY(a100 > 20e3 && a100 < 38e3);
    QVERIFY(gb200 > 46e3 && gb200 < 75e3);
}

void TestCapital::what_is_not_for_sale_makes_it_incomplete() {
    const Capital capital = of(with_server("dgx-h100-su", "tpu-v5p-host"));
    QCOMPARE(first_server(capital).basis, PriceBasis::none);
    QVERIFY(!capital.is_complete());
    QVERIFY(capital.total().likely > 0); // at least the network
    QVERIFY(capital.incomplete_text().starts_with("incomplete, at least"));
    QVERIFY(capital_text(capital).starts_with("capital incomplete, at least"));
    // What a hall of one's own costs is in the capital elsewhere, and in no row of the bill.
    Scenario own = with_server("dgx-h100-su", "dgx-h100");
    own.site.money.deployment = Deployment::own_hall;
    QVERIFY(capital_text(of(own)).starts_with("capital without the building $"));
    QVERIFY(capital_text(of(with_server("dgx-h100-su", "dgx-h100"))).starts_with("capital $"));
    QVERIFY(capital.on_demand.empty() && capital.reserved.empty());
    // A drawing without any price: no figure, not zero.
    Scenario bare = with_server("ws-8gpu", "tpu-v5e-host");
    std::erase_if(bare.cluster.elements, [](const Element& e) { return e.kind != ElementKind::server; });
    bare.cluster.links.clear();
    for (Element& element : bare.cluster.elements) element.parent = "";
    QVERIFY(!of(bare).has_price());
    QCOMPARE(capital_text(of(bare)), std::string("no price is known"));
}

void TestCapital::halls_bring_their_cooling() {
    Scenario scenario = test::sample("dgx-h100-su");
    Element crah;
    crah.id = "more-air";
    crah.kind = ElementKind::cooling;
    crah.part.id = "crah-120kw";
    Element cdu = crah;
    cdu.id = "more-water";
    cdu.part.id = "cdu-1mw";
    const Capital before = of(scenario);
    scenario.cluster.elements.push_back(crah);
    QVERIFY(near_price(of(scenario).parts().likely, before.parts().likely));
    scenario.cluster.elements.push_back(cdu);
    QVERIFY(near_price(of(scenario).parts().likely, before.parts().likely + 150e3));
}

void TestCapital::the_site_overrides() {
    Scenario scenario = test::sample("dgx-h100-su");
    scenario.site.money.installation = 0.5;
    scenario.site.money.spares = 0.0;
    scenario.site.money.contingency = 1.0;
    const Capital dear = of(scenario);
    QVERIFY(near_price(dear.total().likely, dear.parts().likely * 1.5 * 2));
    scenario.site.capex_per_gpu = 45e3;
    const Capital given = of(scenario);
    QCOMPARE(given.total(), PriceBand::exactly(45e3 * given.gpus));
    QVERIFY(given.is_complete());
}

void TestCapital::a_broken_price_list_says_where() {
    const nlohmann::json file = price_file();
    QVERIFY(read_price_list(file, "prices"));
    const auto error_of = [&](const char* at, const nlohmann::json& value) {
        nlohmann::json broken = file;
        broken[nlohmann::json::json_pointer(at)] = value;
        const auto read = read_price_list(broken, "prices");
        return read ? std::string("none") : read.error().where;
    };
    QCOMPARE(error_of("/price_classes/0/low", -1), std::string("prices#/price_classes/0/likely"));
    QCOMPARE(error_of("/lead_times/2/high", 0), std::string("prices#/lead_times/2/likely"));
    QCOMPARE(error_of("/rents_on_demand/1/source", ""), std::string("prices#/rents_on_demand/1/source"));
    QCOMPARE(error_of("/price_spreads/0/status", "sure"), std::string("prices#/price_spreads/0/status"));
    QCOMPARE(error_of("/price_classes/1/id", file["price_classes"][0]["id"]),
             std::string("prices#/price_classes/1/id"));
    QCOMPARE(error_of("/export_rules", nullptr), std::string("prices#/export_rules"));
    // Every accelerator that a rent names is one of the catalogue.
    const PriceList& prices = PriceList::built_in();
    for (const auto* rows : {&prices.reserved, &prices.on_demand})
        for (const PriceRow& row : *rows)
            for (const std::string& id : row.accelerators)
                QVERIFY2(Catalog::built_in().part(PartKind::accelerator, id), id.c_str());
}

QTEST_GUILESS_MAIN(TestCapital)
#include "test_capital.moc"
