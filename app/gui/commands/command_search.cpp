// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/command_search.h"

#include "app/gui/commands/word_search.h"
#include "widgets/fields/plain_text.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int key_role = Qt::UserRole, action_role = Qt::UserRole + 1, entry_role = Qt::UserRole + 2;

/// The words of the menu, or those that say enough outside of it: "Overlay: rack power".
QString plain(const QAction* action) {
    const QString own = action->property("command").toString();
    return own.isEmpty() ? text_of_label(action->text()).remove(u'…') : own;
}

/// The name left, the key right in the secondary colour.
class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        painter->save();
        painter->setPen(option.palette.color(QPalette::Disabled, QPalette::Text));
        painter->drawText(option.rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(key_role).toString());
        painter->restore();
    }
};

} // namespace

CommandSearch::CommandSearch(const std::vector<QAction*>& actions, QWidget* window)
    : QFrame(window)
    , m_actions(actions)
    , m_field(new QLineEdit(this))
    , m_list(new QListWidget(this)) {
    setObjectName(QStringLiteral("command-search"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_field->setPlaceholderText(tr("Search commands, fields, figures, views, items, parts and the guide"));
    m_field->setAccessibleName(tr("Search commands, fields and figures"));
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Commands"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    column->addWidget(m_field);
    column->addWidget(m_list);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandSearch::list);
    connect(m_list, &QListWidget::itemClicked, this, &CommandSearch::run);
    hide();
}

void CommandSearch::open() {
    const QSize window = parentWidget()->size();
    const int width = std::min(560, window.width() - 32);
    setGeometry((window.width() - width) / 2, 72, width, 0);
    m_field->clear();
    list({});
    show();
    raise();
    fit_height();                     // rows have their heights once they are styled
    parentWidget()->activateWindow(); // a tool window may have had the keys
    m_field->setFocus(Qt::ShortcutFocusReason);
}

/// As high as what is found, up to a part of the window.
void CommandSearch::fit_height() {
    m_list->doItemsLayout();
    const int rows = m_list->count(), row = m_list->sizeHintForRow(0);
    const QMargins around = layout()->contentsMargins();
    const int field = m_field->sizeHint().height();
    const int chrome = around.top() + around.bottom() + layout()->spacing() + field + 2 * frameWidth();
    const int most = std::min(440, parentWidget()->height() - 120);
    resize(width(), std::min(most, chrome + rows * row + 2 * m_list->spacing() * rows + 2));
}

void CommandSearch::list(const QString& wanted) {
    struct Found {
        int score;
        QAction* action; ///< null: the entry
        size_t entry = 0;
    };
    std::vector<Found> found;
    const WantedWords words(wanted);
    for (QAction* action : m_actions)
        if (const auto score = words.score(plain(action), action->toolTip()))
            found.push_back({*score, action});
    m_entries = m_more && !wanted.trimmed().isEmpty() ? m_more(wanted) : std::vector<Entry>();
    for (size_t i = 0; i < m_entries.size(); ++i) found.push_back({m_entries[i].score, nullptr, i});
    std::ranges::stable_sort(found, {}, &Found::score);
    m_list->clear();
    for (const auto& [score, action, entry] : found) {
        if (!action) {
            auto* item = new QListWidgetItem(m_entries[entry].text, m_list);
            item->setData(key_role, m_entries[entry].hint);
            item->setData(entry_role, static_cast<qulonglong>(entry));
            continue;
        }
        auto* item = new QListWidgetItem(plain(action), m_list);
        item->setData(key_role, action->shortcut().toString(QKeySequence::NativeText));
        item->setData(action_role, QVariant::fromValue<void*>(action));
        item->setToolTip(action->toolTip());
        if (!action->isEnabled()) item->setFlags(Qt::NoItemFlags);
    }
    if (found.empty()) {
        auto* none = new QListWidgetItem(tr("Nothing found for “%1”").arg(wanted.trimmed()), m_list);
        none->setFlags(Qt::NoItemFlags);
    }
    for (int i = 0; i < m_list->count(); ++i) {
        if (!(m_list->item(i)->flags() & Qt::ItemIsEnabled)) continue;
        m_list->setCurrentRow(i);
        break;
    }
    if (isVisible()) fit_height();
}

void CommandSearch::run() {
    QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
    auto* action = static_cast<QAction*>(item->data(action_role).value<void*>());
    hide();
    parentWidget()->setFocus();
    if (!action) {
        const auto run_entry = m_entries[item->data(entry_role).toULongLong()].run; // it may open us again
        run_entry();
        return;
    }
    action->trigger();
}

bool CommandSearch::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_field && event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) hide();
    }
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Escape: hide(); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: run(); return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: QApplication::sendEvent(m_list, event); return true;
        default: break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace roofrack
