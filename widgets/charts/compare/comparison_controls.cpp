// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/comparison_controls.h"

#include "core/answers/compare/waterfall.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/compare/way_chart.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace roofrack {

namespace {

constexpr const char* as_drawn = "drawn";
constexpr const char* in_order = "order";
constexpr const char* averaged = "averaged";
constexpr const char* by_parts = "parts";
constexpr int amount_px = 110, figure_px = 220;

struct WayKind {
    const char* key;
    QString text, tip;
};

std::vector<WayKind> way_kinds() {
    return {
        {in_order, ComparisonControls::tr("Changes in order"),
         ComparisonControls::tr(
             "One change after another; what two do together counts for the one that comes first")},
        {averaged, ComparisonControls::tr("Averaged over all orders"),
         ComparisonControls::tr("What each change does is averaged over all orders in which they could be "
                                "made (Shapley), so that none is favoured")},
        {by_parts, ComparisonControls::tr("By parts of the step"),
         ComparisonControls::tr("Of the step time: its compute, communication, bubble, failures and other "
                                "parts, which sum to the difference")}};
}

/// Why all ways that are shown go by parts though they were not asked to: their changes cannot be separated.
/// Empty: one goes as asked, or none is known.
std::string parts_instead(const ComparisonView& view) {
    if (!view.study || view.is_stale) return {};
    std::string why;
    for (const ScenarioWay& each : view.study->ways) {
        if (!each.absent.empty()) continue;
        if (!each.way.is_by_parts || each.way.joined.empty()) return {};
        if (why.empty()) why = each.way.joined;
    }
    return why;
}

/// How the way of a choice goes; only the step time has parts.
const char* way_of(const ComparisonChoice& choice) {
    const bool has_parts = choice.way.empty() || choice.way == figure_of_parts;
    return has_parts && choice.by_parts ? by_parts : choice.averaged ? averaged : in_order;
}

} // namespace

ComparisonControls::ComparisonControls(Of of, QWidget* parent)
    : ChoiceControls(parent)
    , m_reference(new ChoiceEdit(this))
    , m_equal(new Segments(tr("Scenarios are made equal in"), this))
    , m_amount(new QLineEdit(this))
    , m_same_work(new QCheckBox(tr("Same work"), this)) {
    m_reference->setAccessibleName(tr("Scenario that the others are held against"));
    m_reference->setToolTip(tr("The scenario that the others are held against"));
    m_reference->fit_widest();
    m_equal->add(QLatin1String(as_drawn), tr("As drawn"), tr("Each scenario as large as it is drawn"));
    const std::pair<EqualBy, QString> sizes[] = {{EqualBy::power, tr("Power")},
                                                 {EqualBy::capital, tr("Capital")},
                                                 {EqualBy::days, tr("Days")},
                                                 {EqualBy::floor, tr("Floor")},
                                                 {EqualBy::gpus, tr("GPUs")}};
    for (const auto& [by, text] : sizes)
        m_equal->add(to_qt(name_of(by)), text,
                     tr("Each resized by whole racks until they meet in %1").arg(to_qt(label_of(by))));
    m_amount->setPlaceholderText(tr("as the reference"));
    m_amount->setAccessibleName(tr("Amount that all meet"));
    m_amount->setToolTip(
        tr("What all have of it, with its unit, such as 20 MW, 600M or 90 d; empty: what the "
           "reference has"));
    m_amount->setFixedWidth(amount_px);
    m_same_work->setMinimumHeight(m_equal->sizeHint().height()); // in line with what stands beside it
    m_same_work->setToolTip(
        tr("All take the model, batch and token budget of the reference, by the best plan "
           "where their own does not run"));
    for (QWidget* each : {static_cast<QWidget*>(m_reference), static_cast<QWidget*>(m_equal),
                          static_cast<QWidget*>(m_amount), static_cast<QWidget*>(m_same_work)})
        layout()->addWidget(each);
    if (of == Of::rows)
        add_rows();
    else
        add_way();
    connect(m_reference, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        change([](ComparisonChoice& choice, const std::string& name) { choice.reference = name; }, key);
    });
    connect(m_equal, &Segments::key_chosen, this, [this](const QString& key) {
        change(
            [](ComparisonChoice& choice, const std::string& by) {
                choice.at_equal = by == as_drawn ? "" : by;
                choice.at.clear(); // it was an amount of something else
            },
            key);
    });
    connect(m_amount, &QLineEdit::editingFinished, this, &ComparisonControls::commit_amount);
    connect(m_same_work, &QCheckBox::toggled, this, [this](bool is_on) {
        change([](ComparisonChoice& choice, const std::string& on) { choice.same_work = !on.empty(); },
               is_on ? QStringLiteral("on") : QString());
    });
    show_view({});
}

