// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/pptx/pptx_look.h"
#include "core/answers/present/pptx/pptx_writer.h"
#include "core/answers/present/slide_layout.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofrack {

// Parts of a PowerPoint file as XML, each without its place in the archive.

inline constexpr std::string_view xml_begin =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
/// The three namespaces of every part of slides.
inline constexpr std::string_view slide_namespaces =
    "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "
    "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" "
    "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\"";

/// English metric units of a pixel of 1/96 inch.
inline constexpr double emu = 9525;
std::string offset_xml(const SlideBox& box); ///< "<a:off …/><a:ext …/>"
const SlideBox& title_box_of(const PptxLook& look);
/// A picture of its relation `png`, in place of which programs that know it show its relation `svg`, where
/// that is not empty.
std::string picture_xml(int id, std::string_view name, const std::string& shows, const SlideBox& box,
                        std::string_view png, std::string_view svg);
/// A paragraph of plain text; `type` in px.
std::string paragraph_xml(const std::string& text, int type, std::string_view colour, bool bold = false,
                          std::string_view align = "l");

/// Relations of a part: kind ("slideLayout") and target, rId1, rId2 …
using Relations = std::vector<std::pair<std::string_view, std::string>>;
std::string relations_xml(const Relations& relations);

std::string theme_xml(const PptxLook& look);
/// A logo is its relation rId3, the SVG of one rId4.
std::string master_xml(const PptxLook& look);
std::string layout_xml(const PptxLook& look);
std::string notes_master_xml();
std::string notes_xml(const std::string& note);

/// What a slide shows below its title.
enum class PptxBody { none, rows, lines, chart, picture };
PptxBody body_of(const PptxSlide& slide);
/// The slide; what fills it is its relation `body` (rId2), the SVG of a picture rId3.
std::string slide_xml(const PptxSlide& slide, size_t number, size_t count, const PptxLook& look);

/// The frames of the charts of a slide that shows charts, one or two beside each other.
std::vector<SlideBox> chart_frames(const SlideContent& content, const PptxLook& look);
/// A chart in its frame, and the workbook of its values.
std::string chart_xml(const SlideChart& chart, const SlideBox& frame, const PptxLook& look);
Result<std::string> chart_workbook(const SlideChart& chart, const SlideBox& frame, const PptxLook& look);

} // namespace roofrack
