// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/pptx/pptx_look.h"
#include "core/answers/present/slide_content.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <vector>

namespace roofrack {

/// A slide of a presentation: its words and figures, and a picture where its view has no chart of values.
struct PptxSlide {
    SlideContent content;
    std::string png{}, svg{}; ///< what fills it; empty: chart, rows or lines do
    double aspect = 0;        ///< width ÷ height of the picture
};

/// A PowerPoint file (.pptx, ECMA-376): titles, rows and notes are text, charts carry their values in a
/// workbook, pictures are PNG with an SVG beside. Slides are 1920 × 1080 px of 1/96 inch: letters are as
/// large as in the PDF. Texts are never formulas or markup. Fails where no workbook can be written into the
/// folder for temporary files.
Result<std::string> pptx_of(const std::vector<PptxSlide>& slides, const std::string& title,
                            const PptxLook& look = {});

} // namespace roofrack
