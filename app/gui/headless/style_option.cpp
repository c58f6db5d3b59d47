// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/style_option.h"

#include "app/gui/headless/platform.h"
#include "core/base/style/style_file.h"
#include "widgets/present/slide_style.h"

#include <QCommandLineParser>

namespace roofrack {

void add_style_option(QCommandLineParser& parser) {
    parser.addOption({QStringLiteral("style"),
                      QStringLiteral("a style file (docs/formats.md), instead of what the project keeps; "
                                     "\"none\": the program's own look"),
                      QStringLiteral("FILE")});
}

Result<HouseStyle> asked_style(const std::string& value, const HouseStyle& kept) {
    if (value.empty()) return kept;
    return style_named(value);
}

void say_remarks(const HouseStyle& style) {
    for (const Diagnostic& remark : remarks_on(style)) say_warning(remark.text());
}

} // namespace roofrack
