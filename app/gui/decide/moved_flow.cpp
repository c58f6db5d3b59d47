// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/moved_flow.h"

#include "app/gui/pages/guide_pages.h"
#include "app/gui/pages/message_bar.h"
#include "core/answers/moved/moved_text.h"
#include "core/base/catalog/catalog.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace roofrack {

MovedFlow::MovedFlow(Document& document, MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_catalog(document.catalog())
    , m_messages(messages)
    , m_window(window)
    , m_worker([this](Job& job, const std::stop_token& stop) { work(job, stop); }) {}

void MovedFlow::look() {
    m_done = ++m_asked; // what is being found is of the project before
    const Project& project = m_document.project();
    if (project.kept.figures.empty()) return;
    m_worker.post({project, m_document.file_path().parent_path(), ++m_asked});
}

void MovedFlow::work(const Job& job, const std::stop_token& stop) {
    auto moved = moved_figures(job.project, m_catalog, job.folder, stop);
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, number = job.number, moved = std::move(moved)] {
            if (number != m_asked) return;
            m_done = m_asked;
            tell(moved);
        },
        Qt::QueuedConnection);
}

void MovedFlow::tell(const Result<MovedFigures>& moved) {
    if (!moved)
        m_messages.show_diagnostic(Severity::warning, tr("What moved could not be found"), moved.error());
    else if (moved->moved > 0)
        m_messages.show_message(
            Severity::warning, to_qt(moved_sentence(*moved)),
            {{tr("What moved"), [this, moved = *moved] { show_moved(moved, m_window); }}});
}

namespace {

QTableWidget* moved_table(const MovedFigures& moved, QWidget* parent) {
    const std::vector<std::vector<std::string>> rows = moved_rows(moved);
    auto* table = new QTableWidget(int(rows.size()), int(moved_headings.size()) + 1, parent);
    QStringList headings;
    for (const char* each : moved_headings) headings << QString::fromUtf8(each);
    table->setHorizontalHeaderLabels(headings << MovedFlow::tr("by which"));
    table->setAccessibleName(MovedFlow::tr("Figures that moved"));
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setWordWrap(false);
    constexpr size_t most_causes_of_row = 3;
    int row = 0;
    for (const MovedFigure& each : moved.figures) {
        if (!each.has_moved) continue;
        std::vector<std::string> cells = rows[size_t(row)];
        QStringList causes;
        for (const std::string& cause : moved_causes(moved, each, most_causes_of_row)) causes << to_qt(cause);
        for (size_t i = 0; i <= cells.size(); ++i) {
            const QString text = i < cells.size() ? to_qt(cells[i]) : causes.join(QStringLiteral(", "));
            auto* item = new QTableWidgetItem(text);
            item->setToolTip(text);
            if (i >= 2 && i < cells.size()) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table->setItem(row, int(i), item);
        }
        ++row;
    }
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

} // namespace

void show_moved(const MovedFigures& moved, QWidget* window) {
    auto* dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("moved"));
    dialog->setProperty(guide_page_property, QStringLiteral("compare"));
    dialog->setWindowTitle(MovedFlow::tr("What moved"));
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* text = new QLabel(
        MovedFlow::tr("%1. Constants and parts are evaluated again with their old values; the rest is by the "
                      "calculation of the program, and by what was changed in the project.")
            .arg(to_qt(moved_sentence(moved))),
        dialog);
    text->setWordWrap(true);
    text->setProperty("role", "secondary");
    column->addWidget(text);
    column->addWidget(moved_table(moved, dialog), 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    column->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    resize_for_text(*dialog, {980, 420});
    dialog->open();
}

} // namespace roofrack
