// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/findings.h"
#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/project_file.h"
#include "core/study/scaling.h"
#include "core/study/sizes.h"
#include "tests/support/random_edits.h"
#include "tests/support/set_count.h"
#include "widgets/editor/answers_lane.h"
#include "widgets/editor/commands/add_items.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/commands/remove_items.h"
#include "widgets/editor/commands/remove_scenario.h"
#include "widgets/editor/commands/rename_element.h"
#include "widgets/editor/commands/rename_scenario.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/commands/set_links.h"
#include "widgets/editor/commands/set_scenario.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/editor/free_names.h"
#include "widgets/editor/trace_lane.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <latch>
#include <random>
#include <set>

using namespace roofrack;
using namespace roofrack::test;

namespace {

const Catalog& no_parts() {
    static const Catalog catalog;
    return catalog;
}

/// Waits until a worker has entered the evaluator, and holds it there.
struct Gate {
    std::latch entered{1};
    std::latch open{1};
};

} // namespace

class TestEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void undo_of_do_is_identity_data();
    void undo_of_do_is_identity();
    void a_command_without_effect_is_dropped();
    void edits_of_one_gesture_merge();
    void a_merge_back_to_the_start_vanishes();
    void steps_are_named();
    void removal_takes_contents_and_dangling_links();
    void pasted_pieces_keep_their_wiring();
    void moves_do_not_ask_for_evaluation();
    void undo_shows_the_scenario_it_changes();
    void selection_forgets_what_is_gone();
    void clean_state_follows_the_file();
    void a_failed_load_keeps_the_project();
    void snapshots_do_not_change();
    void lane_runs_the_latest_and_skips_the_middle();
    void lane_delivers_while_requests_rain();
    void lane_dies_cleanly_while_working();
    void the_sweep_covers_the_drawing();
    void the_engine_answers_each_sample();
    void trace_lane_reports_and_cancels();
};

void TestEditor::undo_of_do_is_identity_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 8; ++seed) QTest::addRow("seed %u", seed) << seed;
}

void TestEditor::undo_of_do_is_identity() {
    QFETCH(unsigned, seed);
    Document document(no_parts());
    document.set_project(two_racks());
    Dice dice(seed);
    std::vector<int> drawn(command_kind_count);
    std::vector<std::string> texts = {project_text(document.project(), Catalog::built_in())};
    for (int i = 0; i < 400; ++i) { // more than forty kinds, each of which has to come
        const auto kind = static_cast<CommandKind>(dice.below(command_kind_count));
        auto command = dice.command(document, kind);
        QVERIFY(command);
        QCOMPARE(command->kind(), kind);
        const bool noop = command->is_noop();
        const int steps = document.undo_stack().count();
        if (dice.below(3)) document.end_gesture();
        QCOMPARE(document.perform(std::move(command)), !noop);
        const std::string text = project_text(document.project(), Catalog::built_in());
        if (document.undo_stack().count() == steps + 1) {
            ++drawn[static_cast<size_t>(kind)];
            texts.push_back(text);
        } else if (document.undo_stack().count() == steps) { // merged, or dropped
            if (noop) QCOMPARE(text, texts.back());
            texts.back() = text;
        } else { // merged back to where it began
            texts.pop_back();
            QCOMPARE(text, texts.back());
        }
        QCOMPARE(texts.size(), static_cast<size_t>(document.undo_stack().count()) + 1);
        // An undo and redo in the middle must not disturb what follows.
        if (dice.below(4) == 0 && document.undo_stack().canUndo()) {
            document.undo_stack().undo();
            QCOMPARE(project_text(document.project(), Catalog::built_in()), texts[texts.size() - 2]);
            document.undo_stack().redo();
            QCOMPARE(project_text(document.project(), Catalog::built_in()), texts.back());
        }
    }
    for (int kind = 0; kind < command_kind_count; ++kind)
        QVERIFY2(drawn[static_cast<size_t>(kind)] > 0,
                 qPrintable(QStringLiteral("kind %1 never drawn").arg(kind)));
    for (size_t i = texts.size() - 1; i > 0; --i) {
        QCOMPARE(project_text(document.project(), Catalog::built_in()), texts[i]);
        document.undo_stack().undo();
    }
    QCOMPARE(project_text(document.project(), Catalog::built_in()), texts[0]);
    while (document.undo_stack().canRedo()) document.undo_stack().redo();
    QCOMPARE(project_text(document.project(), Catalog::built_in()), texts.back());
}

