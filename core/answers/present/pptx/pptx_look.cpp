// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_look.h"

#include "core/base/style/style_footer.h"
#include "core/base/style/style_inks.h"

namespace roofrack {

std::string PptxLook::foot(size_t number, size_t count) const {
    return numbered_footer(footer, {date, project, number, count});
}

PptxLook pptx_look(const HouseStyle& style, const std::string& project, const std::string& date) {
    PptxLook out;
    if (!style.is_given()) return out;
    out.is_styled = true;
    if (!style.name.empty()) out.name = style.name;
    if (!style.font.empty()) out.font = style.font;
    const StyleInks inks = inks_of(style.colours);
    if (style.colours != StyleColours()) {
        out.ink = ink_text(inks.text);
        out.pale_ink = ink_text(inks.muted);
        out.ground = ink_text(inks.ground);
        out.surface = ink_text(inks.surface);
        out.line = ink_text(inks.line);
        out.grid = ink_text(inks.grid);
        out.accent = out.link = ink_text(inks.accent);
    }
    out.footer = style.footer;
    out.project = project;
    out.date = date;
    return out;
}

} // namespace roofrack
