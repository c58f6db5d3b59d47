// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison.h"
#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/drawing_answers.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/handover/dps_export.h"
#include "core/answers/handover/drawio_export.h"
#include "core/answers/handover/graph_export.h"
#include "core/answers/handover/netbox_export.h"
#include "core/answers/handover/rack_pictures.h"
#include "core/answers/handover/report.h"
#include "core/answers/money_answers.h"
#include "core/base/files/csv_table.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/sentence.h"
#include "core/drawing/project/part_reader.h"
#include "tests/support/every_drawing.h"
#include "tests/support/sample.h"

#include <nlohmann/json.hpp>
#include <set>

using namespace roofrack;
using namespace roofrack::test;

namespace {

/// Tags of well-formed XML, each with its attributes' "id", "source" and "target"; what is wrong with it.
struct ReadXml {
    std::map<std::string, int> tags;
    std::set<std::string> ids, used;
    QByteArray fault;
};

ReadXml read_xml(const std::string& text) {
    ReadXml out;
    XmlScanner xml(text);
    std::vector<std::string> open;
    for (auto item = xml.next(); item != XmlScanner::Item::finish; item = xml.next()) {
        if (item == XmlScanner::Item::fault) {
            out.fault = QByteArray::fromStdString(xml.why());
            return out;
        }
        const std::string name(xml.name());
        if (item == XmlScanner::Item::start) {
            ++out.tags[name];
            open.push_back(name);
            if (const std::string id = xml.attribute("id"); !id.empty()) out.ids.insert(id);
            for (const char* key : {"source", "target"})
                if (const std::string id = xml.attribute(key); !id.empty()) out.used.insert(id);
        } else if (item == XmlScanner::Item::end) {
            if (open.empty() || open.back() != name) {
                out.fault = "a tag ends that is not open: " + QByteArray::fromStdString(name);
                return out;
            }
            open.pop_back();
        }
    }
    if (!open.empty()) out.fault = "a tag is open: " + QByteArray::fromStdString(open.back());
    return out;
}

bool holds(const std::set<std::string>& all, const std::set<std::string>& some) {
    return std::ranges::includes(all, some);
}

/// Names that XML, HTML, CSV and JSON take for more than text.
Scenario hostile(Scenario scenario) {
    scenario.name = "<script>alert('1')</script> & \"x\"]]>";
    for (Element& element : scenario.cluster.elements)
        element.name = "=1+1<b a=\"x\">&amp;\x01|`*_" + element.id;
    return scenario;
}

/// A report on the second scenario of a project, held against the first.
struct SecondOfTwo {
    Project project;
    std::shared_ptr<const Answers> answers;
    ReportBeside beside;
};
SecondOfTwo second_of_two() {
    SecondOfTwo out;
    out.project.scenarios = {sample("ws-8gpu", 0), sample("ws-8gpu", 1)};
    out.project.scenarios[0].name = "A";
    out.project.scenarios[1].name = "B";
    out.answers = std::make_shared<const Answers>(
        Snapshot{std::make_shared<const Scenario>(out.project.scenarios[1])}, Catalog::built_in());
    out.beside =
        ReportBeside::of(out.answers, out.project, std::chrono::sys_days(std::chrono::year(2031) / 3 / 3));
    out.beside.draws = 64;
    return out;
}

/// The first table below a heading.
const ReportDocument::Table& table_after(const ReportDocument& report, const std::string& heading) {
    static const ReportDocument::Table none;
    bool is_below = false;
    for (const ReportDocument::Block& block : report.blocks()) {
        if (block.kind == ReportDocument::Kind::section) is_below = block.text == heading;
        if (is_below && block.kind == ReportDocument::Kind::table) return block.table;
    }
    return none;
}

const std::vector<std::string>* row_of(const ReportDocument::Table& table, const std::string& label) {
    for (const std::vector<std::string>& row : table.rows)
        if (row.front() == label) return &row;
    return nullptr;
}

double devices_in(const Cluster& cluster) {
    double out = 0;
    for (const Element& element : cluster.elements)
        if (has_data_ports(element.kind)) out += cluster.instances(element);
    return out;
}

} // namespace

class TestExports : public QObject {
    Q_OBJECT

    Scenario m_scenario;
    std::optional<CableList> m_list;

