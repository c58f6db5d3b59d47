// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/sheet_strip.h"
#include "widgets/theme/theme.h"

#include <QString>

#include <string>

namespace roofrack {

/// The heading of section `number`, from 0, which stands above what follows it and is a place to go to.
void add_heading_strip(std::vector<SheetStrip>& out, const std::string& text, int number, double width,
                       const Theme& theme);
/// A paragraph, a strip a line; neither its first line nor its last one stands alone.
void add_paragraph_strips(std::vector<SheetStrip>& out, const std::string& text, double width,
                          const Theme& theme);
/// An item of a list after a dot, a strip a line, as add_paragraph_strips() makes them.
void add_item_strips(std::vector<SheetStrip>& out, const std::string& text, double width, const Theme& theme);

/// Paints a line of text that a reader of the file can click, to go to the section of that number, from 0.
void paint_section_link(QPainter& painter, const QPointF& base, const QString& text, const QFont& font,
                        int number);

} // namespace roofrack
