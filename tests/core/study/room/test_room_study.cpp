// SPDX-License-Identifier: GPL-3.0-or-later
// What of a drawn cluster fits into an existing room: each claim is held against the drawing with
// that many racks, or with that many units more.
#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "core/study/racks/cabled_racks.h"
#include "core/study/racks/rack_drawings.h"
#include "core/study/room/room_study.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Scenario drawn(std::string_view name) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == "samples/" + std::string(name) + ".roofrack.json") {
            auto loaded = parse_project(file.contents, catalog());
            if (!loaded) qFatal("%s", loaded.error().text().c_str());
            return std::move(loaded->project.scenarios.front());
        }
    qFatal("no such sample");
}

Prepared made(const Scenario& scenario) {
    auto prepared = Prepared::make(scenario, catalog());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return std::move(*prepared);
}

RoomStudy study_of(const Scenario& scenario) {
    auto study = room_study(made(scenario), catalog());
    if (!study) qFatal("%s", study.error().text().c_str());
    return std::move(*study);
}

const RoomRow& row_of(const RoomStudy& study, RoomLimit limit, std::string_view id = {}) {
    for (const RoomRow& row : study.rows)
        if (row.need.key.limit == limit && row.need.key.id == id) return row;
    qFatal("no such limit");
}

Element& element(Scenario& scenario, std::string_view id) { return *scenario.cluster.find(id); }

double need_at(const RoomSolver& probe, double racks, const RoomKey& key) {
    const auto fill = probe.fill(racks);
    if (!fill) qFatal("%s", fill.error().text().c_str());
    return fill->find(key)->need;
}

constexpr const char* air_cooled = "dgx-h100-su";

} // namespace

class TestRoomStudy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void positions_and_area();
    void floors_bear_what_racks_weigh();
    void the_grid_bears_whole_racks();
    void what_is_short_is_bought();
    void what_is_not_known_does_not_limit();
    void racks_of_pods_come_together();
    void the_rack_that_is_still_bought_is_added();
    void what_fits_is_evaluated();
    void spares_are_kept();
    void what_fits_may_not_be_cabled();
    void cabled_racks_keep_the_rule_of_a_comparison();
    void bad_figures_are_errors();
};

void TestRoomStudy::positions_and_area() {
    Scenario scenario = drawn(air_cooled);
    scenario.site.room.rack_positions = 15;
    scenario.site.room.area = 20;
    const RoomStudy study = study_of(scenario);
    const RoomRow& positions = row_of(study, RoomLimit::positions);
    // Eight racks drawn; spines, leaves, storage switches and storage fill one each.
    QCOMPARE(positions.need.need, 12.0);
    QCOMPARE(*positions.left(), 3.0);
    QCOMPARE(*positions.fits, 11.0);
    // 0.6 m × 2.1 m a rack.
    const RoomRow& area = row_of(study, RoomLimit::area);
    QVERIFY(std::abs(area.need.need - 12 * 0.6 * 2.1) < 1e-9);
    QCOMPARE(*area.fits, std::floor(20 / (0.6 * 2.1)) - 4);
    QVERIFY(!positions.is_short() && !positions.buy);
    scenario.site.room.rack_positions = 7;
    const RoomStudy full = study_of(scenario);
    QVERIFY(full.is_short());
    QCOMPARE(*full.fits, 3.0);
    QCOMPARE(full.rows[static_cast<size_t>(full.binding)].need.key.limit, RoomLimit::positions);
    QCOMPARE(ends_first_text(full), std::string("rack positions end first"));
    const RoomPurchase& buy = *row_of(full, RoomLimit::positions).buy;
    QCOMPARE(buy.amount, 5.0);
    QCOMPARE(buy.lead->what, std::string("colocation"));
    scenario.site.money.deployment = Deployment::own_hall;
    const RoomStudy own = study_of(scenario);
    QCOMPARE(row_of(own, RoomLimit::positions).buy->lead->what, std::string("building"));
}

