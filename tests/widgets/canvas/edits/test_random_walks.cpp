// SPDX-License-Identifier: GPL-3.0-or-later
// Undo ∘ do = identity, over long random walks through every class of command and every edit made of several.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/connect_items.h"
#include "tests/support/random_edits.h"
#include "tests/support/rounds.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/edits/clipboard.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/edits/lay_out.h"
#include "widgets/canvas/edits/moving.h"
#include "widgets/canvas/edits/multiplicity_edits.h"

#include <QElapsedTimer>
#include <QTest>

#include <array>

using namespace roofrack;
using namespace roofrack::test;

namespace {

const int commands_a_walk = test::rounds(10000, 1500);
constexpr size_t most_elements = 60,
                 most_links = 120; // a drawing that only grows would make the walk a test of patience

/// What a user does in one gesture, beside the single commands.
enum class Gesture {
    place,
    copy_and_paste,
    duplicate,
    align,
    distribute,
    nudge,
    move_into,
    lay_out,
    lay_out_loose,
    lay_out_items,
    link,
    split,
    merge,
    remove
};
constexpr int gesture_count = static_cast<int>(Gesture::remove) + 1;

/// How often each class of command and each gesture changed the project.
struct Drawn {
    std::array<int, command_kind_count> commands{};
    std::array<int, gesture_count> gestures{};
};

void count(const QUndoCommand& step, Drawn& drawn) {
    if (const auto* edit = dynamic_cast<const EditCommand*>(&step))
        ++drawn.commands[static_cast<size_t>(edit->kind())];
    for (int i = 0; i < step.childCount(); ++i) count(*step.child(i), drawn);
}

class Walk {
public:
    explicit Walk(unsigned seed)
        : m_dice(seed)
        , m_document(Catalog::built_in()) {
        m_document.set_project(two_racks());
    }

    /// One command, after some walking back and forth.
    void step(Drawn& drawn) {
        QUndoStack& stack = m_document.undo_stack();
        const int roll = m_dice.below(100);
        for (int i = m_dice.below(4); i > 0; --i) m_dice.below(5) < 3 ? stack.undo() : stack.redo();
        if (roll < 1) m_document.go_to_step(stack.index() - 10 + m_dice.below(24));
        if (m_dice.below(3)) m_document.end_gesture();
        const Project before = m_dice.below(64) ? Project() : m_document.project();
        const int done = stack.index();
        const Cluster& cluster = m_document.cluster();
        if (cluster.elements.size() > most_elements || cluster.links.size() > most_links)
            remove_some();
        else if (roll < 6)
            gesture(drawn);
        else
            command();
        m_sizes += m_document.cluster().elements.size();
        ++m_edits;
        if (stack.index() != done + 1) return; // dropped, or merged into the step before
        count(*stack.command(done), drawn);
        if (before.scenarios.empty()) return;
        const Project after = m_document.project();
        stack.undo();
        QCOMPARE(m_document.project(), before);
        stack.redo();
        QCOMPARE(m_document.project(), after);
    }

    Document& document() { return m_document; }
    /// Elements in the drawing, the mean over the edits.
    size_t mean_size() const { return m_sizes / std::max<size_t>(1, m_edits); }

private:
    void command() {
        auto kind = static_cast<CommandKind>(m_dice.below(command_kind_count));
        if (kind == CommandKind::add_scenario && m_document.project().scenarios.size() > 3)
            kind = CommandKind::remove_scenario;
        if (m_document.cluster().elements.size() < 12 && m_dice.below(2)) kind = CommandKind::add_items;
        auto command = m_dice.command(m_document, kind);
        QVERIFY(command);
        QCOMPARE(command->kind(), kind);
        m_document.perform(std::move(command));
    }

    void remove_some() {
        std::vector<std::string> ids;
        const Cluster& cluster = m_document.cluster();
        for (int i = 0; i < 8; ++i) ids.push_back(m_dice.any(cluster.elements));
        for (size_t i = most_links / 2; i < cluster.links.size(); ++i)
            ids.push_back(m_dice.any(cluster.links));
        m_document.perform<RemoveItems>(ids);
    }

    void gesture(Drawn& drawn) {
        const auto kind = static_cast<Gesture>(m_dice.below(gesture_count));
        const Cluster& cluster = m_document.cluster();
        std::vector<std::string> ids;
        for (int i = 0; i < 4; ++i) ids.push_back(m_dice.any(cluster.elements));
        m_document.selection().set(ids);
        const QUndoStack& stack = m_document.undo_stack();
        const int done = stack.index();
        perform(kind, Diagram::make(cluster, m_document.catalog()), ids);
        if (stack.index() == done + 1) {
            ++drawn.gestures[static_cast<size_t>(kind)];
            QVERIFY(!stack.undoText().isEmpty());
        }
        QVERIFY(stack.index() <= done + 1); // one intention, one step
    }

