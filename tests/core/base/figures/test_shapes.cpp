// SPDX-License-Identifier: GPL-3.0-or-later
// Figures declared once: what JSON, schema, CSV, tables and the search by name make of hand-made structs.
#include "core/base/figures/builder.h"
#include "core/base/figures/figure_lookup.h"
#include "core/base/figures/figure_table.h"
#include "core/base/figures/shape_json.h"

#include <QTest>
#include <array>
#include <nlohmann/json.hpp>

using namespace roofrack;

namespace hand_made {

using Json = nlohmann::ordered_json;

enum class Way { own, cloud };
std::string_view name_of(Way way) { return way == Way::own ? "own-hall" : "cloud"; }
std::string_view label_of(Way way) { return way == Way::own ? "own hall" : "a cloud"; }

struct Band {
    double low = 0, likely = 0, high = 0;
};

struct Offer {
    std::string name;
    Way way = Way::own;
    double price = 0;
    bool is_known = true;
};
void describe(figures::Builder<Offer>& f) {
    using namespace figures;
    const When known = f.gate([](const Offer& o) { return o.is_known; }, "nobody published it");
    f.text("name", &Offer::name, "name", "whose it is", names_item);
    f.choice("way", &Offer::way, "way", "how it is had", one_of({Way::own, Way::cloud}));
    f.number("price_usd", &Offer::price, usd, "price", "of all of it", less, known);
}

struct Year {
    std::string climate;
    double rate = 1;
};
void describe(figures::Builder<Year>& f) {
    using namespace figures;
    f.text("climate", &Year::climate, "climate", "in words");
    f.number("mean_rate", &Year::rate, share, "work of the year", "against its best hour", more, always);
}

struct Run {
    bool runs = true;
    Seconds time{};
    Watts power{};
    std::optional<Watts> limit;
    double gpus = 0;
    int racks = 0;
    std::optional<int> spares;
    double mass = 0;
    Celsius inlet{};
    bool is_held = false;
    std::optional<Way> way;
    Band weeks;
    std::string gaps, note;
    std::vector<std::string> causes;
    std::vector<double> lines;
    std::vector<Offer> offers;
    std::optional<Year> year;
    std::shared_ptr<const Year> shared;
};
void describe(figures::Builder<Run>& f) {
    using namespace figures;
    const When runs = f.gate([](const Run& r) { return r.runs; }, "it does not run");
    const When budget = f.gate(
        runs, [](const Run& r) { return r.time > Seconds(0); }, "the workload has no budget", "no budget");
    f.number("time_s", &Run::time, days, "days to the budget", "wall clock", less, budget,
             Explain{"time_of_run"});
    f.number("mean_w", &Run::power, megawatts, "mean power", "at the meter", less, runs);
    f.number("limit_w", &Run::limit, megawatts, "limit", "of the site", Absent{"none"});
    f.number("gpus", &Run::gpus, count, "GPUs", "that work", always);
    f.number("racks", &Run::racks, count, "racks", "drawn");
    f.number("spares", &Run::spares, count, "spares", "servers", Absent{"none are kept"});
    f.number("co2_kg", &Run::mass, tonnes, "CO2e", "of the run", less, budget);
    f.number("inlet_c", &Run::inlet, figures::number, "inlet", "of the racks");
    f.number(
        "twice", [](const Run& r) { return 2 * r.gpus; }, count, "twice", "as many", always);
    f.flag("is_held", &Run::is_held, "held", "its clock is down");
    f.choice("way", &Run::way, "way", "how it is had", Absent{"not said"}, all_up_to(Way::cloud));
    f.band("weeks", &Run::weeks, weeks, "weeks until it runs", "from the order", less, runs);
    f.text("gaps", &Run::gaps, "gaps", "what has no price");
    f.text("note", &Run::note, "note", "what else", Absent{"nothing is noted", "–"});
    f.list("causes", &Run::causes, "causes", "of what holds it", runs);
    f.list("lines", &Run::lines, "lines", "of the unit");
    f.list("offers", &Run::offers, "offers", "of clouds");
    f.list(
        "cheap",
        [](const Run& r) {
            std::vector<Offer> out;
            for (const Offer& each : r.offers)
                if (each.price < 2) out.push_back(each);
            return out;
        },
        "cheap offers", "below two dollars");
    f.object("year", &Run::year, "year of weather", "hour by hour", Absent{"no climate is named"});
    f.object("shared", &Run::shared, "the same", "by pointer", runs);
    f.object(
        "always_there",
        [](const Run& r) {
            return Year{"made", r.gpus};
        },
        "made", "on the way");
}

struct Step {
    bool runs = true;
    Seconds low{}, high{};
    std::string bound;
    Way way = Way::own;
    std::vector<Offer> offers;
};
void describe(figures::Builder<Step>& f) {
    using namespace figures;
    const When runs = f.gate([](const Step& s) { return s.runs; }, "it does not run");
    f.range(
        "step_s",
        [](const Step& s) {
            return Ends<Seconds>{s.low, s.high};
        },
        seconds, "band of the step", "its ends", less, runs, Defined{"band"});
    f.range(
        "run_s",
        [](const Step& s) {
            return Ends<Seconds>{s.low * 1000, s.high * 1000};
        },
        days, "band of the run", "its ends", less, runs);
    f.text("bound", &Step::bound, "bound by", "what it waits for", OneOf{{"compute", "memory"}});
    f.choice("way", &Step::way, "way", "how it is had", runs, Defined{"way"});
    f.list("offers", &Step::offers, "offers", "of clouds", runs, Defined{"offers"});
}

struct Column {
    bool is_shown = true;
    double share = 0.5;
    Run run;
    Year year;
    struct Site {
        int number = 0;
        Run run;
    } site;
};
void describe(figures::Builder<Column::Site>& f) {
    f.number("number", &Column::Site::number, figures::count, "number", "of the site");
}
void describe(figures::Builder<Column>& f) {
    using namespace figures;
    const When shown = f.gate([](const Column& c) { return c.is_shown; }, "it is not shown");
    f.same("run_s", &Column::run, "time_s", shown);
    f.same("mean_kw", &Column::run, "mean_w", watts, Label{"power"}, Help{"over the run"});
    f.same("weeks", &Column::run, "weeks", shown, without_its_gates);
    f.same("twice", &Column::run, "twice");
    f.same("there_s", &Column::site, &Column::Site::run, "time_s", shown);
    f.same("way", &Column::run, "way", Absent{"any way"});
}

/// Takes what its part declares, whatever that is.
struct Whole {
    bool runs = true;
    double first = 1;
    Offer offer;
};
void describe(figures::Builder<Whole>& f) {
    using namespace figures;
    const When runs = f.gate([](const Whole& w) { return w.runs; }, "it does not run");
    f.number("first", &Whole::first, count, "first", "of all");
    f.same("whose", &Whole::offer, "name");
    f.rest_of(&Whole::offer, {"way"}, runs);
}

Run a_run() {
    Run run;
    run.time = Seconds(10.5 * 86400);
    run.power = Watts(12.34e6);
    run.limit = Watts(20e6);
    run.gpus = 1024;
    run.racks = 16;
    run.mass = 3210;
    run.inlet = Celsius(27);
    run.weeks = {20, 26, 40};
    run.causes = {"heat", "power"};
    run.lines = {1.5, std::numeric_limits<double>::infinity()};
    run.offers = {{"one", Way::cloud, 1.5}, {"two", Way::own, 2.5}};
    run.year = Year{"Oslo", 0.875};
    run.shared = std::make_shared<Year>(Year{"Rome", 0.5});
    return run;
}

Json json(const Run& run) { return figures::json_of(figures::object_of(run)); }
const figures::Shape& shape() { return figures::shape_of<Run>(); }

} // namespace hand_made

