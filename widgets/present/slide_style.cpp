// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_style.h"

#include "core/base/style/style_footer.h"
#include "widgets/fields/text.h"
#include "widgets/theme/style_theme.h"

#include <QCoreApplication>

namespace roofrack {

namespace {

struct StyleWords {
    Q_DECLARE_TR_FUNCTIONS(Style)
};

} // namespace

QString SlideStyle::foot(size_t page, size_t pages) const {
    return to_qt(numbered_footer(house.footer, {date, project, page, pages}));
}

QString SlideStyle::footer(int page, int pages) const {
    return to_qt(
        footer_text(house.footer, {date, project, static_cast<size_t>(page), static_cast<size_t>(pages)}));
}

bool SlideStyle::numbers_pages() const { return roofrack::numbers_pages(house.footer); }

std::shared_ptr<const SlideStyle> slide_style(const HouseStyle& style, const std::string& project,
                                              const std::string& date) {
    if (!style.is_given()) return nullptr;
    return std::make_shared<const SlideStyle>(SlideStyle{style, project, date, LogoPicture(style)});
}

std::vector<Diagnostic> remarks_on(const HouseStyle& style) {
    std::vector<Diagnostic> out;
    const std::string where = style.name.empty() ? "style" : "style " + style.name;
    if (!has_type(style))
        out.push_back(
            {where,
             StyleWords::tr("the type “%1” is not installed here").arg(to_qt(style.font)).toStdString(),
             StyleWords::tr("install it: what is painted here has the program's own type").toStdString()});
    if (!style.logo.empty() && LogoPicture(style).is_empty())
        out.push_back({where, StyleWords::tr("its logo cannot be painted").toStdString(),
                       StyleWords::tr("write it again, as PNG: it is left out").toStdString()});
    return out;
}

} // namespace roofrack
