// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/address/input_field.h"
#include "core/drawing/project/address/input_list.h"
#include "core/drawing/project/address/input_title.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/project_reader.h"
#include "core/drawing/project/project_writer.h"
#include "tests/support/sample.h"

#include <QTest>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Result<InputField> field(const Scenario& scenario, const char* address) {
    return InputField::find(scenario, address, catalog());
}

/// Values of an input all over what it may be: its own, both ends, and so many between.
std::vector<double> values_of(const InputField& of, std::optional<double> own, std::mt19937& random) {
    std::vector<double> out;
    if (!of.is_number()) {
        for (size_t i = 0; i < of.choices().size(); ++i) out.push_back(double(i));
        return out;
    }
    const auto add = [&](double value) {
        if (!std::isfinite(value)) return;
        value = std::clamp(value, of.least(), of.most());
        out.push_back(of.is_whole() ? std::round(value) : value);
    };
    if (own) add(*own), add(*own / 1.1), add(*own * 1.1);
    add(of.least());
    add(of.most());
    const double low = std::max(std::log10(std::max(of.least(), 1e-9)), -9.0),
                 high = std::log10(std::min(std::max(of.most(), 1e-8), 1e15));
    std::uniform_real_distribution<double> power(std::min(low, high), std::max(low, high));
    for (int i = 0; i < 40; ++i) add(std::pow(10, power(random)));
    const double least = std::max(of.least(), -1e3), most = std::min(of.most(), 1e3);
    if (!(least < most)) return out;
    std::uniform_real_distribution<double> even(least, most);
    for (int i = 0; i < 10; ++i) add(even(random));
    return out;
}

UncertainInput triangle(const char* input, double low, double high) {
    UncertainInput out;
    out.input = input;
    out.low = low;
    out.high = high;
    return out;
}

} // namespace

