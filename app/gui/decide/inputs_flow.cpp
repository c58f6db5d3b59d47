// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/inputs_flow.h"

#include "app/gui/decide/what_if_flow.h"
#include "app/gui/pages/chart_area.h"
#include "core/answers/decide/odds_text.h"
#include "core/base/units/calendar_date.h"
#include "widgets/charts/decide/map_chart.h"
#include "widgets/charts/decide/odds_chart.h"
#include "widgets/charts/decide/tornado_chart.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/editor/document.h"

namespace roofrack {

namespace {

constexpr int odds_tick_ms = 200;

/// Ends what is being found for them; they are asked no more.
void stop_all(const std::vector<std::shared_ptr<const Answers>>& scenarios) {
    for (const auto& each : scenarios) each->stop();
}

} // namespace

InputsFlow::InputsFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
    , m_what_if(what_if)
    , m_mapped(document.catalog())
    , m_drawn(document.catalog())
    , m_odds(
          *this,
          [this](const OddsQuestion& question, const auto& publish, const std::stop_token& stop) {
              ComparisonChoice choice = question.equal;
              choice.odds = question.figures;
              choice.by = question.by;
              const auto scenarios = m_drawn.of(question.asked);
              const std::stop_callback ends(stop, [&] { stop_all(scenarios); });
              const auto show = [&](OddsView part) {
                  publish(std::make_shared<const OddsView>(std::move(part)));
              };
              m_odds_progress.begin(0, false); // the samples of the question before
              return std::make_shared<const OddsView>(
                  odds_view_of(scenarios, choice, question.asked.best_plan, question.order, stop,
                               &m_drawn_equal, &m_odds_progress, show));
          },
          [this] {
              follow_odds();
              Q_EMIT found();
          })
    , m_tornado(
          *this,
          [](const TornadoQuestion& question, const auto&, const std::stop_token& stop) {
              ComparisonChoice choice;
              choice.tornado = question.figures;
              return std::make_shared<const TornadoView>(tornado_view_of(*question.answers, choice, stop));
          },
          [this] { Q_EMIT found(); })
    , m_map(
          *this,
          [this](const MapQuestion& question, const auto& publish, const std::stop_token& stop) {
              ComparisonChoice choice = question.equal;
              choice.map = question.axes;
              choice.map_by = question.by;
              const auto show = [&](MapView part) {
                  publish(std::make_shared<const MapView>(std::move(part)));
              };
              const auto scenarios = m_mapped.of(question.asked);
              const std::stop_callback ends(stop, [&] { stop_all(scenarios); });
              return std::make_shared<const MapView>(
                  map_view_of(scenarios, choice, question.asked.best_plan, show, stop, &m_mapped_equal));
          },
          [this] { Q_EMIT found(); }) {
    m_odds_tick.setInterval(odds_tick_ms);
    connect(&m_odds_tick, &QTimer::timeout, this, [this] {
        follow_odds();
        Q_EMIT found();
    });
    connect(&charts, &ChartArea::chart_seen, this, &InputsFlow::ask);
    connect(&document, &Document::changed, this, [this](Changes what) {
        if (!(what & Change::comparison)) return;
        ask();
        Q_EMIT found(); // the controls say what is asked
    });
}

void InputsFlow::show(std::shared_ptr<const Answers> answers) {
    m_answers = std::move(answers);
    ask();
}

void InputsFlow::forget() {
    m_odds.forget();
    m_tornado.forget();
    m_map.forget();
    m_answers.reset();
}

bool InputsFlow::asks_best_plan() const { return m_answers && m_answers->snapshot().best_plan; }

AskedScenarios InputsFlow::asked() const {
    return AskedScenarios::of(m_document, m_what_if, asks_best_plan());
}

InputsFlow::OddsQuestion InputsFlow::odds_question(AskedScenarios asked) const {
    const ComparisonChoice& choice = m_document.project().comparison;
    return {std::move(asked), equal_part(choice), choice.odds, choice.by, today()};
}

/// The picture follows the samples while some are drawn.
void InputsFlow::follow_odds() {
    if (!m_odds.is_busy())
        m_odds_tick.stop();
    else if (!m_odds_tick.isActive())
        m_odds_tick.start();
}

InputsFlow::MapQuestion InputsFlow::map_question(AskedScenarios asked) const {
    const ComparisonChoice& choice = m_document.project().comparison;
    return {std::move(asked), equal_part(choice), choice.map, choice.map_by};
}

InputsFlow::TornadoQuestion InputsFlow::tornado_question() const {
    return {m_answers, m_document.project().comparison.tornado};
}

void InputsFlow::ask() {
    if (!m_answers) return;
    if (m_charts.is_seen(QLatin1String(OddsChart::id_text))) m_odds.ask(odds_question(asked()));
    if (m_charts.is_seen(QLatin1String(TornadoChart::id_text))) m_tornado.ask(tornado_question());
    if (m_charts.is_seen(QLatin1String(MapChart::id_text))) m_map.ask(map_question(asked()));
}

void InputsFlow::fill(ChartData& data) const {
    const Project& project = m_document.project();
    // A drawing of many racks is copied once for both questions, and not where nothing is known yet.
    std::optional<OddsQuestion> about_odds;
    if (m_odds.is_answered() || m_map.is_answered()) about_odds = odds_question(asked());
    const bool best_plan = asks_best_plan();
    std::vector<std::string> left_out;
    for (size_t i = AskedScenarios::count_in(project); i < project.scenarios.size(); ++i)
        left_out.push_back(project.scenarios[i].name);
    const auto known = [&]<class View>(const std::shared_ptr<const View>& found, bool is_stale) {
        auto view = found ? std::make_shared<View>(*found) : std::make_shared<View>();
        view->choice = project.comparison;
        view->best_plan = best_plan;
        view->is_stale = is_stale;
        if (is_stale) view->absent.clear(); // why there was none of what was asked before
        return view;
    };
    // Odds whose causes are being found out are those of what is asked.
    const bool is_part = about_odds && m_odds.is_part(*about_odds);
    auto odds = known(m_odds.found(), !is_part && (!about_odds || m_odds.is_stale(*about_odds)));
    odds->left_out = left_out;
    odds->is_busy = m_odds.is_busy();
    odds->is_cancelled = m_odds.is_cancelled();
    odds->progress = odds->is_busy ? progress_text(m_odds_progress) : std::string();
    odds->causes_progress = odds->is_busy && is_part ? causes_progress_text(m_odds_progress) : std::string();
    data.odds = std::move(odds);
    auto tornado = known(m_tornado.found(), m_tornado.is_stale(tornado_question()));
    tornado->has_field = m_has_field;
    data.tornado = std::move(tornado);
    auto map =
        known(m_map.found(), !about_odds || m_map.is_stale(map_question(std::move(about_odds->asked))));
    if (!project.comparison.map.empty()) map->axes = project.comparison.map;
    map->is_busy = m_map.is_busy();
    map->is_cancelled = m_map.is_cancelled();
    map->left_out = std::move(left_out);
    data.map = std::move(map);
}

bool InputsFlow::take_mark(const QString& mark) {
    if (mark == QLatin1String(MapChart::stop_key))
        m_map.cancel();
    else if (mark == QLatin1String(MapChart::go_on_key))
        m_map.ask_again();
    else if (mark == QLatin1String(OddsChart::stop_key))
        m_odds.cancel();
    else if (mark == QLatin1String(OddsChart::go_on_key))
        m_odds.ask_again();
    else
        return take_away(mark);
    return true;
}

/// Takes a figure away whose name was clicked.
bool InputsFlow::take_away(const QString& mark) {
    ComparisonChoice choice = m_document.project().comparison;
    const auto take = [&](const char* prefix, std::vector<std::string>& kept,
                          std::vector<std::string> asked) {
        const QLatin1String is(prefix);
        if (!mark.startsWith(is)) return false;
        if (asked.size() > 1)
            std::erase(asked, mark.mid(is.size()).toStdString()); // none would be the usual ones
        kept = std::move(asked);
        return true;
    };
    if (!take(OddsChart::remove_prefix, choice.odds, asked_odds(choice)) &&
        !take(TornadoChart::remove_prefix, choice.tornado, asked_tornado(choice)))
        return false;
    m_document.perform<SetComparison>(choice);
    return true;
}

} // namespace roofrack