void TestEditor::a_command_without_effect_is_dropped() {
    Document document(no_parts());
    document.set_project(two_racks());
    QSignalSpy changed(&document, &Document::changed);
    QVERIFY(!set_count(document, "leaf", 1));
    QVERIFY(!set_count(document, "nobody", 4));
    QVERIFY(!document.perform<MoveElements>(MoveElements::Positions{{"spine", {80, 0}}}));
    QVERIFY(!document.perform<RemoveItems>(std::vector<std::string>{"nobody"}));
    QVERIFY(!document.perform<RemoveScenario>()); // the last one stays
    QCOMPARE(changed.count(), 0);
    QCOMPARE(document.undo_stack().count(), 0);
    // A dropped edit leaves what can be redone.
    QVERIFY(set_count(document, "leaf", 4));
    document.undo_stack().undo();
    QVERIFY(!set_count(document, "leaf", 1));
    QVERIFY(document.undo_stack().canRedo());
}

void TestEditor::edits_of_one_gesture_merge() {
    Document document(no_parts());
    document.set_project(two_racks());
    for (int count : {2, 3, 4}) QVERIFY(set_count(document, "rack-a", count));
    QCOMPARE(document.undo_stack().count(), 1);
    set_count(document, "rack-b", 2); // another item
    QCOMPARE(document.undo_stack().count(), 2);
    document.end_gesture();
    set_count(document, "rack-b", 3); // another gesture
    QCOMPARE(document.undo_stack().count(), 3);
    Site site = document.scenario().site;
    site.wet_bulb = Celsius(20);
    document.perform<SetSite>(site, QStringLiteral("wet bulb"));
    site.altitude_m = 100;
    document.perform<SetSite>(site, QStringLiteral("altitude")); // another field
    QCOMPARE(document.undo_stack().count(), 5);
    document.undo_stack().undo();
    document.undo_stack().undo();
    document.undo_stack().undo();
    document.undo_stack().undo();
    document.undo_stack().undo();
    QCOMPARE(document.project(), two_racks());
}

void TestEditor::a_merge_back_to_the_start_vanishes() {
    Document document(no_parts());
    document.set_project(two_racks());
    document.perform<MoveElements>(MoveElements::Positions{{"spine", {160, 0}}});
    document.perform<MoveElements>(MoveElements::Positions{{"spine", {80, 0}}});
    QCOMPARE(document.undo_stack().count(), 0);
    QCOMPARE(document.project(), two_racks());
}

void TestEditor::steps_are_named() {
    Document document(no_parts());
    document.set_project(two_racks());
    document.perform<MoveElements>(
        MoveElements::Positions{{"spine", {1, 1}}, {"leaf", {2, 2}}, {"rack-a", {3, 3}}});
    QCOMPARE(document.undo_stack().undoText(), QStringLiteral("Move 3 items"));
    document.perform<RenameElement>("leaf", "Leaf 1");
    QCOMPARE(document.undo_stack().undoText(), QStringLiteral("Rename Switch leaf to Leaf 1"));
    document.perform<RemoveItems>(std::vector<std::string>{"leaf"});
    QCOMPARE(document.undo_stack().undoText(), QStringLiteral("Remove Leaf 1"));
}

void TestEditor::removal_takes_contents_and_dangling_links() {
    Document document(no_parts());
    document.set_project(two_racks());
    QVERIFY(document.perform<RemoveItems>(std::vector<std::string>{"rack-a"}));
    QVERIFY(!document.cluster().find("dgx-a"));
    QVERIFY(!document.cluster().find_link("a-leaf"));
    QVERIFY(document.cluster().find_link("b-leaf"));
    document.undo_stack().undo();
    QCOMPARE(document.project(), two_racks());
}