    void read(bool with_hostile_names) {
        QFETCH(QByteArray, name);
        m_scenario = *scenario_of(name);
        if (with_hostile_names) m_scenario = hostile(std::move(m_scenario));
        auto list = CableList::make(m_scenario.cluster, Catalog::built_in());
        if (list) m_list = std::move(*list);
    }

private Q_SLOTS:
    void graphs_have_all_devices_and_cables_data() { add_every_drawing(); }
    void graphs_have_all_devices_and_cables() {
        for (const bool with_hostile_names : {false, true}) {
            read(with_hostile_names);
            const ReadXml xml = read_xml(network_graphml(*m_list));
            QCOMPARE(xml.fault, QByteArray());
            QCOMPARE(xml.tags.at("node"), static_cast<int>(devices_in(m_list->cluster())));
            QCOMPARE(xml.tags.count("edge") ? xml.tags.at("edge") : 0, static_cast<int>(m_list->count()));
            QVERIFY(holds(xml.ids, xml.used));
            const std::string dot = network_dot(*m_list);
            size_t edges = 0;
            for (size_t at = dot.find(" -- "); at != std::string::npos; at = dot.find(" -- ", at + 1))
                ++edges;
            QCOMPARE(edges, static_cast<size_t>(m_list->count()));
        }
    }

    void pages_of_drawio_have_all_that_is_drawn_data() { add_every_drawing(); }
    void pages_of_drawio_have_all_that_is_drawn() {
        for (const bool with_hostile_names : {false, true}) {
            read(with_hostile_names);
            const ReadXml xml = read_xml(drawio_pages(m_scenario, Catalog::built_in()));
            QCOMPARE(xml.fault, QByteArray());
            QCOMPARE(xml.tags.at("diagram"), 4);
            for (const Element& element : m_scenario.cluster.elements)
                QVERIFY(xml.ids.contains("e-" + element.id));
            QVERIFY(holds(xml.ids, xml.used));
        }
    }

    void the_power_tree_is_whole_data() { add_every_drawing(); }
    void the_power_tree_is_whole() {
        read(false);
        std::vector<Diagnostic> warnings;
        const auto text = dps_topology(m_scenario.cluster, Catalog::built_in(), "t", warnings);
        const bool has_feed = std::ranges::any_of(m_scenario.cluster.elements, [](const Element& element) {
            return element.kind == ElementKind::feed;
        });
        if (!has_feed) {
            QVERIFY(!text);
            return;
        }
        QVERIFY2(text.has_value(), text ? "" : text.error().what.c_str());
        const auto json = nlohmann::json::parse(*text);
        std::set<std::string> entities, relations, children;
        int servers = 0;
        for (const auto& each : json["Entities"]) {
            QVERIFY(entities.insert(each["Name"]).second);
            servers += each["Type"] == "ComputerSystem";
            if (each.contains("OperatingLimit")) QVERIFY(each["OperatingLimit"]["PowerValue"]["Value"] > 0);
        }
        for (const auto& each : json["Topology"]["Entities"]) {
            QVERIFY(relations.insert(each["Name"]).second);
            if (each.contains("Children"))
                for (const auto& child : each["Children"]) children.insert(child);
        }
        QCOMPARE(entities, relations);
        QVERIFY(holds(relations, children));
        QVERIFY(servers > 0);
        QVERIFY(servers <= devices_in(m_scenario.cluster));
    }

    void limits_of_a_power_tree_have_the_power_factor_of_the_drawing() {
        std::vector<Diagnostic> warnings;
        const auto text = dps_topology(scenario_of("samples/dgx-h100-su.roofrack.json")->cluster,
                                       Catalog::built_in(), "t", warnings);
        QVERIFY(text);
        int limits = 0;
        const auto json = nlohmann::json::parse(*text);
        for (const auto& each : json["Entities"]) {
            if (!each.contains("OperatingLimit")) continue;
            QCOMPARE(each["OperatingLimit"]["PowerFactor"].get<double>(), 0.95);
            ++limits;
        }
        QVERIFY(limits > 2);
    }

    /// A feed and so many racks that it serves.
    static Cluster fed_racks(int racks) {
        Cluster cluster;
        for (const auto& [id, kind, count] :
             {std::tuple("feed", ElementKind::feed, 1), {"rack", ElementKind::rack, racks}}) {
            Element element;
            element.id = id;
            element.kind = kind;
            element.count = count;
            cluster.elements.push_back(std::move(element));
        }
        Link link;
        link.id = "l";
        link.from = "feed";
        link.to = "rack";
        link.pattern = LinkPattern::mesh;
        cluster.links.push_back(std::move(link));
        return cluster;
    }

