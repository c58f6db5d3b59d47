// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <QString>

#include <functional>

class QCommandLineParser;

namespace roofrack {

/// A command of the program that needs no display: makes the QApplication with the project's fonts, reads the
/// options that `add_options` names, answers --help and unknown options, and else returns what `run` returns.
/// `name` is argv[1]; `argc` is a reference because Qt keeps it. Qt sees none of the options, such as
/// --style.
int headless_command(int& argc, char** argv, const char* name, void (*add_options)(QCommandLineParser&),
                     const std::function<int(const QCommandLineParser&)>& run);

/// The one project that is named behind the command; fails on none and on several.
Result<QString> named_project(const QCommandLineParser& parser);

} // namespace roofrack