void TestEditor::pasted_pieces_keep_their_wiring() {
    const Cluster cluster = two_racks().scenarios[0].cluster;
    const Fragment copy = renamed_for(cluster, copy_fragment(cluster, {"rack-a", "leaf"}), {8, 8});
    QCOMPARE(copy.elements.size(), size_t(3)); // rack, its server, leaf
    QCOMPARE(copy.links.size(), size_t(1));
    const Link& wire = copy.links[0];
    QVERIFY(wire.from != "dgx-a" && wire.to != "leaf");
    for (const Element& one : copy.elements) QVERIFY(!cluster.find(one.id));
    QCOMPARE(copy.elements[0].parent, std::string("site"));
    QCOMPARE(copy.elements[1].parent, copy.elements[0].id);
    QCOMPARE(copy.elements[0].position, (Position{8, 208}));
    QCOMPARE(unique_id(cluster, "rack-a"), std::string("rack-a-2"));
    FreeNames names;
    names.add("Rack 3");
    names.add("CW2 1280"); // a part's name: its number is no count
    QCOMPARE(names.take_copy("Rack 3"), std::string("Rack 2"));
    QCOMPARE(names.take_copy("Rack 3"), std::string("Rack 4"));
    QCOMPARE(names.take("CW2 1280"), std::string("CW2 1280 2"));
    QCOMPARE(names.take_numbered("Row"), std::string("Row 1"));
}

void TestEditor::moves_do_not_ask_for_evaluation() {
    Document document(no_parts());
    document.set_project(two_racks());
    Changes seen;
    connect(&document, &Document::changed, this, [&](Changes what) { seen = what; });
    document.perform<MoveElements>(MoveElements::Positions{{"spine", {1, 1}}});
    QVERIFY(!(seen & evaluated_changes));
    Element spine = *document.cluster().find("spine");
    spine.size = Position{100, 20};
    document.perform<SetElements>(spine, QStringLiteral("size"));
    QVERIFY(!(seen & evaluated_changes));
    set_count(document, "spine", 8);
    QVERIFY(seen & evaluated_changes);
}

void TestEditor::undo_shows_the_scenario_it_changes() {
    Document document(no_parts());
    document.set_project(two_racks());
    document.perform(AddScenario::duplicate(document));
    QCOMPARE(document.scenario_index(), 1);
    QCOMPARE(document.scenario().name, std::string("Base 2"));
    set_count(document, "leaf", 8);
    document.set_scenario_index(0);
    QCOMPARE(document.cluster().find("leaf")->count, 1);
    document.undo_stack().undo();
    QCOMPARE(document.scenario_index(), 1);
    document.undo_stack().undo();
    QCOMPARE(document.scenario_index(), 0);
    QCOMPARE(document.project(), two_racks());
}

void TestEditor::selection_forgets_what_is_gone() {
    Document document(no_parts());
    document.set_project(two_racks());
    Selection& selection = document.selection();
    selection.set({"leaf", "up", "spine", "leaf"});
    QCOMPARE(selection.ids().size(), size_t(3));
    selection.toggle("spine");
    QCOMPARE(selection.primary(), std::string("up"));
    document.perform<RemoveItems>(std::vector<std::string>{"leaf"});
    QVERIFY(selection.is_empty()); // "up" ended at the leaf
}

void TestEditor::clean_state_follows_the_file() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("two.roofrack.json").toStdString();
    Document document(no_parts());
    document.set_project(two_racks());
    QVERIFY(!document.save()); // no file yet
    QVERIFY(document.save_as(path));
    QVERIFY(document.is_clean());
    QCOMPARE(document.display_name(), QStringLiteral("two"));
    set_count(document, "leaf", 4);
    QVERIFY(!document.is_clean());
    QVERIFY(document.save());
    set_count(document, "leaf", 5); // never merged into a saved step
    document.undo_stack().undo();
    QVERIFY(document.is_clean());
    Document reader(no_parts());
    const auto read = reader.load(path);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(project_text(reader.project(), Catalog::built_in()),
             project_text(document.project(), Catalog::built_in()));
    reader.set_project(two_racks(), path, true);
    QVERIFY(!reader.is_clean()); // a recovered autosave
}

