// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/present.h"

#include "core/answers/decide/tried_request.h"
#include "core/answers/figure_basis.h"
#include "core/answers/figure_index.h"
#include "core/answers/present/odds_title.h"
#include "core/answers/present/plain_words.h"
#include "core/answers/present/slide_drafts.h"
#include "core/drawing/project/address/input_title.h"
#include "core/study/verdict.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr SlideView own_views[] = {
    {"drawing", "The drawing"},
    {"verdict", "The verdict"},
    {"compare-notes", "Comparison, cautions and sizes"},
    {"compare-more", "Comparison, continued"},
    {"compare-odds", "Comparison, odds and reasons"},
    {"mitigations", "What to do next"},
    {"certainty", "How sure it is"},
    {"figures", "Figures"},
    {"text", "Text"},
    {"picture", "Picture"},
};

struct Draft {
    std::string_view view;
    void (*write)(SlideContent& out, const Answers& answers);
    SlideBody body;
    bool is_own_chart = true; ///< the values that it writes are those of this view's picture
};
/// Views that say something of a scenario in words; other charts stand under their name.
constexpr Draft drafts[] = {
    {"drawing", draft_drawing, SlideBody::drawing},
    {"verdict", draft_verdict, SlideBody::table},
    {"mitigations", draft_next, SlideBody::table},
    {"certainty", draft_certainty, SlideBody::table},
    {"step-breakdown", draft_time, SlideBody::chart},
    {"what-binds", draft_binds, SlideBody::chart},
    {"memory", draft_memory, SlideBody::chart},
    {"scaling", draft_scaling, SlideBody::chart},
    {"levels", draft_power, SlideBody::chart},
    {"energy-flow", draft_power, SlideBody::chart, false},
    {"temperatures", draft_power, SlideBody::chart, false},
    {"money", draft_money, SlideBody::chart},
    {"deployment", draft_money, SlideBody::chart, false},
};

struct DraftOfAll {
    std::string_view view;
    void (*write)(SlideContent& out, const DeckAnswers& deck);
};
/// Views that say something of all scenarios in words.
constexpr DraftOfAll drafts_of_all[] = {
    {"compare", draft_comparison},
    {"compare-notes", draft_comparison_notes},
    {"compare-more", draft_comparison_more},
    {"compare-odds", draft_comparison_odds},
};
constexpr std::string_view comparison_view = "compare", notes_view = "compare-notes", tried_view = "tried",
                           way_view = "way", odds_view = "odds";
/// Charts of the window that have all scenarios beside each other, whichever their slides name.
constexpr std::string_view charts_of_all[] = {way_view, odds_view, "scenarios"};

const DraftOfAll* draft_of_all(std::string_view view) {
    const auto found = std::ranges::find(drafts_of_all, view, &DraftOfAll::view);
    return found == std::end(drafts_of_all) ? nullptr : found;
}

/// "Gradient exchange" for "gradient-exchange".
std::string words_of(std::string_view view) {
    std::string out(view);
    std::ranges::replace(out, '-', ' ');
    if (!out.empty() && out.front() >= 'a' && out.front() <= 'z')
        out.front() = static_cast<char>(out.front() - 'a' + 'A');
    return out;
}

void fill_figures(SlideContent& out, const Slide& slide, const Answers& answers) {
    out.body = SlideBody::table;
    out.title = "Figures";
    if (slide.figures.empty()) out.missing = "No figure is named";
    for (const std::string& name : slide.figures) {
        if (name.starts_with('/')) {
            const auto field = InputField::find(answers.scenario(), name, answers.catalog());
            const auto value = field ? field->value(answers.scenario()) : std::nullopt;
            out.rows.push_back({field ? title_of_input(*field, answers.scenario()) : name,
                                value   ? field->text(*value)
                                : field ? "the project does not say it"
                                        : field.error().what});
            continue;
        }
        const auto reading = ask_figure(answers, name);
        if (!reading) {
            out.rows.push_back({name, reading.error().what});
            continue;
        }
        const std::string_view basis = figure_basis(name, answers);
        out.rows.push_back(
            {fmt::format("{}{}{}", plain_figure(name, reading->row->label), basis.empty() ? "" : " ", basis),
             reading->absent.empty() ? reading->text : reading->absent});
    }
}

void fill_frozen(SlideContent& out, const Slide& slide) {
    const FrozenSlide& kept = slide.frozen;
    out.date = kept.date;
    out.title = kept.title;
    out.source = kept.source;
    out.head = kept.head;
    for (const SlideRow& row : kept.rows) out.rows.push_back(row.cells);
    out.picture = kept.picture;
    out.text = kept.text;
    out.body = !kept.picture.empty()                     ? SlideBody::kept
               : kept.rows.empty() && !kept.text.empty() ? SlideBody::text
                                                         : SlideBody::table;
    if (slide.view == "text") {
        out.body = SlideBody::text;
        out.text = slide.text;
    }
}

/// What the slide of tried values is about; empty: the project tries none, or none that the scenario has.
std::string title_of_tried(const ComparisonChoice& kept, const Answers& answers) {
    const auto field = InputField::find(answers.scenario(), TriedRequest::of(kept).input, answers.catalog());
    if (!field) return {};
    return fmt::format("Over the values of “{}”", short_title_of_input(*field, answers.scenario()));
}

