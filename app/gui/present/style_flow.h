// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/units/diagnostic.h"

#include <QString>

#include <filesystem>
#include <functional>
#include <vector>

class QWidget;

namespace roofrack {

class Document;
class Session;
class StyleButton;

/// What became of a style, for people.
struct StyleRemark {
    QString text;
    Severity severity = Severity::info;
};

/// A message about what was written, with what this machine could not paint of its style behind it.
StyleRemark with_remarks(const QString& message, const std::vector<Diagnostic>& remarks);

/// Puts what a style file says into the project, as one step of the history; returns what this machine cannot
/// paint of it. The project stays as it was where the file is no good.
Result<std::vector<Diagnostic>> take_style(Document& document, const std::filesystem::path& path);

/// Who is told what came of it.
using TellStyle = std::function<void(const StyleRemark&)>;

/// Asks for a style file and takes it; nothing is told where none is chosen.
void ask_style(Document& document, Session& session, QWidget* window, const TellStyle& tell);
void remove_style(Document& document, const TellStyle& tell);

/// Makes a button do both, and show which style there is.
void connect_style(StyleButton& button, Document& document, Session& session, const TellStyle& tell);

} // namespace roofrack