using namespace hand_made;

class TestShapes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void json_writes_members_as_they_are_stored();
    void what_is_absent_is_null();
    void the_outermost_gate_speaks();
    void schema_knows_where_null_may_be();
    void a_range_has_two_ends();
    void schemas_refer_to_definitions();
    void a_member_declares_the_same_figure();
    void what_a_member_declares_is_taken_whole();
    void text_is_converted_and_json_is_not();
    void tables_have_a_column_an_object();
    void names_lead_to_figures();
    void names_say_why_a_figure_is_absent();
    void unknown_names_give_the_nearest();
    void all_figures_are_listed();
};

void TestShapes::json_writes_members_as_they_are_stored() {
    const Json out = json(a_run());
    QCOMPARE(out["time_s"].dump(), std::string("907200.0"));
    QCOMPARE(out["mean_w"].dump(), std::string("12340000.0"));
    QCOMPARE(out["gpus"].dump(), std::string("1024.0"));
    QCOMPARE(out["racks"].dump(), std::string("16"));
    QCOMPARE(out["inlet_c"].dump(), std::string("27.0"));
    QCOMPARE(out["twice"].dump(), std::string("2048.0"));
    QCOMPARE(out["is_held"].dump(), std::string("false"));
    QCOMPARE(out["weeks"].dump(), std::string(R"({"low":20.0,"likely":26.0,"high":40.0})"));
    QCOMPARE(out["causes"].dump(), std::string(R"(["heat","power"])"));
    QCOMPARE(out["offers"].dump(), std::string(R"([{"name":"one","way":"cloud","price_usd":1.5},)"
                                               R"({"name":"two","way":"own-hall","price_usd":2.5}])"));
    QCOMPARE(out["cheap"].size(), size_t(1));
    QCOMPARE(out["lines"][0].dump(), std::string("1.5"));
    QVERIFY(out["lines"][1].is_null());
    QCOMPARE(out["year"].dump(), std::string(R"({"climate":"Oslo","mean_rate":0.875})"));
    QCOMPARE(out["shared"]["climate"].dump(), std::string(R"("Rome")"));
    QCOMPARE(out["always_there"]["mean_rate"].dump(), std::string("1024.0"));
    QCOMPARE(out.begin().key(), std::string("time_s"));
}

