// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/report_document.h"

#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/joined_units.h"
#include "core/base/units/printable.h"
#include "core/base/units/sentence.h"
#include "core/base/units/trimmed.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string html_line(const std::string& text) { return xml_text(printable_line(text)); }

/// Text that Markdown takes for nothing else.
std::string markdown_line(const std::string& text) {
    std::string out;
    for (const char c : printable_line(text)) {
        if (c == '<' || c == '&') {
            out += c == '<' ? "&lt;" : "&amp;";
            continue;
        }
        if (std::string_view("\\`*_[]>|#").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    // What begins a list at the start of a line: "- ", "+ ", "405. ", "2) ".
    const size_t digits = std::min(out.find_first_not_of("0123456789"), out.size());
    if (digits < out.size() &&
        (digits == 0 ? out[0] == '-' || out[0] == '+' : out[digits] == '.' || out[digits] == ')'))
        out.insert(digits, "\\");
    return out;
}

std::string picture_file(size_t number) { return fmt::format("picture-{}.svg", number); }

/// A path as a link has it: what no link may hold is escaped byte by byte.
std::string link_path(const std::string& path) {
    std::string out;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-_.~/").find(c) != std::string_view::npos;
        out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

constexpr const char* style =
    "body{font:15px/1.5 system-ui,Segoe UI,Helvetica,Arial,sans-serif;color:#1b1f24;background:#fff;"
    "max-width:1080px;margin:2em auto;padding:0 1.5em}h1{font-size:1.7em;margin-bottom:.2em}"
    "h2{font-size:1.25em;margin-top:2em;border-bottom:1px solid #c9d1d9;padding-bottom:.2em}"
    "table{border-collapse:collapse;margin:1em 0;font-size:.9em;font-variant-numeric:tabular-nums}"
    "th,td{padding:.25em .7em;text-align:right;vertical-align:top;border-bottom:1px solid #e4e8ec}"
    "th{border-bottom:2px solid "
    "#8b949e;font-weight:600}.t{text-align:left}.n{white-space:nowrap}svg{max-width:100%;height:auto}"
    "figure{margin:1em 0}figcaption{color:#57606a;font-size:.85em}"
    "@media print{body{margin:0;max-width:none}h2{break-after:avoid}tr,figure{break-inside:avoid}}";

/// Whether a browser may break the word behind a sign or a hyphen of an amount or a date: "−$309k", which the
/// next line would begin as "$309k".
bool is_amount_with_sign(std::string_view word) {
    constexpr size_t most = 24; // what is longer may have to be broken
    const auto has = [&](std::string_view sign) { return word.find(sign) != std::string_view::npos; };
    return word.size() <= most && word.find_first_of("0123456789") != std::string_view::npos &&
           (has("−") || has("+") || has("-"));
}

/// A number keeps its sign and its unit in one line.
std::string html_number(const std::string& text) {
    const std::string line = with_joined_units(printable_line(text));
    std::string out;
    for (size_t from = 0; from <= line.size();) {
        const size_t end = std::min(line.find(' ', from), line.size());
        const std::string word = line.substr(from, end - from);
        out += is_amount_with_sign(word) ? fmt::format("<span class=\"n\">{}</span>", xml_text(word))
                                         : xml_text(word);
        if (end < line.size()) out += ' ';
        from = end + 1;
    }
    return out;
}

std::string html_row(const ReportDocument::Table& table, const std::vector<std::string>& cells,
                     const char* tag) {
    std::string out = "<tr>";
    for (size_t i = 0; i < cells.size(); ++i)
        out += i < table.texts ? fmt::format("<{0} class=\"t\">{1}</{0}>", tag, html_line(cells[i]))
                               : fmt::format("<{0}>{1}</{0}>", tag, html_number(cells[i]));
    return out + "</tr>\n";
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string out = "|";
    for (const std::string& cell : cells) out += " " + markdown_line(cell) + " |";
    return out + "\n";
}

} // namespace

void ReportDocument::section(const std::string& heading) {
    m_blocks.push_back({.kind = Kind::section, .text = heading});
}

void ReportDocument::paragraph(const std::string& text) {
    const std::string line = begin_sentence(trimmed(text));
    if (!line.empty()) m_blocks.push_back({.kind = Kind::paragraph, .text = line});
}

void ReportDocument::list(std::vector<std::string> items) {
    for (std::string& item : items) item = begin_sentence(trimmed(item));
    if (!items.empty()) m_blocks.push_back({.kind = Kind::list, .items = std::move(items)});
}

void ReportDocument::table(Table table) {
    if (!table.rows.empty()) m_blocks.push_back({.kind = Kind::table, .table = std::move(table)});
}

void ReportDocument::picture(const std::string& svg, const std::string& shows, const std::string& view) {
    if (!svg.empty()) m_blocks.push_back({.kind = Kind::picture, .text = svg, .shows = shows, .view = view});
}

bool ReportDocument::ends_with_heading() const {
    return !m_blocks.empty() && m_blocks.back().kind == Kind::section;
}

std::string ReportDocument::html(const HtmlLook& look) const {
    std::string out = fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
                                  "<meta name=\"viewport\" content=\"width=device-width\"/><title>{0}</title>"
                                  "<style>{1}{2}</style></head>\n<body>\n{3}<h1>{0}</h1>\n",
                                  html_line(m_title), style, look.css, look.head);
    for (const Block& block : m_blocks) switch (block.kind) {
        case Kind::section: out += fmt::format("<h2>{}</h2>\n", html_line(block.text)); break;
        case Kind::paragraph: out += fmt::format("<p>{}</p>\n", html_line(block.text)); break;
        case Kind::list:
            out += "<ul>\n";
            for (const std::string& item : block.items) out += fmt::format("<li>{}</li>\n", html_line(item));
            out += "</ul>\n";
            break;
        case Kind::table:
            out += "<table>\n<thead>" + html_row(block.table, block.table.head, "th") + "</thead>\n<tbody>\n";
            for (const auto& row : block.table.rows) out += html_row(block.table, row, "td");
            out += "</tbody></table>\n";
            break;
        case Kind::picture: {
            // Inside a page a picture has no declaration of its own.
            const size_t begin = block.text.find("<svg");
            out += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n",
                               begin == std::string::npos ? std::string() : block.text.substr(begin),
                               html_line(block.shows));
            break;
        }
        }
    return out + look.foot + "</body></html>\n";
}

