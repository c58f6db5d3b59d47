// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/runs/run_dialog.h"

#include "app/gui/flows/session.h"
#include "app/gui/pages/guide_pages.h"
#include "core/base/files/atomic_file.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace roofrack {

namespace {

constexpr int first_run_column = 290, other_run_columns = 170; ///< px at most, at text of 100 %

/// Lines of a cell have the same room above the first and below the last, however many there are.
class RunCells : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize plain = QStyledItemDelegate::sizeHint(option, index);
        const int width = option.rect.width() - 2 * beside;
        if (width <= 0) return plain; // how wide the column would like to be
        const QRect text =
            option.fontMetrics.boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap | Qt::AlignLeft,
                                            index.data(Qt::DisplayRole).toString());
        return {plain.width(), text.height() + 2 * above};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QStyle* const style = option.widget ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        QStyleOptionViewItem inner = option;
        inner.rect.adjust(0, above, 0, 0);
        QStyledItemDelegate::paint(painter, inner, index);
    }

private:
    static constexpr int above = 6, beside = 12; ///< px
};

} // namespace

RunDialog::RunDialog(const QString& name, const QString& title, const QStringList& columns, Session& session,
                     QWidget* window)
    : QDialog(window)
    , m_session(session)
    , m_text(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_table(new QTableWidget(0, static_cast<int>(columns.size()), this))
    , m_notes(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Close, this)) {
    setObjectName(name);
    setProperty(guide_page_property, QStringLiteral("traces"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    for (QLabel* label : {m_text, m_notes}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_text->setProperty("role", "strong");
    column->addWidget(m_text);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_progress->setAccessibleName(tr("Being found"));
    column->addWidget(m_progress);
    m_table->setAccessibleName(title);
    m_table->setHorizontalHeaderLabels(columns);
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                             QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(true);
    m_table->setShowGrid(false);
    m_table->setItemDelegate(new RunCells(m_table));
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, m_table,
            [this] { m_table->resizeRowsToContents(); });
    column->addWidget(m_table, 1);
    m_notes->setProperty("role", "secondary");
    column->addWidget(m_notes);
    m_close = m_buttons->button(QDialogButtonBox::Close);
    m_copy = m_buttons->addButton(tr("Copy table"), QDialogButtonBox::ActionRole);
    m_save = m_buttons->addButton(tr("Save table…"), QDialogButtonBox::ActionRole);
    for (QPushButton* button : {m_close, m_copy, m_save}) button->setAutoDefault(false);
    column->addWidget(m_buttons);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_copy, &QPushButton::clicked, this, &RunDialog::copy_table);
    connect(m_save, &QPushButton::clicked, this, &RunDialog::ask_where_to_save);
    connect(m_table, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
        if (!m_is_filling) answer(item->row());
    });
    resize_for_text(*this, {960, 560});
}

void RunDialog::answer(int row) {
    const std::string key = m_rows[static_cast<size_t>(row)].key.toStdString();
    const std::string text = m_table->item(row, 1)->text().trimmed().toStdString();
    if (text.empty())
        m_answers.erase(key);
    else
        m_answers[key] = text;
    Q_EMIT answered();
}

void RunDialog::show_waiting(const QString& text) {
    m_text->setText(text);
    m_progress->show();
    m_close->setText(tr("Cancel"));
    enable(false);
}

void RunDialog::enable(bool enabled) {
    for (QPushButton* button : {m_action, m_copy, m_save})
        if (button) button->setEnabled(enabled);
}

void RunDialog::show_fault(const Diagnostic& fault) {
    m_text->setText(to_qt(fault.text()));
    m_progress->hide();
    if (m_action) m_action->setEnabled(false);
    m_close->setText(tr("Close"));
    const bool has_rows = m_table->rowCount() > 0;
    for (QWidget* each : std::initializer_list<QWidget*>{m_table, m_copy, m_save}) each->setVisible(has_rows);
    if (!has_rows) resize(width(), layout()->totalHeightForWidth(width()));
}

void RunDialog::show_found(const QString& text, const std::vector<Row>& rows, const QStringList& notes,
                           ChartTable table) {
    m_is_filling = true;
    m_rows = rows;
    m_figures = std::move(table);
    m_text->setText(text);
    m_progress->hide();
    m_close->setText(tr("Close"));
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (int i = 0; i < m_table->rowCount(); ++i) {
        const Row& row = rows[static_cast<size_t>(i)];
        for (int c = 0; c < m_table->columnCount(); ++c) {
            auto* item = new QTableWidgetItem(c < row.cells.size() ? row.cells[c] : QString());
            const bool is_asked = c == 1 && !row.key.isEmpty();
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable |
                           (is_asked ? Qt::ItemIsEditable : Qt::NoItemFlags));
            item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
            item->setToolTip(row.tip);
            QFont font = item->font();
            font.setItalic(row.is_quiet && c > 0);
            item->setFont(font);
            m_table->setItem(i, c, item);
        }
    }
    m_table->setVisible(!rows.empty());
    for (QPushButton* button : {m_copy, m_save}) button->show();
    m_table->resizeColumnsToContents();
    for (int c = 0; c < m_table->columnCount(); ++c)
        m_table->setColumnWidth(c, std::min(m_table->columnWidth(c) + at_text_scale(12),
                                            at_text_scale(c == 0 ? first_run_column : other_run_columns)));
    m_table->resizeRowsToContents();
    m_notes->setText(notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());
    enable(true);
    m_is_filling = false;
}

void RunDialog::set_action(const QString& text, const QString& tip, std::function<void()> handler) {
    m_handler = std::move(handler);
    if (!m_action) {
        m_action = m_buttons->addButton(text, QDialogButtonBox::AcceptRole);
        m_action->setAutoDefault(false); // Enter fills in a cell
        connect(m_action, &QPushButton::clicked, this, [this] { m_handler(); });
    }
    m_action->setText(text);
    m_action->setToolTip(tip);
}

QString RunDialog::text() const {
    return m_notes->isHidden() ? m_text->text() : m_text->text() + u'\n' + m_notes->text();
}

Result<void> RunDialog::save_table(const QString& path) const {
    return write_file_atomically(path.toStdString(), m_figures.csv());
}

void RunDialog::ask_where_to_save() {
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save the table"),
        QDir(m_session.last_folder()).filePath(objectName() + QStringLiteral(".csv")),
        tr("Tables (*.csv);;All files (*)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".csv");
    m_session.set_last_folder(QFileInfo(path).absolutePath());
    if (const auto saved = save_table(path); !saved) show_fault(saved.error());
}

void RunDialog::copy_table() const {
    QApplication::clipboard()->setText(QString::fromStdString(m_figures.tsv()));
}

} // namespace roofrack
