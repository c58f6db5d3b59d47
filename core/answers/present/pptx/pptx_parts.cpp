// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_parts.h"

#include "core/base/spreadsheet/xml_scanner.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace roofrack {

namespace {

constexpr std::string_view relation_base =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

/// The shape that holds all others of a part.
constexpr std::string_view tree_begin =
    "<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" "
    "name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>"
    "<a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"0\" cy=\"0\"/><a:chOff x=\"0\" y=\"0\"/><a:chExt cx=\"0\" "
    "cy=\"0\"/></a:xfrm></p:grpSpPr>";

constexpr std::string_view colour_map =
    "<p:clrMap bg1=\"lt1\" tx1=\"dk1\" bg2=\"lt2\" tx2=\"dk2\" accent1=\"accent1\" accent2=\"accent2\" "
    "accent3=\"accent3\" accent4=\"accent4\" accent5=\"accent5\" accent6=\"accent6\" hlink=\"hlink\" "
    "folHlink=\"folHlink\"/>";

constexpr std::string_view master_colours = "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>";

std::string placeholder(int id, std::string_view name, std::string_view kind, const SlideBox& box,
                        std::string_view anchor, std::string_view text) {
    return fmt::format("<p:sp><p:nvSpPr><p:cNvPr id=\"{}\" name=\"{}\"/><p:cNvSpPr><a:spLocks "
                       "noGrp=\"1\"/></p:cNvSpPr><p:nvPr>"
                       "<p:ph {}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm>{}</a:xfrm><a:prstGeom "
                       "prst=\"rect\"><a:avLst/></a:prstGeom>"
                       "</p:spPr><p:txBody><a:bodyPr lIns=\"0\" tIns=\"0\" rIns=\"0\" bIns=\"0\" "
                       "anchor=\"{}\"><a:normAutofit/>"
                       "</a:bodyPr><a:lstStyle/><a:p><a:r><a:rPr "
                       "lang=\"en-US\"/><a:t>{}</a:t></a:r></a:p></p:txBody></p:sp>",
                       id, name, kind, offset_xml(box), anchor, text);
}

std::string level_style(std::string_view tag, int type, bool bold) {
    return fmt::format(
        "<{0}><a:lvl1pPr algn=\"l\"><a:lnSpc><a:spcPct val=\"100000\"/></a:lnSpc><a:buNone/><a:defRPr "
        "sz=\"{1}\" b=\"{2}\"><a:solidFill><a:schemeClr val=\"tx1\"/></a:solidFill><a:latin "
        "typeface=\"+mn-lt\"/></a:defRPr></a:lvl1pPr></{0}>",
        tag, type * 75, bold ? 1 : 0);
}

} // namespace

const SlideBox& title_box_of(const PptxLook& look) {
    return look.has_logo() ? slide_title_beside_logo : slide_title_box;
}

std::string offset_xml(const SlideBox& box) {
    const auto units = [](double px) { return static_cast<long long>(std::llround(px * emu)); };
    return fmt::format("<a:off x=\"{}\" y=\"{}\"/><a:ext cx=\"{}\" cy=\"{}\"/>", units(box.x), units(box.y),
                       units(box.width), units(box.height));
}

std::string picture_xml(int id, std::string_view name, const std::string& shows, const SlideBox& box,
                        std::string_view png, std::string_view svg) {
    const std::string vector =
        svg.empty()
            ? std::string()
            : fmt::format("<a:extLst><a:ext uri=\"{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}\"><asvg:svgBlip "
                          "xmlns:asvg=\"http://schemas.microsoft.com/office/drawing/2016/SVG/main\" "
                          "r:embed=\"{}\"/></a:ext></a:extLst>",
                          svg);
    return fmt::format(
        "<p:pic><p:nvPicPr><p:cNvPr id=\"{}\" name=\"{}\" descr=\"{}\"/><p:cNvPicPr><a:picLocks "
        "noChangeAspect=\"1\"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed=\"{}\">{}"
        "</a:blip><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm>{}</a:xfrm><a:prstGeom "
        "prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr></p:pic>",
        id, name, xml_text(shows), png, vector, offset_xml(box));
}

std::string paragraph_xml(const std::string& text, int type, std::string_view colour, bool bold,
                          std::string_view align) {
    const std::string look =
        fmt::format("lang=\"en-US\" sz=\"{}\" b=\"{}\" dirty=\"0\"", type * 75, bold ? 1 : 0);
    const std::string fill = fmt::format(
        "<a:solidFill><a:srgbClr val=\"{}\"/></a:solidFill><a:latin typeface=\"+mn-lt\"/>", colour);
    if (text.empty())
        return fmt::format("<a:p><a:pPr algn=\"{}\"/><a:endParaRPr {}>{}</a:endParaRPr></a:p>", align, look,
                           fill);
    return fmt::format("<a:p><a:pPr algn=\"{}\"/><a:r><a:rPr {}>{}</a:rPr><a:t>{}</a:t></a:r></a:p>", align,
                       look, fill, xml_text(text));
}

std::string relations_xml(const Relations& relations) {
    std::string out(xml_begin);
    out += "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";
    int number = 0;
    for (const auto& [kind, target] : relations)
        out += fmt::format("<Relationship Id=\"rId{}\" Type=\"{}{}\" Target=\"{}\"/>", ++number,
                           kind.starts_with("http") ? "" : relation_base, kind, target);
    return out + "</Relationships>";
}

