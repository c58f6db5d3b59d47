// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"
#include "core/base/units/diagnostic.h"
#include "widgets/present/logo_picture.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace roofrack {

/// What a house style puts on a slide or a sheet beside its colours and its type.
struct SlideStyle {
    HouseStyle house;
    std::string project, date; ///< for the footer
    LogoPicture logo;

    /// What stands at the right of a slide's foot: its number, and the footer where there is one.
    QString foot(size_t page, size_t pages) const;
    /// The footer alone, and whether it says the number itself.
    QString footer(int page, int pages) const;
    bool numbers_pages() const;
};

/// Null where the style is not given: everything looks as the program has it. Only the window's thread may
/// call it.
std::shared_ptr<const SlideStyle> slide_style(const HouseStyle& style, const std::string& project,
                                              const std::string& date);

/// What this machine cannot paint of a style, and what stands in its place: type that is not installed, a
/// logo that Qt cannot paint.
std::vector<Diagnostic> remarks_on(const HouseStyle& style);

} // namespace roofrack
