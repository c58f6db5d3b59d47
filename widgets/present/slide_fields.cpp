// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_fields.h"

#include "core/answers/present/present.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace roofrack {

namespace {

struct FieldWords {
    Q_DECLARE_TR_FUNCTIONS(Slide)
};

} // namespace

bool has_lines(const Slide& slide) { return slide.view == "text" || slide.view == "figures"; }

QString lines_of(const Slide& slide) {
    QStringList out;
    for (const std::string& each : slide.view == "text" ? slide.text : slide.figures) out << as_written(each);
    return out.join(u'\n');
}

std::vector<std::string> lines_in(const QString& text) {
    std::vector<std::string> out;
    for (const QString& line : text.split(u'\n'))
        if (!line.trimmed().isEmpty()) out.push_back(line.toStdString());
    return out;
}

QString name_of_lines(const Slide& slide) {
    return slide.view == "text"
               ? FieldWords::tr("Text, a paragraph a line")
               : FieldWords::tr("Figures and inputs, a name a line, as `roofrack-cli ask` takes them");
}

bool shows_scenario(const Slide& slide) {
    return slide.view != "text" && slide.view != "picture" && !is_of_all_scenarios(slide.view);
}

bool shows_the_same(Slide a, Slide b) {
    a.title.clear();
    a.note.clear();
    b.title.clear();
    b.note.clear();
    return a == b;
}

std::optional<Deck> in_order(const Deck& deck, const std::vector<size_t>& places) {
    if (places.empty() || places.size() != deck.slides.size() ||
        std::ranges::max(places) >= deck.slides.size())
        return std::nullopt;
    Deck out = deck;
    for (size_t i = 0; i < places.size(); ++i) out.slides[i] = deck.slides[places[i]];
    return out;
}

Slide without_note(Slide slide) {
    slide.title.clear();
    slide.note.clear();
    slide.frozen = {};
    return slide;
}

Slide without_lines(Slide slide) {
    slide.title.clear();
    slide.text.clear();
    slide.figures.clear();
    slide.frozen = {};
    return slide;
}

} // namespace roofrack