void TestShapes::what_is_absent_is_null() {
    Run run = a_run();
    run.limit.reset();
    run.year.reset();
    run.shared.reset();
    run.offers[0].is_known = false;
    run.power = Watts(std::nan(""));
    run.weeks.high = std::numeric_limits<double>::infinity();
    run.causes.clear();
    const Json out = json(run);
    for (const char* key : {"limit_w", "year", "shared", "mean_w", "spares", "way", "note"})
        QVERIFY2(out[key].is_null(), key);
    QCOMPARE(out["gaps"].dump(), std::string(R"("")"));
    QVERIFY(out["weeks"]["high"].is_null()); // dump() would hide an infinity
    QVERIFY(out["offers"][0]["price_usd"].is_null());
    run.spares = 3;
    run.way = Way::cloud;
    QCOMPARE(json(run)["spares"].dump(), std::string("3"));
    QCOMPARE(json(run)["way"].dump(), std::string(R"("cloud")"));
}

void TestShapes::the_outermost_gate_speaks() {
    Run run = a_run();
    run.time = Seconds(0);
    const auto why = [&](const char* key) {
        return figures::absence_of(figures::object_of(run), figures::column_of(shape(), key));
    };
    QCOMPARE(why("time_s"), std::string("the workload has no budget"));
    QCOMPARE(why("mean_w"), std::string());
    run.runs = false;
    QCOMPARE(why("time_s"), std::string("it does not run"));
    QCOMPARE(why("weeks"), std::string("it does not run"));
    QCOMPARE(why("limit_w"), std::string());
    const Json out = json(run);
    for (const char* key : {"time_s", "mean_w", "co2_kg", "weeks", "shared"})
        QVERIFY2(out[key].is_null(), key);
    QCOMPARE(out["causes"].dump(), std::string("[]"));
    QCOMPARE(out["gpus"].dump(), std::string("1024.0"));
}

