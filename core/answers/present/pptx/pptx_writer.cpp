// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/pptx_writer.h"

#include "core/answers/present/pptx/pptx_parts.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/spreadsheet/zip_writer.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The parts of a presentation in the order of the archive, and what each is.
class Package {
public:
    void add(const std::string& name, std::string bytes, std::string_view type = {}) {
        if (!type.empty())
            m_types += fmt::format(
                "<Override PartName=\"/{}\" ContentType=\"application/vnd.openxmlformats-{}+xml\"/>", name,
                type);
        m_parts.emplace_back(name, std::move(bytes));
    }
    void relate(const std::string& folder, const std::string& part, const Relations& relations) {
        add(folder + "_rels/" + part + ".rels", relations_xml(relations));
    }
    Result<std::string> pack() const {
        ZipWriter zip;
        std::string types(xml_begin);
        types += "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default "
                 "Extension=\"rels\" "
                 "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default "
                 "Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\" "
                 "ContentType=\"image/png\"/>"
                 "<Default Extension=\"svg\" ContentType=\"image/svg+xml\"/><Default Extension=\"xlsx\" "
                 "ContentType=\""
                 "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet\"/>";
        zip.add("[Content_Types].xml", types + m_types + "</Types>");
        for (const auto& [name, bytes] : m_parts) zip.add(name, bytes);
        return zip.finish();
    }

private:
    std::vector<std::pair<std::string, std::string>> m_parts;
    std::string m_types;
};

std::string presentation_xml(size_t slides) {
    std::string out(xml_begin);
    out += fmt::format(
        "<p:presentation {} saveSubsetFonts=\"1\"><p:sldMasterIdLst><p:sldMasterId id=\"2147483648\" "
        "r:id=\"rId1\"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id=\"rId2\"/>"
        "</p:notesMasterIdLst>",
        slide_namespaces);
    constexpr size_t first_id = 256, first_relation = 3;
    if (slides > 0) {
        out += "<p:sldIdLst>";
        for (size_t i = 0; i < slides; ++i)
            out += fmt::format("<p:sldId id=\"{}\" r:id=\"rId{}\"/>", first_id + i, first_relation + i);
        out += "</p:sldIdLst>";
    }
    return out +
           fmt::format(
               "<p:sldSz cx=\"{}\" cy=\"{}\"/><p:notesSz cx=\"6858000\" cy=\"9144000\"/></p:presentation>",
               std::llround(slide_box.width * emu), std::llround(slide_box.height * emu));
}

void add_properties(Package& out, const std::string& title) {
    out.add("docProps/core.xml",
            std::string(xml_begin) +
                "<cp:coreProperties "
                "xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" "
                "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>" +
                xml_text(title) + "</dc:title><dc:creator>Roofrack</dc:creator></cp:coreProperties>",
            "package.core-properties");
    out.add(
        "docProps/app.xml",
        std::string(xml_begin) +
            "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\">"
            "<Application>Roofrack</Application></Properties>",
        "officedocument.extended-properties");
}

/// What every presentation has, whatever its slides are.
void add_frame(Package& out, size_t slides, const std::string& title, const PptxLook& look) {
    constexpr std::string_view core_properties =
        "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";
    out.relate("", "",
               {{"officeDocument", "ppt/presentation.xml"},
                {core_properties, "docProps/core.xml"},
                {"extended-properties", "docProps/app.xml"}});
    add_properties(out, title);
    out.add("ppt/presentation.xml", presentation_xml(slides),
            "officedocument.presentationml.presentation.main");
    Relations relations{{"slideMaster", "slideMasters/slideMaster1.xml"},
                        {"notesMaster", "notesMasters/notesMaster1.xml"}};
    for (size_t i = 1; i <= slides; ++i)
        relations.emplace_back("slide", fmt::format("slides/slide{}.xml", i));
    relations.emplace_back("theme", "theme/theme1.xml");
    out.relate("ppt/", "presentation.xml", relations);
    out.add("ppt/theme/theme1.xml", theme_xml(look), "officedocument.theme");
    out.add("ppt/theme/theme2.xml", theme_xml({}), "officedocument.theme"); // notes are for paper
    out.add("ppt/slideMasters/slideMaster1.xml", master_xml(look),
            "officedocument.presentationml.slideMaster");
    Relations of_master{{"slideLayout", "../slideLayouts/slideLayout1.xml"},
                        {"theme", "../theme/theme1.xml"}};
    if (look.has_logo()) of_master.emplace_back("image", "../media/logo.png");
    if (look.has_logo() && !look.logo_svg.empty()) of_master.emplace_back("image", "../media/logo.svg");
    out.relate("ppt/slideMasters/", "slideMaster1.xml", of_master);
    if (look.has_logo()) out.add("ppt/media/logo.png", look.logo_png);
    if (look.has_logo() && !look.logo_svg.empty()) out.add("ppt/media/logo.svg", look.logo_svg);
    out.add("ppt/slideLayouts/slideLayout1.xml", layout_xml(look),
            "officedocument.presentationml.slideLayout");
    out.relate("ppt/slideLayouts/", "slideLayout1.xml",
               {{"slideMaster", "../slideMasters/slideMaster1.xml"}});
    out.add("ppt/notesMasters/notesMaster1.xml", notes_master_xml(),
            "officedocument.presentationml.notesMaster");
    out.relate("ppt/notesMasters/", "notesMaster1.xml", {{"theme", "../theme/theme2.xml"}});
}

