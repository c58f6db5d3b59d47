// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/odds_controls.h"

#include "core/answers/decide/draws.h"
#include "core/base/figures/builder.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/decide/odds_chart.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/fields/text.h"

#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>

namespace roofrack {

namespace {

constexpr int day_px = 140;

bool is_drawn(const IndexedFigure& figure) {
    return is_number(figure) && needs_no_search(figure.figure.name);
}

/// What is counted from the order.
std::vector<ChoiceEdit::Choice> dates() {
    std::vector<ChoiceEdit::Choice> out;
    for (const figures::Row& row : figures::shape_of<DatedRun>().rows) {
        const QString name = QStringLiteral("dates.") + to_qt(row.key);
        out.push_back({name, to_qt(row.label), name});
    }
    return out;
}

} // namespace

OddsControls::OddsControls(QWidget* parent)
    : ChoiceControls(parent)
    , m_by(new QLineEdit(this))
    , m_stop(new QPushButton(this)) {
    figure_to_add(
        &is_drawn, tr("Figure whose odds are shown, too"),
        [](ComparisonChoice& choice, const std::string& name) {
            std::vector<std::string> all = asked_odds(choice);
            std::erase(all, name);
            all.push_back(name);
            choice.odds = std::move(all);
        },
        dates())
        ->setToolTip(tr("Another figure; a click on its name takes it away"));
    auto* label = new QLabel(tr("Tokens &by"), this);
    label->setBuddy(m_by);
    label->setMinimumHeight(m_by->sizeHint().height());
    m_by->setPlaceholderText(tr("40 wk, or a date"));
    m_by->setAccessibleName(tr("Date until which tokens are counted"));
    m_by->setToolTip(tr("What is trained by a date, 2027-06-30, or so long after the order, 40 wk"));
    m_by->setFixedWidth(day_px);
    layout()->addWidget(label);
    layout()->addWidget(m_by);
    connect(m_by, &QLineEdit::editingFinished, this, &OddsControls::commit_day);
    m_stop->setAutoDefault(false);
    m_stop->hide();
    layout()->addWidget(m_stop);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        Q_EMIT marked(QLatin1String(m_is_cancelled ? OddsChart::go_on_key : OddsChart::stop_key));
    });
}

void OddsControls::commit_day() {
    m_by->setModified(false);
    if (m_by->text().trimmed() == to_qt(m_choice.by)) return;
    change(
        [](ComparisonChoice& choice, const std::string& by) {
            choice.by = by;
            std::erase(choice.odds, "dates.trained");
            if (!by.empty() && !choice.odds.empty()) choice.odds.insert(choice.odds.begin(), "dates.trained");
        },
        m_by->text().trimmed());
}

void OddsControls::show_data(const ChartData& shown) {
    if (!shown.odds) return;
    m_choice = shown.odds->choice;
    m_is_cancelled = shown.odds->is_cancelled;
    m_stop->setVisible(shown.odds->is_busy || m_is_cancelled);
    m_stop->setText(m_is_cancelled ? tr("Go on") : tr("Stop"));
    if (!m_by->hasFocus() || !m_by->isModified()) m_by->setText(to_qt(m_choice.by));
}

} // namespace roofrack
