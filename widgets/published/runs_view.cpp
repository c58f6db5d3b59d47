// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/published/runs_view.h"

#include "widgets/charts/chart_text.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/sorted_header.h"
#include "widgets/published/left_out_table.h"
#include "widgets/published/runs_chart.h"
#include "widgets/published/runs_model.h"
#include "widgets/published/runs_proxy.h"
#include "widgets/theme/text_scale.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

namespace {

/// "All generations", "by generation".
QString all_text(RunClass by) {
    switch (by) {
    case RunClass::generation: return RunsView::tr("All generations");
    case RunClass::family: return RunsView::tr("All stacks");
    case RunClass::release: return RunsView::tr("All releases");
    case RunClass::scale: return RunsView::tr("All sizes");
    case RunClass::precision: break;
    }
    return RunsView::tr("All precisions");
}

QString by_text(RunClass by) {
    switch (by) {
    case RunClass::generation: return RunsView::tr("By GPU generation");
    case RunClass::family: return RunsView::tr("By software stack");
    case RunClass::release: return RunsView::tr("By release");
    case RunClass::scale: return RunsView::tr("By GPUs");
    case RunClass::precision: break;
    }
    return RunsView::tr("By precision");
}

QString details_text(const ValidatedRow& row, double nominal) {
    QStringList lines{
        RunsView::tr("%1 · %2 · sequences of %3, %4 a step")
            .arg(qt(row.id), row.software.empty() ? RunsView::tr("stack not said") : qt(row.software),
                 count_text(row.sequence), count_text(row.global_batch)),
        RunsView::tr("published %1, predicted %2 (%3), band of nominal %4 from %5 to %6")
            .arg(shown(row.published_step, Dimension::time), shown(row.predicted_step, Dimension::time),
                 error_text(row.error_pct), percent_text(nominal))
            .arg(error_text(100 * (row.band_low / row.predicted - 1)),
                 error_text(100 * (row.band_high / row.predicted - 1))),
        RunsView::tr("Source: %1").arg(qt(row.source))};
    if (!row.assumed.empty()) {
        QStringList assumed;
        for (const std::string& each : row.assumed) assumed << qt(each);
        lines << RunsView::tr("Not printed, assumed: %1").arg(assumed.join(QStringLiteral("; ")));
    }
    return lines.join(u'\n');
}

} // namespace

RunsView::RunsView(QWidget* parent)
    : QWidget(parent)
    , m_model(new RunsModel(this))
    , m_proxy(new RunsProxy(this))
    , m_words(new QLineEdit)
    , m_by(new ChoiceEdit)
    , m_line(new QLabel)
    , m_details(new QLabel)
    , m_left_out(new LeftOutTable)
    , m_table(new QTableView)
    , m_open(new QPushButton(tr("Open as a project")))
    , m_scatter(new RunScatterChart)
    , m_residuals(new RunResidualsChart) {
    m_proxy->setSourceModel(m_model);
    auto* charts = new QWidget;
    auto* chart_column = new QVBoxLayout(charts);
    chart_column->setContentsMargins(0, 0, 0, 0);
    chart_column->setSpacing(0);
    auto* above = new QHBoxLayout;
    above->setContentsMargins(12, 8, 12, 0);
    for (const RunClass by : run_classes) m_by->addItem(by_text(by));
    m_by->setMinimumContentsLength(18);
    m_by->setAccessibleName(tr("What the colours and groups of the charts are"));
    above->addWidget(m_by);
    above->addStretch();
    chart_column->addLayout(above);
    chart_column->addWidget(m_scatter, 1);
    chart_column->addWidget(m_residuals, 1);
    auto* parts = new QSplitter(Qt::Horizontal);
    parts->addWidget(make_list());
    parts->addWidget(charts);
    parts->setChildrenCollapsible(false);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    parts->setSizes({700, 580});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(make_filters());
    column->addWidget(parts, 1);
    connect(m_by, &ChoiceEdit::currentIndexChanged, this, &RunsView::apply_filter);
    connect(m_words, &QLineEdit::textChanged, this, &RunsView::apply_filter);
    connect(m_open, &QPushButton::clicked, this, &RunsView::ask_to_open);
    connect(m_table, &QTableView::activated, this, &RunsView::ask_to_open);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunsView::show_choice);
    for (RunsChart* chart : {static_cast<RunsChart*>(m_scatter), static_cast<RunsChart*>(m_residuals)})
        connect(chart, &Chart::chosen, this, &RunsView::choose);
    show_choice();
}

QWidget* RunsView::make_filters() {
    auto* row = new QWidget;
    constexpr double large_text = 1.5; // size from which the field of words has a line of its own
    auto* layout =
        new QBoxLayout(text_scale() < large_text ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom, row);
    layout->setContentsMargins(12, 12, 12, 8);
    layout->setSpacing(8);
    auto* boxes = new QHBoxLayout;
    boxes->setSpacing(8);
    m_words->setPlaceholderText(tr("Model, GPU, stack, source"));
    m_words->setClearButtonEnabled(true);
    m_words->setAccessibleName(tr("Words that a run must have"));
    layout->addWidget(m_words, 1);
    for (const RunClass by : run_classes) {
        auto* box = new ChoiceEdit;
        box->addItem(all_text(by), QString());
        box->setAccessibleName(all_text(by));
        box->setMaximumWidth(at_text_scale(184));
        connect(box, &ChoiceEdit::currentIndexChanged, this, &RunsView::apply_filter);
        m_classes[static_cast<size_t>(by)] = box;
        boxes->addWidget(box);
    }
    layout->addLayout(boxes);
    return row;
}