void TestEditor::a_failed_load_keeps_the_project() {
    QTemporaryDir folder;
    Document document(no_parts());
    document.set_project(two_racks());
    set_count(document, "leaf", 4);
    const Project before = document.project();
    QVERIFY(!document.load(folder.filePath("absent.roofrack.json").toStdString()));
    QCOMPARE(document.project(), before);
    QCOMPARE(document.undo_stack().count(), 1);
}

void TestEditor::snapshots_do_not_change() {
    Document document(no_parts());
    document.set_project(two_racks());
    const auto before = document.snapshot();
    QCOMPARE(before.get(), document.snapshot().get()); // copied once
    set_count(document, "leaf", 4);
    QCOMPARE(before->cluster.find("leaf")->count, 1);
    QCOMPARE(document.snapshot()->cluster.find("leaf")->count, 4);
}

void TestEditor::lane_runs_the_latest_and_skips_the_middle() {
    Gate gate;
    std::atomic<int> runs = 0;
    AnswersLane lane(Catalog::built_in(), [&](const Answers&, const std::vector<Ask>&) {
        if (runs++ == 0) {
            gate.entered.count_down();
            gate.open.wait();
        }
    });
    QVERIFY(!lane.latest().answers);
    std::vector<Answered> shown;
    connect(&lane, &AnswersLane::evaluated, this,
            [&](const Answered& answered) { shown.push_back(answered); });
    auto scenario = std::make_shared<const Scenario>();
    lane.request({scenario});
    gate.entered.wait();
    for (int i = 0; i < 10; ++i) lane.request({scenario});
    gate.open.count_down();
    QTRY_VERIFY(!lane.is_busy());
    QCOMPARE(runs.load(), 2); // the running one and the latest
    QCOMPARE(shown.size(), size_t(2));
    QCOMPARE(shown[0].generation, quint64(1));
    QCOMPARE(shown[1].generation, quint64(11));
    QCOMPARE(shown[1].answers->snapshot().scenario, scenario);
}