void TestRoomStudy::floors_bear_what_racks_weigh() {
    Scenario scenario = drawn(air_cooled);
    scenario.site.room.floor_load = 1000;
    const double floor = 0.6 * 2.1;
    // Four DGX H100 of 130.45 kg in a frame.
    const double frame = catalog().defaults().hall.rack_mass;
    QVERIFY(std::abs(row_of(study_of(scenario), RoomLimit::floor_load).need.need -
                     (4 * 130.45 + frame) / floor) < 1e-9);
    scenario.site.room.rack_mass = 1500;
    const RoomStudy heavy = study_of(scenario);
    QVERIFY(std::abs(row_of(heavy, RoomLimit::floor_load).need.need - 1500 / floor) < 1e-9);
    QCOMPARE(*row_of(heavy, RoomLimit::floor_load).fits, 0.0);
    QCOMPARE(*heavy.fits, 0.0);
    QVERIFY(!heavy.today);
    // A machine that is a whole rack brings its frame along.
    Scenario nvl72 = drawn("gb200-nvl72-x8");
    nvl72.site.room.floor_load = 1200;
    const RoomStudy plates = study_of(nvl72);
    QVERIFY(std::abs(row_of(plates, RoomLimit::floor_load).need.need - 1360 / floor) < 1e-9);
}

void TestRoomStudy::the_grid_bears_whole_racks() {
    Scenario scenario = drawn(air_cooled);
    const RoomKey grid{RoomLimit::grid, {}, {}};
    const Prepared prepared = made(scenario);
    const auto probe = RoomSolver::make(prepared, catalog());
    QVERIFY(probe);
    const double six = need_at(*probe, 6, grid), seven = need_at(*probe, 7, grid);
    // Switches and storage stay, and overheads do not scale: no share of what eight racks draw.
    QVERIFY(seven > six && std::abs(six / 6 - seven / 7) > 100);
    scenario.site.power_limit = Watts((six + seven) / 2);
    const RoomStudy study = study_of(scenario);
    QCOMPARE(*row_of(study, RoomLimit::grid).fits, 6.0);
    QCOMPARE(*study.fits, 6.0);
    QCOMPARE(ends_first_text(study), std::string("grid ends first"));
    // Held by the limit itself, a drawing would never ask for more than there is.
    QVERIFY(row_of(study, RoomLimit::grid).need.need > 1.1 * scenario.site.power_limit->si());
    const RoomPurchase& buy = *row_of(study, RoomLimit::grid).buy;
    QVERIFY(std::abs(buy.amount - (need_at(*probe, 8, grid) - (six + seven) / 2)) < 1);
    QCOMPARE(buy.lead->what, std::string("power"));
    QVERIFY(study.weeks.likely >= buy.lead->weeks.likely);
    scenario.site.power_limit = Watts(need_at(*probe, 10, grid) + 1);
    QCOMPARE(*row_of(study_of(scenario), RoomLimit::grid).fits, 10.0);
}

void TestRoomStudy::what_is_short_is_bought() {
    Scenario scenario = drawn(air_cooled);
    element(scenario, "crah").count = 2;
    const RoomStudy study = study_of(scenario);
    const RoomRow& air = row_of(study, RoomLimit::air, "crah");
    QVERIFY(air.is_short() && air.buy && air.buy->suffices);
    QVERIFY(*air.fits < 8);
    // The fewest: with one less the drawing is over its coolers still.
    const Prepared prepared = made(scenario);
    const auto probe = RoomSolver::make(prepared, catalog());
    const auto with = [&](int more) {
        return probe->fill(probe->with_units("crah", more))->find(air.need.key)->carries();
    };
    const int more = static_cast<int>(air.buy->count);
    QVERIFY(more >= 1 && with(more) && !with(more - 1));
    QCOMPARE(air.buy->lead->what, std::string("cooling"));
    QVERIFY(air.buy->price && air.buy->price->low <= air.buy->price->likely);
    // Two units cost twice one.
    QVERIFY(air.buy->price->likely > 0 && study.price.likely >= air.buy->price->likely);
    // Racks that fit draw no more than the two take.
    const auto fitting = probe->fill(*air.fits), beyond = probe->fill(*air.fits + 1);
    QVERIFY(fitting->find(air.need.key)->carries() && !beyond->find(air.need.key)->carries());
}

