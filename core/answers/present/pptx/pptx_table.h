// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/pptx/pptx_look.h"
#include "core/answers/present/slide_content.h"

#include <string>

namespace roofrack {

/// The rows of a slide as a table.
struct PptxTable {
    std::string xml;              ///< "<a:tbl>…</a:tbl>"
    double width = 0, height = 0; ///< px that it takes, with the lines into which its cells break
};

/// px that all rows take in the least type.
double least_pptx_height(const SlideContent& content, double width, const PptxLook& look);
/// As large as it goes in a room of that size on one line a row, else as large as it goes at all; rows that
/// have no room are counted.
PptxTable pptx_table(const SlideContent& content, double width, double height, const PptxLook& look);

} // namespace roofrack