void TestShapes::schema_knows_where_null_may_be() {
    const Json out = figures::schema_of(shape());
    const auto type = [&](const char* key) { return out["properties"][key]["type"].dump(); };
    QCOMPARE(type("gpus"), std::string(R"("number")"));
    QCOMPARE(type("limit_w"), std::string(R"(["number","null"])"));
    QCOMPARE(type("racks"), std::string(R"("integer")"));
    QCOMPARE(type("spares"), std::string(R"(["integer","null"])"));
    QCOMPARE(type("gaps"), std::string(R"("string")"));
    QCOMPARE(type("note"), std::string(R"(["string","null"])"));
    QCOMPARE(type("is_held"), std::string(R"("boolean")"));
    QCOMPARE(type("causes"), std::string(R"("array")"));
    QCOMPARE(out["properties"]["lines"]["items"]["type"].dump(), std::string(R"(["number","null"])"));
    QCOMPARE(out["properties"]["offers"]["items"]["properties"]["way"].dump(),
             std::string(R"({"enum":["own-hall","cloud"]})"));
    QCOMPARE(out["properties"]["way"]["anyOf"][0].dump(), std::string(R"({"enum":["own-hall","cloud"]})"));
    QCOMPARE(out["properties"]["weeks"]["anyOf"][1]["type"].dump(), std::string(R"("null")"));
    QCOMPARE(out["properties"]["year"]["anyOf"][0]["required"].dump(),
             std::string(R"(["climate","mean_rate"])"));
    QCOMPARE(out["properties"]["always_there"]["type"].dump(), std::string(R"("object")"));
    QCOMPARE(out["required"].size(), shape().rows.size());
}

void TestShapes::a_range_has_two_ends() {
    Step step{true, Seconds(86.4), Seconds(172.8), "memory", Way::own, {}};
    const figures::Object object = figures::object_of(step);
    const Json out = figures::json_of(object);
    QCOMPARE(out["step_s"].dump(), std::string("[86.4,172.8]"));
    QCOMPARE(figures::read_figure(object, "step_s")->text, std::string("86.4 s to 173 s"));
    QCOMPARE(figures::read_figure(object, "run_s")->text, std::string("1 to 2 days"));
    QCOMPARE(figures::read_figure(object, "step_s.high")->number, 172.8);
    QVERIFY(!figures::read_figure(object, "step_s.likely"));
    step.high = Seconds(std::numeric_limits<double>::infinity());
    QVERIFY(figures::json_of(object)["step_s"][1].is_null());
    step.low = Seconds(std::nan(""));
    QCOMPARE(figures::read_figure(object, "step_s")->absent, std::string("not known"));
    step.runs = false;
    QVERIFY(figures::json_of(object)["step_s"].is_null());
    QCOMPARE(figures::read_figure(object, "run_s")->absent, std::string("it does not run"));
}

