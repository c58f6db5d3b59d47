// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_toolbar.h"

#include "app/gui/commands/actions.h"
#include "app/gui/window/workspaces.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QActionGroup>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <functional>

namespace roofrack {

namespace {

constexpr int widest_choice = 280, middle_choice = 180,
              narrow_choice = 100; // px, the latter two with usual text

} // namespace

MainToolbar::MainToolbar(Actions& actions, QWidget* window)
    : QToolBar(tr("Main"), window) {
    setObjectName(QStringLiteral("main-toolbar"));
    setMovable(false);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    add_workspaces();
    add_tools(actions);
    add_search(actions);
    add_overlays(actions);
    m_scenarios = add_choice(tr("Scenario"), 112);
    connect(m_scenarios, &ChoiceEdit::key_committed, this,
            [this](const QString& index) { Q_EMIT scenario_chosen(index.toInt()); });
    add_more(actions);
}

void MainToolbar::add_workspaces() {
    m_workspaces = new Segments(tr("Workspaces"), this);
    for (const Workspace& each : workspaces())
        m_workspaces->add(
            QLatin1String(each.id), each.name(),
            tr("%1 (%2)").arg(each.tip(), QKeySequence(each.key()).toString(QKeySequence::NativeText)));
    connect(m_workspaces, &Segments::key_chosen, this, &MainToolbar::workspace_chosen);
    m_project_actions << addWidget(m_workspaces) << addSeparator();
}

void MainToolbar::add_tools(Actions& actions) {
    const std::pair<const char*, QString> words[] = {
        {"tool.select", tr("Select")}, {"tool.link", tr("Link")}, {"tool.note", tr("Note")},
        {"edit.undo", tr("Undo")},     {"edit.redo", tr("Redo")},
    };
    for (const auto& [id, text] : words)
        actions.get(id)->setIconText(text); // one word; the menu's text may carry the step's name
    const auto add = [&](const char* id) {
        auto* button = new QToolButton(this); // whose action stays in the menu when it gives way
        button->setDefaultAction(actions.get(id));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::NoFocus); // lest its bare letter acts outside the drawing
        return addWidget(button);
    };
    for (const char* id : {"tool.select", "tool.link", "tool.note"}) m_tools << add(id);
    m_undo << addSeparator();
    for (const char* id : {"edit.undo", "edit.redo"}) m_undo << add(id);
    m_tools << addSeparator();
}

void MainToolbar::add_search(Actions& actions) {
    m_search_key = actions.get("view.search")->shortcut().toString(QKeySequence::NativeText);
    m_search_text = tr("Search commands  %1").arg(m_search_key);
    m_search = new QPushButton(m_search_text, this);
    m_search->setObjectName(QStringLiteral("search-field"));
    m_search->setAccessibleName(tr("Search commands"));
    m_search->setToolTip(actions.get("view.search")->toolTip());
    m_search->setFocusPolicy(Qt::TabFocus);
    connect(m_search, &QPushButton::clicked, actions.get("view.search"), &QAction::trigger);
    m_search_action = addWidget(m_search);
    auto* gap = new QWidget(this);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(gap);
}

void MainToolbar::add_overlays(Actions& actions) {
    m_overlay = add_choice(tr("Overlay"), 112);
    std::vector<ChoiceEdit::Choice> overlays;
    auto* group = new QActionGroup(this);
    for (const Overlay overlay : all_overlays) {
        const int number = static_cast<int>(overlay);
        overlays.push_back({QString::number(number), label_of(overlay), {}});
        QAction* action = actions.add("view.overlay-" + id_of(overlay).toStdString(),
                                      overlay == Overlay::none ? tr("No overlay") : label_of(overlay),
                                      QStringLiteral("Alt+%1").arg(number),
                                      tr("Colour the drawing: %1").arg(label_of(overlay)));
        action->setCheckable(true);
        if (overlay != Overlay::none)
            action->setProperty("command", tr("Overlay: %1").arg(in_sentence(label_of(overlay))));
        group->addAction(action);
        actions.submenu("view.overlay.menu")->addAction(action);
        m_overlay_actions << action;
        connect(action, &QAction::triggered, this, [this, overlay] {
            set_overlay(overlay);
            Q_EMIT overlay_chosen(overlay);
        });
    }
    m_overlay->set_choices(overlays);
    set_overlay(Overlay::bottleneck);
    connect(m_overlay, &ChoiceEdit::key_committed, this, [this] {
        set_overlay(overlay());
        Q_EMIT overlay_chosen(overlay());
    });
}