void TestRoomStudy::what_is_not_known_does_not_limit() {
    Scenario scenario = drawn(air_cooled);
    std::erase_if(scenario.cluster.elements, [](const Element& each) {
        return each.kind == ElementKind::feed || each.kind == ElementKind::cooling;
    });
    std::erase_if(scenario.cluster.links, [](const Link& link) {
        return link.from == "feed" || link.from == "crah" || link.to == "feed" || link.to == "crah";
    });
    const RoomStudy study = study_of(scenario);
    QVERIFY(!study.has_limits() && !study.fits && study.binding < 0 && !study.is_short());
    QVERIFY(ends_first_text(study).empty());
    for (const RoomRow& row : study.rows) QVERIFY(!row.need.have && !row.fits && !row.buy);
    QVERIFY(row_of(study, RoomLimit::grid).need.need > 2.5e5); // what is asked is known all the same
}

void TestRoomStudy::racks_of_pods_come_together() {
    Scenario scenario = drawn("megatron-1t-3072");
    scenario.site.room.rack_positions = 80;
    const RoomStudy study = study_of(scenario);
    QCOMPARE(study.step, 24.0); // one in each of 24 units
    QCOMPARE(std::fmod(*row_of(study, RoomLimit::positions).fits, 24), 0.0);
    QVERIFY(*row_of(study, RoomLimit::positions).fits < study.drawn);
}

/// Beside H100 racks, fewer ones of B200 that were added are those of which more come, and the first to go.
void TestRoomStudy::the_rack_that_is_still_bought_is_added() {
    Scenario scenario = drawn(air_cooled);
    scenario.plan = {};
    scenario.workload.global_batch = 1024;
    const auto copy = [&](std::string_view id, const char* as, const char* in) {
        Element out = element(scenario, id);
        out.id = out.name = as;
        out.parent = in;
        return out;
    };
    Element rack, server;
    for (const Element& each : scenario.cluster.elements)
        if (each.kind == ElementKind::server) {
            rack = copy(each.parent, "new-rack", "");
            server = copy(each.id, "new-server", "new-rack");
        }
    rack.count = 2;
    server.part = {};
    server.part.id = "dgx-b200";
    scenario.cluster.elements.push_back(rack);
    scenario.cluster.elements.push_back(server);
    scenario.site.room.rack_positions = 60;
    const Prepared prepared = made(scenario);
    const auto probe = RoomSolver::make(prepared, catalog());
    QVERIFY2(probe, probe ? "" : probe.error().text().c_str());
    QCOMPARE(probe->kind().id, std::string("new-rack"));
    const double drawn_racks = probe->drawn();
    QVERIFY(drawn_racks > 2);
    QCOMPARE(probe->with_racks(drawn_racks + 3).cluster.find("new-rack")->count, 5);
    const Scenario fewer = probe->with_racks(drawn_racks - 1);
    QCOMPARE(fewer.cluster.find("new-rack")->count, 1);
    QVERIFY(!probe->with_racks(drawn_racks - 2).cluster.find("new-rack"));

    // A rack-sized server that stands in no rack is a rack.
    scenario.cluster.elements.pop_back();
    scenario.cluster.elements.back() = server;
    scenario.cluster.elements.back().parent.clear();
    scenario.cluster.elements.back().part.id = "gb200-nvl72";
    const Prepared with_nvl72 = made(scenario);
    const auto other = RoomSolver::make(with_nvl72, catalog());
    QVERIFY2(other, other ? "" : other.error().text().c_str());
    QCOMPARE(other->kind().id, std::string("new-server"));
}

