// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/present/deck_flow.h"

#include "app/gui/decide/what_if_flow.h"
#include "app/gui/present/found_deck.h"
#include "app/gui/present/turned_slide.h"
#include "core/answers/present/slide_inputs.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/calendar_date.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/text.h"
#include "widgets/present/deck_files.h"
#include "widgets/present/deck_view.h"
#include "widgets/present/slide_inputs_row.h"
#include "widgets/present/slide_show.h"

#include <QDir>
#include <QFileDialog>

#include <algorithm>

namespace roofrack {

DeckFlow::DeckFlow(DeckView& view, Document& document, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_document(document)
    , m_turned(new TurnedSlide(document.catalog(), this))
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
    connect(&view, &DeckView::what_if_wanted, this, &DeckFlow::put_what_if);
    view.set_read_inputs([this](const Slide& slide, const std::string& text) {
        const Scenario* const scenario = scenario_of(slide);
        return scenario ? read_slide_inputs(text, slide.inputs, *scenario, m_document.catalog())
                        : Result<std::vector<SlideInput>>(slide_inputs_in(text, slide.inputs));
    });
    connect(m_turned, &TurnedSlide::found, this,
            [this](const TurnedSlide::Question& question, const TurnedSlide::Found& found) {
                if (!m_show || question.project != m_turned_of || question.inputs.empty()) return;
                ShownSlide slide = shown_slide(found.slide, question.folder, m_view.slide_theme());
                slide.style = m_style;
                QStringList follows;
                for (const std::string& each : found.follows) follows << to_qt(each);
                m_show->show_turned(question.number, question.inputs, std::move(slide),
                                    follows.join(ElidedLabel::part_separator.toString()));
            });
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
    m_turned->forget();
    m_turned_of.reset();
    m_view.show_deck({}, true);
    ask();
}

/// Null: the project has none of that name.
const Scenario* DeckFlow::scenario_of(const Slide& slide) const {
    const Project& project = m_document.project();
    return slide.scenario.empty() ? &project.scenarios.front() : project.find_scenario(slide.scenario);
}

/// The inputs of the What-if bar, with the values that are offered for each.
void DeckFlow::put_what_if(size_t number) {
    if (number >= m_view.deck().slides.size()) return;
    const std::string& name = m_view.deck().slides[number].scenario;
    const Scenario* const scenario = scenario_of(m_view.deck().slides[number]);
    const std::vector<std::string> addresses = m_what_if ? m_what_if->inputs() : std::vector<std::string>();
    std::vector<SlideInput> inputs;
    QString refused;
    if (!scenario) refused = tr("There is no scenario “%1” in the project.").arg(to_qt(name));
    if (addresses.empty())
        refused = tr(
            "No input is in the What-if bar: type the name of one into the field above, such as “electricity "
            "price”, and press Enter. Or press Ctrl+K, type “what if electricity”, then put it here.");
    for (const std::string& address : addresses) {
        if (!scenario) break;
        auto input = slide_input(*scenario, address, m_document.catalog());
        if (!input)
            refused = to_qt(input.error().text());
        else if (inputs.size() == most_slide_inputs)
            refused = SlideInputsRow::no_room_text();
        else
            inputs.push_back(std::move(*input));
    }
    if (refused.isEmpty() && m_what_if && m_what_if->ghost())
        refused = tr("The slide begins with the values of the scenario: turn its sliders to those of the "
                     "What-if bar while it is shown.");
    m_view.put_inputs(inputs, refused);
}

void DeckFlow::turn(size_t number, const std::vector<TurnedInput>& inputs) {
    const std::vector<Slide>& slides = m_view.deck().slides;
    if (number >= slides.size() || slides[number].inputs.empty()) return m_turned->forget();
    if (!m_turned_of) {
        Project project = m_document.project();
        project.deck = {}; // pictures of frozen slides are large
        m_turned_of = std::make_shared<const Project>(std::move(project));
    }
    m_turned->ask({.project = m_turned_of,
                   .folder = m_document.file_path().parent_path(),
                   .best_plan = m_best_plan,
                   .number = number,
                   .slide = slides[number],
                   .inputs = inputs});
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
    show_finding();
}

/// An empty drawing has no slides to wait for.
void DeckFlow::show_finding() {
    const auto is_drawn = [](const Scenario& each) { return !each.cluster.elements.empty(); };
    m_view.show_finding(m_found.is_busy() && std::ranges::any_of(m_document.project().scenarios, is_drawn));
}

std::shared_ptr<const DeckFlow::FoundDeck> DeckFlow::find(const Question& question,
                                                          const std::stop_token& stop) {
    const std::chrono::sys_days day = today();
    m_answers = std::make_shared<const DeckAnswers>(question.project, question.folder, question.best_plan,
                                                    m_document.catalog(), m_answers.get(), day);
    FoundDeck out;
    out.is_drafted = question.project.deck.slides.empty();
    out.deck = shown_deck(*m_answers);
    out.slides = find_slides(*m_answers, out.deck, day, stop);
    return std::make_shared<const FoundDeck>(std::move(out));
}

void DeckFlow::show_found() {
    show_finding();
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
        m_turned_of.reset(); // it is turned as the project is now
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
    connect(m_show, &SlideShow::ended, m_turned, &TurnedSlide::forget);
    connect(m_show, &SlideShow::turned, this, &DeckFlow::turn);
    m_show->start();
}

} // namespace roofrack
