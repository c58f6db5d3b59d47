// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/shared_options.h"

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

Result<Scenario> chosen_scenario(const Project& project, const QString& name, const QString& path) {
    if (name.isEmpty()) return project.scenarios.front();
    if (const Scenario* scenario = project.find_scenario(name.toStdString())) return *scenario;
    std::string names;
    for (const Scenario& scenario : project.scenarios)
        names += (names.empty() ? "'" : ", '") + scenario.name + "'";
    return fail(path.toStdString(), "there is no scenario '" + name.toStdString() + "'", "one of " + names);
}

} // namespace roofrack