void TestEditor::lane_delivers_while_requests_rain() {
    AnswersLane lane(Catalog::built_in(), [](const Answers&, const std::vector<Ask>&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
    int delivered_in_rain = 0;
    quint64 last = 0;
    bool rising = true;
    connect(&lane, &AnswersLane::evaluated, this, [&](const Answered& answered) {
        rising = rising && answered.generation > last;
        last = answered.generation;
        ++delivered_in_rain;
    });
    auto scenario = std::make_shared<const Scenario>();
    for (int i = 0; i < 100; ++i) {
        lane.request({scenario});
        QTest::qWait(2);
    }
    QVERIFY2(delivered_in_rain >= 5, qPrintable(QString::number(delivered_in_rain)));
    QTRY_COMPARE(last, quint64(100));
    QVERIFY(rising);
}

void TestEditor::lane_dies_cleanly_while_working() {
    std::atomic<bool> stopped = false;
    std::latch entered{1};
    {
        AnswersLane lane(Catalog::built_in(), [&](const Answers& answers, const std::vector<Ask>&) {
            entered.count_down();
            while (!answers.is_stopped()) std::this_thread::yield();
            stopped = true;
        });
        connect(&lane, &AnswersLane::evaluated, this, [] { QFAIL("delivered after its end"); });
        lane.request({std::make_shared<const Scenario>()});
        entered.wait();
    }
    QVERIFY(stopped);
    QCoreApplication::processEvents();
}

void TestEditor::the_sweep_covers_the_drawing() {
    const auto small = sweep_counts(2, 2); // a workstation: 1 … 64
    QCOMPARE(small.front(), 1.0);
    QCOMPARE(small.back(), 64.0);
    const auto middle = sweep_counts(256, 8);
    QCOMPARE(middle.front(), 8.0);
    QCOMPARE(middle.back(), 2048.0);
    QCOMPARE(sweep_counts(256, 72).front(), 8.0);       // an NVL72's sweep begins inside its domain
    QCOMPARE(sweep_counts(32768, 8).back(), 131072.0);  // the most that is swept
    QCOMPARE(sweep_counts(200000, 8).back(), 200000.0); // but never less than is drawn
}

void TestEditor::the_engine_answers_each_sample() {
    AnswersLane lane(Catalog::built_in());
    int samples = 0;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with("samples/")) continue;
        ++samples;
        const auto read = parse_project(file.contents, Catalog::built_in(), file.path);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        const auto scenario = std::make_shared<const Scenario>(read->project.scenarios[0]);
        const quint64 generation = lane.request({scenario});
        QTRY_COMPARE_WITH_TIMEOUT(lane.latest().generation, generation, 60000);
        const Answers& answers = *lane.latest().answers;
        QVERIFY(answers.have_value<AsAsked>());
        const Evaluation* evaluation = latest_verdict(answers);
        QVERIFY(evaluation && evaluation->step_time.si() > 0);
        QCOMPARE(evaluation->gpus, answers.have_value<AsAsked>()->prepared.fabric().gpus);
        qInfo("%s: %.1f ms", std::string(file.path).c_str(), lane.latest().elapsed_ms);
    }
    QVERIFY(samples > 0);
    // What was found of one project stands in for nothing of the next, though its scenario is called alike.
    const auto again = lane.latest().answers->snapshot().scenario;
    quint64 next = lane.request({again});
    QTRY_COMPARE(lane.latest().generation, next);
    QVERIFY(lane.latest().answers->earlier<ScaleOfGiven>().answer == nullptr);
    ask_for<ScaleOfGiven>(*lane.latest().answers);
    next = lane.request({again});
    QTRY_COMPARE(lane.latest().generation, next);
    QVERIFY(lane.latest().answers->earlier<ScaleOfGiven>().answer != nullptr);
    lane.forget_earlier();
    next = lane.request({again});
    QTRY_COMPARE(lane.latest().generation, next);
    QVERIFY(lane.latest().answers->earlier<ScaleOfGiven>().answer == nullptr);
    // A drawing that cannot be understood is an answer too.
    lane.request({std::make_shared<const Scenario>()});
    QTRY_VERIFY(!lane.is_busy());
    QVERIFY(!lane.latest().answers->have_value<AsAsked>());
    QVERIFY(!latest_verdict(*lane.latest().answers)->findings.empty());
}

void TestEditor::trace_lane_reports_and_cancels() {
    std::latch entered{1};
    bool hold = false;
    TraceLane lane([&](const std::vector<std::filesystem::path>& paths, const ProgressFunction& report,
                       const std::stop_token& stop) -> Result<TraceResult> {
        report({1, 2, 0, paths.size()});
        if (paths.empty()) return fail({}, "nothing to read");
        if (hold) {
            entered.count_down();
            while (!stop.stop_requested()) std::this_thread::yield();
            return fail({}, "cancelled");
        }
        TraceResult result;
        result.ranks.resize(paths.size());
        return result;
    });
    QSignalSpy progress(&lane, &TraceLane::progress);
    QSignalSpy failed(&lane, &TraceLane::failed);
    QSignalSpy cancelled(&lane, &TraceLane::cancelled);
    std::shared_ptr<const TraceResult> result;
    connect(&lane, &TraceLane::finished, this, [&](auto whole) { result = whole; });
    lane.start({"a", "b"});
    QVERIFY(lane.is_running());
    QTRY_VERIFY(result);
    QCOMPARE(result->ranks.size(), size_t(2));
    QCOMPARE(progress.count(), 1);
    QVERIFY(!lane.is_running());
    lane.start({});
    QTRY_COMPARE(failed.count(), 1);
    hold = true;
    lane.start({"a"});
    entered.wait();
    lane.cancel();
    QCOMPARE(cancelled.count(), 1);
    QTest::qWait(20);
    QCOMPARE(failed.count(), 1); // the cancelled reading stays silent
    lane.start({"a"});           // and dies with the lane
}

QTEST_GUILESS_MAIN(TestEditor)
#include "test_editor.moc"