    void every_entity_of_a_power_tree_counts() {
        std::vector<Diagnostic> warnings;
        const auto most = dps_topology(fed_racks(199'999), Catalog::built_in(), "t", warnings);
        QVERIFY2(most.has_value(), most ? "" : most.error().what.c_str());
        const auto more = dps_topology(fed_racks(200'000), Catalog::built_in(), "t", warnings);
        QVERIFY(!more);
        QVERIFY(more.error().what.find("200,000") != std::string::npos);
    }

    void what_is_sold_is_in_no_drawing() {
        Scenario scenario = *scenario_of("samples/dgx-h100-su.roofrack.json");
        Element& rack = *std::ranges::find(scenario.cluster.elements, ElementKind::rack, &Element::kind);
        rack.procurement = Procurement::sell;
        const std::string id = rack.id;
        const auto inner = std::ranges::find(scenario.cluster.elements, id, &Element::parent);
        const std::string pages = drawio_pages(scenario, Catalog::built_in());
        QVERIFY(pages.find("\"" + id + "\"") == std::string::npos);
        QVERIFY(pages.find("\"" + inner->id + "\"") == std::string::npos);
        const Scenario whole = *scenario_of("samples/dgx-h100-su.roofrack.json");
        std::vector<Diagnostic> warnings;
        const auto count = [&](const Cluster& cluster) {
            const auto tree = dps_topology(cluster, Catalog::built_in(), "t", warnings);
            int servers = 0;
            const auto json = nlohmann::json::parse(*tree);
            for (const auto& each : json["Entities"]) servers += each["Type"] == "ComputerSystem";
            return servers;
        };
        QVERIFY(count(whole.cluster) > count(scenario.cluster));
        QVERIFY(drawing_svg(whole.cluster, Catalog::built_in()).size() >
                drawing_svg(scenario.cluster, Catalog::built_in()).size());
        const std::string name = whole.cluster.find(id)->name;
        const auto fronts = [&](const Cluster& cluster) {
            return rack_sheet_svg(cluster, Catalog::built_in(), "t", 0).find(">" + name + "<");
        };
        QVERIFY(fronts(whole.cluster) != std::string::npos);
        QCOMPARE(fronts(scenario.cluster), std::string::npos);
        const Answers answers{Snapshot{std::make_shared<const Scenario>(std::move(scenario))},
                              Catalog::built_in()};
        const std::vector<std::string> drawing{"drawing"};
        const std::string text = scenario_report(answers, "P", drawing)->markdown();
        QVERIFY(text.find("| " + name + " | rack |") == std::string::npos);
    }

    void feeds_of_direct_current_have_no_phases() {
        const auto feeds_of = [](double volts, double hertz) {
            Cluster cluster = fed_racks(2);
            Part part;
            part.id = "own";
            part.name = "Own feed";
            part.kind = PartKind::feed;
            for (const auto& [key, value] :
                 {std::pair("voltage", volts), {"current", 250}, {"frequency", hertz}})
                part.figures[key] = project_figure(value);
            cluster.elements[0].part.inline_part = part;
            const auto list = CableList::make(cluster, Catalog::built_in());
            Table out;
            std::vector<Diagnostic> warnings;
            const auto exported =
                export_netbox(*list, "t", [&](const std::string& name, std::string_view text) {
                    if (name == "10-power-feeds.csv") out = *parse_csv(text, name);
                    return Result<void>();
                });
            return std::pair(out, exported->warnings.size());
        };
        const auto [direct, none] = feeds_of(800, 0);
        QCOMPARE(direct.rows.size(), size_t{1});
        QCOMPARE(direct.rows[0][direct.column("supply")], std::string("dc"));
        QCOMPARE(direct.rows[0][direct.column("phase")], std::string("single-phase"));
        const auto [grid, said] = feeds_of(110'000, 50);
        QCOMPARE(grid.rows.size(), size_t{0});
        QCOMPARE(said, none + 1);
    }

    void servers_have_a_power_port_a_supply() {
        Scenario scenario = *scenario_of("samples/dgx-h100-su.roofrack.json");
        const auto ports_of = [&] {
            const auto list = CableList::make(scenario.cluster, Catalog::built_in());
            Table out;
            const auto exported =
                export_netbox(*list, "t", [&](const std::string& name, std::string_view text) {
                    if (name == "11-power-ports.csv") out = *parse_csv(text, name);
                    return Result<void>();
                });
            return std::pair(out, exported->warnings);
        };
        // 32 DGX H100 of six supplies with 3.3 kW each, and 10.2 kW together.
        const auto [ports, said] = ports_of();
        QCOMPARE(ports.rows.size(), size_t{32 * 6});
        QCOMPARE(ports.rows[0][ports.column("name")], std::string("PSU1"));
        QCOMPARE(ports.rows[5][ports.column("name")], std::string("PSU6"));
        QCOMPARE(ports.rows[0][ports.column("maximum_draw")], std::string("3300"));
        QCOMPARE(ports.rows[0][ports.column("allocated_draw")], std::string("1700"));
        QVERIFY(
            std::ranges::none_of(said, [](const Diagnostic& each) { return each.where == "power ports"; }));
        // Servers of one's own that tell no supplies have none.
        for (Element& element : scenario.cluster.elements) {
            if (element.kind != ElementKind::server) continue;
            Part own = *Catalog::built_in().part(PartKind::server, element.part.id);
            own.figures.erase("psu_count");
            element.part.inline_part = own;
        }
        const auto [none, why] = ports_of();
        QCOMPARE(none.rows.size(), size_t{0});
        const auto remark = std::ranges::find(why, "power ports", &Diagnostic::where);
        QVERIFY(remark != why.end());
        QVERIFY(remark->what.find("32 servers") != std::string::npos);
    }

    void a_power_tree_without_end_is_refused_at_once() {
        Cluster cluster = scenario_of("fat-tree")->cluster;
        for (Element& element : cluster.elements) element.count = 1'000'000'000;
        std::vector<Diagnostic> warnings;
        const auto text = dps_topology(cluster, Catalog::built_in(), "t", warnings);
        QVERIFY(!text);
        QVERIFY(text.error().what.find("200,000") != std::string::npos);
    }

    void tables_of_netbox_fit_together_data() { add_every_drawing(); }
    void tables_of_netbox_fit_together() {
        for (const bool with_hostile_names : {false, true}) {
            read(with_hostile_names);
            std::map<std::string, Table> tables;
            const auto exported =
                export_netbox(*m_list, m_scenario.name, [&](const std::string& name, std::string_view text) {
                    if (name.ends_with(".csv")) tables[name] = *parse_csv(text, name);
                    return Result<void>();
                });
            QVERIFY(exported);
            QCOMPARE(exported->file_count, size_t{12});
            const auto column = [&](const char* table, const char* key) {
                std::multiset<std::string> out;
                const size_t at = tables.at(table).column(key);
                if (at == std::string::npos) qFatal("no column %s in %s", key, table);
                for (const auto& row : tables.at(table).rows) out.insert(row[at]);
                return out;
            };
            const auto unique = [](const std::multiset<std::string>& all) {
                return std::set<std::string>(all.begin(), all.end());
            };
            const auto devices = column("06-devices.csv", "name"), racks = column("05-racks.csv", "name");
            QCOMPARE(unique(devices).size(), devices.size());
            QCOMPARE(static_cast<double>(devices.size()), devices_in(m_list->cluster()));
            QCOMPARE(unique(racks).size(), racks.size());
            QVERIFY(holds(unique(racks), unique(column("06-devices.csv", "rack"))));
            QVERIFY(holds(unique(column("04-device-types.csv", "model")),
                          unique(column("06-devices.csv", "device_type"))));
            const auto slugs = column("04-device-types.csv", "slug");
            QCOMPARE(unique(slugs).size(), slugs.size());
            std::set<std::string> ports, ends;
            const Table& interfaces = tables.at("07-interfaces.csv");
            for (const auto& row : interfaces.rows) QVERIFY(ports.insert(row[0] + "\n" + row[1]).second);
            const Table& cables = tables.at("08-cables.csv");
            QCOMPARE(static_cast<double>(cables.rows.size()), m_list->count());
            for (const auto& row : cables.rows)
                for (const size_t side : {size_t{0}, size_t{3}})
                    QVERIFY(ends.insert(row[side] + "\n" + row[side + 2]).second);
            QCOMPARE(ports, ends);
            QVERIFY(holds(unique(devices), unique(column("07-interfaces.csv", "device"))));
            for (const char* required : {"power_panel", "type", "supply", "phase", "voltage", "amperage"})
                QVERIFY(tables.at("10-power-feeds.csv").column(required) != std::string::npos);
            std::set<std::string> supplies;
            for (const auto& row : tables.at("11-power-ports.csv").rows) {
                QVERIFY(supplies.insert(row[0] + "\n" + row[1]).second);
                QVERIFY(devices.contains(row[0]));
            }
        }
    }

    void racks_are_pictures_data() { add_every_drawing(); }
    void racks_are_pictures() {
        read(true);
        int pictures = 0;
        const auto exported = export_racks(m_scenario.cluster, Catalog::built_in(), m_scenario.name,
                                           [&](const std::string&, std::string_view text) {
                                               pictures += read_xml(std::string(text)).fault.isEmpty();
                                               return Result<void>();
                                           });
        const auto racks = std::ranges::count(m_scenario.cluster.elements, ElementKind::rack, &Element::kind);
        QCOMPARE(exported.has_value(), racks > 0);
        if (exported) QCOMPARE(static_cast<size_t>(pictures), exported->file_count);
    }

    void a_report_is_whole_data() { add_every_drawing(); }
    void a_report_is_whole() {
        for (const bool with_hostile_names : {false, true}) {
            read(with_hostile_names);
            const Answers answers{Snapshot{std::make_shared<const Scenario>(m_scenario)},
                                  Catalog::built_in()};
            const auto report = scenario_report(answers, "A project", {});
            QVERIFY(report);
            const std::string html = report->html();
            const ReadXml xml = read_xml(html.substr(html.find('\n') + 1));
            QCOMPARE(xml.fault, QByteArray());
            QCOMPARE(xml.tags.at("h2"),
                     static_cast<int>(std::ranges::count_if(report_sections(), [](const ReportSection& each) {
                         return !each.compare; // nothing stands beside it
                     })));
            QCOMPARE(xml.tags.count("script"), size_t{0});
            QVERIFY(xml.tags.at("table") > 3);
            const std::string markdown = report->markdown();
            QVERIFY(markdown.starts_with("# A project: "));
            QVERIFY(markdown.find("<script") == std::string::npos);
        }
    }

    void pictures_stand_beside_markdown() {
        ReportDocument document("T");
        document.picture("<svg>1</svg>", "The drawing");
        document.picture("", "Nothing");
        document.picture("<svg>2</svg>", "What [it] costs");
        const auto pictures = document.pictures();
        QCOMPARE(pictures.size(), size_t{2});
        QCOMPARE(pictures[0].file, std::string("picture-1.svg"));
        QCOMPARE(pictures[1].svg, std::string("<svg>2</svg>"));
        const std::string linked = document.markdown("my pictures (1)");
        QVERIFY2(linked.find("\n![The drawing](my%20pictures%20%281%29/picture-1.svg)\n") !=
                     std::string::npos,
                 linked.c_str());
        QVERIFY2(linked.find("![What \\[it\\] costs](my%20pictures%20%281%29/picture-2.svg)") !=
                     std::string::npos,
                 linked.c_str());
        const std::string alone = document.markdown();
        QVERIFY2(alone.find("![") == std::string::npos && alone.find("--pictures") != std::string::npos,
                 alone.c_str());
    }

    /// However narrow its column is: a browser breaks no line within an amount, nor before its unit.
    void an_amount_of_a_page_keeps_its_sign_and_its_unit() {
        ReportDocument document("T");
        document.table({{"Figure", "A & B"}, {{"−$1 of all", "$311k; −$309k, −49.8 %, from 2026-12-20"}}, 1});
        const std::string html = document.html();
        QVERIFY(html.find(".n{white-space:nowrap}") != std::string::npos);
        const std::string cells =
            "<td class=\"t\">−$1 of all</td><td>$311k; <span class=\"n\">−$309k,</span> "
            "<span class=\"n\">−49.8\u00A0%,</span> from "
            "<span class=\"n\">2026-12-20</span></td>";
        QVERIFY2(html.find(cells) != std::string::npos, html.c_str());
        QVERIFY2(html.find("<th>A &amp; B</th>") != std::string::npos, html.c_str());
        QVERIFY(document.markdown().find("$311k; −$309k, −49.8 %, from 2026-12-20") != std::string::npos);
    }

    void paragraphs_are_paragraphs() {
        ReportDocument document("T");
        document.section("S");
        for (const char* text : {"405. of all", "12) of all", "- of all", "+ of all", "capital of all"})
            document.paragraph(text);
        document.list({"405. of all", "racks of all"});
        const std::string text = document.markdown();
        for (const char* line : {"\n405\\. of all\n", "\n12\\) of all\n", "\n\\- of all\n", "\n\\+ of all\n",
                                 "\nCapital of all\n", "\n- 405\\. of all\n- Racks of all\n"})
            QVERIFY2(text.find(line) != std::string::npos, (line + text).c_str());
    }

    void no_section_is_empty() {
        Scenario scenario = *scenario_of("fat-tree");
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::server) element.part.id = "no-such";
        Scenario broken = scenario;
        broken.cluster.elements.front().parent = "nowhere";
        for (const Scenario& each : {scenario, broken, Scenario{}}) {
            const Answers answers{Snapshot{std::make_shared<const Scenario>(each)}, Catalog::built_in()};
            const std::string text = scenario_report(answers, "P", {})->markdown();
            for (size_t at = text.find("\n## "); at != std::string::npos; at = text.find("\n## ", at + 1)) {
                const size_t below = text.find_first_not_of('\n', text.find('\n', at + 1));
                QVERIFY2(below != std::string::npos && text[below] != '#', text.c_str() + at);
                QVERIFY2(text[below] < 'a' || text[below] > 'z', text.c_str() + at);
            }
        }
    }

    void sections_are_chosen() {
        const Answers answers{Snapshot{std::make_shared<const Scenario>(*scenario_of("fat-tree"))},
                              Catalog::built_in()};
        const std::vector<std::string> some{"bill", "verdict"}, wrong{"bills"};
        const auto report = scenario_report(answers, "P", some);
        QVERIFY(report);
        const std::string text = report->markdown();
        QVERIFY(text.find("## The verdict") < text.find("## Bill of materials"));
        QVERIFY(text.find("## Money") == std::string::npos);
        const auto none = scenario_report(answers, "P", wrong);
        QVERIFY(!none);
        QVERIFY(none.error().fix.find("verdict") != std::string::npos);
    }

    /// The table says what a unit is used without a failure, and after one as the levels of the window do;
    /// the facility draws the same in the sentence above.
    void power_is_said_without_a_failure_and_after_one() {
        const Answers answers{Snapshot{std::make_shared<const Scenario>(sample("decisions/owned-h100"))},
                              Catalog::built_in()};
        const std::vector<std::string> some{"power"};
        const auto report = scenario_report(answers, "P", some);
        QVERIFY(report);
        const ReportDocument::Table& table = table_after(*report, "Power and cooling");
        const std::vector<std::string>* const crah = row_of(table, "CRAH");
        QVERIFY(crah && crah->size() == table.head.size());
        QCOMPARE(table.head[5], std::string("Without a failure"));
        QCOMPARE(table.head[6], std::string("After one failure"));
        const auto* const levels = answers.value<FacilityLevels>();
        QVERIFY(levels);
        const Level& air = *std::ranges::find(levels->study.levels, "air", &Level::id);
        QVERIFY(air.secured && air.limit && *air.secured < *air.limit);
        QCOMPARE(crah->at(5), share_in_percent(air.load / *air.limit));
        QCOMPARE(crah->at(6), share_in_percent(*air.share()) + ": " + carried_text(air));
        QVERIFY(carried_text(air).ends_with(" of 720 kW after one failure"));
        const std::vector<std::string>* const site = row_of(table, "site");
        QVERIFY(site);
        const std::string text = report->markdown();
        QVERIFY2(text.find("the facility " + site->at(3) + ",") != std::string::npos, text.c_str());
        QVERIFY(text.find("without a failure, the fullest first") != std::string::npos);
    }

    /// The table, the reasons and the odds are those of `compare` and `odds`, held against the scenario of
    /// the report.
    void scenarios_are_compared() {
        const auto [project, answers, beside] = second_of_two();
        const std::vector<std::string> some{"comparison", "odds"};
        const auto report = scenario_report(*answers, "P", some, beside);
        QVERIFY(report);
        const auto& blocks = report->blocks();
        QCOMPARE(blocks.front().text, std::string("Scenarios compared"));
        const std::vector<const Answers*> columns{beside.scenarios[0].get(), beside.scenarios[1].get()};
        const auto own = compare(columns, {"power.peak_w", "money.increment.done_weeks", "money.run.usd"});
        QVERIFY(own);
        const ReportDocument::Table& table = table_after(*report, "Scenarios compared");
        QCOMPARE(table.head, (std::vector<std::string>{"Figure", "B (this report)", "A"}));
        const std::vector<std::string>* const peak = row_of(table, "Peak power");
        QVERIFY(peak);
        const ComparedRow& row = own->rows[0];
        for (size_t i = 0; i < 2; ++i)
            QVERIFY2(peak->at(i + 1).find(row.values[i].text) != std::string::npos, peak->at(i + 1).c_str());
        QVERIFY(!row.values[1].difference.empty());
        QVERIFY2(peak->at(2).ends_with("; " + row.values[1].difference), peak->at(2).c_str());
        const std::vector<std::string>* const done = row_of(table, "When the run is done");
        QVERIFY(done);
        for (size_t i = 0; i < 2; ++i) {
            const std::string date = date_of(own->rows[1], own->rows[1].values[i], beside.order);
            QVERIFY(!date.empty());
            QVERIFY2(done->at(i + 1).find(date) != std::string::npos, done->at(i + 1).c_str());
        }
        QVERIFY(row_of(table, "$ of the run"));
        const std::string text = report->markdown();
        QVERIFY2(text.find("“A”: " + own->scenarios[1].sentence) != std::string::npos, text.c_str());
        // The ways of the step and of the cost, each from the scenario of the report.
        for (const char* label : {"Step time", "$ of the run"}) {
            const std::string head = std::string("| ") + label + " |\n";
            const size_t at = text.find(head);
            QVERIFY2(at != std::string::npos, head.c_str());
            const size_t line = text.rfind('\n', at) + 1;
            QVERIFY2(text.substr(line, at - line).starts_with("| From “B” to “A”"), text.c_str() + line);
        }
    }

    /// The table of findings is of one scenario and says so; what is grave in the others stands where they
    /// are compared.
    void each_compared_scenario_has_its_gravest_finding() {
        Project project;
        project.scenarios = {sample("dgx-h100-su"), sample("dgx-h100-su")};
        project.scenarios[0].name = "sound";
        project.scenarios[1].name = "uneven";
        project.scenarios[1].workload.global_batch += 1; // does not divide
        const auto sound = std::make_shared<const Answers>(
            Snapshot{std::make_shared<const Scenario>(project.scenarios[0])}, Catalog::built_in());
        const auto beside =
            ReportBeside::of(sound, project, std::chrono::sys_days(std::chrono::year(2031) / 3 / 3));
        const Finding* const gravest =
            gravest_of(beside.scenarios[1]->value<VerdictWithoutSearch>()->evaluation.findings);
        QVERIFY(gravest && gravest->severity != Severity::info);
        const std::vector<std::string> some{"comparison", "findings"};
        const auto report = scenario_report(*sound, "P", some, beside);
        QVERIFY(report);
        const auto is_said = [&](const std::string& begin, const std::string& end) {
            return std::ranges::any_of(report->blocks(), [&](const ReportDocument::Block& block) {
                return std::ranges::any_of(block.items, [&](const std::string& item) {
                    return item.starts_with(begin) && item.ends_with(end);
                });
            });
        };
        QVERIFY2(is_said("“uneven”: findings: ", ": " + gravest->message), report->markdown().c_str());
        QVERIFY(!is_said("“sound”: findings: ", "")); // all of them are in the table, and none is grave
        QVERIFY(!table_after(*report, "Findings of “sound”").rows.empty());
        // One alone needs no name.
        const std::string alone = scenario_report(*sound, "P", some)->markdown();
        QVERIFY2(alone.find("## Findings\n") != std::string::npos, alone.c_str());
    }

    /// Names instead of addresses, no number that stands for something else, and what $ and dates rest on.
    void assumptions_are_named_and_those_of_money_are_among_them() {
        const Scenario scenario = sample("dgx-h100-su");
        const Answers answers{Snapshot{std::make_shared<const Scenario>(scenario)}, Catalog::built_in()};
        const std::vector<std::string> some{"assumptions"};
        const auto report = scenario_report(answers, "P", some);
        QVERIFY(report);
        const ReportDocument::Table& money = table_after(*report, "Assumptions");
        const MoneyStudy* const study = answers.value<MoneyStudy>();
        QVERIFY(study && !study->increment.waits.empty());
        for (const char* const name : {"operation", "interest", "residual value",
                                       "installation, spares, contingency", "lead time: GPUs"}) {
            const std::vector<std::string>* const row = row_of(money, name);
            QVERIFY2(row && !row->at(1).empty() && !row->back().empty(), name);
        }
        QCOMPARE(row_of(money, "operation")->at(1), std::string("5.0 %"));
        QCOMPARE(row_of(money, "operation")->at(4), std::string("judgement"));
        for (const TornadoBar& bar : study->tornado.bars)
            QVERIFY2(row_of(money, std::string(label_of(bar.what))), bar.source.c_str());
        const ReportDocument::Table* inputs = nullptr;
        for (const ReportDocument::Block& block : report->blocks())
            if (block.kind == ReportDocument::Kind::table) inputs = &block.table;
        QVERIFY(inputs && inputs != &money);
        bool has_tp = false;
        for (const std::vector<std::string>& row : inputs->rows) {
            QVERIFY2(row[0].find('/') == std::string::npos && row[1].find('/') == std::string::npos,
                     row[1].c_str());
            QVERIFY2(row[2] != "0" || row[3].find("0: ") == std::string::npos, row[1].c_str());
            QVERIFY2(row[0].find("lora") == std::string::npos, row[1].c_str()); // nothing is adapted
            QVERIFY(row[1] != "dp");
            has_tp = has_tp || (row[0] == "plan" && row[1] == "tp" && row[2] == "8");
        }
        QVERIFY(has_tp);
        const std::string text = report->markdown();
        QVERIFY2(text.find("plan, dp (what the GPUs leave)") != std::string::npos, text.c_str());
    }

    void odds_are_those_of_the_command() {
        const auto [project, answers, beside] = second_of_two();
        const std::vector<std::string> some{"odds"};
        const auto report = scenario_report(*answers, "P", some, beside);
        QVERIFY(report);
        auto options = draw_options(beside.kept, beside.order, {});
        options->draws = *beside.draws;
        options->with_causes = false;
        const auto equal = made_equal(beside.scenarios, {});
        QVERIFY(equal);
        const auto own = odds_of(*equal, *options);
        QVERIFY(own);
        const ReportDocument::Table& table = table_after(*report, "Odds of the scenarios");
        QCOMPARE(table.head.back(), std::string("Better than “B”"));
        QCOMPARE(table.rows.size(), 2 * own->figures.size());
        for (size_t figure = 0; figure < own->figures.size(); ++figure)
            for (size_t i = 0; i < 2; ++i) {
                const FigureOdds& each = own->figures[figure];
                const std::vector<std::string>& cells = table.rows[2 * figure + i];
                QCOMPARE(cells[0], begin_sentence(std::string(each.figure.row->label)));
                QCOMPARE(cells[1], own->scenarios[i]);
                QCOMPARE(cells[4], spread_text(each, i, each.scenarios[i].p50, beside.order));
                QCOMPARE(cells[6], chance_text(each.scenarios[i].chance_best));
                QCOMPARE(cells[7], i == 0 ? "" : chance_text(each.scenarios[i].beats[0]));
            }
        const std::string conclusion = conclusion_text(*own, own->figures[1]);
        QVERIFY(!conclusion.empty());
        const auto is_said = [&](const ReportDocument::Block& block) {
            return std::ranges::any_of(block.items,
                                       [&](const std::string& item) { return item.ends_with(conclusion); });
        };
        QVERIFY(std::ranges::any_of(report->blocks(), is_said));
    }

    /// What a project keeps of its comparison holds in its report: amounts, rows of its own, all of them.
    void a_report_compares_as_the_project_keeps_it() {
        auto [project, answers, beside] = second_of_two();
        beside.kept.reference = "A"; // another one than the report is of
        beside.kept.figures = {"step.goodput"};
        beside.kept.rows = "equal";
        beside.kept.at_equal = "gpus";
        beside.kept.at = "4";
        const std::vector<std::string> some{"comparison"};
        const auto report = scenario_report(*answers, "P", some, beside);
        QVERIFY(report);
        const ReportDocument::Table& table = table_after(*report, "Scenarios compared");
        QCOMPARE(table.head[1], std::string("B (this report)"));
        QVERIFY(row_of(table, "Goodput"));
        QVERIFY(row_of(table, "Peak power"));
        QVERIFY(report->markdown().find("at 4 GPUs each") != std::string::npos);
        beside.kept.at = "many";
        const std::string wrong = scenario_report(*answers, "P", some, beside)->markdown();
        QVERIFY2(wrong.find("There is none: /comparison/at") != std::string::npos, wrong.c_str());
    }

    /// One scenario has nothing beside it: these sections are left out, and say so where they are named.
    void one_scenario_is_not_compared() {
        const auto [project, answers, beside] = second_of_two();
        Project alone = project;
        alone.scenarios.erase(alone.scenarios.begin());
        const auto one = ReportBeside::of(answers, alone, beside.order);
        QVERIFY(!one.are_several());
        const std::string whole = scenario_report(*answers, "P", {}, one)->markdown();
        QVERIFY(whole.find("## Scenarios compared") == std::string::npos);
        QVERIFY(whole.find("## Odds") == std::string::npos);
        const std::vector<std::string> some{"odds"};
        const std::string named = scenario_report(*answers, "P", some, one)->markdown();
        QVERIFY(named.find("no other scenario") != std::string::npos);
    }

    void a_report_can_be_stopped() {
        const auto [project, answers, beside] = second_of_two();
        std::stop_source stop;
        stop.request_stop();
        const auto report = scenario_report(*answers, "P", {}, beside, stop.get_token());
        QVERIFY(!report);
        QVERIFY(beside.scenarios[1]->is_stopped());
    }
};

QTEST_GUILESS_MAIN(TestExports)
#include "test_exports.moc"
