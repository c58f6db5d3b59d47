// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace roofrack {

/// The pages of docs/guide that the program carries, by name: "links" is docs/guide/links.md. Sorted.
QStringList guide_pages();

/// Where the guide begins; it leads to every page.
inline constexpr const char* guide_start = "start";

/// The page on `focus`, or on the nearest widget around it that has one; the start page where none has. A
/// widget without a class of its own names its page by the property `guide_page_property`.
QString guide_page_of(QWidget* focus);
inline constexpr const char* guide_page_property = "guide_page";

} // namespace roofrack
