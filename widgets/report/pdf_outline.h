// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace roofrack {

/// A line of a PDF's outline, which readers show beside the pages.
struct OutlineEntry {
    QString title;
    int page = 1;      ///< from 1
    double points = 0; ///< below the upper edge of the page
};

/// A PDF of QPdfWriter with an outline, which is appended to it as an update. The same bytes where there are
/// no entries, or where the file is not as Qt writes it.
QByteArray with_outline(const QByteArray& pdf, const std::vector<OutlineEntry>& entries);

} // namespace roofrack