void TestRoomStudy::what_fits_is_evaluated() {
    Scenario scenario = drawn(air_cooled);
    scenario.site.room.rack_positions = 8; // four racks with GPUs, half of what is drawn
    const RoomStudy study = study_of(scenario);
    QCOMPARE(*study.fits, 4.0);
    QVERIFY(study.today && study.today->reason.empty());
    const Prepared prepared = made(scenario);
    const auto probe = RoomSolver::make(prepared, catalog());
    EvaluateOptions options;
    options.findings = false;
    const Evaluation half = evaluate(made(probe->with_racks(4)), options);
    QCOMPARE(half.gpus, 128.0);
    QCOMPARE(study.today->step.si(), half.step_time.si());
    QCOMPARE(study.today->metered.si(), half.power.metered.si());
    QCOMPARE(study.as_drawn.gpus, 256.0);
    QVERIFY(study.as_drawn.rate > 1.5 * study.today->rate);
}

void TestRoomStudy::spares_are_kept() {
    // 16 circuits for eight racks: one may fail. Ten racks get 1.6 each, eleven too little with one lost;
    // from 17 on none of them has a spare, which a limit that forgot it would call enough.
    const Scenario scenario = drawn("generic-100m-256gpu-1nic");
    const RoomStudy study = study_of(scenario);
    const RoomRow& feeds = row_of(study, RoomLimit::supply, "feed");
    QVERIFY(feeds.need.after_failure && feeds.fits);
    QVERIFY2(*feeds.fits >= 8 && *feeds.fits < 16, qPrintable(QString::number(*feeds.fits)));
    const Prepared prepared = made(scenario);
    const auto probe = RoomSolver::make(prepared, catalog());
    QVERIFY(probe->fill(*feeds.fits)->find(feeds.need.key)->carries());
    QVERIFY(!probe->fill(*feeds.fits + 1)->find(feeds.need.key)->carries());
    const auto many = probe->fill(study.tried);
    QVERIFY(many->find(feeds.need.key)->loses_spare && !many->find(feeds.need.key)->carries());
}

/// A drawing of pods without feeds, coolers and a limit that would be reached, so that as many fit as are
/// tried.
Scenario unlimited_pods(const char* server, const char* racks) {
    const auto built = make_template(
        "nvl72-pods", {{"server", server}, {"racks", racks}, {"racks_per_pod", "8"}}, catalog());
    if (!built) qFatal("%s", built.error().text().c_str());
    Scenario out = built->scenarios.front();
    out.site.power_limit.reset();
    out.site.room.rack_positions = 10'000;
    const auto is_supply = [](const Element& each) {
        return each.kind == ElementKind::feed || each.kind == ElementKind::cooling;
    };
    std::erase_if(out.cluster.links, [&](const Link& link) {
        return is_supply(*out.cluster.find(link.from)) || is_supply(*out.cluster.find(link.to));
    });
    std::erase_if(out.cluster.elements, is_supply);
    return out;
}

/// Two tiers of these switches take 72 racks; more would need a third one. The leafs of the other drawing
/// have ports for one pod more.
void TestRoomStudy::what_fits_may_not_be_cabled() {
    const RoomStudy full = study_of(unlimited_pods("vr200-nvl72", "72"));
    QVERIFY(!full.fits && full.tried > 72);
    QCOMPARE(full.cabled.value_or(0), 72.0);
    QVERIFY2(full.uncabled.starts_with("Leaf needs "), full.uncabled.c_str());
    QCOMPARE(cabled_text(full),
             "no more than those drawn can be cabled as the network is drawn: " + full.uncabled);
    const RoomStudy some = study_of(unlimited_pods("gb200-nvl72", "16"));
    QVERIFY(!some.fits && some.tried > 24);
    QCOMPARE(some.cabled.value_or(0), 24.0);
    QVERIFY2(some.uncabled.starts_with("Leaf needs "), some.uncabled.c_str());
    QCOMPARE(cabled_text(some), "24 of them can be cabled as the network is drawn: " + some.uncabled);
    // Fewer fit than are drawn, and the feeds of the other room end before its switches do.
    Scenario few = unlimited_pods("gb200-nvl72", "16");
    few.site.room.rack_positions = 12;
    for (const RoomStudy& all : {study_of(few), study_of(drawn(air_cooled))}) {
        QVERIFY(all.fits && all.fits != all.drawn);
        QCOMPARE(all.cabled, all.fits);
        QVERIFY2(all.uncabled.empty() && cabled_text(all).empty(), all.uncabled.c_str());
    }
}

