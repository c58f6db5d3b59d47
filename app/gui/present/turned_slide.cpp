// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/present/turned_slide.h"

#include "app/gui/present/found_deck.h"
#include "core/answers/compare/comparison.h"
#include "core/answers/step_answers.h"
#include "core/base/units/calendar_date.h"
#include "core/study/standstill.h"

namespace roofrack {

TurnedSlide::TurnedSlide(const Catalog& catalog, QObject* parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_worker([this](Job& job, const std::stop_token& stop) { work(job, stop); }) {}

TurnedSlide::~TurnedSlide() { stop_all(); }

void TurnedSlide::stop_all() {
    for (auto& [number, stop] : m_unfinished) stop.request_stop();
    m_unfinished.clear();
}

void TurnedSlide::ask(Question question) {
    // While a slider moves, values are shown that are found in time: what takes longer waits until it rests.
    constexpr qint64 soon = 500; // ms
    if (is_busy() && m_since.elapsed() > soon) stop_all();
    if (m_unfinished.empty()) m_since.start();
    std::stop_source stop;
    m_unfinished.emplace_back(++m_asked, stop);
    m_worker.post({std::move(question), stop, m_asked});
}

void TurnedSlide::forget() {
    stop_all();
    m_done = m_asked;
}

void TurnedSlide::work(Job& job, const std::stop_token& at_end) {
    std::stop_source either = job.stop;
    const std::stop_callback ends(at_end, [&either] { either.request_stop(); });
    if (either.stop_requested()) return;
    auto out = std::make_shared<const Found>(find(job.question, either.get_token(), at_end));
    if (either.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, question = job.question, number = job.number, out] {
            if (number <= m_done) return; // it was given up
            m_done = number;
            m_since.start();
            std::erase_if(m_unfinished, [number](const auto& each) { return each.first <= number; });
            Q_EMIT found(question, *out);
        },
        Qt::QueuedConnection);
}

TurnedSlide::Found TurnedSlide::find(const Question& question, const std::stop_token& stop,
                                     const std::stop_token& at_end) {
    if (!m_base || m_of != question.project || m_base->best_plan() != question.best_plan ||
        m_base->folder() != question.folder) {
        m_of = question.project;
        m_base = std::make_unique<const DeckAnswers>(*question.project, question.folder, question.best_plan,
                                                     m_catalog, m_base.get(), today());
    }
    const std::stop_callback base_ends(at_end, [whole = m_base.get()] { whole->stop(); });
    Found out;
    const auto base = m_base->of(question.slide.scenario);
    auto changed = base ? turned(base->scenario(), question.inputs, m_catalog)
                        : Result<Scenario>(fail(question.slide.scenario, "there is no such scenario",
                                                "choose another one"));
    if (!changed) {
        out.slide.content = slide_content(*m_base, question.slide);
        out.slide.content.missing = changed.error().text();
        return out;
    }
    const DeckAnswers deck = m_base->with(std::move(*changed));
    const auto answers = deck.of(question.slide.scenario);
    // What is found of the base is of use for the next values, too: it goes on.
    const std::stop_callback ends(stop, [&answers] { answers->stop(); });
    Deck one;
    one.slides.push_back(question.slide);
    std::vector<FoundSlide> found = find_slides(deck, one, today(), stop);
    if (found.empty()) return out; // stopped
    out.slide = std::move(found.front());
    out.slide.content.sliders = sliders_of(question.slide, &base->scenario(), m_catalog);
    const auto standstill = answers->value<Standstill>();
    const auto compared = compare({base.get(), answers.get()}, turned_figures());
    out.follows = turned_texts(compared ? compared->rows : std::vector<ComparedRow>(),
                               standstill ? standstill->text() : std::string());
    return out;
}

} // namespace roofrack