std::string theme_xml(const PptxLook& look) {
    std::string out(xml_begin);
    out += "<a:theme xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" name=\"" +
           xml_text(look.name) + "\"><a:themeElements><a:clrScheme name=\"" + xml_text(look.name) + "\">";
    for (const auto& [name, colour] : {std::pair("dk1", std::string_view(look.ink)),
                                       {"lt1", look.ground},
                                       {"dk2", look.pale_ink},
                                       {"lt2", look.surface},
                                       {"accent1", look.accent},
                                       {"accent2", "E69F00"},
                                       {"accent3", "009E73"},
                                       {"accent4", "D55E00"},
                                       {"accent5", "8E5BA6"},
                                       {"accent6", "7A8B99"},
                                       {"hlink", look.link},
                                       {"folHlink", look.pale_ink}})
        out += fmt::format("<a:{0}><a:srgbClr val=\"{1}\"/></a:{0}>", name, colour);
    out += "</a:clrScheme><a:fontScheme name=\"" + xml_text(look.name) + "\">";
    for (const char* font : {"majorFont", "minorFont"})
        out += fmt::format(
            "<a:{0}><a:latin typeface=\"{1}\"/><a:ea typeface=\"\"/><a:cs typeface=\"\"/></a:{0}>", font,
            xml_text(look.font));
    constexpr std::string_view fill = "<a:solidFill><a:schemeClr val=\"phClr\"/></a:solidFill>";
    constexpr std::string_view effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
    out += "</a:fontScheme><a:fmtScheme name=\"" + xml_text(look.name) + "\"><a:fillStyleLst>";
    for (int i = 0; i < 3; ++i) out += fill;
    out += "</a:fillStyleLst><a:lnStyleLst>";
    for (int i = 0; i < 3; ++i) out += fmt::format("<a:ln w=\"9525\">{}</a:ln>", fill);
    out += "</a:lnStyleLst><a:effectStyleLst>";
    for (int i = 0; i < 3; ++i) out += effect;
    out += "</a:effectStyleLst><a:bgFillStyleLst>";
    for (int i = 0; i < 3; ++i) out += fill;
    return out + "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>";
}

std::string master_xml(const PptxLook& look) {
    std::string tree(tree_begin);
    if (look.is_styled) // the ground stands before what is on it
        tree.insert(tree.find("<p:spTree>"),
                    "<p:bg><p:bgPr><a:solidFill><a:schemeClr val=\"bg1\"/></a:solidFill>"
                    "<a:effectLst/></p:bgPr></p:bg>");
    if (look.has_logo())
        tree += picture_xml(4, "Logo", look.name, logo_place(look.logo_aspect), "rId3",
                            look.logo_svg.empty() ? "" : "rId4");
    return fmt::format(
        "{}<p:sldMaster {}>{}{}{}</p:spTree></p:cSld>{}<p:sldLayoutIdLst><p:sldLayoutId id=\"2147483649\" "
        "r:id=\"rId1\"/></p:sldLayoutIdLst><p:txStyles>{}{}{}</p:txStyles></p:sldMaster>",
        xml_begin, slide_namespaces, tree,
        placeholder(2, "Title", "type=\"title\"", title_box_of(look), "ctr", "Title"),
        placeholder(3, "Text", "type=\"body\" idx=\"1\"", slide_body_box, "t", "Text"), colour_map,
        level_style("p:titleStyle", slide_title_type, true),
        level_style("p:bodyStyle", slide_text_type, false),
        level_style("p:otherStyle", slide_text_type, false));
}

std::string layout_xml(const PptxLook& look) {
    return fmt::format(
        "{}<p:sldLayout {} type=\"titleOnly\" preserve=\"1\">{}{}</p:spTree></p:cSld>{}</p:sldLayout>",
        xml_begin, slide_namespaces, tree_begin,
        placeholder(2, "Title", "type=\"title\"", title_box_of(look), "ctr", "Title"), master_colours);
}

std::string notes_master_xml() {
    constexpr SlideBox picture{80, 80, 560, 315}, text{80, 420, 560, 500};
    return fmt::format(
        "{}<p:notesMaster {}>{}{}{}</p:spTree></p:cSld>{}</p:notesMaster>", xml_begin, slide_namespaces,
        tree_begin,
        fmt::format("<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Slide\"/><p:cNvSpPr><a:spLocks noGrp=\"1\" "
                    "noRot=\"1\" noChangeAspect=\"1\"/></p:cNvSpPr><p:nvPr><p:ph type=\"sldImg\" "
                    "idx=\"2\"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm>{}</a:xfrm><a:prstGeom "
                    "prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr></p:sp>",
                    offset_xml(picture)),
        placeholder(3, "Notes", "type=\"body\" idx=\"1\"", text, "t", "Notes"), colour_map);
}

std::string notes_xml(const std::string& note) {
    std::string paragraphs;
    for (size_t from = 0; from <= note.size();) {
        const size_t end = std::min(note.find('\n', from), note.size());
        paragraphs += "<a:p><a:r><a:rPr lang=\"en-US\" dirty=\"0\"/><a:t>" +
                      xml_text(std::string_view(note).substr(from, end - from)) + "</a:t></a:r></a:p>";
        from = end + 1;
    }
    return fmt::format(
        "{}<p:notes {}>{}<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Slide\"/><p:cNvSpPr><a:spLocks noGrp=\"1\" "
        "noRot=\"1\" noChangeAspect=\"1\"/></p:cNvSpPr><p:nvPr><p:ph "
        "type=\"sldImg\"/></p:nvPr></p:nvSpPr><p:spPr/>"
        "</p:sp><p:sp><p:nvSpPr><p:cNvPr id=\"3\" name=\"Notes\"/><p:cNvSpPr><a:spLocks "
        "noGrp=\"1\"/></p:cNvSpPr>"
        "<p:nvPr><p:ph type=\"body\" "
        "idx=\"1\"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>{}"
        "</p:txBody></p:sp></p:spTree></p:cSld>{}</p:notes>",
        xml_begin, slide_namespaces, tree_begin, paragraphs, master_colours);
}

} // namespace roofrack
