// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/copy_command.h"

#include "app/gui/pages/message_bar.h"
#include "core/answers/decide/map_request.h"
#include "core/facility/weather/climate.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QObject>

namespace roofrack {

namespace {

/// As one word for a shell.
QString quoted(QString text) {
    text.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + text + u'\'';
}

} // namespace

QString command_of_chart(const QString& chart, const Document& document, bool best_plan,
                         std::optional<ScaleMetric> metric, const std::vector<std::string>& settings,
                         const TriedRequest& tried) {
    const ChartEntry* entry = find_chart(chart);
    if (!entry || document.file_path().empty()) return {};
    const ChartCommand& command = entry->command;
    const QLatin1String name(command.name ? command.name : "");
    const QString file = quoted(to_qt(document.file_path().string()));
    QString out = command.name
                      ? QStringLiteral("roofrack-cli %1 %2").arg(QLatin1String(command.name), file)
                      : QStringLiteral("roofrack render %1 --chart %2 --out %2.csv").arg(file, chart);
    const ComparisonChoice& choice = document.project().comparison;
    if (chart == u"map") {
        for (const std::string& axis : choice.map) out += QStringLiteral(" --map ") + quoted(to_qt(axis));
        if (choice.map.empty()) out += QStringLiteral(" --map ") + QLatin1String(usual_axes_word);
        if (!choice.map_by.empty()) out += QStringLiteral(" --by ") + quoted(to_qt(choice.map_by));
    }
    if (chart == u"tried") {
        out += u' ' + quoted(tried.input.empty() ? QStringLiteral("/site/electricity_price") // it asks which
                                                 : to_qt(tried.input));
        if (!tried.values.empty()) out += u' ' + quoted(to_qt(tried.values));
        for (const std::string& each : tried.figures) out += QStringLiteral(" --figure ") + to_qt(each);
    }
    if (chart == u"designs" && choice.goal.empty()) // it asks what for
        out += QStringLiteral(" --goal money.run.usd_per_million");
    if (chart == u"designs" && choice.vary.empty()) // and what may vary
        out += QStringLiteral(" --vary plan=best");
    if (*command.options) out += u' ' + QLatin1String(command.options);
    if (name == u"year" && document.scenario().site.climate.empty())
        out += QStringLiteral(" --climate ") + quoted(to_qt(built_in_climates().front().name)); // shown first
    const bool is_of_all = name == u"compare" || name == u"odds"; // all its scenarios
    if (!is_of_all) out += QStringLiteral(" --scenario ") + quoted(to_qt(document.scenario().name));
    if (command.name && !is_of_all)
        for (const std::string& each : settings) out += QStringLiteral(" --set ") + quoted(to_qt(each));
    if (metric && command.counts) out += QStringLiteral(" --metric ") + to_qt(name_of(*metric));
    if (best_plan && command.replans) out += QStringLiteral(" --replan");
    return out;
}

void copy_command_of_chart(const QString& chart, const Document& document, bool best_plan,
                           std::optional<ScaleMetric> metric, const std::vector<std::string>& settings,
                           const TriedRequest& tried, MessageBar& messages) {
    const QString command = command_of_chart(chart, document, best_plan, metric, settings, tried);
    if (command.isEmpty()) {
        messages.show_message(Severity::info,
                              QObject::tr("Save the project first: a command reads it from its file."));
        return;
    }
    QGuiApplication::clipboard()->setText(command);
    QString said = QObject::tr("Copied: %1").arg(command);
    if (!document.is_clean())
        said += QObject::tr(". It reads the file, which lacks the changes since it was saved.");
    else if (!settings.empty() && !command.contains(QStringLiteral(" --set ")))
        said += QObject::tr(". It prints the scenario as it is, without what is turned.");
    messages.show_message(Severity::info, said);
}

} // namespace roofrack
