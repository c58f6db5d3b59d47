// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_parts.h"
#include "core/answers/present/pptx/pptx_plot.h"
#include "core/answers/present/pptx/pptx_table.h"
#include "core/answers/present/pptx/type_ruler.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/joined_units.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double widest_letter = 0.52; ///< × the height of the type

const SlideBox& body_box(const SlideContent& content) { return slide_body(!content.sliders.empty()); }

std::string text_box(int id, std::string_view name, const SlideBox& box, const std::string& paragraphs,
                     std::string_view anchor = "t") {
    return fmt::format(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{}\" name=\"{}\"/><p:cNvSpPr "
        "txBox=\"1\"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>{}"
        "</a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr "
        "wrap=\"square\" lIns=\"0\" tIns=\"0\" rIns=\"0\" bIns=\"0\" "
        "anchor=\"{}\"><a:normAutofit/></a:bodyPr>"
        "<a:lstStyle/>{}</p:txBody></p:sp>",
        id, name, offset_xml(box), anchor, paragraphs);
}

/// px: the largest at which two lines of the box hold a title, bold as the master has it; else the least.
int title_type(const std::string& title, const PptxLook& look) {
    constexpr int least = slide_text_type + 8, step = 2;
    constexpr double line = 1.2; // × the height of the type
    constexpr size_t most_lines = 2;
    const TypeRuler ruler(look.font);
    const SlideBox& box = title_box_of(look);
    int type = slide_title_type;
    const auto has_room = [&] {
        return line * type * static_cast<double>(most_lines) <= box.height &&
               ruler.lines(title, type, box.width, true).size() <= most_lines;
    };
    while (type > least && !has_room()) type -= step;
    return type;
}

std::string title_xml(const std::string& text, const PptxLook& look) {
    const std::string title = with_joined_units(text);
    return fmt::format(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Title\"/><p:cNvSpPr><a:spLocks "
        "noGrp=\"1\"/></p:cNvSpPr><p:nvPr><p:ph "
        "type=\"title\"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr "
        "lang=\"en-US\" sz=\"{}\" dirty=\"0\"/><a:t>{}</a:t></a:r></a:p></p:txBody></p:sp>",
        title_type(title, look) * 75, xml_text(title));
}

std::string body_picture(const PptxSlide& slide) {
    SlideBox box = body_box(slide.content);
    if (slide.aspect > 0) {
        const double width = std::min(box.width, box.height * slide.aspect), height = width / slide.aspect;
        box = {box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height};
    }
    return picture_xml(3, "Picture", slide.content.title, box, "rId2", slide.svg.empty() ? "" : "rId3");
}

std::string frame_xml(int id, std::string_view name, const SlideBox& box, std::string_view kind,
                      const std::string& what) {
    return fmt::format(
        "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"{}\" name=\"{}\"/><p:cNvGraphicFramePr>"
        "<a:graphicFrameLocks noGrp=\"1\"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><p:xfrm>{}"
        "</p:xfrm><a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/{}\">"
        "{}</a:graphicData></a:graphic></p:graphicFrame>",
        id, name, offset_xml(box), kind, what);
}

/// Between two paragraphs is an empty one of `type` / `gap`.
std::string lines_xml(const std::vector<std::string>& lines, const SlideBox& box, int type, int id,
                      const PptxLook& look, int gap = 2) {
    std::string paragraphs;
    for (const std::string& each : lines) {
        if (!paragraphs.empty()) paragraphs += paragraph_xml({}, type / gap, look.ink);
        paragraphs += paragraph_xml(with_joined_units(each), type, look.ink);
    }
    return text_box(id, "Text", box, paragraphs);
}

