// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_toolbar.h"

#include "app/gui/commands/actions.h"
#include "app/gui/window/workspaces.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"
#include "widgets/fields/text.h"

#include <QActionGroup>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace roofrack {

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
    for (const char* id : {"tool.select", "tool.link", "tool.note"}) addAction(actions.get(id));
    m_undo << addSeparator();
    for (const char* id : {"edit.undo", "edit.redo"}) {
        auto* button = new QToolButton(this); // whose action stays in the menu when it gives way
        button->setDefaultAction(actions.get(id));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        m_undo << addWidget(button);
    }
    addSeparator();
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
    addWidget(m_search);
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
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setMinimumWidth(width);
    choice->setMaximumWidth(280);
    m_labels << addWidget(label);
    m_project_actions << m_labels.back() << addWidget(choice);
    return choice;
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
    if (!m_scenarios) return; // still being made
    for (QAction* action : m_labels) action->setVisible(m_has_project);
    for (QAction* action : m_undo) action->setVisible(true);
    m_search->setText(m_search_text);
    const auto fits = [this] { return layout()->sizeHint().width() <= width(); };
    if (fits()) return;
    for (QAction* action : m_labels) action->setVisible(false);
    if (fits()) return;
    m_search->setText(m_search_key);
    if (fits()) return;
    for (QAction* action : m_undo) action->setVisible(false);
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
            choices.push_back({QString::number(i), to_qt(document->project().scenarios[i].name), {}});
    m_scenarios->set_choices(choices);
    if (document) m_scenarios->set_key(QString::number(document->scenario_index()));
    m_has_project = document != nullptr;
    for (QAction* action : m_project_actions) action->setVisible(m_has_project);
    for (QAction* action : m_overlay_actions) action->setEnabled(m_has_project);
    fit();
}

} // namespace roofrack