std::string ReportDocument::markdown(const std::string& folder) const {
    size_t pictures = 0;
    std::string out = "# " + markdown_line(m_title) + "\n";
    for (const Block& block : m_blocks) switch (block.kind) {
        case Kind::section: out += "\n## " + markdown_line(block.text) + "\n"; break;
        case Kind::paragraph: out += "\n" + markdown_line(block.text) + "\n"; break;
        case Kind::list:
            out += "\n";
            for (const std::string& item : block.items) out += "- " + markdown_line(item) + "\n";
            break;
        case Kind::table:
            out += "\n" + markdown_row(block.table.head) + "|";
            for (size_t i = 0; i < block.table.head.size(); ++i)
                out += i < block.table.texts ? "---|" : "---:|";
            out += "\n";
            for (const auto& row : block.table.rows) out += markdown_row(row);
            break;
        case Kind::picture:
            ++pictures;
            out += folder.empty()
                       ? fmt::format("\n*{}: a picture, which the report as HTML and as PDF has; "
                                     "`roofrack-cli report --pictures` writes it beside Markdown.*\n",
                                     markdown_line(block.shows))
                       : fmt::format("\n![{}]({}/{})\n", markdown_line(block.shows), link_path(folder),
                                     picture_file(pictures));
            break;
        }
    return out;
}

std::vector<ReportDocument::Picture> ReportDocument::pictures() const {
    std::vector<Picture> out;
    for (const Block& block : m_blocks)
        if (block.kind == Kind::picture) out.push_back({picture_file(out.size() + 1), block.text});
    return out;
}

} // namespace roofrack