/// Letters, not bytes.
size_t letters(const std::string& text) {
    return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// The end of a line, as much as has room: no program shortens it.
std::string end_in(const std::string& text, double width, int type) {
    const auto most = static_cast<size_t>(width / (type * widest_letter));
    size_t left_out = letters(text) > most ? letters(text) - most + 1 : 0, at = 0;
    if (left_out == 0) return text;
    while (at < text.size() && (left_out > 0 || (text[at] & 0xC0) == 0x80))
        if ((text[at++] & 0xC0) != 0x80) --left_out;
    return "…" + text.substr(at);
}

/// The begin of a line, as much as has room: it would reach below the slide in two.
std::string begin_in(std::string text, double width, int type, const PptxLook& look) {
    const TypeRuler ruler(look.font);
    if (ruler.width(text, type) <= width) return text;
    constexpr size_t most_bytes = 2000; // no foot holds as many, and each letter is measured
    text.resize(std::min(text.size(), most_bytes));
    while (!text.empty() && ruler.width(text + "…", type) > width) {
        while (!text.empty() && (text.back() & 0xC0) == 0x80) text.pop_back();
        if (!text.empty()) text.pop_back();
    }
    return text + "…";
}

constexpr double below_table = 24; ///< px between a table and the lines below it

/// The lines below a table, and what is between them, as lines_xml() has it.
struct LinesBelow {
    std::vector<std::string> lines{};
    int gap = 2;
};

/// px that the lines below a table take; 0: there are none.
double height_of(const LinesBelow& below, double width, const PptxLook& look) {
    constexpr double line = 1.2; // × the height of the type: as PowerPoint has it, others have less
    if (below.lines.empty()) return 0;
    const TypeRuler ruler(look.font);
    const auto gaps = static_cast<double>(below.lines.size() - 1);
    double rows = 0;
    for (const std::string& each : below.lines)
        rows += static_cast<double>(ruler.lines(with_joined_units(each), least_slide_type, width).size());
    return below_table + line * (least_slide_type * rows + least_slide_type / below.gap * gaps);
}

/// As many of the lines as a room has, closer together before one is left out; the last line says how many
/// are.
LinesBelow lines_in(const std::vector<std::string>& text, double width, double height, const PptxLook& look) {
    constexpr int usual = 2, close = 4;
    for (size_t kept = text.size();; --kept) {
        LinesBelow out{.lines = {text.begin(), text.begin() + static_cast<std::ptrdiff_t>(kept)}};
        if (const size_t left_out = text.size() - kept; left_out > 0)
            out.lines.push_back(fmt::format("and {} more", left_out));
        for (const int gap : {usual, close}) {
            out.gap = gap;
            if (height_of(out, width, look) <= height) return out;
        }
        if (kept <= 1) return out;
    }
}

/// The remarks that stand below a table: those that have room in what it leaves, or in a third of the slide,
/// for which no row goes where all of them in the least type leave a fifth. A table that gets smaller for
/// them may leave more than they take.
LinesBelow lines_below(const SlideContent& content, const PptxLook& look) {
    constexpr double rounding = 1e-6; // px
    const SlideBox& body = body_box(content);
    if (content.text.empty()) return {};
    const auto left_by_table = [&](double height) {
        return body.height - pptx_table(content, body.width, height, look).height - rounding;
    };
    const double all_rows = body.height - least_pptx_height(content, body.width, look) - rounding;
    double most = std::max(body.height / 3, left_by_table(body.height));
    if (all_rows >= body.height / 5) most = std::min(most, all_rows);
    LinesBelow out = lines_in(content.text, body.width, most, look);
    const double left = left_by_table(body.height - height_of(out, body.width, look));
    return left > most ? lines_in(content.text, body.width, left, look) : out;
}

/// What stands above a chart, and where both stand.
struct ChartPlace {
    std::string words{};
    SlideBox heading{}, frame{};
};

/// A chart with its heading and its remarks above it.
ChartPlace place_in(const SlideBox& box, const SlideChart& chart, const PptxLook& look) {
    constexpr double line = 1.3, below = 12; // × the height of the type, px
    const TypeRuler ruler(look.font);
    ChartPlace out{.heading = box, .frame = box};
    double rows = 0;
    const auto add = [&](const std::string& text, const std::string& colour, bool bold) {
        if (text.empty()) return;
        const std::string joined = with_joined_units(text);
        out.words += paragraph_xml(joined, least_slide_type, colour, bold);
        rows += static_cast<double>(ruler.lines(joined, least_slide_type, box.width, bold).size());
    };
    add(chart.heading, look.ink, true);
    for (const std::string& each : chart.remarks) add(each, look.pale_ink, false);
    if (out.words.empty()) return out;
    out.heading.height = rows * line * least_slide_type + below;
    out.frame.y += out.heading.height;
    out.frame.height -= out.heading.height;
    return out;
}

/// The boxes of the chart, of a second one beside it, and of what is said below them.
struct ChartBoxes {
    SlideBox first{}, second{}, lines{};
};

ChartBoxes chart_boxes(const SlideContent& content) {
    constexpr size_t most_lines = 3;
    constexpr double line = 1.6, between = 40; // × the height of the type, px
    ChartBoxes out{.first = body_box(content), .second = {}, .lines = body_box(content)};
    out.lines.height =
        line * least_slide_type * static_cast<double>(std::min<size_t>(most_lines, content.text.size()));
    out.first.height -= out.lines.height;
    out.lines.y += out.first.height;
    if (content.second) out.first.width = (out.first.width - between) / 2;
    out.second = out.first;
    out.second.x += out.first.width + between;
    return out;
}

/// Areas behind a chart come before it.
std::string chart_with_words(const SlideChart& chart, const SlideBox& box, int id, std::string_view relation,
                             const PptxLook& look) {
    constexpr int id_of_words = 1, id_of_areas = 20;
    const ChartPlace place = place_in(box, chart, look);
    std::string out;
    if (!place.words.empty()) out += text_box(id + id_of_words, "Heading", place.heading, place.words);
    out += stretches_xml(chart, place.frame, id_of_areas, look);
    return out + frame_xml(id, "Chart", place.frame, "chart",
                           fmt::format("<c:chart "
                                       "xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" "
                                       "r:id=\"{}\"/>",
                                       relation));
}

/// The chart, or two beside each other, and what is said below them.
std::string charts_xml(const SlideContent& content, const PptxLook& look) {
    constexpr int first_id = 8, second_id = 10, text_id = 6;
    const ChartBoxes boxes = chart_boxes(content);
    std::string out = chart_with_words(*content.chart, boxes.first, first_id, "rId2", look);
    if (content.second) out += chart_with_words(*content.second, boxes.second, second_id, "rId3", look);
    if (boxes.lines.height > 0) out += lines_xml(content.text, boxes.lines, least_slide_type, text_id, look);
    return out;
}

} // namespace