/// So many can be cabled by the rule of the next racks and of a comparison, and a step more cannot; what is
/// drawn already needs no rule.
void TestRoomStudy::cabled_racks_keep_the_rule_of_a_comparison() {
    int full = 0, free = 0;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with("samples/") || !file.path.ends_with(".roofrack.json")) continue;
        const auto loaded = parse_project(file.contents, catalog());
        QVERIFY(loaded);
        for (const Scenario& scenario : loaded->project.scenarios) {
            const auto prepared = Prepared::make(scenario, catalog());
            const auto probe =
                prepared ? RoomSolver::make(*prepared, catalog()) : Result<RoomSolver>(fail("", "", ""));
            if (!probe) continue;
            const double drawn = probe->drawn(), most = drawn + 40 * probe->step();
            QCOMPARE(cabled_racks(*prepared, catalog(), *probe, drawn - 1).racks, drawn - 1);
            const CabledRacks found = cabled_racks(*prepared, catalog(), *probe, most);
            QVERIFY(found.racks >= drawn && found.racks <= most);
            QCOMPARE(found.lacks.empty(), found.racks == most);
            const RackDrawings drawings(prepared->scenario().cluster, *prepared, catalog(), *probe),
                whole(prepared->scenario().cluster, *prepared, catalog(), *probe, RackSteps::containers);
            const auto can = [&](double racks) {
                return drawings.why_not_cabled(racks - drawn).empty() ||
                       (whole.takes_containers() && whole.why_not_cabled(racks - drawn).empty());
            };
            QVERIFY2(found.racks == drawn || can(found.racks), file.path.data());
            QVERIFY2(found.lacks.empty() || !can(found.racks + probe->step()), file.path.data());
            ++(found.lacks.empty() ? free : full);
        }
    }
    QVERIFY2(full > 0 && free > 0, qPrintable(QStringLiteral("%1 and %2").arg(full).arg(free)));
}

void TestRoomStudy::bad_figures_are_errors() {
    for (const double wrong : std::initializer_list<double>{0, -3, std::nan(""), HUGE_VAL})
        for (auto figure :
             {&SiteRoom::area, &SiteRoom::rack_positions, &SiteRoom::floor_load, &SiteRoom::rack_mass}) {
            Scenario scenario = drawn(air_cooled);
            scenario.site.room.*figure = wrong;
            const auto study = room_study(made(scenario), catalog());
            QVERIFY(!study);
            QVERIFY(study.error().where.starts_with("/site/room/"));
        }
    Scenario bare = drawn(air_cooled);
    for (Element& each : bare.cluster.elements)
        if (each.kind == ElementKind::server) each.parent.clear();
    std::erase_if(bare.cluster.elements, [](const Element& each) { return each.kind == ElementKind::rack; });
    std::erase_if(bare.cluster.links, [](const Link& link) {
        return link.from == "row-a" || link.to == "row-a" || link.from == "row-b" || link.to == "row-b";
    });
    const auto without = room_study(made(bare), catalog());
    QVERIFY(!without && without.error().what.find("rack") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestRoomStudy)
#include "test_room_study.moc"