void ComparisonControls::add_rows() {
    m_rows = new Segments(tr("Rows that are shown"), this);
    m_rows->add(QStringLiteral("all"), tr("All"), tr("All rows"));
    m_rows->add(QStringLiteral("different"), tr("Different"), tr("Rows in which two scenarios differ"));
    m_rows->add(QStringLiteral("equal"), tr("Equal"), tr("Rows in which all scenarios are the same"));
    layout()->addWidget(m_rows);
    figure_to_add(nullptr, tr("Figure that is compared, too"),
                  [](ComparisonChoice& choice, const std::string& name) {
                      std::erase(choice.figures, name);
                      choice.figures.push_back(name);
                  })
        ->setToolTip(tr("Another row; a click on its name takes it away"));
    m_designs = new QPushButton(tr("Search designs like these"), this);
    m_designs->setAutoDefault(false);
    m_designs->setToolTip(tr(
        "Designs of the same servers, in sizes about theirs, within what all of them meet: the design search "
        "begins, and each of its limits can be changed there"));
    layout()->addWidget(m_designs);
    connect(m_designs, &QPushButton::clicked, this,
            [this] { Q_EMIT marked(QLatin1String(CompareChart::designs_key)); });
    connect(m_rows, &Segments::key_chosen, this, [this](const QString& key) {
        change([](ComparisonChoice& choice,
                  const std::string& rows) { choice.rows = rows == "all" ? "" : rows; },
               key);
    });
}

void ComparisonControls::add_way() {
    m_way = new Segments(tr("What the steps of the way are"), this);
    for (const WayKind& each : way_kinds()) m_way->add(QLatin1String(each.key), each.text, each.tip);
    m_figure = new ChoiceEdit(this);
    m_figure->set_choices(figure_choices());
    m_figure->setAccessibleName(tr("Figure whose way is shown"));
    m_figure->setToolTip(tr("The figure whose way from the reference to the others is shown"));
    m_figure->setMinimumWidth(figure_px);
    layout()->addWidget(m_figure);
    layout()->addWidget(m_way);
    connect(m_figure, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        change([](ComparisonChoice& choice, const std::string& name) { choice.way = name; }, key);
    });
    connect(m_way, &Segments::key_chosen, this, [this](const QString& key) {
        change(
            [](ComparisonChoice& choice, const std::string& way) {
                choice.averaged = way == averaged;
                choice.by_parts = way == by_parts;
                if (choice.by_parts) choice.way.clear(); // the step time, which alone has parts
            },
            key);
    });
}

void ComparisonControls::commit_amount() {
    if (m_amount->text().trimmed() == qt(m_choice.at)) return;
    change([](ComparisonChoice& choice, const std::string& at) { choice.at = at; },
           m_amount->text().trimmed());
}

void ComparisonControls::show_data(const ChartData& shown) {
    if (shown.comparison) show_view(*shown.comparison);
}

void ComparisonControls::show_view(const ComparisonView& view) {
    const QSignalBlocker quiet_work(m_same_work);
    m_choice = view.choice;
    std::vector<ChoiceEdit::Choice> scenarios;
    for (const std::string& name : view.scenarios) scenarios.push_back({qt(name), qt(name), {}});
    m_reference->set_choices(scenarios);
    if (!view.scenarios.empty()) m_reference->set_key(qt(view.scenarios[view.reference()]));
    m_equal->set_key(view.choice.at_equal.empty() ? QLatin1String(as_drawn) : qt(view.choice.at_equal));
    m_amount->setVisible(!view.choice.at_equal.empty());
    if (!m_amount->hasFocus() || m_amount->text().isEmpty()) m_amount->setText(qt(view.choice.at));
    m_same_work->setChecked(view.choice.same_work);
    if (m_designs) m_designs->setEnabled(view.study && !view.is_stale);
    if (m_rows) m_rows->set_key(view.choice.rows.empty() ? QStringLiteral("all") : qt(view.choice.rows));
    if (m_way) {
        show_way(view);
        m_figure->set_key(view.choice.way.empty() ? QLatin1String(WayChart::usual_figure)
                                                  : qt(view.choice.way));
    }
    setEnabled(view.scenarios.size() >= fewest_compared);
}

/// The kind of way that is shown holds; the one that was asked for and cannot be shown says why.
void ComparisonControls::show_way(const ComparisonView& view) {
    const std::string asked = way_of(view.choice), why = parts_instead(view);
    for (const WayKind& each : way_kinds()) m_way->set_available(QLatin1String(each.key), true, each.tip);
    m_way->set_key(QString::fromStdString(why.empty() ? asked : by_parts));
    if (!why.empty()) m_way->set_available(qt(asked), false, qt(why));
}

} // namespace roofrack
