// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/present/deck_flow.h"

#include "app/gui/present/found_deck.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/calendar_date.h"
#include "widgets/editor/commands/set_deck.h"
#include "widgets/fields/text.h"
#include "widgets/present/deck_files.h"
#include "widgets/present/deck_view.h"
#include "widgets/present/slide_show.h"

#include <QDir>
#include <QFileDialog>

namespace roofrack {

DeckFlow::DeckFlow(DeckView& view, Document& document, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_document(document)
    , m_found(
          *this,
          [this](const Question& question, const auto&, const std::stop_token& stop) {
              return find(question, stop);
          },
          [this] { show_found(); }) {
    m_painting.setInterval(0);
    connect(&m_painting, &QTimer::timeout, this, &DeckFlow::paint_next);
    connect(&document, &Document::changed, this, &DeckFlow::ask);
    connect(&document, &Document::scenario_changed, this, &DeckFlow::ask);
    connect(&document, &Document::file_changed, this, &DeckFlow::ask);
    connect(&view, &DeckView::changed, this, [this](const Deck& deck, const QString& step) {
        if (!m_document.perform<SetDeck>(deck, step)) ask();
    });
    connect(&view, &DeckView::freeze_wanted, this, &DeckFlow::freeze);
    connect(&view, &DeckView::file_wanted, this, &DeckFlow::ask_file);
}

void DeckFlow::set_best_plan(bool best_plan) {
    if (std::exchange(m_best_plan, best_plan) != best_plan) ask();
}

void DeckFlow::set_seen(bool seen) {
    m_is_seen = seen;
    ask();
}

void DeckFlow::forget() {
    m_found.forget();
    m_painting.stop();
    m_shown.reset();
    m_waiting = nullptr;
    m_view.show_deck({}, true);
    ask();
}

DeckFlow::Question DeckFlow::question() const {
    return {m_document.project(), m_document.file_path().parent_path(), m_best_plan};
}

void DeckFlow::ask() {
    if (!m_is_seen) return;
    const Project& project = m_document.project();
    QStringList names;
    for (const Scenario& scenario : project.scenarios) names << as_written(scenario.name);
    m_view.set_read_only(m_document.is_read_only());
    m_view.show_scenarios(names);
    m_view.show_style(project.style);
    // What the user did is seen at once; what the slides show follows.
    if (!project.deck.slides.empty())
        m_view.show_deck(project.deck, false);
    else if (m_asked_of != m_document.file_path()) { // no slides of another project
        m_view.show_deck({}, true);
        m_shown.reset();
    }
    m_asked_of = m_document.file_path();
    const Question now = question();
    m_found.ask(now);
    if (!m_shown && !m_found.is_busy() && !m_found.is_stale(now)) show_found(); // known already
}

std::shared_ptr<const DeckFlow::FoundDeck> DeckFlow::find(const Question& question,
                                                          const std::stop_token& stop) {
    m_answers = std::make_shared<const DeckAnswers>(question.project, question.folder, question.best_plan,
                                                    m_document.catalog(), m_answers.get());
    FoundDeck out;
    out.is_drafted = question.project.deck.slides.empty();
    out.deck = shown_deck(*m_answers);
    out.slides = find_slides(*m_answers, out.deck, today(), stop);
    return std::make_shared<const FoundDeck>(std::move(out));
}

void DeckFlow::show_found() {
    if (!m_found.found() || m_found.found() == m_shown) return;
    m_shown = m_found.found();
    m_view.show_deck(m_shown->deck, m_shown->is_drafted);
    const Project& project = m_document.project();
    m_style = slide_style(project.style, project.name, date_text(today()));
    m_next = 0;
    m_painting.start();
}

/// One slide at a time, so that the window stays alive.
void DeckFlow::paint_next() {
    if (!m_shown || m_next >= m_shown->slides.size()) {
        m_painting.stop();
        if (m_show) m_show->show_slides(m_view.slides());
        if (m_waiting) start_waiting();
        return;
    }
    ShownSlide slide =
        shown_slide(m_shown->slides[m_next], m_document.file_path().parent_path(), m_view.slide_theme());
    slide.style = m_style;
    m_view.show_slide(m_next, std::move(slide));
    ++m_next;
}

void DeckFlow::add_view(const QString& view) {
    Slide slide;
    slide.view = view.toStdString();
    if (m_document.project().scenarios.size() > 1) slide.scenario = m_document.scenario().name;
    Deck deck = m_document.project().deck;
    // Slides that were drafted are kept with it, where they are those of the project as it is now.
    if (deck.slides.empty() && m_found.found() && !m_found.is_stale(question())) deck = m_found.found()->deck;
    deck.slides.push_back(std::move(slide));
    m_document.perform<SetDeck>(std::move(deck), tr("Add slide"));
    m_view.choose(m_document.project().deck.slides.size() - 1);
}

void DeckFlow::freeze(size_t number, bool frozen) {
    Deck deck = m_view.deck();
    const std::vector<ShownSlide> slides = m_view.slides();
    if (number >= deck.slides.size() || is_busy()) return ask();
    deck.slides[number].frozen = frozen ? frozen_slide(slides[number].content, date_text(today()),
                                                       kept_picture(slides[number], m_view.slide_theme()))
                                        : FrozenSlide();
    if (!m_document.perform<SetDeck>(std::move(deck), frozen ? tr("Freeze slide") : tr("Make slide live")))
        ask();
}

void DeckFlow::ask_file() {
    const QString folder = as_written(m_document.file_path().parent_path().string());
    const QString path = QFileDialog::getOpenFileName(&m_view, tr("Picture of the slide"), folder,
                                                      tr("Pictures (*.png *.jpg *.jpeg)"));
    if (path.isEmpty()) return;
    Slide slide;
    slide.view = "picture";
    const QString beside = QDir(folder).relativeFilePath(path);
    slide.file = (folder.isEmpty() || beside.startsWith(u"..") ? path : beside).toStdString();
    m_view.add(std::move(slide));
}

void DeckFlow::start_show(QWidget* window) {
    if (m_show) return;
    m_waiting = window;
    if (!is_busy()) start_waiting();
}

void DeckFlow::start_waiting() {
    const std::vector<ShownSlide> slides = m_view.slides();
    QWidget* const window = m_waiting;
    m_waiting = nullptr;
    if (slides.empty() || !window) return;
    m_show = new SlideShow(slides, m_view.current(), m_view.slide_theme(), window);
    connect(m_show, &SlideShow::ended, &m_view, &DeckView::choose);
    m_show->start();
}

} // namespace roofrack
