// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/tried_flow.h"

#include "app/gui/pages/chart_area.h"
#include "core/base/catalog/catalog.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

TriedFlow::TriedFlow(ChartArea& charts, Document& document, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
    , m_inquiry(
          *this,
          [](const Question& question, const auto& publish, const std::stop_token& stop) {
              const auto show = [&](TriedView part) {
                  publish(std::make_shared<const TriedView>(std::move(part)));
              };
              return std::make_shared<const TriedView>(
                  tried_view_of(*question.answers, question.request, show, stop));
          },
          [this] { Q_EMIT found(); }) {
    connect(&charts, &ChartArea::chart_seen, this, &TriedFlow::ask);
    connect(&document, &Document::changed, this, [this](Changes what) {
        if (!(what & Change::comparison)) return;
        ask();
        Q_EMIT found(); // the controls say what is asked
    });
}

bool TriedFlow::begin(const std::string& address) {
    const Scenario& scenario = m_document.scenario();
    const auto field = InputField::find(scenario, address, m_document.catalog());
    if (!field) {
        Q_EMIT told(to_qt(field.error().text()));
        return false;
    }
    begin(address, offered_to_try(*field, scenario));
    return true;
}

void TriedFlow::begin(const std::string& address, const std::string& values) {
    change({address, values, request().figures});
}

void TriedFlow::show(std::shared_ptr<const Answers> answers) {
    m_answers = std::move(answers);
    ask();
}

void TriedFlow::forget() {
    m_inquiry.forget();
    m_answers.reset();
    m_not_kept.reset();
}

TriedRequest TriedFlow::request() const {
    return m_not_kept ? *m_not_kept : TriedRequest::of(m_document.project().comparison);
}

void TriedFlow::ask() {
    if (m_answers && m_charts.is_seen(QLatin1String(TriedChart::id_text)))
        m_inquiry.ask({m_answers, request()});
}

/// As one step of the history.
void TriedFlow::change(const TriedRequest& request) {
    m_not_kept.reset();
    if (m_document.is_read_only()) m_not_kept = request;
    ComparisonChoice choice = m_document.project().comparison;
    request.keep_in(choice);
    if (!m_not_kept && choice != m_document.project().comparison) {
        m_document.perform<SetComparison>(std::move(choice), tr("Try values"));
        return; // that it is another is told
    }
    ask();
    Q_EMIT found(); // the controls say what is asked
}

void TriedFlow::fill(ChartData& data) const {
    const auto& found = m_inquiry.found();
    auto view = found ? std::make_shared<TriedView>(*found) : std::make_shared<TriedView>();
    const TriedRequest asked = request();
    const bool is_of_other_input = view->request.input != asked.input;
    view->is_stale = m_inquiry.is_stale({m_answers, asked});
    view->request = asked;
    view->best_plan = m_answers && m_answers->snapshot().best_plan;
    view->is_busy = m_inquiry.is_busy() && !asked.input.empty();
    view->is_cancelled = m_inquiry.is_cancelled();
    if (view->is_stale) view->absent.clear(); // why there was none of what was asked before
    if (is_of_other_input) view->family.reset();
    data.tried = std::move(view);
}

bool TriedFlow::take_mark(const QString& mark) {
    const auto behind = [&](const char* prefix) -> std::optional<QString> {
        const QLatin1String is(prefix);
        return mark.startsWith(is) ? std::optional(mark.mid(is.size())) : std::nullopt;
    };
    const TriedRequest now = request();
    if (mark == QLatin1String(TriedChart::stop_key))
        m_inquiry.cancel();
    else if (mark == QLatin1String(TriedChart::go_on_key))
        m_inquiry.ask_again();
    else if (const auto values = behind(TriedChart::values_prefix))
        change({now.input, values->toStdString(), now.figures});
    else if (const auto input = behind(TriedChart::input_prefix)) {
        if (input->isEmpty())
            change({{}, {}, now.figures});
        else if (input->toStdString() != now.input)
            begin(input->toStdString());
    } else
        return change_figures(mark);
    return true;
}

bool TriedFlow::change_figures(const QString& mark) {
    TriedRequest next = request();
    next.figures = next.asked_figures();
    if (const QLatin1String add(TriedChart::add_prefix); mark.startsWith(add)) {
        const std::string name = mark.mid(add.size()).toStdString();
        std::erase(next.figures, name);
        next.figures.insert(next.figures.begin(), name);
    } else if (const QLatin1String remove(TriedChart::remove_prefix); mark.startsWith(remove)) {
        if (next.figures.size() > 1) // none would be the usual ones
            std::erase(next.figures, mark.mid(remove.size()).toStdString());
    } else {
        return false;
    }
    change(next);
    return true;
}

} // namespace roofrack
