// SPDX-License-Identifier: GPL-3.0-or-later
// What is taken out of a sound drawing leaves nothing hanging unsaid.
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"

#include <QDir>
#include <QTest>
#include <algorithm>
#include <set>

using namespace roofrack;

namespace {

QDir samples() { return QDir(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples")); }

Project read(const QString& file) {
    QFile opened(samples().filePath(file));
    const QByteArray text = opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    const auto loaded =
        parse_project({text.constData(), static_cast<size_t>(text.size())}, Catalog::built_in());
    if (!loaded) qFatal("%s: %s", qPrintable(file), loaded.error().text().c_str());
    return loaded->project;
}

/// What the sample of a hot rack is there for.
constexpr std::string_view shown_on_purpose = "inlet-too-warm";

/// Full as its published runs kept their GPUs, which ran: the band of the memory that such a plan needs holds
/// what a GPU has, and the plan stays as published.
constexpr std::string_view nearly_full_sample = "llama3-405b-16k.roofrack.json", nearly_full = "memory-tight";

/// Nothing to fix, not even a note, but what is waived with a reason and what must be said of it.
void expect_clean(const Scenario& scenario, std::string_view must_be_said = {}) {
    EvaluateOptions options;
    options.findings = false;
    const Evaluation evaluation = evaluate_or_explain(scenario, Catalog::built_in(), options);
    bool said = must_be_said.empty();
    for (const Finding& finding : evaluation.findings) {
        if (!said && finding.id == must_be_said && finding.severity == Severity::warning)
            said = true; // once
        else if (finding.id != shown_on_purpose)
            QFAIL(qPrintable(
                QString::fromStdString(scenario.name + ": " + finding.id + ": " + finding.message)));
    }
    QVERIFY2(said, (scenario.name + " does not say " + std::string(must_be_said)).c_str());
    for (const WaivedFinding& each : evaluation.waived) QVERIFY(each.reason.size() > 10);
}

/// A drawing without an element, its contents and their links.
struct Cut {
    Cluster rest;
    std::set<std::string> neighbours; ///< what the links led to
    std::vector<Link> links;
    std::set<std::string> gone;
};

Cut without(const Cluster& cluster, const std::string& id) {
    Cut out{cluster, {}, {}, {id}};
    for (bool more = true; more;) {
        more = false;
        for (const Element& each : cluster.elements)
            if (out.gone.contains(each.parent)) more |= out.gone.insert(each.id).second;
    }
    std::erase_if(out.rest.elements, [&](const Element& each) { return out.gone.contains(each.id); });
    std::erase_if(out.rest.links, [&](const Link& link) {
        const bool from = out.gone.contains(link.from), to = out.gone.contains(link.to);
        if (!from && !to) return false;
        out.links.push_back(link);
        if (!from) out.neighbours.insert(link.from);
        if (!to) out.neighbours.insert(link.to);
        return true;
    });
    return out;
}

Link joined(const std::string& id, const std::string& from, const std::string& to) {
    Link link;
    link.id = id;
    link.from = from;
    link.to = to;
    return link;
}

/// Named: a new finding has a former neighbour among its places, or says that nothing can be computed.
bool is_named(const Cut& cut, const std::vector<Finding>& before) {
    for (const Finding& finding : check_cluster(cut.rest, Catalog::built_in())) {
        if (std::ranges::find(before, finding) != before.end()) continue;
        if (finding.severity == Severity::critical) return true;
        if (std::ranges::any_of(finding.where,
                                [&](const std::string& id) { return cut.neighbours.contains(id); }))
            return true;
    }
    return false;
}

/// Harmless: no switch is taken, and whatever was linked to it keeps a link to another of its kind, as a leaf
/// that loses one of several groups of servers does.
bool is_harmless(const Cut& cut, const Cluster& cluster, const std::string& id) {
    if (cut.neighbours.empty()) return true; // a note, storage whose network is not drawn
    if (cluster.find(id)->kind == ElementKind::switch_) return false;
    const auto keeps_one = [&](const std::string& neighbour, ElementKind kind) {
        return std::ranges::any_of(cut.rest.links, [&](const Link& link) {
            const std::string& far = link.from == neighbour ? link.to : link.from;
            return (link.from == neighbour || link.to == neighbour) && cluster.find(far)->kind == kind;
        });
    };
    return std::ranges::all_of(cut.links, [&](const Link& link) {
        const bool from = cut.gone.contains(link.from), to = cut.gone.contains(link.to);
        return (from && to) ||
               keeps_one(from ? link.to : link.from, cluster.find(from ? link.from : link.to)->kind);
    });
}

} // namespace

class TestWhatHangs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void samples_are_clean_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : samples().entryList({"*.roofrack.json"}, QDir::Files))
            QTest::newRow(qPrintable(file)) << file;
    }
    void samples_are_clean() {
        QFETCH(QString, file);
        const bool is_nearly_full = file.toStdString() == nearly_full_sample;
        for (const Scenario& scenario : read(file).scenarios)
            expect_clean(scenario, is_nearly_full ? nearly_full : std::string_view());
    }

    void templates_are_clean_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("storage");
        for (const TemplateInfo& info : list_templates())
            for (const bool storage : {false, true})
                QTest::newRow((std::string(info.name) + (storage ? " with storage" : "")).c_str())
                    << QString::fromStdString(std::string(info.name)) << storage;
    }
    void templates_are_clean() {
        QFETCH(QString, name);
        QFETCH(bool, storage);
        TemplateSettings settings;
        if (storage) settings["storage"] = "flash-appliance";
        const auto project = make_template(name.toStdString(), settings, Catalog::built_in());
        QVERIFY2(project.has_value(), project ? "" : project.error().text().c_str());
        expect_clean(project->scenarios.front());
    }

    void what_is_taken_out_is_missed_data() { samples_are_clean_data(); }
    void what_is_taken_out_is_missed() {
        QFETCH(QString, file);
        for (const Scenario& scenario : read(file).scenarios) {
            const Cluster& cluster = scenario.cluster;
            const std::vector<Finding> before = check_cluster(cluster, Catalog::built_in());
            for (const Element& element : cluster.elements) {
                const Cut cut = without(cluster, element.id);
                const bool named = is_named(cut, before);
                QVERIFY2(named || is_harmless(cut, cluster, element.id),
                         (scenario.name + ": nothing misses " + element.id).c_str());
            }
        }
    }

    /// As little as one rail of those that are drawn one by one.
    void a_lost_rail_is_named() {
        Cluster cluster = read(QStringLiteral("dgx-h100-su.roofrack.json")).scenarios.front().cluster;
        Cluster rails = cluster;
        std::erase_if(rails.elements, [](const Element& each) { return each.id == "leaf"; });
        std::erase_if(rails.links, [](const Link& each) { return each.from == "leaf" || each.to == "leaf"; });
        for (int k = 1; k <= 8; ++k) {
            Element leaf = *cluster.find("leaf");
            leaf.id = leaf.name = "leaf-" + std::to_string(k);
            leaf.count = 1;
            rails.elements.push_back(leaf);
            for (const char* row : {"row-a-server", "row-b-server"})
                rails.links.push_back(joined(row + std::to_string(k), row, leaf.id));
            rails.links.push_back(joined("up" + std::to_string(k), leaf.id, "spine"));
            rails.links.back().pattern = LinkPattern::mesh;
            rails.links.back().count = 8;
        }
        for (const Finding& finding : check_cluster(rails, Catalog::built_in()))
            QFAIL(qPrintable(QString::fromStdString(finding.message)));
        const Cut cut = without(rails, "leaf-3");
        const auto findings = check_cluster(cut.rest, Catalog::built_in());
        for (const char* row : {"row-a-server", "row-b-server"})
            QVERIFY(std::ranges::any_of(findings, [&](const Finding& finding) {
                return finding.id == "nics-unlinked" &&
                       std::ranges::find(finding.where, row) != finding.where.end();
            }));
    }
};

QTEST_APPLESS_MAIN(TestWhatHangs)
#include "test_what_hangs.moc"