ChoiceEdit* MainToolbar::add_choice(const QString& name, int width) {
    auto* label = new QLabel(name, this);
    label->setProperty("role", "secondary");
    label->setContentsMargins(12, 0, 8, 0);
    auto* choice = new ChoiceEdit(this);
    choice->setAccessibleName(name);
    choice->fit_widest();
    choice->setMinimumWidth(width);
    choice->setMaximumWidth(widest_choice);
    m_labels << addWidget(label);
    m_choices << addWidget(choice);
    m_project_actions << m_labels.back() << m_choices.back();
    return choice;
}

void MainToolbar::add_more(Actions& actions) {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("toolbar-more"));
    button->setText(tr("More"));
    button->setToolTip(tr("What the window has no room for"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    auto* scenarios = new QMenu(tr("Scenario"), menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, scenarios, &actions] {
        menu->clear();
        if (!m_tools.front()->isVisible())
            for (const char* id : {"tool.select", "tool.link", "tool.note", "edit.undo", "edit.redo"})
                menu->addAction(actions.get(id));
        if (!m_search_action->isVisible()) menu->addAction(actions.get("view.search"));
        if (!m_has_project || m_choices.front()->isVisible()) return;
        menu->addMenu(actions.submenu("view.overlay.menu"));
        scenarios->clear();
        for (int i = 0; i < m_scenarios->count(); ++i) {
            QAction* action =
                scenarios->addAction(m_scenarios->itemText(i).replace(u'&', QStringLiteral("&&")), this,
                                     [this, i] { Q_EMIT scenario_chosen(i); });
            action->setCheckable(true);
            action->setChecked(i == m_scenarios->currentIndex());
        }
        menu->addMenu(scenarios);
    });
    m_more = addWidget(button);
    m_more->setVisible(false);
}

void MainToolbar::set_workspace(const QString& id) { m_workspaces->set_key(id); }

void MainToolbar::resizeEvent(QResizeEvent* event) {
    QToolBar::resizeEvent(event);
    fit();
}

void MainToolbar::changeEvent(QEvent* event) {
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

/// One thing after the other gives way until the rest fits.
void MainToolbar::fit() {
    if (!m_more) return; // still being made
    const auto show = [](const QList<QAction*>& some, bool shown) {
        for (QAction* action : some) action->setVisible(shown);
    };
    const auto widen_choices = [this](int most) {
        for (ChoiceEdit* choice : {m_overlay, m_scenarios}) choice->setMaximumWidth(most);
    };
    show(m_labels + m_choices, m_has_project);
    show(m_undo + m_tools + QList{m_search_action}, true);
    m_more->setVisible(false);
    widen_choices(widest_choice);
    m_search->setText(m_search_text);
    const auto make_dense = [this](bool dense) {
        if (m_workspaces->property("dense").toBool() == dense) return;
        set_style_property(m_workspaces, "dense", dense);
        QEvent other(QEvent::StyleChange); // its tabs are as wide as they were else
        QCoreApplication::sendEvent(m_workspaces, &other);
    };
    make_dense(false);
    const std::function<void()> steps[] = {
        [&] { show(m_labels, false); },
        [&] { m_search->setText(m_search_key); },
        // A long name ends in "…" before a button goes; its tooltip says all of it.
        [&] { widen_choices(at_text_scale(middle_choice)); },
        [&] { widen_choices(std::max(at_text_scale(narrow_choice), m_overlay->minimumWidth())); },
        [&] { show(m_undo, false); },
        [&] {
            show(m_tools, false);
            m_more->setVisible(true);
        },
        [&] { m_search_action->setVisible(false); },
        [&] {
            show(m_choices, false);
            m_search_action->setVisible(true); // there may be room again
        },
        [&] { m_search_action->setVisible(false); },
        [&] { make_dense(true); },
    };
    for (const auto& give_way : steps) {
        layout()->invalidate(); // hidden widgets do not tell it of their widths
        if (layout()->sizeHint().width() <= width()) return;
        give_way();
    }
}

Overlay MainToolbar::overlay() const { return static_cast<Overlay>(m_overlay->key().toInt()); }

void MainToolbar::set_overlay(Overlay overlay) {
    m_overlay->set_key(QString::number(static_cast<int>(overlay)));
    m_overlay_actions[static_cast<int>(overlay)]->setChecked(true);
}

void MainToolbar::show_scenarios(const Document* document) {
    std::vector<ChoiceEdit::Choice> choices;
    if (document)
        for (size_t i = 0; i < document->project().scenarios.size(); ++i)
            choices.push_back({QString::number(i), to_qt(document->project().scenarios[i].name),
                               to_qt(document->project().scenarios[i].name)});
    m_scenarios->set_choices(choices);
    if (document) m_scenarios->set_key(QString::number(document->scenario_index()));
    m_has_project = document != nullptr;
    for (QAction* action : m_project_actions) action->setVisible(m_has_project);
    for (QAction* action : m_overlay_actions) action->setEnabled(m_has_project);
    fit();
}

} // namespace roofrack
