// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/fields/elided_label.h"
#include "widgets/fields/plain_text.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QTabBar>
#include <QWidget>

#include <utility>
#include <vector>

namespace roofrack::test {

/// What a window says, and where: "QLabel text".
using SaidText = std::pair<QString, QString>;

class VisibleTexts {
public:
    /// All that `root` and what stands in it show, tell in tooltips or tell to a screen reader.
    explicit VisibleTexts(const QWidget& root) {
        add_widget(root);
        for (const QWidget* widget : root.findChildren<QWidget*>()) add_widget(*widget);
    }
    std::vector<SaidText> texts;

private:
    void add(const QObject& from, const char* what, const QString& text) {
        if (text.isEmpty()) return;
        QString where = QString::fromLatin1(from.metaObject()->className());
        if (!from.objectName().isEmpty()) where += u' ' + from.objectName();
        texts.emplace_back(where + u' ' + QLatin1String(what), text);
    }

    void add_action(const QAction& action) {
        add(action, "text", action.text());
        add(action, "icon text", action.iconText());
        add(action, "tool tip", action.toolTip());
        add(action, "status tip", action.statusTip());
        add(action, "command", action.property("command").toString());
    }

    void add_model(const QAbstractItemView& view) {
        const QAbstractItemModel* model = view.model();
        if (!model) return;
        if (!qobject_cast<const QHeaderView*>(&view))
            for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical})
                for (int i = 0; i < (side == Qt::Horizontal ? model->columnCount() : 0); ++i)
                    for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), rich_tip_role})
                        add(view, "header", model->headerData(i, side, role).toString());
        add_rows(view, *model, {}, 0);
    }

    void add_rows(const QWidget& view, const QAbstractItemModel& model, const QModelIndex& parent,
                  int depth) {
        constexpr int most = 200, deepest = 6;
        for (int row = 0; row < std::min(most, model.rowCount(parent)); ++row)
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                for (const int role :
                     {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                      int(Qt::AccessibleDescriptionRole), rich_tip_role})
                    if (const QVariant value = index.data(role); value.typeId() == QMetaType::QString)
                        add(view, "item", value.toString());
                if (column == 0 && depth < deepest) add_rows(view, model, index, depth + 1);
            }
    }

    void add_widget(const QWidget& widget) {
        if (widget.isWindow() || qobject_cast<const QDockWidget*>(&widget))
            add(widget, "title", widget.windowTitle());
        add(widget, "tool tip", widget.toolTip());
        add(widget, "rich tip", rich_tip(widget));
        add(widget, "status tip", widget.statusTip());
        add(widget, "what is this", widget.whatsThis());
        add(widget, "accessible name", widget.accessibleName());
        add(widget, "accessible description", widget.accessibleDescription());
        for (const QAction* action : widget.actions()) add_action(*action);
        if (const auto* elided = qobject_cast<const ElidedLabel*>(&widget))
            add(widget, "text", elided->full_text());
        else if (const auto* label = qobject_cast<const QLabel*>(&widget))
            add(widget, "text", label->text());
        else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
            add(widget, "text", button->text());
        else if (const auto* group = qobject_cast<const QGroupBox*>(&widget))
            add(widget, "title", group->title());
        else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            for (int i = 0; i < tabs->count(); ++i) {
                add(widget, "tab", tabs->tabText(i));
                add(widget, "tab tip", tabs->tabToolTip(i));
            }
        else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
            add(widget, "text", line->text());
            add(widget, "placeholder", line->placeholderText());
        } else if (const auto* edit = qobject_cast<const QPlainTextEdit*>(&widget))
            add(widget, "placeholder", edit->placeholderText());
        else if (const auto* progress = qobject_cast<const QProgressBar*>(&widget))
            add(widget, "format", progress->format());
        else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
            for (int i = 0; i < box->count(); ++i)
                for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), rich_tip_role})
                    add(widget, "choice", box->itemData(i, role).toString());
        } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
            add_model(*view);
        else if (const auto* menu = qobject_cast<const QMenu*>(&widget))
            add(widget, "title", menu->title());
    }
};

} // namespace roofrack::test
