// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"
#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <QString>

class QCommandLineParser;

namespace roofrack {

/// Adds --style.
void add_style_option(QCommandLineParser& parser);

/// The style that --style names, else `kept`, which is the project's.
Result<HouseStyle> asked_style(const std::string& value, const HouseStyle& kept);
/// Says as warnings what this machine cannot paint of it.
void say_remarks(const HouseStyle& style);

/// The scenario of that name, the first one where none is named. Fails where the project of the file `path`
/// has none of it.
Result<Scenario> chosen_scenario(const Project& project, const QString& name, const QString& path);

} // namespace roofrack
