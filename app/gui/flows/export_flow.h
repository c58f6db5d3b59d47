// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <string>

class QWidget;

namespace roofrack {

class Canvas;
class Chart;
class ChartArea;
class Document;
class MessageBar;
struct ExportQuestion;
class Session;

/// True while something that charts show is being found.
using IsFinding = std::function<bool()>;

/// Returns when it is found, with a progress that offers to stop; false: stopped. `text` says what is found;
/// empty: what the charts show.
bool wait_until_found(const IsFinding& is_finding, QWidget* window, const QString& text = {});
/// The ending of a dialog's filter: "pdf" of "Document (*.pdf)"; `otherwise` where no filter was chosen.
QString ending_of(const QString& filter, const QString& otherwise);
/// A file's name with an ending that was not typed. It asks before a file of that name is replaced, since the
/// dialog has asked about the name without the ending only; empty: that file is kept.
QString with_ending(const QString& path, const QString& ending, const QString& title, QWidget* window);
/// "32 × DGX H100, Non-blocking, scaling": the name that an export of the open scenario has at first, without
/// its ending; the scenario is named where there are several.
QString export_name(const Document& document, const QString& what);
/// Asks for the file that something of the project is exported to. It offers folder, type and name that the
/// last export of the same had, and adds an ending that was not typed. With an ending of `folders` the file
/// stands for a folder, and nothing is replaced. Empty: nothing is to be exported.
QString ask_export_file(const Document& document, const ExportQuestion& question, const QString& title,
                        Session& session, QWidget* window, const QStringList& folders = {});
/// Asks where, then writes the chart as it is seen, once what it shows is found.
void export_chart(const Chart& chart, const IsFinding& is_finding, const Theme& theme,
                  const Document& document, Session& session, MessageBar& messages, QWidget* window);
/// Asks how and where, then writes the whole drawing as PNG, SVG or PDF.
void export_drawing(const Canvas& canvas, const Document& document, Session& session, MessageBar& messages,
                    QWidget* window);
/// What the charts still wait for: "the best plans"; empty if they wait for nothing.
QString what_is_awaited(const ChartArea& charts);
/// Returns when all that any chart shows is found, with a progress that offers to stop; false: stopped.
bool find_what_charts_lack(ChartArea& charts, const IsFinding& is_finding, QWidget* window);
/// Asks for a folder and a format, then writes every chart into it, each under its own name, once what they
/// show is found.
void export_all_charts(ChartArea& charts, const IsFinding& is_finding, const Theme& theme,
                       const Document& document, Session& session, MessageBar& messages, QWidget* window);
/// Writes `chart-id.suffix` of every chart that has data; returns how many, or tells the first failure, and
/// what is missing in them.
int export_charts_to(ChartArea& charts, const QString& folder, const QString& suffix, const Theme& theme,
                     MessageBar& messages);

/// Asks for a file and writes the bill of materials there. Errors go to the message bar.
void export_bill(const std::string& csv, const std::string& project_name, const Document& document,
                 Session& session, MessageBar& messages, QWidget* window);

} // namespace roofrack