    void perform(Gesture kind, const Diagram& drawing, const std::vector<std::string>& ids) {
        const Position somewhere{8.0 * m_dice.below(100), 8.0 * m_dice.below(100)};
        switch (kind) {
        case Gesture::place: {
            const std::pair<ElementKind, const char*> parts[] = {
                {ElementKind::rack, ""},    {ElementKind::server, "dgx-h100"}, {ElementKind::switch_, ""},
                {ElementKind::room, ""},    {ElementKind::note, ""},           {ElementKind::feed, ""},
                {ElementKind::cooling, ""}, {ElementKind::storage, ""},
            };
            const auto& [part, id] = parts[m_dice.below(static_cast<int>(std::size(parts)))];
            place(m_document, drawing, part, id, somewhere, 1 + m_dice.below(4));
            break;
        }
        case Gesture::copy_and_paste:
            if (const auto data = copy_selection(m_document, drawing, OverlayStyle(), Theme::light())) {
                PastePlace beside;
                (void)paste(m_document, drawing, *data, beside);
            }
            break;
        case Gesture::duplicate: duplicate_selection(m_document, drawing); break;
        case Gesture::align: align(m_document, drawing, static_cast<Alignment>(m_dice.below(6))); break;
        case Gesture::distribute:
            distribute(m_document, drawing, m_dice.below(2) ? Direction::horizontal : Direction::vertical);
            break;
        case Gesture::nudge: nudge(m_document, drawing, {8, 1}); break;
        case Gesture::move_into:
            move_into(m_document, drawing, {ids[0], ids[1]}, m_dice.below(3) ? ids[2] : std::string());
            break;
        case Gesture::lay_out: lay_out(m_document); break;
        case Gesture::lay_out_loose: lay_out_loose(m_document, drawing); break;
        case Gesture::lay_out_items: lay_out_items(m_document, drawing, ids); break;
        case Gesture::split: (void)split_off(m_document, drawing, ids[0], 1 + m_dice.below(3)); break;
        case Gesture::merge:
            m_document.selection().clear(); // all that is equal
            (void)merge_selection(m_document);
            break;
        case Gesture::link: connect_items(m_document, ids[0], ids[1]); break;
        case Gesture::remove: remove_selection(m_document); break;
        }
    }

    Dice m_dice;
    Document m_document;
    size_t m_sizes = 0, m_edits = 0;
};

} // namespace

class TestRandomWalks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void walks_end_where_they_began_data();
    void walks_end_where_they_began();
};

/// 100 walks, ten a row.
void TestRandomWalks::walks_end_where_they_began_data() {
    QTest::addColumn<unsigned>("first");
    for (unsigned first = 1; first <= 91; first += 10)
        QTest::addRow("walks %u to %u", first, first + 9) << first;
}

void TestRandomWalks::walks_end_where_they_began() {
    QFETCH(unsigned, first);
    Drawn drawn;
    QElapsedTimer timer;
    timer.start();
    for (unsigned seed = first; seed < first + 10; ++seed) {
        Walk walk(seed);
        const std::string start = project_text(walk.document().project(), Catalog::built_in());
        for (int i = 0; i < commands_a_walk && !QTest::currentTestFailed(); ++i) walk.step(drawn);
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(QStringLiteral("in walk %1").arg(seed)));
        const std::string end = project_text(walk.document().project(), Catalog::built_in());
        QUndoStack& stack = walk.document().undo_stack();
        const int steps = stack.index();
        QVERIFY2(steps > commands_a_walk / 20, qPrintable(QStringLiteral("%1 steps only").arg(steps)));
        QVERIFY2(walk.mean_size() > 12, "a walk over nearly empty drawings shows little");
        stack.setIndex(0);
        QCOMPARE(project_text(walk.document().project(), Catalog::built_in()), start);
        stack.setIndex(steps);
        QCOMPARE(project_text(walk.document().project(), Catalog::built_in()), end);
        walk.document().go_to_step(0);
        QCOMPARE(project_text(walk.document().project(), Catalog::built_in()), start);
    }
    for (int kind = 0; kind < command_kind_count; ++kind)
        QVERIFY2(drawn.commands[static_cast<size_t>(kind)] > 0,
                 qPrintable(QStringLiteral("command class %1 was never drawn").arg(kind)));
    for (int kind = 0; kind < gesture_count; ++kind)
        QVERIFY2(drawn.gestures[static_cast<size_t>(kind)] > 0,
                 qPrintable(QStringLiteral("gesture %1 was never drawn").arg(kind)));
    qInfo("ten walks of %d commands: %lld ms", commands_a_walk, static_cast<long long>(timer.elapsed()));
}

QTEST_MAIN(TestRandomWalks)
#include "test_random_walks.moc"
