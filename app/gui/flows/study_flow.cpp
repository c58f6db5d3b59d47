// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/study_flow.h"

#include "app/gui/pages/chart_area.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/losses_answers.h"
#include "core/answers/shown_answers.h"
#include "widgets/charts/catalog/chart_catalog.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr int pause_ms = 150; ///< a drag goes on for longer than this between two of its steps

// What the drawing, the inspector, the verdict and the findings show, whatever chart is seen.
constexpr Ask of_panels = ask_for<FacilityStudy, SlowGroups>;
constexpr Ask of_findings = ask_for<Verdict>;

} // namespace

StudyFlow::StudyFlow(ChartArea& charts, QObject* parent)
    : QObject(parent)
    , m_charts(charts) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause_ms);
    connect(&m_pause, &QTimer::timeout, this, &StudyFlow::ask);
    connect(&charts, &ChartArea::chart_seen, this, [this] {
        if (!m_pause.isActive()) ask();
    });
    for (AskLane* lane : {&m_soon, &m_searches})
        connect(lane, &AskLane::answered, this, [this](Ask answered) {
            m_answered.insert(answered);
            Q_EMIT found();
        });
}

void StudyFlow::show(std::shared_ptr<const Answers> answers) {
    if (m_answers && m_answers != answers) m_answers->stop();
    m_answers = std::move(answers);
    m_answered.clear();
    m_soon.cancel();
    m_searches.cancel();
    if (m_answers)
        m_pause.start();
    else
        m_pause.stop();
}

std::vector<Ask> StudyFlow::at_once() const {
    std::vector<Ask> out;
    for (const ChartEntry& entry : chart_catalog())
        if (entry.asks.at_once && m_charts.is_seen(QLatin1String(entry.id)))
            out.push_back(entry.asks.at_once);
    return out;
}

void StudyFlow::ask() {
    if (!m_answers) return;
    std::vector<Ask> soon = at_once(), searches;
    for (const ChartEntry& entry : chart_catalog()) {
        if (!m_charts.is_seen(QLatin1String(entry.id))) continue;
        soon.push_back(entry.asks.soon);
        searches.insert(searches.end(), entry.asks.searches.begin(), entry.asks.searches.end());
    }
    soon.push_back(of_panels);
    searches.insert(searches.begin(), of_findings);
    ask_lane(m_soon, soon);
    ask_lane(m_searches, searches);
}

void StudyFlow::ask_lane(AskLane& lane, const std::vector<Ask>& wanted) {
    std::vector<Ask> missing;
    for (const Ask each : wanted)
        if (each && !m_answered.contains(each) && std::ranges::find(missing, each) == missing.end())
            missing.push_back(each);
    lane.request(m_answers, std::move(missing));
}

std::shared_ptr<const SlowGroups> StudyFlow::slow_groups() const {
    return ShownAnswers(m_answers).have<SlowGroups>();
}

} // namespace roofrack
