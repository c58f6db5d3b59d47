// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/remarks_dialog.h"

#include "app/gui/pages/guide_pages.h"
#include "app/gui/pages/message_bar.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace roofrack {

namespace {

/// "/home/me/box.json#/matrix" → "box.json#/matrix".
QString short_place(const QString& where) {
    const qsizetype mark = where.indexOf(u'#');
    if (mark < 0)
        return QFileInfo(where).isAbsolute() && QFileInfo::exists(where) ? QFileInfo(where).fileName()
                                                                         : where;
    return QFileInfo(where.left(mark)).fileName() + where.mid(mark);
}

QTableWidget* table_of(const std::vector<Diagnostic>& remarks, const QString& third, QDialog* dialog) {
    auto* table = new QTableWidget(static_cast<int>(remarks.size()), 3, dialog);
    table->setAccessibleName(dialog->windowTitle());
    table->setHorizontalHeaderLabels({QObject::tr("Where"), QObject::tr("What"), third});
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::NoFocus);
    table->setWordWrap(true);
    table->setShowGrid(false);
    for (int row = 0; row < table->rowCount(); ++row) {
        const Diagnostic& remark = remarks[static_cast<size_t>(row)];
        const QString cells[] = {legible(short_place(as_written(remark.where))), to_qt(remark.what),
                                 to_qt(remark.fix)};
        for (int i = 0; i < 3; ++i) {
            auto* item = new QTableWidgetItem(cells[i]);
            item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
            item->setToolTip(i == 0 ? to_qt(remark.where) : cells[i]);
            table->setItem(row, i, item);
        }
    }
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
    table->setColumnWidth(0, at_text_scale(220));
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    return table;
}

/// A dialog of an introduction and a table; its buttons are added by who shows it.
QVBoxLayout* fill(QDialog& dialog, const QString& title, const QString& introduction,
                  const std::vector<Diagnostic>& remarks, const QString& third) {
    dialog.setObjectName(QStringLiteral("remarks"));
    dialog.setProperty(guide_page_property, QStringLiteral("import-and-export"));
    dialog.setWindowTitle(title);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* text = new QLabel(introduction, &dialog);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText); // it names files of others
    text->setProperty("role", "secondary");
    column->addWidget(text);
    column->addWidget(table_of(remarks, third, &dialog), 1);
    resize_for_text(dialog, {860, 420});
    return column;
}

} // namespace

void show_remarks(const QString& title, const QString& introduction, const std::vector<Diagnostic>& remarks,
                  QWidget* window) {
    auto* dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QVBoxLayout* column = fill(*dialog, title, introduction, remarks, QObject::tr("What became of it"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    column->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    dialog->show();
}

void tell_with_remarks(MessageBar& messages, const QString& done, const QString& title,
                       const QString& introduction, const std::vector<Diagnostic>& remarks, QWidget* window,
                       const std::vector<MessageBar::Button>& more) {
    if (remarks.empty()) return messages.show_message(Severity::info, done, more);
    std::vector<MessageBar::Button> buttons{
        {QObject::tr("Show"), [=] { show_remarks(title, introduction, remarks, window); }}};
    buttons.insert(buttons.end(), more.begin(), more.end());
    messages.show_message(Severity::warning,
                          done + u' ' +
                              (remarks.size() == 1 ? QObject::tr("One remark.")
                                                   : QObject::tr("%1 remarks.").arg(remarks.size())),
                          buttons);
}

bool goes_on_without(const QString& title, const QString& introduction, const std::vector<Diagnostic>& faults,
                     const QString& rest, QWidget* window, const QString& third) {
    const QStringList ways = rest.isEmpty() ? QStringList() : QStringList{rest};
    return chosen_way(title, introduction, faults, ways, window, third).has_value();
}

std::optional<size_t> chosen_way(const QString& title, const QString& introduction,
                                 const std::vector<Diagnostic>& rows, const QStringList& ways,
                                 QWidget* window, const QString& third) {
    QDialog dialog(window);
    QVBoxLayout* column =
        fill(dialog, title, introduction, rows, third.isEmpty() ? QObject::tr("What to do") : third);
    auto* buttons =
        new QDialogButtonBox(ways.isEmpty() ? QDialogButtonBox::Close : QDialogButtonBox::Cancel, &dialog);
    for (int i = 0; i < ways.size(); ++i) {
        auto* button =
            buttons->addButton(ways[i], i == 0 ? QDialogButtonBox::AcceptRole : QDialogButtonBox::ActionRole);
        if (i > 0)
            QObject::connect(button, &QPushButton::clicked, &dialog,
                             [&dialog, i] { dialog.done(QDialog::Accepted + i); });
    }
    column->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    const int way = dialog.exec() - QDialog::Accepted;
    return way < 0 ? std::nullopt : std::optional(static_cast<size_t>(way));
}

} // namespace roofrack
