// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_fields.h"

#include "widgets/fields/text.h"

#include <QStringList>

namespace roofrack {

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

bool shows_scenario(const Slide& slide) {
    return slide.view != "text" && slide.view != "picture" && slide.view != "compare";
}

bool shows_the_same(Slide a, Slide b) {
    a.title.clear();
    a.note.clear();
    b.title.clear();
    b.note.clear();
    return a == b;
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