QWidget* RunsView::make_list() {
    auto* list = new QWidget;
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(12, 0, 12, 12);
    column->setSpacing(8);
    m_line->setTextFormat(Qt::PlainText);
    m_line->setWordWrap(true);
    m_table->setModel(m_proxy);
    m_table->setHorizontalHeader(new SortedHeader(m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunsModel::error, Qt::DescendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->setAccessibleName(tr("Published runs"));
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setObjectName(QStringLiteral("run-details"));
    auto* details = new QScrollArea;
    details->setWidget(m_details);
    details->setWidgetResizable(true);
    details->setFrameShape(QFrame::NoFrame);
    details->setFixedHeight(96);
    m_open->setObjectName(QStringLiteral("open-run"));
    m_open->setToolTip(
        tr("Draws the run's cluster with its model and plan, and its published step beside the "
           "prediction"));
    auto* foot = new QHBoxLayout;
    foot->addStretch();
    foot->addWidget(m_open);
    m_left_out->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    column->addWidget(m_left_out);
    column->addWidget(m_line);
    column->addWidget(m_table, 1);
    column->addWidget(details);
    column->addLayout(foot);
    return list;
}

void RunsView::show_runs(const ListedRuns* runs) {
    m_runs = runs;
    fill_filters();
    m_model->show(m_runs);
    apply_filter();
    const auto* header = static_cast<SortedHeader*>(m_table->horizontalHeader());
    for (int column = 0; column < RunsModel::columns; ++column) {
        const bool is_name = column == RunsModel::model || column == RunsModel::gpu;
        const int most = is_name ? 124 : column == RunsModel::stack ? 150 : 1000;
        m_table->setColumnWidth(column, std::min(header->needed_width(column), most));
    }
    m_table->selectRow(0);
}

void RunsView::set_theme(const Theme& theme) {
    m_scatter->setTheme(theme);
    m_residuals->setTheme(theme);
}

void RunsView::fill_filters() {
    for (const RunClass by : run_classes) {
        ChoiceEdit& box = *m_classes[static_cast<size_t>(by)];
        while (box.count() > 1) box.removeItem(1);
        for (const std::string& name : classes_of(*m_runs, by)) box.addItem(class_text(by, name), qt(name));
    }
}

RunFilter RunsView::filter() const {
    RunFilter out;
    out.words = m_words->text().toStdString();
    for (const RunClass by : run_classes)
        out.classes[static_cast<size_t>(by)] =
            m_classes[static_cast<size_t>(by)]->currentData().toString().toStdString();
    return out;
}

RunClass RunsView::by() const { return run_classes[static_cast<size_t>(std::max(0, m_by->currentIndex()))]; }

std::vector<size_t> RunsView::shown_places() const {
    return m_runs ? passing(*m_runs, filter()) : std::vector<size_t>{};
}

void RunsView::apply_filter() {
    m_proxy->set_filter(filter());
    if (!m_runs) return;
    const std::vector<size_t> places = shown_places();
    const Figures figures = figures_of(*m_runs, places);
    const auto said = [&](const QString& sentence) {
        return sentence
            .arg(count_text(static_cast<double>(places.size())),
                 count_text(static_cast<double>(figures.series)))
            .arg(figures.median_abs_error_pct, 0, 'f', 1)
            .arg(figures.p90_abs_error_pct, 0, 'f', 1)
            .arg(percent_text(figures.coverage));
    };
    if (places.empty())
        m_line->setText(tr("No run passes the filters."));
    else if (places.size() < m_runs->rows.size())
        m_line->setText(
            said(tr("%1 runs of %2 series · %3 % off in the median, 90 % within %4 % · in band %5")));
    else // those that cannot be predicted pass no filter
        m_line->setText(said(tr("%1 runs of %2 series · %3 % off in the median, 90 % within %4 % · in band "
                                "%5 · %6 more not predicted"))
                            .arg(count_text(static_cast<double>(m_runs->skipped))));
    m_scatter->show_runs(m_runs, places, by());
    m_residuals->show_runs(m_runs, places, by());
    if (!m_table->currentIndex().isValid() && m_proxy->rowCount() > 0) m_table->selectRow(0);
    show_choice();
}

int RunsView::chosen_place() const {
    const QModelIndex at = m_proxy->mapToSource(m_table->currentIndex());
    return at.isValid() ? at.row() : -1;
}

QString RunsView::chosen_id() const {
    const int place = chosen_place();
    return place < 0 ? QString() : qt(m_runs->rows[static_cast<size_t>(place)].id);
}

void RunsView::show_choice() {
    const int place = chosen_place();
    m_open->setEnabled(place >= 0);
    m_scatter->choose(place);
    m_residuals->choose(place);
    m_details->setText(place < 0 ? QString()
                                 : details_text(m_runs->rows[static_cast<size_t>(place)], m_runs->nominal));
}

void RunsView::choose(const QString& place) {
    const QModelIndex at = m_proxy->mapFromSource(m_model->index(place.toInt(), 0));
    if (!at.isValid()) return;
    m_table->setCurrentIndex(at);
    m_table->scrollTo(at, QAbstractItemView::PositionAtCenter);
}

void RunsView::ask_to_open() {
    if (const QString id = chosen_id(); !id.isEmpty()) Q_EMIT open_requested(id);
}

} // namespace roofrack