Result<void> add_slide(Package& out, const PptxSlide& slide, size_t number, size_t count,
                       const PptxLook& look) {
    Relations relations{{"slideLayout", "../slideLayouts/slideLayout1.xml"}};
    switch (body_of(slide)) {
    case PptxBody::chart: {
        const std::vector<SlideBox> frames = chart_frames(slide.content, look);
        const auto add = [&](const SlideChart& chart, const SlideBox& frame,
                             const std::string& place) -> Result<void> {
            auto workbook = chart_workbook(chart, frame, look);
            if (!workbook) return tl::unexpected(workbook.error());
            const std::string name = "chart" + place + ".xml", values = "values" + place + ".xlsx";
            relations.emplace_back("chart", "../charts/" + name);
            out.add("ppt/charts/" + name, chart_xml(chart, frame, look), "officedocument.drawingml.chart");
            out.relate("ppt/charts/", name, {{"package", "../embeddings/" + values}});
            out.add("ppt/embeddings/" + values, std::move(*workbook));
            return {};
        };
        if (const auto added = add(*slide.content.chart, frames.front(), std::to_string(number)); !added)
            return added;
        if (!slide.content.second) break;
        if (const auto added = add(*slide.content.second, frames.back(), fmt::format("{}b", number)); !added)
            return added;
        break;
    }
    case PptxBody::picture:
        relations.emplace_back("image", fmt::format("../media/picture{}.png", number));
        out.add(fmt::format("ppt/media/picture{}.png", number), slide.png);
        if (slide.svg.empty()) break;
        relations.emplace_back("image", fmt::format("../media/picture{}.svg", number));
        out.add(fmt::format("ppt/media/picture{}.svg", number), slide.svg);
        break;
    case PptxBody::none:
    case PptxBody::rows:
    case PptxBody::lines: break;
    }
    const std::string name = fmt::format("slide{}.xml", number),
                      notes = fmt::format("notesSlide{}.xml", number);
    if (!slide.content.note.empty()) {
        relations.emplace_back("notesSlide", "../notesSlides/" + notes);
        out.add("ppt/notesSlides/" + notes, notes_xml(slide.content.note),
                "officedocument.presentationml.notesSlide");
        out.relate("ppt/notesSlides/", notes,
                   {{"notesMaster", "../notesMasters/notesMaster1.xml"}, {"slide", "../slides/" + name}});
    }
    out.add("ppt/slides/" + name, slide_xml(slide, number, count, look),
            "officedocument.presentationml.slide");
    out.relate("ppt/slides/", name, relations);
    return {};
}

} // namespace

Result<std::string> pptx_of(const std::vector<PptxSlide>& slides, const std::string& title,
                            const PptxLook& look) {
    Package out;
    add_frame(out, slides.size(), title, look);
    for (size_t i = 0; i < slides.size(); ++i)
        if (const auto added = add_slide(out, slides[i], i + 1, slides.size(), look); !added)
            return tl::unexpected(added.error());
    return out.pack();
}

} // namespace roofrack