class TestInputField : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every number, flag and choice of every sample, set at its place and by the text of its file.
    void setting_a_value_is_setting_it_in_the_file() {
        size_t set = 0;
        for (const std::string& name : test::sample_names()) {
            const Scenario scenario = test::sample(name);
            for (const std::string& address : single_inputs(scenario)) {
                const auto found = field(scenario, address.c_str());
                QVERIFY2(found, address.c_str());
                const auto now = found->value(scenario);
                double next = now.value_or(1) * 1.25 + (now.value_or(0) == 0 ? 1 : 0);
                if (found->is_whole()) next = std::round(next);
                if (found->is_number())
                    next = std::clamp(next, found->least(), found->most());
                else
                    next = now == 0.0 ? 1 : 0;
                const auto quick = found->with(scenario, next);
                const std::string text = found->is_number() ? fmt::format("{}", next) : found->text(next);
                const auto slow = set_value(scenario, address, text, catalog());
                QVERIFY2(quick.has_value() == slow.has_value(), address.c_str());
                if (!quick) continue;
                QVERIFY2(*quick == *slow, address.c_str());
                QVERIFY2(*found->value(*quick) == next, address.c_str());
                ++set;
            }
        }
        QVERIFY(set > 1000);
    }

    void parts_and_models_are_set_by_their_text() {
        const Scenario cluster = test::sample("dgx-h100-su");
        const auto power = field(cluster, "/cluster/elements/row-a-server/part/max_power");
        QVERIFY(power);
        const auto set = power->with(cluster, 9000);
        QVERIFY(set);
        QVERIFY(*set ==
                *set_value(cluster, "/cluster/elements/row-a-server/part/max_power", "9000", catalog()));
    }

    void what_is_drawn_goes_by_its_name_too() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto address = [&](const char* written) {
            const auto found = field(scenario, written);
            return found ? found->address() : "fault: " + found.error().text();
        };
        QCOMPARE(address("/cluster/elements/Rail leaf/count"), std::string("/cluster/elements/leaf/count"));
        QCOMPARE(address("/cluster/elements/leaf/count"), std::string("/cluster/elements/leaf/count"));
        QCOMPARE(address("/cluster/elements/1/count"), std::string("/cluster/elements/1/count"));
        QCOMPARE(address("/cluster/elements/Rail leaf/part/ports"),
                 std::string("/cluster/elements/leaf/part/ports"));
        const std::string uplinks = "/cluster/links/leaf--spine/count";
        for (const char* written :
             {"/cluster/links/Rail leaf--Spine/count", "/cluster/links/Spine--leaf/count",
              "/cluster/links/leaf--Spine/count", "/cluster/links/leaf--spine/count"})
            QCOMPARE(address(written), uplinks);
        // Two servers of one name: which, and which of their links, is asked.
        for (const char* written :
             {"/cluster/elements/DGX H100/count", "/cluster/links/DGX H100--leaf/count"}) {
            const std::string fault = address(written);
            QVERIFY2(fault.find("row-a-server") != std::string::npos, fault.c_str());
            QVERIFY2(fault.find("row-b-server") != std::string::npos, fault.c_str());
            const auto set = set_value(scenario, written, "2", catalog());
            QVERIFY(!set && set.error().fix == field(scenario, written).error().fix);
            QVERIFY(!input_value(scenario, written, catalog()));
        }
        for (const char* wrong : {"/cluster/elements/Rail leef/count", "/cluster/links/Rail leaf--Rail/count",
                                  "/cluster/links/--/count", "/cluster/links//count", "/cluster/elements/"})
            QVERIFY2(address(wrong).starts_with("fault: "), wrong);
        QVERIFY(address("/cluster/elements/Rail leef/count").find("Rail leaf") != std::string::npos);
        // What is set by name is what is set by id; a name may have the mark of links and a slash in it.
        const auto by_name = set_value(scenario, "/cluster/links/Rail leaf--Spine/count", "4", catalog());
        QVERIFY(by_name && *by_name == *set_value(scenario, uplinks, "4", catalog()));
        QVERIFY(*input_value(*by_name, "/cluster/links/Spine--Rail leaf/count", catalog()) == 4);
        Scenario odd = scenario;
        odd.cluster.find("leaf")->name = "A--B/C";
        const auto set = set_value(odd, "/cluster/links/A--B~1C--Spine/count", "4", catalog());
        QVERIFY(set && set->cluster.find_link("leaf--spine")->count == 4);
        odd.cluster.find("spine")->name = "leaf"; // an id goes before a name
        QVERIFY(set_value(odd, "/cluster/elements/leaf/count", "3", catalog())->cluster.find("leaf")->count ==
                3);
    }

    void the_cable_of_a_link_is_a_choice() {
        Scenario scenario = test::sample("dgx-h100-su");
        const char* const address = "/cluster/links/leaf--spine/cable";
        auto cable = field(scenario, address);
        QVERIFY(cable && !cable->is_number() && cable->choices().size() > 3);
        QVERIFY(!cable->value(scenario)); // none is named
        for (size_t i = 0; i < cable->choices().size(); ++i) {
            const auto changed = cable->with(scenario, double(i));
            QVERIFY2(changed, cable->choices()[i].c_str());
            QCOMPARE(changed->cluster.find_link("leaf--spine")->cable, cable->choices()[i]);
            QVERIFY(cable->value(*changed) == double(i));
            QVERIFY(*changed == *set_value(scenario, address, cable->choices()[i], catalog()));
        }
        QVERIFY(!cable->parse("rope"));
    }

    void an_input_is_titled_by_what_it_is_of() {
        Scenario scenario = test::sample("dgx-h100-su");
        const auto title = [&](const char* address) {
            const auto found = field(scenario, address);
            return found ? title_of_input(*found, scenario) : found.error().text();
        };
        QCOMPARE(title("/plan/tp"), std::string("tp (tensor parallel)"));
        // A key that is no words goes by what the window calls it.
        QCOMPARE(title("/site/straggler_cv_iid"),
                 std::string("jitter (coefficient of variation between steps)"));
        QVERIFY(title("/site/straggler_cv_persistent").starts_with("GPU speed spread ("));
        QVERIFY(title("/site/start_up_per_1000_gpus").starts_with("start-up per 1,000 GPUs ("));
        QVERIFY(title("/site/capex_per_gpu").starts_with("capex per GPU ("));
        QVERIFY(title("/site/book_life_years").starts_with("book life years ("));
        for (const std::string& each : single_inputs(scenario))
            if (const auto found = field(scenario, each.c_str())) {
                const std::string name = " " + short_title_of_input(*found, scenario) + " ";
                for (const char* id : {" cv ", " gpu ", " gpus ", " 1000 ", " iid ", "_"})
                    QVERIFY2(each.starts_with("/cluster/") || name.find(id) == std::string::npos,
                             name.c_str());
            }
        QCOMPARE(title("/cluster/elements/row-a-server/part/max_power"),
                 std::string("DGX H100 (row-a-server): max power"));
        const std::string leaf = scenario.cluster.find("leaf")->name;
        const auto link = [&] { return title("/cluster/links/row-a-server--leaf/count"); };
        QVERIFY2(link().starts_with("DGX H100 (row-a-server) to " + leaf + ": count ("), link().c_str());
        scenario.cluster.find("row-a-server")->name = "Servers";
        QVERIFY2(link().starts_with("Servers to " + leaf + ": count ("), link().c_str());
        Link twin = *scenario.cluster.find_link("row-a-server--leaf");
        twin.id = "twin";
        std::swap(twin.from, twin.to);
        scenario.cluster.links.push_back(twin);
        QVERIFY2(link().starts_with("Servers to " + leaf + " (row-a-server--leaf): count ("), link().c_str());
        scenario.site.grid.tariff.resize(2);
        const std::string second = title("/site/grid/tariff/1/price");
        QVERIFY2(second.starts_with("tariff 2: price ("), second.c_str());
    }

    /// Gone through at once they are what each is by itself.
    void all_inputs_are_those_that_are_found_one_by_one() {
        for (const char* name : {"dgx-h100-su", "gb200-nvl72-x8"}) {
            Scenario scenario = test::sample(name);
            Link twin = scenario.cluster.links.front();
            twin.id = "17"; // goes by its place, since it may be taken for one
            std::swap(twin.from, twin.to);
            scenario.cluster.links.push_back(twin);
            std::vector<std::string> expected = single_inputs(scenario), visited;
            std::erase_if(expected, [&](const std::string& each) { return !field(scenario, each.c_str()); });
            const InputTitles titles(scenario);
            size_t cables = 0;
            InputField::visit_all(scenario, catalog(), [&](const InputField& each) {
                const auto alone = field(scenario, each.address().c_str());
                QVERIFY2(alone, each.address().c_str());
                QCOMPARE(titles.title(each), title_of_input(*alone, scenario));
                QVERIFY2(each.value(scenario) == alone->value(scenario), each.address().c_str());
                QVERIFY(each.choices() == alone->choices());
                if (each.address().ends_with("/cable"))
                    ++cables;
                else
                    visited.push_back(each.address());
            });
            QVERIFY(visited == expected);
            QCOMPARE(cables,
                     static_cast<size_t>(std::ranges::count_if(
                         scenario.cluster.links, [](const Link& link) { return !link.cable.empty(); })));
        }
    }

    void values_are_read_with_their_units_and_within_their_range() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto price = field(scenario, "/site/electricity_price");
        QVERIFY(price);
        QCOMPARE(*price->parse("8 c/kWh"), 0.08);
        QCOMPARE(*price->parse("0.08"), 0.08);
        QCOMPARE(price->text(0.08), std::string("0.08 $/kWh"));
        QVERIFY(!price->parse("-1"));
        QVERIFY(!price->parse("cheap"));
        const auto precision = field(scenario, "/plan/precision");
        QVERIFY(precision);
        QCOMPARE(precision->text(*precision->parse("fp8")), std::string("fp8"));
        QVERIFY(!precision->parse("fp7"));
        const auto batch = field(scenario, "/workload/global_batch");
        QVERIFY(batch && batch->is_whole() && !batch->has_doublings());
        QCOMPARE(*batch->parse("16.0"), 16.0);
        QCOMPARE(*batch->parse("3e9"), 3e9); // more than an int holds
        QVERIFY(!batch->parse("16.5"));
        QCOMPARE(batch->with(scenario, 16.4)->workload.global_batch, 16.0);
        const auto ramp = field(scenario, "/workload/batch_ramp_start");
        QVERIFY(ramp && ramp->is_whole());
        QVERIFY(!ramp->parse("512.5"));
        const auto tp = field(scenario, "/plan/tp");
        QVERIFY(tp->has_doublings());
        QVERIFY(tp->is_whole());
        QVERIFY(!tp->parse("1.5"));
        QVERIFY(!tp->with(scenario, 0));
    }

    /// What is read alone has three digits, thousands apart, one unit, and as many digits as tell values
    /// apart.
    void values_that_are_read_have_three_digits() {
        using Texts = std::vector<std::string>;
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto shown = [&](const char* address, const std::vector<double>& values) {
            const auto found = field(scenario, address);
            return found ? found->shown_texts(values) : Texts{found.error().text()};
        };
        QCOMPARE(shown("/workload/global_batch", {1862, 2253, 2048}), (Texts{"1,862", "2,253", "2,048"}));
        QCOMPARE(shown("/calibration/compute_factor", {1 / 1.1, 1.1, 1}), (Texts{"0.909", "1.1", "1"}));
        QCOMPARE(shown("/site/restart_time", {600 / 1.1, 660, 600}), (Texts{"9.09 min", "11 min", "10 min"}));
        QCOMPARE(shown("/site/electricity_price", {0.0862 / 1.1, 0.0862}),
                 (Texts{"0.0784 $/kWh", "0.0862 $/kWh"}));
        QCOMPARE(shown("/site/electricity_price", {0.08621, 0.08623}),
                 (Texts{"0.08621 $/kWh", "0.08623 $/kWh"}));
        QCOMPARE(shown("/cluster/links/0/bandwidth", {400e9 / 8 / 1.1, 1600e9 / 8}),
                 (Texts{"364 Gb/s", "1,600 Gb/s"}));
        QCOMPARE(shown("/workload/token_budget", {15.6e12 / 1.1, 15.6e12}), (Texts{"14.2T", "15.6T"}));
        QCOMPARE(shown("/plan/precision", {0}).front(), field(scenario, "/plan/precision")->text(0));
    }

    /// What is shown of a value can be typed again and is that value, as far as its four digits say it: of
    /// every input, over all that it may be.
    void what_is_shown_can_be_typed() {
        std::mt19937 random(12);
        std::set<std::string> inputs;
        for (const std::string& name : test::sample_names()) {
            Scenario scenario = test::sample(name);
            scenario.site.grid.tariff.resize(1);
            scenario.site.fabric.resize(1);
            scenario.site.prices.resize(1);
            for (const std::string& address : single_inputs(scenario)) {
                const auto found = field(scenario, address.c_str());
                QVERIFY2(found, address.c_str());
                for (const double value : values_of(*found, found->value(scenario), random)) {
                    const std::string text = found->text(value), what = address + ": " + text;
                    const auto read = found->parse(text);
                    QVERIFY2(read, (what + ": " + (read ? "" : read.error().text())).c_str());
                    const bool is_exact = !found->is_number() || found->is_whole();
                    const double most_off = is_exact ? 0 : 0.5001e-3 * std::abs(value) + 1e-30;
                    QVERIFY2(std::abs(*read - value) <= most_off, what.c_str());
                }
                inputs.insert(address);
            }
        }
        QVERIFY(inputs.size() > 150);
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto carbon = field(scenario, "/site/carbon_intensity");
        QVERIFY(carbon && carbon->text(0.35) == "0.35 kg/kWh");
        QCOMPARE(*carbon->parse("0.35 kg/kWh"), 0.35);
        QVERIFY(!carbon->parse("0.35 kg/MWh") && !carbon->parse("kg/kWh"));
        const auto ports = field(scenario, "/cluster/elements/row-a/count");
        QCOMPARE(ports->text(16384), std::string("16384")); // not "1.638e+04"
    }

    void what_is_no_single_value_is_said() {
        const Scenario scenario = test::sample("dgx-h100-su");
        for (const char* const wrong : {"/plan/tq", "/plan", "plan/tp", "/cluster/elements/nobody/count",
                                        "/name", "", "/", "/plan/tp/x"}) {
            const auto found = field(scenario, wrong);
            QVERIFY2(!found, wrong);
            QVERIFY2(!found.error().what.empty() && !found.error().fix.empty(), wrong);
        }
    }

    /// A number or a choice that stands for something else says what; a flag and an amount are what they are.
    void a_value_that_is_no_amount_says_what_it_stands_for() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto meaning = [&](const char* address, double value) {
            const auto found = field(scenario, address);
            return found ? meaning_of_value(*found, value) : std::string("no such field");
        };
        QCOMPARE(meaning("/plan/dp", 0), std::string("what the GPUs leave"));
        QCOMPARE(meaning("/plan/dp", 8), std::string());
        QCOMPARE(meaning("/workload/tuning/scoring_passes", -1), std::string("one of DPO and GRPO"));
        QCOMPARE(meaning("/workload/tuning/lora/rank", 0), std::string("every weight is trained"));
        QCOMPARE(meaning("/plan/master_bits", 16), std::string()); // what it is in words, but an amount
        QCOMPARE(meaning("/plan/cp_gather", 0), std::string());    // false: a ring
        QCOMPARE(meaning("/site/altitude_m", 0), std::string());
        const auto graphs = field(scenario, "/plan/graphs");
        QVERIFY(graphs);
        const auto stack = graphs->parse("stack");
        QVERIFY(stack);
        QCOMPARE(meaning_of_value(*graphs, *stack), std::string("as its release does"));
    }

    /// Written, read and written again.
    void what_is_uncertain_stays_in_the_file() {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.uncertain.push_back(triangle("/site/electricity_price", 0.05, 0.12));
        scenario.uncertain.back().likely = 0.08;
        UncertainInput list;
        list.input = "/plan/precision";
        list.kind = SpreadKind::values;
        list.values = {"bf16", "fp8"};
        scenario.uncertain.push_back(list);
        std::vector<Diagnostic> warnings;
        const auto read = scenario_from_json(scenario_json(scenario, catalog()), catalog(), "", warnings);
        QVERIFY(read);
        QVERIFY(warnings.empty());
        QVERIFY(read->uncertain == scenario.uncertain);
    }

    void wrong_spreads_are_refused() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto refused = [&](const UncertainInput& input) {
            Scenario changed = scenario;
            changed.uncertain = {input};
            std::vector<Diagnostic> warnings;
            const auto read = scenario_from_json(scenario_json(changed, catalog()), catalog(), "", warnings);
            return !read && !read.error().fix.empty();
        };
        QVERIFY(!refused(triangle("/site/electricity_price", 0.05, 0.12)));
        QVERIFY(refused(triangle("/site/electricity_price", 0.12, 0.05)));
        UncertainInput input = triangle("/site/electricity_price", 0, 0.1);
        input.kind = SpreadKind::log_normal;
        QVERIFY(refused(input));
        input = triangle("/site/electricity_price", 0.05, 0.12);
        input.likely = 0.2;
        QVERIFY(refused(input));
        input = UncertainInput();
        input.input = "/site/electricity_price";
        QVERIFY(refused(input)); // no ends
        input.kind = SpreadKind::values;
        QVERIFY(refused(input)); // no values
        input.values.assign(most_tried_values + 1, "0.1");
        QVERIFY(refused(input));
        Scenario twice = scenario;
        twice.uncertain.assign(2, triangle("/site/electricity_price", 0.05, 0.12));
        std::vector<Diagnostic> warnings;
        QVERIFY(!scenario_from_json(scenario_json(twice, catalog()), catalog(), "", warnings));
    }
};

QTEST_APPLESS_MAIN(TestInputField)
#include "test_input_field.moc"