std::string title_of_odds(const DeckAnswers& deck) {
    const Result<Odds>& odds = deck.odds();
    return odds ? odds_title(*odds) : "How sure the scenarios are";
}

void fill_scenario(SlideContent& out, const DeckAnswers& deck, const Slide& slide) {
    const auto answers = deck.of(slide.scenario);
    if (!answers) {
        out.missing = fmt::format("There is no scenario “{}” in the project", slide.scenario);
        return;
    }
    out.scenario = answers->scenario().name;
    if (slide.view == "figures") return fill_figures(out, slide, *answers);
    const auto draft = std::ranges::find(drafts, slide.view, &Draft::view);
    out.body = draft == std::end(drafts) ? SlideBody::chart : draft->body;
    if (draft != std::end(drafts)) draft->write(out, *answers);
    if (draft != std::end(drafts) && !draft->is_own_chart) out.chart = out.second = std::nullopt;
    if (!slide.title.empty()) return; // what its author wrote needs no draft
    if (slide.view == tried_view) out.title = title_of_tried(deck.project().comparison, *answers);
    if (slide.view == way_view) out.title = way_title(deck);
    if (slide.view == odds_view) out.title = title_of_odds(deck);
}

/// The scenario that a slide speaks of, where the project has others that it could be; else empty.
std::string scenario_line(const DeckAnswers& deck, const SlideContent& content) {
    const bool is_of_all = std::ranges::find(charts_of_all, content.view) != std::end(charts_of_all);
    if (content.scenario.empty() || is_of_all || deck.project().scenarios.size() < 2) return {};
    return fmt::format("Scenario “{}”", content.scenario);
}

/// The scenario stands first: a line that is too long loses its end.
std::string source_line(const DeckAnswers& deck, const SlideContent& content) {
    std::string out = scenario_line(deck, content);
    const auto add = [&](const std::string& text) {
        if (!text.empty()) out += (out.empty() ? "" : " · ") + text;
    };
    add(deck.project().name);
    if (!content.scenario.empty()) add(std::string(plan_label(deck.best_plan())));
    return out;
}

} // namespace

std::span<const SlideView> own_slide_views() { return own_views; }

bool is_of_all_scenarios(std::string_view view) { return draft_of_all(view); }

SlideContent slide_content(const DeckAnswers& deck, const Slide& slide) {
    SlideContent out;
    out.view = slide.view;
    out.note = slide.note;
    if (slide.is_frozen()) {
        fill_frozen(out, slide);
    } else if (slide.view == "text") {
        out.body = SlideBody::text;
        out.text = slide.text;
        if (out.text.empty()) out.missing = "There is no text yet";
    } else if (slide.view == "picture") {
        out.body = SlideBody::file;
        out.file = slide.file;
        out.title = std::filesystem::path(slide.file).stem().string();
        if (out.file.empty()) out.missing = "No picture is named";
    } else if (const DraftOfAll* const draft = draft_of_all(slide.view)) {
        draft->write(out, deck);
    } else {
        fill_scenario(out, deck, slide);
    }
    if (!slide.is_frozen() && !slide.inputs.empty()) {
        const auto answers = out.scenario.empty() ? nullptr : deck.of(slide.scenario);
        const auto first = deck.of({});
        out.sliders = sliders_of(slide, answers ? &answers->scenario() : nullptr, deck.catalog(),
                                 first ? &first->scenario() : nullptr);
    }
    if (out.source.empty()) out.source = source_line(deck, out);
    if (out.title.empty()) out.title = slide.view == "text" ? deck.project().name : words_of(slide.view);
    out.is_drafted = slide.title.empty();
    if (!slide.title.empty()) out.title = slide.title;
    return out;
}

Deck first_deck(const DeckAnswers& deck) {
    Deck out;
    const Project& project = deck.project();
    const bool several = project.scenarios.size() > 1;
    std::string chosen = several ? project.comparison.reference : std::string();
    if (several && !project.find_scenario(chosen)) chosen = project.scenarios.front().name;
    for (const std::string_view view : {"drawing", "verdict", "step-breakdown", "scaling", "levels", "money",
                                        "compare", "mitigations", "certainty"}) {
        Slide slide;
        slide.view = view;
        if (view != comparison_view) slide.scenario = chosen;
        if (!slide_content(deck, slide).missing.empty()) continue;
        out.slides.push_back(std::move(slide));
        if (view != comparison_view) continue;
        // The others are there where the first is; the odds take seconds, and are found once they are shown.
        for (const DraftOfAll& each : drafts_of_all)
            if (each.view != comparison_view && (each.view != notes_view || needs_comparison_notes(deck))) {
                Slide further;
                further.view = each.view;
                out.slides.push_back(std::move(further));
            }
    }
    return out;
}

Deck shown_deck(const DeckAnswers& deck) {
    return deck.project().deck.slides.empty() ? first_deck(deck) : deck.project().deck;
}

FrozenSlide frozen_slide(const SlideContent& content, std::string date, std::string picture) {
    FrozenSlide out;
    out.date = std::move(date);
    out.title = content.title;
    out.source = content.source;
    out.head = content.head;
    for (const auto& row : content.rows) out.rows.push_back({row, {}});
    out.picture = std::move(picture);
    if (content.view != "text") out.text = content.text; // lines of a slide of text are its own
    return out;
}

} // namespace roofrack
