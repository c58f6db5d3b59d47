// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_toolbar.h"

#include "app/gui/commands/actions.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/text.h"

#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace roofrack {

MainToolbar::MainToolbar(Actions& actions, QWidget* window)
    : QToolBar(tr("Main"), window) {
    setObjectName(QStringLiteral("main-toolbar"));
    setMovable(false);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    const std::pair<const char*, QString> entries[] = {
        {"tool.select", tr("Select")},
        {"tool.link", tr("Link")},
        {"tool.note", tr("Note")},
        {nullptr, {}},
        {"edit.undo", tr("Undo")},
        {"edit.redo", tr("Redo")},
        {nullptr, {}},
    };
    for (const auto& [id, text] : entries) {
        if (!id) {
            addSeparator();
            continue;
        }
        actions.get(id)->setIconText(text); // one word; the menu's text may carry the step's name
        addAction(actions.get(id));
    }
    const QString key = actions.get("view.search")->shortcut().toString(QKeySequence::NativeText);
    auto* search = new QPushButton(tr("Search commands  %1").arg(key), this);
    search->setObjectName(QStringLiteral("search-field"));
    search->setFocusPolicy(Qt::TabFocus);
    search->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // it gives way first
    search->setMinimumWidth(search->sizeHint().width());
    search->setMaximumWidth(std::max(260, search->minimumWidth()));
    connect(search, &QPushButton::clicked, actions.get("view.search"), &QAction::trigger);
    addWidget(search);
    auto* gap = new QWidget(this);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(gap);

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
    m_scenarios = add_choice(tr("Scenario"), 112);
    connect(m_overlay, &ChoiceEdit::key_committed, this, [this] {
        set_overlay(overlay());
        Q_EMIT overlay_chosen(overlay());
    });
    connect(m_scenarios, &ChoiceEdit::key_committed, this,
            [this](const QString& index) { Q_EMIT scenario_chosen(index.toInt()); });
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
    for (QWidget* widget : std::initializer_list<QWidget*>{label, choice})
        m_project_actions << addWidget(widget);
    return choice;
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
    for (QAction* action : m_project_actions) action->setVisible(document != nullptr);
    for (QAction* action : m_overlay_actions) action->setEnabled(document != nullptr);
}

} // namespace roofrack
