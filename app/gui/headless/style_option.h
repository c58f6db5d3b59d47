// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"
#include "core/base/units/diagnostic.h"

class QCommandLineParser;

namespace roofrack {

/// Adds --style.
void add_style_option(QCommandLineParser& parser);

/// The style that --style names, else `kept`, which is the project's.
Result<HouseStyle> asked_style(const std::string& value, const HouseStyle& kept);
/// Says as warnings what this machine cannot paint of it.
void say_remarks(const HouseStyle& style);

} // namespace roofrack