PptxBody body_of(const PptxSlide& slide) {
    const SlideContent& content = slide.content;
    if (!content.missing.empty()) return PptxBody::none;
    if (content.chart) return PptxBody::chart;
    if (!slide.png.empty()) return PptxBody::picture;
    if (!content.rows.empty()) return PptxBody::rows;
    return PptxBody::lines;
}

std::vector<SlideBox> chart_frames(const SlideContent& content, const PptxLook& look) {
    const ChartBoxes boxes = chart_boxes(content);
    std::vector<SlideBox> out;
    if (content.chart) out.push_back(place_in(boxes.first, *content.chart, look).frame);
    if (content.second) out.push_back(place_in(boxes.second, *content.second, look).frame);
    return out;
}

std::string slide_xml(const PptxSlide& slide, size_t number, size_t count, const PptxLook& look) {
    const SlideContent& content = slide.content;
    std::string out(xml_begin);
    out += fmt::format(
        "<p:sld {}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvGrpSpPr/><p:nvPr/>"
        "</p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"0\" cy=\"0\"/><a:chOff "
        "x=\"0\" y=\"0\"/><a:chExt cx=\"0\" cy=\"0\"/></a:xfrm></p:grpSpPr>",
        slide_namespaces);
    out += title_xml(content.title, look);
    const SlideBox& body = body_box(content);
    switch (body_of(slide)) {
    case PptxBody::none: out += lines_xml({content.missing}, body, slide_text_type, 3, look); break;
    case PptxBody::lines: out += lines_xml(content.text, body, slide_text_type, 3, look); break;
    case PptxBody::picture: out += body_picture(slide); break;
    case PptxBody::chart: out += charts_xml(content, look); break;
    case PptxBody::rows: {
        const LinesBelow below = lines_below(content, look);
        const PptxTable table =
            pptx_table(content, body.width, body.height - height_of(below, body.width, look), look);
        const SlideBox place{body.x, body.y, table.width, table.height};
        out += frame_xml(3, "Table", place, "table", table.xml);
        SlideBox rest = body;
        rest.y += table.height + below_table;
        rest.height -= table.height + below_table;
        if (!below.lines.empty()) out += lines_xml(below.lines, rest, least_slide_type, 6, look, below.gap);
        break;
    }
    }
    if (!content.sliders.empty())
        out += text_box(7, "What if", slide_what_if_box,
                        paragraph_xml(what_if_line(content.sliders), least_slide_type, look.pale_ink), "b");
    SlideBox foot = slide_foot_box;
    // A house style's footer has more room than a number.
    const double number_width = look.footer.empty() ? 440 : 1000;
    foot.width -= number_width + 20;
    const std::string source = begin_in(content.source, foot.width, least_slide_type, look);
    out += text_box(4, "Source", foot, paragraph_xml(source, least_slide_type, look.pale_ink));
    std::string place = look.foot(number, count);
    if (!content.date.empty()) place = "frozen on " + content.date + "   " + place;
    if (!look.footer.empty()) place = end_in(place, number_width, least_slide_type);
    foot.x += foot.width + 20;
    foot.width = number_width;
    out += text_box(5, "Number", foot, paragraph_xml(place, least_slide_type, look.pale_ink, false, "r"));
    return out + "</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>";
}

} // namespace roofrack