void TestShapes::schemas_refer_to_definitions() {
    const Json out = figures::schema_of(figures::shape_of<Step>())["properties"];
    QCOMPARE(out["step_s"].dump(), std::string(R"({"$ref":"#/$defs/band"})"));
    QCOMPARE(out["run_s"]["anyOf"][0]["type"].dump(), std::string(R"("array")"));
    QCOMPARE(out["bound"].dump(), std::string(R"({"enum":["compute","memory"]})"));
    QCOMPARE(out["way"]["anyOf"][0].dump(), std::string(R"({"$ref":"#/$defs/way"})"));
    QCOMPARE(out["way"]["anyOf"][1]["type"].dump(), std::string(R"("null")"));
    QCOMPARE(out["offers"].dump(), std::string(R"({"$ref":"#/$defs/offers"})"));
}

/// What is neither named nor left out is there by itself, in JSON, schema, tables and CSV.
void TestShapes::what_a_member_declares_is_taken_whole() {
    Whole whole{true, 1, {"one", Way::cloud, 1.5, true}};
    const figures::Object object = figures::object_of(whole);
    const figures::Shape& shape = figures::shape_of<Whole>();
    QCOMPARE(figures::json_of(object).dump(), std::string(R"({"first":1.0,"whose":"one","price_usd":1.5})"));
    QCOMPARE(figures::schema_of(shape)["required"].dump(), std::string(R"(["first","whose","price_usd"])"));
    const void* const objects[] = {&whole};
    constexpr figures::TableRow rows[] = {{"whose"}, figures::rest_of_table, {"first"}};
    const auto lines = figures::table_of(shape, rows, objects);
    QCOMPARE(lines.size(), size_t(3));
    QCOMPARE(lines[1].label, std::string("price"));
    QCOMPARE(lines[1].cells.front(), figures::cell_text(1.5, figures::usd));
    constexpr figures::ViewKey view[] = {{"first", "1st"}, figures::rest_of_view};
    const std::vector<figures::ViewKey> all = figures::with_rest(shape, view);
    QCOMPARE(all.size(), size_t(2));
    QCOMPARE(std::string(all[1].name), std::string("price_usd"));
    const auto why = [&] { return figures::read_figure(object, "price_usd")->absent; };
    QCOMPARE(why(), std::string());
    whole.offer.is_known = false;
    QCOMPARE(why(), std::string("nobody published it"));
    whole.runs = false;
    QCOMPARE(why(), std::string("it does not run"));
    constexpr std::string_view said[] = {"first"};
    const auto beside = figures::numbers_beside(shape, said);
    QCOMPARE(beside.size(), size_t(1));
    QCOMPARE(std::string(beside.front()->key), std::string("price_usd"));
}

/// Value, words, measure and gates are the member's, but for what the row says.
void TestShapes::a_member_declares_the_same_figure() {
    Column column{true, 0.5, a_run(), {}, {3, a_run()}};
    column.site.run.time = Seconds(0);
    const figures::Object object = figures::object_of(column);
    QCOMPARE(figures::json_of(object).dump(),
             std::string(R"({"run_s":907200.0,"mean_kw":12340000.0,)"
                         R"("weeks":{"low":20.0,"likely":26.0,"high":40.0},"twice":2048.0,"there_s":null,)"
                         R"("way":null})"));
    const figures::Row& run = figures::shape_of<Column>().rows[0];
    QCOMPARE(std::string(run.label), std::string("days to the budget"));
    QCOMPARE(std::string(run.explain), std::string("time_of_run"));
    QVERIFY(run.better == figures::Better::less);
    QCOMPARE(figures::read_figure(object, "run_s")->text, std::string("10.5 days"));
    QCOMPARE(figures::read_figure(object, "mean_kw")->text, std::string("12.3 MW"));
    QCOMPARE(std::string(figures::shape_of<Column>().rows[1].label), std::string("power"));
    const auto why = [&](const char* key) { return figures::read_figure(object, key)->absent; };
    QCOMPARE(why("there_s"), std::string("the workload has no budget"));
    QCOMPARE(why("way"), std::string("any way"));
    column.run.runs = false;
    QCOMPARE(why("run_s"), std::string("it does not run"));
    QCOMPARE(why("mean_kw"), std::string("it does not run"));
    QCOMPARE(why("weeks"), std::string());
    column.is_shown = false;
    QCOMPARE(why("run_s"), std::string("it is not shown"));
    QCOMPARE(why("weeks"), std::string("it is not shown"));
    const Json schema = figures::schema_of(figures::shape_of<Column>());
    QCOMPARE(schema["properties"]["twice"]["type"].dump(), std::string(R"("number")"));
}

void TestShapes::text_is_converted_and_json_is_not() {
    using namespace figures;
    QCOMPARE(cell_text(907200, days), std::string("10.5"));
    QCOMPARE(figure_text(907200, days), std::string("10.5 days"));
    QCOMPARE(figure_text(12.34e6, megawatts), std::string("12.3 MW"));
    QCOMPARE(figure_text(0.4512, share), std::string("45.1 %"));
    QCOMPARE(figure_text(1.21e6, usd), std::string("$1.21M"));
    QCOMPARE(figure_text(3210, tonnes), std::string("3 t"));
    QCOMPARE(figure_text(27.4, tonnes), std::string("0.0274 t")); // "0 t" would be none
    QCOMPARE(figure_text(0, tonnes), std::string("0 t"));
    QCOMPARE(figure_text(0.2, count), std::string("0"));
    QCOMPARE(figure_text(3070774, per_second), std::string("3.07M /s"));
    QCOMPARE(figure_text(574479, per_second), std::string("574k /s"));
    QCOMPARE(figure_text(9876, per_second), std::string("9,876 /s"));
    QCOMPARE(figure_text(3070774, count), std::string("3,070,774"));
    QCOMPARE(figure_text(3.6e12, joules), std::string("1 GWh"));
    QCOMPARE(figure_text(std::nan(""), cubic_metres), std::string("not known"));
    QCOMPARE(band_text(20, 26, 40, weeks), std::string("26 (20 to 40)"));
    QCOMPARE(band_text(26, 26, 26, weeks), std::string("26"));
    QCOMPARE(band_text(25.9, 26, 26.1, weeks), std::string("26")); // ends that read alike
    QCOMPARE(heading("water", cubic_metres), std::string("water, m³"));
    QCOMPARE(heading("weight", tonnes), std::string("weight, t"));
    QCOMPARE(heading("days to the budget", days), std::string("days to the budget"));
    QCOMPARE(heading("capital", usd), std::string("capital"));
}

void TestShapes::tables_have_a_column_an_object() {
    using figures::own_cell;
    const figures::TableRow rows[] = {
        {"time_s"},
        {"mean_w"},
        {"limit_w", "the site's", 2},
        {"co2_kg"},
        {"way"},
        {"causes"},
        {"note"},
        {"is_held"},
        {"weeks"},
        {"lines"},
        {"offers"},

        {"year.mean_rate", {}, 2},

        own_cell<Run>("time_s", "hours",
                      [](const Run& run) { return std::to_string(int(run.time.si() / 3600)); }),
        own_cell<Run>("", "twice", [](const Run&) { return "always"; }),
    };
    Run one = a_run(), two = a_run(), three = a_run();
    two.time = Seconds(0);
    two.limit.reset();
    two.year.reset();
    three.runs = false;
    three.way = Way::cloud;
    const void* const objects[] = {&one, &two, &three};
    std::string text;
    for (const figures::TableLine& line : figures::table_of(shape(), rows, objects)) {
        text += line.label;
        for (const std::string& cell : line.cells) text += "|" + cell;
        text += "\n";
    }
    QCOMPARE(text, std::string("days to the budget|10.5|no budget|–\n"
                               "mean power, MW|12.3|12.3|–\n"
                               "  the site's|20|none|20\n"
                               "CO2e, t|3|no budget|–\n"
                               "way|not said|not said|a cloud\n"
                               "causes|heat, power|heat, power|–\n"
                               "note|–|–|–\n"
                               "held|no|no|no\n"
                               "weeks until it runs|26 (20 to 40)|26 (20 to 40)|–\n"
                               "lines|1.5, infinite|1.5, infinite|1.5, infinite\n"
                               "offers|2|2|2\n"
                               "  work of the year|87.5 %|no climate is named|87.5 %\n"
                               "hours|252|no budget|–\n"
                               "twice|always|always|always\n"));
}

void TestShapes::names_lead_to_figures() {
    const Run run = a_run();
    const auto text = [&](const char* name) {
        const auto found = figures::read_figure(figures::object_of(run), name);
        return found ? found->text : found.error().text();
    };
    QCOMPARE(text("time_s"), std::string("10.5 days"));
    QCOMPARE(text("weeks"), std::string("26 (20 to 40) weeks"));
    QCOMPARE(text("weeks.low"), std::string("20 weeks"));
    QCOMPARE(text("year.mean_rate"), std::string("87.5 %"));
    QCOMPARE(text("offers.1.price_usd"), std::string("$2.5"));
    QCOMPARE(text("offers.two.price_usd"), std::string("$2.5"));
    QCOMPARE(text("cheap.one.way"), std::string("a cloud"));
    const auto json = [&](const char* name) {
        const auto found = figures::figure_json(figures::object_of(run), name);
        return found ? found->dump() : found.error().text();
    };
    QCOMPARE(json("weeks.low"), std::string("20.0"));
    QCOMPARE(json("year"), std::string(R"({"climate":"Oslo","mean_rate":0.875})"));
    QCOMPARE(json("cheap.one"), std::string(R"({"name":"one","way":"cloud","price_usd":1.5})"));
    QCOMPARE(figures::read_figure(figures::object_of(run), "mean_w")->number, 12.34e6);
}

void TestShapes::names_say_why_a_figure_is_absent() {
    Run run = a_run();
    run.year.reset();
    run.runs = false;
    run.offers[1].is_known = false;
    const auto why = [&](const char* name) {
        const auto found = figures::read_figure(figures::object_of(run), name);
        return found ? found->absent : found.error().text();
    };
    QCOMPARE(why("year.mean_rate"), std::string("no climate is named"));
    QCOMPARE(why("shared.climate"), std::string("it does not run"));
    QCOMPARE(why("weeks.low"), std::string("it does not run"));
    QCOMPARE(why("offers.two.price_usd"), std::string("nobody published it"));
    QCOMPARE(why("gpus"), std::string());
    run.offers.clear();
    QCOMPARE(why("offers.two.price_usd"), std::string("offers: none"));
    QCOMPARE(figures::figure_json(figures::object_of(run), "weeks.low")->dump(), std::string("null"));
}

void TestShapes::unknown_names_give_the_nearest() {
    Run run = a_run();
    run.year.reset();
    const auto fault = [&](const char* name) {
        const auto found = figures::read_figure(figures::object_of(run), name);
        return found ? std::string("no fault") : found.error().text();
    };
    QCOMPARE(fault("limit_v"),
             std::string("limit_v: there is no figure 'limit_v' in it: did you mean 'limit_w'?"));
    QCOMPARE(fault("year.climat"),
             std::string("year.climat: there is no figure 'climat' in it: did you mean 'climate'?"));
    QCOMPARE(fault("offers.tow.price_usd"),
             std::string("offers.tow.price_usd: there is no 'tow' among them: did you mean 'two'?"));
    QCOMPARE(fault("offers.7"), std::string("offers.7: there is no '7' among them: it knows one, two"));
    QCOMPARE(fault("weeks.mean"),
             std::string("weeks.mean: there is no figure 'mean' in it: it knows low, likely, high"));
    QCOMPARE(fault("gpus.x"), std::string("gpus.x: 'gpus' is one figure and has no 'x': leave '.x' away"));
    QCOMPARE(fault("year"), std::string("year: it is several figures: it knows climate, mean_rate"));
    QCOMPARE(fault("offers.one"),
             std::string("offers.one: it is several figures: it knows name, way, price_usd"));
    QVERIFY(fault("").starts_with("it is several figures: it knows time_s"));
    QVERIFY(fault("..").starts_with("..: there is no figure ''"));
    QVERIFY(fault("offers.99999999999999999999999.way").find("it knows one, two") != std::string::npos);
}

void TestShapes::all_figures_are_listed() {
    std::string names;
    for (const figures::NamedRow& each : figures::all_figures(shape(), "run")) {
        if (each.name == "run.co2_kg") {
            QCOMPARE(each.reasons().size(), size_t(2));
            QCOMPARE(std::string(each.reasons()[0]), std::string("it does not run"));
            QCOMPARE(std::string(each.reasons()[1]), std::string("the workload has no budget"));
            QVERIFY(each.row->better == figures::Better::less);
        }
        names += each.name + " ";
    }
    QVERIFY(names.starts_with("run.time_s run.mean_w run.limit_w run.gpus "));
    QVERIFY(names.find(" run.offers run.offers.*.name run.offers.*.way run.offers.*.price_usd run.cheap ") !=
            std::string::npos);
    QVERIFY(names.find(" run.year run.year.climate run.year.mean_rate ") != std::string::npos);
    QCOMPARE(std::string(shape().find("time_s")->explain), std::string("time_of_run"));
}

QTEST_GUILESS_MAIN(TestShapes)
#include "test_shapes.moc"
