// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/html_look.h"

#include "core/answers/handover/report_charts.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/style/style_footer.h"
#include "core/base/style/style_inks.h"
#include "core/base/style/style_logo.h"
#include "core/base/units/printable.h"

#include <fmt/format.h>

namespace roofrack {

HtmlLook html_look(const HouseStyle& style, const std::string& project, const std::string& date) {
    HtmlLook out;
    if (!style.is_given()) return out;
    const StyleInks inks = inks_of(style.colours);
    if (style.colours != StyleColours())
        out.css = fmt::format(
            "body{{color:#{0};background:#{1}}}h1{{border-bottom:3px solid #{2};padding-bottom:.2em}}"
            "h2{{border-color:#{3}}}th,td{{border-color:#{4}}}th{{border-color:#{5}}}"
            "figcaption{{color:#{6}}}a{{color:#{2}}}svg [fill=\"{7}\"]{{fill:#{2}}}",
            ink_text(inks.text), ink_text(inks.ground), ink_text(inks.accent), ink_text(inks.line),
            ink_text(inks.grid), ink_text(inks.faint), ink_text(inks.muted), report_bar_colour);
    out.css += fmt::format("header img{{max-height:56px;max-width:240px}}footer{{margin-top:3em;color:#{0};"
                           "border-top:1px solid #{1};padding-top:.5em;font-size:.85em}}",
                           ink_text(inks.muted), ink_text(inks.line));
    // Pictures are drawn for paper.
    if (inks.is_dark) out.css += "figure svg{background:#fff}";
    if (!style.font.empty())
        out.css += fmt::format("body{{font-family:\"{0}\",system-ui,Helvetica,Arial,sans-serif}}"
                               "svg text{{font-family:\"{0}\",Arial,Helvetica,sans-serif}}",
                               style.font);
    if (const auto logo = logo_of(style))
        out.head = fmt::format("<header><img src=\"{}\" alt=\"{}\"/></header>\n", logo_address(*logo),
                               xml_text(printable_line(style.name)));
    if (!style.footer.empty())
        out.foot = fmt::format(
            "<footer>{}</footer>\n",
            xml_text(printable_line(footer_text(style.footer, {.date = date, .project = project}))));
    return out;
}

} // namespace roofrack
