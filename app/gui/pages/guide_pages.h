// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace roofrack {

/// The pages that the program carries, by name: "links" is docs/guide/links.md, "claims" docs/claims.md,
/// "glossary" docs/glossary.md. The pages of the guide come sorted, the other two last.
QStringList guide_pages();

/// The path of a page in the program's resources: ":/guide/links.md", ":/glossary.md".
QString guide_file(const QString& page);

/// Where the guide begins; it leads to every page.
inline constexpr const char* guide_start = "start";

/// The page on `focus`, or on the nearest widget around it that has one; the start page where none has. A
/// widget without a class of its own names its page by the property `guide_page_property`.
QString guide_page_of(QWidget* focus);
inline constexpr const char* guide_page_property = "guide_page";

inline constexpr const char* glossary_page = "glossary";
/// What articles print beside what the program does.
inline constexpr const char* claims_page = "claims";

/// The terms that the glossary explains, as it writes them.
const QStringList& glossary_terms();

/// The term of the glossary that the label of `focus` names, a field of the inspector for example; empty
/// where it names none.
QString glossary_term_of(const QWidget* focus);

} // namespace roofrack
